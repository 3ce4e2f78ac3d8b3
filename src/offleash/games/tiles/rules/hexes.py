"""The hexagonal grid: cells are numbers, a neighbour is an addition away.

A cell has axial coordinates (q, r). The first tile of a game lies on (0, 0) and (1, 0).

No game leaves the grid. At most 37 tiles are ever on the table: whoever lays the last of her own
ends the game, so when one is laid everybody had at least one left, and of 36 dog tiles and one
tree-poop tile for each player at most 36 lay there. Each tile touches one that lies, so it
reaches at most 2 further: all cells laid are within 2 · 36 + 1 = 73 of (0, 0). Rules read and
clear no further than 4 beyond what lies, on the table or in a bot's mind: 77. `REACH` is 80.

At most 4k + 4 empty cells touch k tiles. The first tile has 8 neighbours. A further one on cells c
and d touches an occupied cell o, say with c. Of its own 8 neighbours three are nothing new: o, and
the two cells next to both c and o, or where d is one of those, the next of o's neighbours beyond
d. So at most 5 are new, and c was counted before: at most 4 more. A tile atop others adds none.
"""

import numpy as np

from offleash.games.tiles.rules.dogs import rule

WAYS = 6
WAY_Q = np.array([1, 0, -1, -1, 0, 1])  # east, south-east, south-west, west, north-west, north-east
WAY_R = np.array([0, 1, 1, 0, -1, -1])
HALF_WAYS = 3  # enough for a piece whose halves are alike

REACH = 80
SIDE = 2 * REACH
CELLS = SIDE * SIDE
CENTRE = REACH * SIDE + REACH  # (0, 0)
FURTHEST = 73  # a coordinate of a cell that a tile lies on
OFF_TABLE = -1

STEP = WAY_Q * SIDE + WAY_R  # from a cell to its neighbour


@rule
def cell_at(q, r):
    """Return the number of the cell with these coordinates."""
    return (q + REACH) * SIDE + r + REACH


@rule
def q_of(cell):
    """Return the first coordinate of a cell."""
    return cell // SIDE - REACH


@rule
def r_of(cell):
    """Return the second coordinate of a cell."""
    return cell % SIDE - REACH


@rule
def neighbour(cell, way):
    """Return the cell next to a cell."""
    return cell + STEP[way]


@rule
def opposite(way):
    """Return the way back."""
    return (way + HALF_WAYS) % WAYS
