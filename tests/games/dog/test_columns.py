"""Columns of Dog: its tallies by name, and who brought the last token home."""

import numpy as np

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.dog import GAME


def test_columns_of_a_batch_are_its_tallies():
    batch = play_batch(GAME, policy(GAME, ["random"] * 4), 20, 2)
    columns = GAME.lab.columns(batch)
    every = {*columns.games, *columns.seats} - {"winner"}
    assert every == set(GAME.rules.tally.names) - {"pad"}
    for name in every - {"finisher"}:
        column = columns.games.get(name, columns.seats.get(name))
        np.testing.assert_array_equal(column, batch.tallies[name])
    winner, finisher = columns.games["winner"], columns.games["finisher"]
    np.testing.assert_array_equal(batch.results[np.arange(20), winner] > 0, True)
    assert set(finisher) <= {0, 1, 2, 3}
    assert columns.words["winner"][1] == "Yellow–Green"
    assert all(values.shape == (20, 4) for values in columns.seats.values())
    assert all(values.shape == (20,) for values in columns.games.values())
