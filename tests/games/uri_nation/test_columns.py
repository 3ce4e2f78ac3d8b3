"""Columns for tables: every tally under a name, and a ledger that balances."""

import re

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME
from offleash.games.uri_nation.rules.record import FOR_CROSSING, FROM_YAPPER
from offleash.games.uri_nation.text.columns import APART, in_snake_case
from tests.variety import random_variants

STOCKS = ("swagger", "drive", "grit", "bond", "water")


@pytest.fixture(scope="module")
def batch():
    """Games under all sorts of options, with two to four seats."""
    variants, rows = random_variants(GAME, 200, seed=11)
    return play_batch(GAME, policy(GAME, ["random"] * 4), 200, 3, variants, rows)


@pytest.fixture(scope="module")
def columns(batch):
    return GAME.lab.columns(batch)


def total(columns, *starts):
    """The sum over all columns that begin like this, by game and seat."""
    parts = [v for name, v in columns.seats.items() if name.startswith(starts)]
    assert parts
    return np.sum(parts, axis=0, dtype=np.int64)


def test_names_are_plain_and_no_two_alike(columns):
    names = [*columns.games, *columns.seats]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in names)
    assert in_snake_case("facing a Yapper") == "facing_a_yapper"
    assert {"gained_drive_income", "spent_water_drinks", "spent_swagger_reclaims"} <= set(names)
    assert {"blocked_drive", "held_grit"} <= set(names)
    assert {"in_cluster_tried_0", "idle_without_drive", "bowl_grit_by_round"} <= set(names)
    assert {"cleared_by_joining", "ties_rolled_again", "gaps", "weakened"} <= set(names)
    assert {"tried_0", "won_9", "drawn_events", "drinks_clean", "reclaims_by_grit"} <= set(names)


def test_every_tally_is_in_some_column(batch, columns):
    """Planted numbers, a different one for each entry of a game's tallies, come out once each."""
    tallies = np.zeros(1, GAME.rules.tally)
    planted = set()
    for number, name in enumerate(sorted(set(GAME.rules.tally.names) - (set(APART) - {"bowls"}))):
        spots = tallies[name].reshape(-1)
        spots[:] = np.arange(len(spots)) + 400 * number
        planted |= set(spots.tolist())
    numbered = type(batch)(
        **{**vars(batch), "states": batch.states[:1], "tallies": tallies, "rows": batch.rows[:1]}
    )
    result = GAME.lab.columns(numbered)
    counts = [name for name in result.seats if name not in ("archetype", "home", "territories")]
    values = [int(result.games[name][0]) for name in ("decisions", "lead_changes")]
    for name in counts:
        if not name.startswith("left_") and name != "territories_by_round":
            values += result.seats[name][0].reshape(-1).tolist()
    assert sorted(values) == sorted(planted)


def test_sums_of_columns_are_those_of_the_tallies(batch, columns):
    tallies = batch.tallies
    for field, start in {
        "gained": "gained_", "spent": "spent_", "tried": "tried_", "won": "won_",
        "drawn": "drawn_", "grades": "drinks_", "reclaims": "reclaims_", "blocked": "blocked_",
    }.items():  # fmt: skip
        expected = tallies[field].reshape(200, 4, -1).sum(axis=2)
        assert expected.any() or field == "reclaims"
        np.testing.assert_array_equal(total(columns, start), expected)
    crossings = columns.seats["spent_drive_crossings"]
    np.testing.assert_array_equal(crossings, tallies["spent"][:, :, 1, FOR_CROSSING])
    yapping = columns.seats["gained_grit_facing_a_yapper"]
    np.testing.assert_array_equal(yapping, tallies["gained"][:, :, 2, FROM_YAPPER])
    assert crossings.any()


def test_the_ledger_balances_for_every_seat_of_every_game(batch, columns):
    """What a seat began with, as its game is set up, and got, and did not spend, is left."""
    options = [batch.variants[row : row + 1] for row in range(len(batch.variants))]
    start = np.array([GAME.new_state(variant)["bowl"][0] for variant in options])[batch.rows]
    for number, stock in enumerate(STOCKS):
        gained, spent = total(columns, f"gained_{stock}_"), total(columns, f"spent_{stock}_")
        assert gained.any()
        expected = start[:, :, number] + gained - spent
        left = columns.seats[f"left_{stock}"]
        np.testing.assert_array_equal(expected[batch.playing], left[batch.playing])


def test_territories_by_round_end_with_those_held(batch, columns):
    territories = columns.seats["territories_by_round"]
    assert territories.shape == (200, 4, 99)
    bits = [[bin(int(seat)).count("1") for seat in state] for state in batch.states["owned"]]
    np.testing.assert_array_equal(columns.seats["territories"], bits)
    last = columns.games["rounds"] - 1
    np.testing.assert_array_equal(territories[np.arange(200), :, last], bits)


def test_words_name_every_code(batch, columns):
    for name, words in columns.words.items():
        values = columns.games.get(name, columns.seats.get(name))
        codes = values if values.ndim == 1 else values[batch.playing]
        assert codes.dtype == np.int8
        assert set(np.unique(codes)) <= set(range(len(words)))
    assert columns.words["ending"] == ("undecided", "threshold", "last dog", "out of time")
    assert columns.words["archetype"][3] == "yapper"
    dogs = batch.variants["archetypes"][batch.rows]
    np.testing.assert_array_equal(columns.seats["archetype"], dogs)
    np.testing.assert_array_equal(columns.seats["home"], batch.states["home"])


def test_columns_are_as_small_as_what_is_stored(columns):
    small = [v for name, v in columns.seats.items() if not name.startswith("began_with_")]
    assert max(values.dtype.itemsize for values in small) == 2
    assert all(v.shape == (200,) for v in columns.games.values())
    lists = ("territories_by_round", "held_", "bowl_", "weakened", "gaps")
    shapes = {v.shape for name, v in columns.seats.items() if not name.startswith(lists)}
    assert shapes == {(200, 4)}
    assert columns.seats["held_grit"].shape == (200, 4, 16)
