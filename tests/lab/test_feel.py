"""How games feel, on curves drawn by hand, and on games whose end is known."""

from dataclasses import replace

import numpy as np
import pytest

from offleash.games.registry import load
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.report.numbers import THIN
from offleash.lab.report.sections.feel import foregone_warning
from offleash.lab.report.sections.stories import pick_stories, replay_story
from offleash.lab.report.winning_chances import MOMENTS, Curves, curves
from offleash.lab.runs.experiment import Experiment, Work

DOG = load("dog")


def make_curves(*games: list[float], won: int = 0) -> Curves:
    """Two sides; each list is the chance of the first one at each moment."""
    first = np.array(games)
    chances = np.stack([first, 1 - first], axis=2)
    results = np.zeros((len(games), 2))
    results[:, won] = 1
    numbers = np.arange(len(games))
    return Curves(chances, chances, results, numbers, numbers)


def test_drama_is_how_far_the_winner_was_behind():
    never, always = make_curves([0.5, 0.6, 0.9, 1]), make_curves([0.5, 0.2, 0.1, 1])
    assert never.drama[0] == pytest.approx(0)
    assert always.drama[0] == pytest.approx((0 + 0.6 + 0.8) / 3)


def test_one_half_names_the_leader_and_the_other_measures_the_lead():
    names = make_curves([0.4, 0.4, 1])
    lead = replace(names, measured=make_curves([0.5, 0.2, 1]).measured)
    assert lead.drama[0] == pytest.approx((0 + 0.6) / 2)
    lucky = replace(names, leading=make_curves([0.6, 0.6, 1]).leading)
    assert lucky.drama[0] == pytest.approx(0)


def test_a_game_is_decided_when_the_winner_is_safe_for_good():
    decided = make_curves(
        [0.5, 0.9, 0.9, 0.9, 1], [0.5, 0.9, 0.7, 0.9, 1], [0.9, 0.9, 0.9, 0.9, 1]
    ).decided
    assert list(decided) == [0.25, 0.75, 0]
    assert list(make_curves([0.5, 0.5, 0.5, 0.5, 0.5]).decided) == [1]  # a shared win


def test_a_game_is_settled_when_all_continuations_end_alike():
    result = make_curves([0.5, 0, 1, 1, 1], [0.5, 0.9, 0.9, 0.9, 1], [1, 1, 1, 1, 1])
    assert list(result.settled) == [0.25, 1, 0]


def test_a_reader_is_warned_where_continuations_are_uninformative():
    """Without luck the same bots do the same again, which is no sign of a game decided early."""
    repeats, stays_open = make_curves([0.5, 1, 1, 1, 1]), make_curves([0.5, 0.6, 0.7, 0.9, 1])
    assert "after 25 %" in " ".join(foregone_warning(repeats)).replace(THIN, " ")
    assert foregone_warning(stays_open) == []


def test_only_a_clear_lead_counts_as_one():
    assert list(make_curves([0.5, 0.6, 0.52, 0.48, 0.6, 0.3, 0.8, 1]).lead_changes) == [2]
    assert list(make_curves([0.5, 0.5, 0.5]).lead_changes) == [0]


def test_the_leader_at_half_time_wins_or_not():
    assert list(make_curves([0.5, 0.6, 1], [0.5, 0.4, 1]).half_time) == [1, 0]
    assert list(make_curves([0.5, 0.6, 1], won=1).half_time) == [0]


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    lineup = ["greedy", "random", "greedy", "random"]
    return Experiment(make_plan(DOG, [make_arm(DOG, "", DOG.options(), lineup)], 8, seed=3), DOG)


def test_chances_begin_open_and_end_with_the_result(experiment):
    result = curves(experiment, games=6, playouts=4)
    assert result.chances.shape == (6, MOMENTS + 1, 2)
    assert np.allclose(result.chances.sum(axis=2), 1)
    assert np.array_equal(result.chances[:, -1], result.won)
    # Greedy wins every game against random, and which side it has changes with the seating.
    assert np.array_equal(result.chances[:, 0, 0], result.seating == 0)
    assert list(result.winner) == list(result.seating)


def test_looking_ahead_does_not_depend_on_threads(experiment):
    one, two = (curves(experiment, games=3, playouts=2, threads=n) for n in (1, 2))
    assert np.array_equal(one.leading, two.leading) and np.array_equal(one.measured, two.measured)


def test_stories_are_games_of_the_run(experiment):
    batch = experiment.batch(Work(0, 0, 4))
    numbers, seatings = np.repeat(np.arange(4), 2), np.tile([0, 1], 4)
    stories = {
        s.name: s
        for s in pick_stories(batch.lengths, numbers, seatings, make_curves([0.5, 0.2, 1]))
    }
    longest = stories["longest"]
    assert batch.lengths[2 * longest.block + longest.seating] == batch.lengths.max()
    median = stories["median"]
    assert batch.lengths[2 * median.block + median.seating] == sorted(batch.lengths)[3]
    assert (stories["dramatic"].block, stories["dramatic"].seating) == (0, 0)
    session = replay_story(experiment, longest)
    assert len(session.history) == batch.lengths.max()
    assert session.state[0] == batch.states[2 * longest.block + longest.seating]
