"""`run`: an experiment whose plan is a file."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.arms import note
from offleash.cli.lab import (
    AsJson,
    Cluster,
    Out,
    Report,
    Threads,
    chosen_folder,
    conduct,
    give_answer,
)
from offleash.cli.parameters import announce_compiling
from offleash.core.errors import OffleashError

if TYPE_CHECKING:
    from offleash.lab.run import Run

STOPPING = ("compare", "tune", "claim")  # kinds that may end before all is played
PlanName = Annotated[
    Path, typer.Argument(help="a TOML file: kind, game, seats, games …", metavar="PLAN.toml")
]


def run_plan(
    plan: PlanName,
    out: Out = None,
    report: Report = None,
    threads: Threads = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Play the experiment that a plan file describes."""
    from offleash.lab import kinds
    from offleash.lab.experiment import Experiment
    from offleash.lab.plan import arm_options
    from offleash.lab.plan_files import PlanFile
    from offleash.lab.run import Run

    announce_compiling()
    folder, file = chosen_folder(out, report), PlanFile(plan)
    experiment = Experiment(file.plan())
    kind, game = experiment.plan.kind, experiment.game
    if report and kind == "claim":
        raise OffleashError("there is no report of a claim: --out keeps it, --json prints it all")
    note(game, *(arm_options(game, arm) for arm in experiment.plan.arms))
    with file.errors_in_question():
        kinds.check(experiment)
    run, begun = Run(experiment, threads, folder, cluster), time.perf_counter()
    known = run.results.games_of_all()
    summary = conduct(run, quiet=as_json, stops=kind in STOPPING)
    rate = (run.results.games_of_all() - known) / (time.perf_counter() - begun)
    give_answer(summary, lambda: SHOWN[kind](run, summary, rate), as_json, report)


# What each kind prints

Show = Callable[["Run", Mapping[str, Any], float], None]


def _simulate(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.simulate import print_simulated
    from offleash.core.game import FURTHER

    print_simulated(run, summary, rate, FURTHER)


def _compare(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.compare import print_comparison

    print_comparison(run.experiment.game, summary)


def _sweep(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.sweep import print_sweep

    print_sweep(run.experiment.game, summary)


def _tune(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.tune import print_tuned

    print_tuned(*_told(run), summary)


def _ladder(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.ladder import print_ladder

    print_ladder(*_told(run), summary)


def _claim(run: "Run", summary: Mapping[str, Any], rate: float) -> None:
    from offleash.cli.claims import print_claim

    print_claim(run.experiment.game.title, summary)


def _told(run: "Run") -> tuple[str, str]:
    """The game, and the rules of the first arm in one line."""
    from offleash.lab.plan import arm_options

    game, arm = run.experiment.game, run.experiment.plan.arms[0]
    return game.title, game.told(arm_options(game, arm))


SHOWN: dict[str, Show] = {
    "simulate": _simulate,
    "compare": _compare,
    "sweep": _sweep,
    "tune": _tune,
    "ladder": _ladder,
    "claim": _claim,
}
