"""A lawn painted on scratch arrays: what lies where, and what lies next to it.

Nobody knows what the arrays hold before. The hull is cleared with the rim that a placement can
reach and the neighbours of that; nothing outside of it is read.
"""

from offleash.games.tiles.rules.dogs import rule
from offleash.games.tiles.rules.hexes import OFF_TABLE, SIDE, STEP, WAYS

NOTHING = 0  # what an empty cell shows
TOUCHES = 1  # the bit of `near` that says: something lies next to this cell
RIM = 2  # a placement reaches two cells beyond what lies
CLEARED = RIM + 1  # whoever looks at such a cell looks at its neighbours too


@rule
def start_hull(hull):
    """A hull around nothing."""
    hull[0] = SIDE
    hull[1] = -1
    hull[2] = SIDE
    hull[3] = -1


@rule.inline
def stretch(hull, cell):
    """The hull holds this cell too."""
    column, row = cell // SIDE, cell % SIDE
    hull[0] = min(hull[0], column)
    hull[1] = max(hull[1], column)
    hull[2] = min(hull[2], row)
    hull[3] = max(hull[3], row)


@rule
def stretch_over_tiles(cells, ways, hull):
    """The hull holds every tile on the table, both halves."""
    for tile in range(cells.shape[0]):
        cell = int(cells[tile])
        if cell != OFF_TABLE:
            stretch(hull, cell)
            stretch(hull, cell + STEP[ways[tile]])


@rule
def clear(ground, near, hull):
    """An empty lawn within the hull and around it."""
    for column in range(hull[0] - CLEARED, hull[1] + CLEARED + 1):
        base = column * SIDE
        for cell in range(base + hull[2] - CLEARED, base + hull[3] + CLEARED + 1):
            ground[cell] = NOTHING
            near[cell] = 0


@rule.inline
def put(ground, near, cell, code, bits):
    """Shows a code on a cell, and bits on all cells next to it."""
    ground[cell] = code
    for way in range(WAYS):
        near[cell + STEP[way]] |= bits


@rule.inline
def touches_beyond(near, cell):
    """Whether something lies next to a neighbour of this cell."""
    bits = near[cell + STEP[0]]
    for way in range(1, WAYS):
        bits |= near[cell + STEP[way]]
    return bits & TOUCHES != 0


@rule
def list_ground_placements(ground, near, hull, out, n, first, way_count):
    """Lists `first + cell * WAYS + way` for each pair of empty cells of which one touches a tile.

    Ascending, from out[n] on; returns how many are listed then. `way_count` is `WAYS`, or
    `HALF_WAYS` for a piece whose halves are alike, so that no placement is listed twice.
    """
    for column in range(hull[0] - RIM, hull[1] + RIM + 1):
        for cell in range(column * SIDE + hull[2] - RIM, column * SIDE + hull[3] + RIM + 1):
            if ground[cell] != NOTHING:
                continue
            number = first + cell * WAYS
            if near[cell] & TOUCHES:
                for way in range(way_count):
                    out[n] = number + way
                    n += ground[cell + STEP[way]] == NOTHING
            elif touches_beyond(near, cell):
                for way in range(way_count):
                    other = cell + STEP[way]
                    out[n] = number + way
                    n += (ground[other] == NOTHING) & (near[other] & TOUCHES != 0)
    return n
