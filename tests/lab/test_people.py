"""People's games have the same measures as bots' games, and differences have honest intervals."""

import math

import numpy as np
import pytest

from offleash.bots.lineup import shared_policy
from offleash.bots.players import watch_game
from offleash.contract import Label
from offleash.contract.lab.general_measures import measures_of
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.figures.people import (
    compare_with_bots,
    difference_of,
    finished_games,
    shared_keys,
)
from offleash.lab.statistics.intervals import Interval

UNKNOWN = ("forced", "choices", "minutes", "decision")  # no session counts the choices


def test_a_game_has_the_measures_of_the_batch():
    game = registry.load("uri-nation")
    names = ["greedy"] * game.seat_count(game.options())
    batch = play_batch(game, shared_policy(game, names), 2, 5, threads=1)
    sessions = [watch_game(game, game.options(), names, 5, number) for number in range(2)]
    assert [session.state.tobytes() for session in sessions] == [
        state.tobytes() for state in batch.states
    ]
    expected = {m.label.key: m for m in measures_of(game, batch)}
    compared = 0
    for measure in measures_of(game, finished_games(sessions)):
        other = expected.get(measure.label.key)
        if other is not None and not any(word in measure.label.key for word in UNKNOWN):
            assert np.array_equal(measure.total, other.total), measure.label.key
            compared += 1
    assert compared > 5


def test_the_interval_of_a_difference():
    """Of two independent values: the distances to their ends add up as squares."""
    people, bots = Interval(0.5, 0.2, 0.8), Interval(0.25, 0.21, 0.29)
    difference = difference_of(people, bots)
    assert difference.value == 0.25
    assert difference.low == pytest.approx(0.25 - math.sqrt(0.3**2 + 0.04**2))
    assert difference.high == pytest.approx(0.25 + math.sqrt(0.3**2 + 0.04**2))


def account(games, share):
    """Games of one measure, of which a share is 1."""
    ones = round(games * share)
    totals = np.array([[1.0]] * ones + [[0.0]] * (games - ones))
    return MeasureAccount((Label("wins", is_share=True),), totals, np.ones_like(totals))


@pytest.mark.parametrize(("games", "is_clear"), [(4, False), (20, False), (200, True)])
def test_only_many_games_show_a_difference(games, is_clear):
    (row,) = compare_with_bots(account(games, 0.5), account(2000, 0.4), ["wins"])
    assert (row.people.value, row.bots.value) == (0.5, 0.4)
    assert row.is_clear is is_clear


def test_as_often_as_promised_nothing_differs():
    """Of games with the same chances, about one comparison in twenty is wrong."""
    draw = np.random.default_rng(4)
    labels = tuple(Label(f"wins {n}", is_share=True) for n in range(400))
    sides = [(draw.random((games, 400)) < 0.25).astype(float) for games in (30, 1000)]
    people, bots = (MeasureAccount(labels, side, np.ones_like(side)) for side in sides)
    wrong = sum(row.is_clear for row in compare_with_bots(people, bots, shared_keys(people, bots)))
    assert wrong <= 32  # 20 expected; more than 32 has a chance of 1 in 300


def test_what_never_happened_in_a_few_games_may_still_be_common():
    (row,) = compare_with_bots(account(6, 0.0), account(2000, 0.25), ["wins"])
    assert (row.people.value, row.people.low) == (0, 0)
    assert row.people.high == pytest.approx(0.459, abs=0.001)  # Clopper–Pearson: 1 − 0.025^(1/6)
    assert not row.is_clear
    (row,) = compare_with_bots(account(40, 0.0), account(2000, 0.25), ["wins"])
    assert row.is_clear
