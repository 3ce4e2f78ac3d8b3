"""Small experiments, and what their folders hold."""

from pathlib import Path

import polars as pl

from offleash.games.registry import load
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import SUMMARY
from offleash.lab.runs.run import Run

TABLES = ("games", "seats", "places")


def small_experiment(
    games=120, seed=3, arms=({},), name="digs", lineup=("greedy", "random", "greedy")
):
    """An experiment with Digs: three seatings a block, unless the line-up is another."""
    game = load(name)
    arm_list = [
        make_arm(game, f"arm {i}", game.options(None, options), lineup)
        for i, options in enumerate(arms)
    ]
    return Experiment(make_plan(game, arm_list, games, seed), game)


def conduct_experiment(experiment: Experiment, out: Path, **settings):
    """Plays an experiment to its end in a folder."""
    run = Run(experiment, out=out, **settings)
    return kinds.conduct(run)


def contents(folder: Path):
    """All that must be the same, however a run went."""
    frames = {name: pl.read_parquet(folder / f"{name}.parquet") for name in TABLES}
    return frames, (folder / SUMMARY).read_bytes(), (folder / "account.npz").read_bytes()


def assert_same(folder: Path, other: Path) -> None:
    contents_a, contents_b = contents(folder), contents(other)
    for name in TABLES:
        assert contents_a[0][name].schema == contents_b[0][name].schema
        assert contents_a[0][name].equals(contents_b[0][name])
    assert contents_a[1:] == contents_b[1:]
