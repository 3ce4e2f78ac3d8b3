"""How good a position of Puppy Park is, in whole numbers."""

from offleash.games.puppy_park.rules.course import dogs_left
from offleash.games.puppy_park.rules.record import TILES, rule

TILE = 0  # what the weights mean, in this order


@rule
def evaluate(state, options, seat, weights):
    """The own tiles left against those of whoever has the fewest."""
    fewest = TILES
    for other in range(int(state.players)):
        if other != seat:
            fewest = min(fewest, dogs_left(state, other))
    return weights[TILE] * (fewest - dogs_left(state, seat))


@rule
def prepare(state, options, work, plan, weights):
    """Nothing yet."""


@rule
def score(state, options, work, plan, action, weights):
    """Nothing yet."""
    return 0
