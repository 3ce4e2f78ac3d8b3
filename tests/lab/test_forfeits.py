"""Experiments with bots written in Python: what is counted, kept and told of forfeited games."""

import json
import math

import numpy as np
import polars as pl
import pytest

from offleash.bots import kinds as bot_kinds
from offleash.bots.kinds import register_bot
from offleash.contract import LONGEST, Label, Measure
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.figures.accounts import account_of
from offleash.lab.figures.forfeits import (
    MOST_LISTED,
    add_forfeits,
    count_forfeits,
    forfeits_from,
    sentence,
    without_forfeits,
)
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.finished_run import load_run
from offleash.lab.runs.folder import SUMMARY
from offleash.lab.runs.run import Run
from offleash.tools.errors import OffleashError
from tests.bots.sample_bots import Drawer
from tests.lab.runs import assert_same, conduct_experiment, small_experiment


class Moody:
    """Plays by its luck, but not on seat 2 of every fifth game."""

    def choose(self, view, legal):
        if view.seat == 2 and view.number % 5 == 0:
            return "go home"
        return view.random.choice(legal)


def with_guest(games=12, bot=Moody):
    """Three seatings a block; a guest on each seat once."""
    return small_experiment(games, lineup=(register_bot(bot), "greedy", "random"))


def test_a_guest_plays_in_every_seating_and_its_forfeits_are_counted(tmp_path):
    experiment = with_guest(games=18)
    summary = conduct_experiment(experiment, tmp_path / "run")
    name = experiment.guests[0]
    forfeits = summary["forfeits"]
    assert forfeits["by_seat"] == [{"player": name, "seat": 2, "games": 2}]  # of blocks 0 and 5
    assert (forfeits["games"], [forfeit["game"] for forfeit in forfeits["first"]]) == (2, [0, 5])
    assert all("which is not an action" in forfeit["problem"] for forfeit in forfeits["first"])
    assert sentence(forfeits) == f"2 games were forfeited: {name} 2 on seat 2"
    games = pl.read_parquet(tmp_path / "run" / "games.parquet")
    seats = pl.read_parquet(tmp_path / "run" / "seats.parquet")
    forfeited = games.filter(pl.col("forfeited") == 2)
    assert forfeited["block"].to_list() == [0, 5] and games["forfeited"].null_count() == 16
    rows = seats.join(forfeited.select("block", "seating"), ["block", "seating"])
    assert rows["won"].to_list() == [0.5, 0.5, 0.0] * 2
    assert rows["place"].to_list() == [0, 0, 2] * 2
    assert summary["unfinished"] == 0


def test_a_resumed_run_gives_the_same_result(tmp_path):
    run = Run(with_guest(games=18, bot=Moody), out=tmp_path / "halves")
    run.play(3)
    run.close()
    conduct_experiment(with_guest(games=18), tmp_path / "halves")
    conduct_experiment(with_guest(games=18), tmp_path / "whole", games_a_shard=3)
    assert_same(tmp_path / "halves", tmp_path / "whole")


def test_two_threads_play_the_same_games():
    one, two = (kinds.conduct(Run(with_guest(bot=Drawer), threads)) for threads in (1, 2))
    assert one == two and "forfeits" not in one


def test_a_run_can_be_read_where_its_bot_is_not_known(tmp_path, monkeypatch):
    conduct_experiment(with_guest(), tmp_path / "run")
    assert not load_run(tmp_path / "run").rules_changed
    assert not load_run(tmp_path / "run").can_play_again
    monkeypatch.setattr(bot_kinds, "registered_kinds", {})
    loaded = load_run(tmp_path / "run")
    assert loaded.rules_changed and not loaded.can_play_again
    assert len(loaded.experiment.arm_table(0).seatings) == 3
    assert loaded.summary == json.loads((tmp_path / "run" / SUMMARY).read_text())
    with pytest.raises(OffleashError, match="works only on the command line"):
        loaded.experiment.play(Work(0, 0, 1))


def test_a_search_is_too_slow_for_thousands_of_extra_games():
    game = registry.load("digs")
    names = ["search:4", "greedy", "random"]
    arm = make_arm(game, "a", game.options(), names)
    assert Experiment(make_plan(game, [arm], 3)).slow == ("search:4",)
    assert with_guest().slow == with_guest().guests != ()


def test_a_cluster_does_not_get_code_of_this_machine():
    with pytest.raises(OffleashError, match="Moody is Python code on this machine"):
        Run(with_guest(), cluster="tcp://127.0.0.1:1")


def test_figures_are_of_games_that_were_played_and_wins_are_of_all():
    """By hand: four games, of which the second was forfeited."""
    experiment = with_guest(games=3)
    batch = experiment.batch(Work(0, 0, 1))
    assert list(batch.forfeits) == [1]
    totals = np.array([3.0, 9.0, 5.0])
    mean = without_forfeits(Measure(Label("turns"), totals), batch)
    rate = without_forfeits(Measure(Label("falls"), totals, np.array([2, 4, 8])), batch)
    longest = without_forfeits(Measure(Label("longest", extent=LONGEST), totals), batch)
    wins = without_forfeits(Measure(Label("wins", is_share=True, group="player"), totals), batch)
    figures = {f.label.name: f.value for f in account_of([mean, rate, longest, wins], 3).figures()}
    assert figures == {"turns": 4.0, "falls": 0.8, "longest": 5.0, "wins": pytest.approx(17 / 3)}


def test_where_all_games_were_forfeited_there_is_no_figure():
    class Never:
        def choose(self, view, legal):
            return None

    batch = small_experiment(3, lineup=(register_bot(Never),)).batch(Work(0, 0, 1))
    longest = Measure(Label("longest", extent=LONGEST), np.arange(len(batch.states)) + 1.0)
    assert len(batch.forfeits) == len(batch.states)
    assert account_of([without_forfeits(longest, batch)], 3).figures() == []
    assert not math.isnan(batch.results.sum())


def test_many_forfeits_are_counted_and_few_are_kept():
    experiment = with_guest(games=3)
    forfeit = experiment.batch(Work(0, 0, 1)).forfeits[1]
    parts = add_forfeits(
        [count_forfeits([forfeit] * 15), count_forfeits([]), count_forfeits([forfeit] * 9)]
    )
    assert parts.counts == {(forfeit.player, 2): 24}
    assert len(parts.first) == MOST_LISTED == 20
    assert forfeits_from(json.loads(json.dumps(parts.data))) == parts
    assert not add_forfeits([]) and add_forfeits([]).data == {} and sentence({}) == ""
