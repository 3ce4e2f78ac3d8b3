"""How the actions of Dömidög are numbered, and what a number says.

Which dog of a tile touches the chain follows from the dog it is laid to, since a tile with two
different dogs can match with one of them only, and a double is the same either way.
"""

from offleash.games.domidog.rules.record import ENDS, SEATS, rule
from offleash.games.tiles.rules.dogs import BREEDS, HALVES, TILES

SPOTS = TILES * HALVES  # halves of the chain that a fork may start at

OPEN = 0  # + tile: the first of the chain
PLAY = OPEN + TILES  # + end * TILES + tile
DRAW = PLAY + ENDS * TILES
PASS = DRAW + 1
FIRST = PASS + 1  # + seat: the lot of who starts
DEAL = FIRST + SEATS  # + tile: dealt, or drawn from the supply
FORK = DEAL + TILES  # + (end * TILES + tile) * SPOTS + spot; the house goes to that end
ACTIONS = FORK + ENDS * TILES * SPOTS

# Each breed is on as many tiles as there are breeds, B = 8. If n of them lie in the chain, they
# have at most n + 1 halves with it, since one is a double, and at most B − n more are in a hand:
# so at most (n + 1)(B − n) ≤ 20 pairs of a tile and a spot match by it. Forks are those pairs of
# 8 breeds, for 2 ends: 320 at most. An end carries a breed, of which at most B − 1 tiles are in a
# hand: 14 plays at most. Nothing here asks how large a hand is. Chance has 36 outcomes at most.
MOST_PAIRS = max((n + 1) * (BREEDS - n) for n in range(BREEDS + 1))
MAX_ACTIONS = ENDS * BREEDS * MOST_PAIRS + ENDS * (BREEDS - 1)


@rule.inline
def end_of(action):
    """Return the end that a tile is laid to, or that a fork shuts."""
    return (action - PLAY) // TILES if action < DRAW else (action - FORK) // (TILES * SPOTS)


@rule.inline
def tile_of(action):
    """Return the tile that an action is about."""
    if action >= FORK:
        return (action - FORK) // SPOTS % TILES
    return action - DEAL if action >= DEAL else action % TILES


@rule.inline
def spot_of(action):
    """Return the half that a fork starts at."""
    return (action - FORK) % SPOTS


@rule.inline
def fork_of(end, tile, spot):
    """Return the number of a fork."""
    return FORK + (end * TILES + tile) * SPOTS + spot
