"""A lawn painted on scratch arrays: what lies where, and what lies next to it.

Nobody knows what the arrays hold before; only the hull with a rim of three cells is cleared, and
nothing outside of it is read.
"""

from offleash.games.tiles.rules.dogs import rule
from offleash.games.tiles.rules.hexes import OFF_TABLE, SIDE, STEP, WAYS

NOTHING = 0  # what an empty cell shows
TOUCHES = 1  # the bit of `near` that says: something lies next to this cell
RIM = 3  # a placement reaches two cells beyond what lies, and its neighbours are read too


@rule
def start_hull(hull):
    """Start a hull around nothing."""
    hull[0] = SIDE
    hull[1] = -1
    hull[2] = SIDE
    hull[3] = -1


@rule.inline
def stretch(hull, cell):
    """Stretch the hull over this cell too."""
    column, row = cell // SIDE, cell % SIDE
    hull[0] = min(hull[0], column)
    hull[1] = max(hull[1], column)
    hull[2] = min(hull[2], row)
    hull[3] = max(hull[3], row)


@rule
def stretch_over_tiles(cells, ways, hull):
    """Stretch the hull over every tile on the table, both halves."""
    for tile in range(cells.shape[0]):
        cell = int(cells[tile])
        if cell != OFF_TABLE:
            stretch(hull, cell)
            stretch(hull, cell + STEP[ways[tile]])


@rule
def clear(ground, near, hull):
    """Clear the lawn within the hull and its rim."""
    for column in range(hull[0] - RIM, hull[1] + RIM + 1):
        for cell in range(column * SIDE + hull[2] - RIM, column * SIDE + hull[3] + RIM + 1):
            ground[cell] = NOTHING
            near[cell] = 0


@rule.inline
def put(ground, near, cell, code, bits):
    """Show a code on a cell, and bits on all cells next to it."""
    ground[cell] = code
    for way in range(WAYS):
        near[cell + STEP[way]] |= bits
