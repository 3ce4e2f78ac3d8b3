"""Where cells lie in the picture: hexagons with a corner on top, 52 wide and 60 high."""

from math import atan2, degrees

from offleash.games.tiles.rules.hexes import REACH, SIDE
from offleash.games.tiles.text.places import neighbours

ACROSS, DOWN = 52, 45  # from a cell to its neighbour in the east, and to the next row
RADIUS = 30.0  # from the middle to a corner
LIFT = 7  # from one level to the next in the picture

Point = tuple[float, float]

# The middle of the neighbour each way, seen from a cell.
WAY_STEPS = ((1, 0), (0.5, 1), (-0.5, 1), (-1, 0), (-0.5, -1), (0.5, -1))
WAY_AT: tuple[Point, ...] = tuple((ACROSS * x, DOWN * y) for x, y in WAY_STEPS)
WAY_ANGLE = tuple(degrees(atan2(y, x)) for x, y in WAY_AT)
CORNERS = ((0, -30), (26, -15), (26, 15), (0, 30), (-26, 15), (-26, -15))


def centre(cell: int) -> Point:
    """Return the middle of a cell, numbered as in `rules/hexes.py`."""
    q, r = cell // SIDE - REACH, cell % SIDE - REACH
    return ACROSS * q + ACROSS / 2 * r, DOWN * r


def around(cells: set[int], rings: int) -> set[int]:
    """Return the cells and all others that are at most so many steps away."""
    for _ in range(rings):
        cells = cells | neighbours(cells)
    return cells
