"""Positions of random games of the naive twin."""

import random

from tests.games.secret_mission import naive


def random_position(rng: random.Random, tiles: int, **settings) -> naive.Position:
    """A position with so many tiles on the table; the last of them has just been laid."""
    position = naive.start(naive.Options(**settings))
    while len(position.table) < tiles:
        position = naive.apply(position, rng.choice(naive.legal(position)))
    return position


def on_turn(position: naive.Position, rng: random.Random) -> naive.Position:
    """The same after the draw, if there is one: somebody is to lay a tile."""
    while naive.is_chance(position):
        position = naive.apply(position, rng.choice(naive.legal(position)))
    return position
