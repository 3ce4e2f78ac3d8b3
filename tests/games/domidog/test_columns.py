"""Columns of Dömidög: its tallies by name, who opened, who won and when each played."""

import numpy as np

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.record import CHAIN, HAND, SUPPLY

GAMES = 30
ADDED = {"winner", "starter", "laid", "supply_left", "turn"}


def test_columns_of_a_batch_are_its_tallies_and_what_became_of_the_tiles():
    options = GAME.options(players=3)
    batch = play_batch(GAME, policy(GAME, ["random"] * 3), GAMES, 2, options)
    columns = GAME.lab.columns(batch)
    every = {*columns.games, *columns.seats}
    assert every == {*GAME.rules.tally.names, *ADDED} - {"pad"}
    for name in every - ADDED:
        column = columns.games.get(name, columns.seats.get(name))
        np.testing.assert_array_equal(column, batch.tallies[name])
    games, seats = columns.games, columns.seats
    for game in range(GAMES):
        locations = batch.states["where"][game]
        assert [int((locations == HAND + seat).sum()) for seat in range(4)] == seats["left"][
            game
        ].tolist()
        assert games["laid"][game] == (locations == CHAIN).sum()
        assert games["supply_left"][game] == (locations == SUPPLY).sum()
        left = seats["left"][game, :3].tolist()
        alone = left.count(min(left)) == 1
        assert games["winner"][game] == (left.index(min(left)) if alone else -1)
        assert games["blocked"][game] == (min(left) > 0)
        assert seats["turn"][game, games["starter"][game]] == 0
        assert sorted(seats["turn"][game, :3]) == [0, 1, 2]
    assert set(games["starter"]) == {0, 1, 2}
    assert (games["winner"] == -1).any()  # a shared win
    assert columns.words["winner"][1] == columns.words["starter"][1] == "Azure"
    assert all(values.shape == (GAMES, 4) for values in seats.values())
    assert all(values.shape == (GAMES,) for values in games.values())
