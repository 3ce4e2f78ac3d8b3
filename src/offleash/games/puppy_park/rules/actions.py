"""How the actions of Puppy Park are numbered.

A turn is a tile, then a place, then perhaps a house, each a decision of its own. The few short
blocks stand first. A learner scores the legal actions that are listed; whoever needs a mask uses
the blocks: a pick has 40 numbers, and a place or a house is a cell and a way, of which all that
are legal lie within the hull of the table and two cells around it.
"""

from offleash.games.puppy_park.rules.record import SEATS, TREE_POOP
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.rules.hexes import CELLS, WAYS

PICK = 0  # + tile; PICK + TREE_POOP once the rule is declared
PICK_POOP = PICK + TREE_POOP + 1  # the first tree-poop tile, declaring poop rules
PICK_TREE = PICK_POOP + 1  # the same, declaring tree rules
PASS = PICK_TREE + 1
NO_HOUSE = PASS + 1
FIRST = NO_HOUSE + 1  # + seat: the lot of who starts
DEAL = FIRST + SEATS  # + tile
PLACE = DEAL + TILES  # + cell * WAYS + way
HOUSE = PLACE + CELLS * WAYS  # + cell
ACTIONS = HOUSE + CELLS

# A surface placement has a half on one of the at most 4k + 4 empty cells that touch a tile (see
# tiles/rules/hexes.py) and the other on one of that cell's at most 5 empty neighbours, either half
# first. Atop, the first half covers one of the at most 9 dogs of its breed, in at most 6 ways.
# Before a placement at most 36 tiles lie. Picks and houses are fewer.
MOST_LAID = 36
MAX_ACTIONS = 2 * 5 * (4 * MOST_LAID + 4) + 9 * WAYS
