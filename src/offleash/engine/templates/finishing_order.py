"""The finishing order of many games: a template that is bound to one game's `rank`."""

from typing import Any

from offleash.compiler.rule import kernel

ARRAYS = {"orders": ("int64", 2)}  # a row of places for each game

rank: Any


@kernel
def rank_games(states, variants, rows, orders):
    """Write the place of every seat of every game, 0 for the first."""
    for i in range(rows.shape[0]):
        rank(states[i], variants[rows[i]], orders[i])
