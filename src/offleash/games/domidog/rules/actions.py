"""How the actions of Dömidög are numbered.

Which dog of a tile touches the chain follows from the dog it is laid to, since a tile with two
different dogs can match with one of them only, and a double is the same either way.
"""

from offleash.games.domidog.rules.record import ENDS, SEATS
from offleash.games.tiles.rules.dogs import HALVES, TILES

SPOTS = TILES * HALVES  # halves of the chain that a fork may start at

OPEN = 0  # + tile: the first of the chain
PLAY = OPEN + TILES  # + end * TILES + tile
DRAW = PLAY + ENDS * TILES
PASS = DRAW + 1
FIRST = PASS + 1  # + seat: the lot of who starts
DEAL = FIRST + SEATS  # + tile: dealt, or drawn from the supply
FORK = DEAL + TILES  # + (end * TILES + tile) * SPOTS + spot; the house goes to that end
ACTIONS = FORK + ENDS * TILES * SPOTS

# A player holds at most 23 tiles: TODO proof. Each may be laid to 2 ends, or forked from a spot.
MAX_ACTIONS = ACTIONS
