"""The exact checks of the rules page: counts, bounds of the score, and who lays how many tiles."""

import random

import numpy as np
import pytest

import offleash
from offleash.bots.lineup import policy
from offleash.contract.rules.actors import OVER
from offleash.engine.batch import play_batch
from tests.games.secret_mission import naive
from tests.games.secret_mission.table import TILES, action_number, encode
from tests.variety import applied, choices

game = offleash.load_game("secret-mission")

SIZES = [(players, tiles) for players in (2, 3, 4) for tiles in (28, 36)]
each_size = pytest.mark.parametrize(("players", "tiles"), SIZES)


def options_of(players, tiles, **more):
    return game.options(players=players, extra_tiles=tiles == 36, **more)


def play_until(players, tiles, until=None, seed=1):
    """Positions of a random game, up to one that is asked for."""
    options, rng = options_of(players, tiles), random.Random(seed)
    states = game.new_state(options)
    while (actions := choices(game, states, options)) and not (until and until(states)):
        states = applied(game, states, options, rng.choice(actions))
    return states, options


@each_size
def test_the_supply_after_the_set_up_is_all_tiles_less_two_for_each(players, tiles):
    """The first draw after the opening has that many outcomes."""
    states, options = play_until(players, tiles, lambda states: states["laid"][0] == 1)
    assert len(choices(game, states, options)) == tiles - 2 * players


@each_size
def test_all_tiles_but_the_missions_are_laid(players, tiles):
    for seed in range(3):
        states, _ = play_until(players, tiles, seed=seed)
        assert (states["cell"][0] >= 0).sum() == tiles - players
        assert states["laid"][0] == tiles - players
        assert (states["playing"] == -1).all()


@each_size
def test_the_second_tile_has_30_or_60_places(players, tiles):
    counts = set()
    for seed in range(20):
        states, options = play_until(
            players, tiles, lambda s: s["laid"][0] == 1 and game.rules.actor(s[0]) >= 0, seed
        )
        one, other = TILES[int(states["playing"][0][int(states["seat"][0])])]
        expected = 30 if one == other else 60
        assert len(choices(game, states, options)) == expected
        counts.add(expected)
    assert counts == {30, 60}


# What is laid last, in order of play from the starter: 1, 2, 0 with three players and 28 tiles.
FINAL = {
    (2, 28): [25, 26],
    (3, 28): [25, 23, 24],
    (4, 28): [21, 22, 23, 24],
    (2, 36): [33, 34],
    (3, 36): [31, 32, 33],
    (4, 36): [29, 30, 31, 32],
}


@each_size
def test_final_tiles_by_turn(players, tiles):
    for seed in range(4):
        states, _ = play_until(players, tiles, seed=seed)
        first = int(states["starter"][0])
        order = [(first - turn) % players for turn in range(players)]
        assert [int(states["last"][0][seat]) for seat in order] == FINAL[players, tiles]


@each_size
def test_scores_are_within_their_bounds(players, tiles):
    """Every double lies, so each factor is 2 at least; a mission takes one dog of a breed away."""
    bots = policy(game, ["random"] * players)
    batch = play_batch(game, bots, 2_000, seed=9, variants=options_of(players, tiles))
    scores = batch.tallies["score"][:, :players]
    most = 49 if tiles == 28 else 64
    assert scores.min() == 4
    assert scores.max() <= most
    assert (batch.tallies["largest"][:, :7] >= 2).all()
    tied = (scores == scores.min(axis=1)[:, None]).sum(axis=1) > 1
    assert (batch.tallies["tied"] == tied).all()
    assert 0.4 < tied.mean() < 0.8  # 45 to 75 of 100


def two_rows(browns, yellows):
    """So many browns in a row and yellows in the row below it, their partners outside."""
    table = {(1, 1): ((0, 0), "E"), (2, 2): ((0, 1), "E")}
    others = [0, 3, 4, 5, 6, 7]
    for column, other in enumerate(others[: browns - 2], 2):
        table[tuple(sorted((1, other)))] = place_of(1, other, (column, 0), "NW")
    for column, other in enumerate(others[: yellows - 2], 2):
        table[tuple(sorted((2, other)))] = place_of(2, other, (column, 1), "SE")
    return table


def place_of(breed, other, cell, way):
    """A tile with this breed on the cell and the other dog beyond."""
    back = {"NW": "SE", "SE": "NW"}[way]
    return (cell, way) if breed < other else (naive.step(cell, way), back)


def end_of(table, tiles):
    """The end of a game with such rows; all other tiles lie in a tail to the west, greys first."""
    missions = ((1, 2), (0, 3))
    left = [tile for tile in naive.all_tiles(tiles) if tile not in (*missions, *table)]
    table, last = dict(table), left.pop(0)
    for number, tile in enumerate(left[::-1]):
        table[tile] = ((-2 - 2 * number, 0), "E")
    count = len(table)
    position = naive.Position(
        "place", 1, 0, tiles, missions, (None, last), (count, count - 1), table
    )
    action = ("at", (-2 - 2 * len(left), 0), "E")
    assert action in naive.legal(position)
    states, tally = encode(position), game.new_tally()
    options = options_of(2, tiles)
    game.rules.apply(states[0], options[0], game.new_work()[0], action_number(action), tally[0])
    assert game.rules.actor(states[0]) == OVER
    return tally, naive.apply(position, action)


@pytest.mark.parametrize(
    ("tiles", "browns", "yellows", "score"),
    [(28, 5, 4, 20), (28, 7, 7, 49), (36, 8, 8, 64), (28, 2, 7, 14)],
)
def test_the_largest_groups_are_multiplied(tiles, browns, yellows, score):
    """The example of the rules, and the highest scores there are."""
    tally, end = end_of(two_rows(browns, yellows), tiles)
    assert tally["largest"][0][1:3].tolist() == [browns, yellows]
    assert tally["score"][0][0] == score == naive.scores(end)[0]


def test_no_start_is_likelier_than_another():
    options = options_of(4, 28)
    states = game.new_state(options)
    weights = game.new_chances()
    n = game.rules.chance_outcomes(states[0], options[0], game.new_out(), weights)
    assert (n, np.ptp(weights[:n])) == (4, 0)
