"""Columns of Puppy Park: its tallies by name, who began, who won and what was left."""

import numpy as np

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.puppy_park import GAME
from offleash.games.puppy_park.rules.record import HAND, TABLE

GAMES = 20
ADDED = {"winner", "starter", "declared", "stuck", "laid", "tiles_left"}


def test_columns_of_a_batch_are_its_tallies_and_what_became_of_the_tiles():
    options = GAME.options("expansion", players=3)
    batch = play_batch(GAME, policy(GAME, ["random"] * 3), GAMES, 2, options)
    columns = GAME.lab.columns(batch)
    every = {*columns.games, *columns.seats}
    assert every == {*GAME.rules.tally.names, *ADDED} - {"pad"}
    for name in every - ADDED:
        column = columns.games.get(name, columns.seats.get(name))
        np.testing.assert_array_equal(column, batch.tallies[name])
    winner = columns.games["winner"]
    np.testing.assert_array_equal(batch.results[np.arange(GAMES), winner], 1)
    left = columns.seats["tiles_left"]
    assert (left[np.arange(GAMES), winner] == 0).all()
    for game in range(GAMES):
        locations = batch.states["where"][game]
        assert [int((locations == HAND + seat).sum()) for seat in range(4)] == left[game].tolist()
        assert columns.games["laid"][game] == (locations == TABLE).sum() == 36 - left[game].sum()
    assert set(columns.games["starter"]) == {0, 1, 2}
    assert set(columns.games["declared"]) <= {0, 1, 2}
    assert columns.words["declared"][1] == "poop"
    assert columns.words["winner"][1] == "Azure"
    assert all(values.shape == (GAMES, 4) for values in columns.seats.values())
    assert all(values.shape == (GAMES,) for values in columns.games.values())
