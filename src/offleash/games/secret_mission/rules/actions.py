"""How the actions of Secret Mission are numbered.

A player has one tile to lay, so a decision is a place. Numbers of cells that no game reaches are
never legal; a learner masks with the list of legal actions, which all lie within the hull of the
table.
"""

from offleash.games.secret_mission.rules.record import SEATS, rule
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.rules.hexes import CELLS, WAYS

FIRST = 0  # + seat: the lot of who starts
MISSION = FIRST + SEATS  # + tile: drawn as a mission
DRAW = MISSION + TILES  # + tile: drawn to be laid
PLACE = DRAW + TILES  # + cell * WAYS + way
ACTIONS = PLACE + CELLS * WAYS

# A placement has a half on one of the at most 4k + 4 empty cells that touch a tile (see
# tiles/rules/hexes.py) and the other on one of that cell's at most 5 empty neighbours, either half
# first. Of 36 tiles two at least are missions, and one is being laid.
MOST_LAID = 33
MAX_ACTIONS = 2 * 5 * (4 * MOST_LAID + 4)


@rule.inline
def cell_of(action):
    """Return where a placement puts the first dog of the tile."""
    return (action - PLACE) // WAYS


@rule.inline
def way_of(action):
    """Return which way its other dog lies from there."""
    return (action - PLACE) % WAYS
