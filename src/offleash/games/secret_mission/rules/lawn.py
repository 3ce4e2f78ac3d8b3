"""Where tiles may be laid."""

from offleash.games.secret_mission.rules.actions import PLACE, cell_of, way_of
from offleash.games.secret_mission.rules.record import rule
from offleash.games.tiles.rules.dogs import NO_TILE, TILES, is_double
from offleash.games.tiles.rules.grid import RIM, TOUCHES, start_hull, stretch_over_tiles
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, OFF_TABLE, SIDE, STEP, WAYS

LIES = 2  # the bit of `near` that says: a dog lies on this very cell
REACHED = RIM - 1  # how far beyond all that lies a placement can reach


@rule
def clear_near(near, hull):
    """Clear all within the hull and around it."""
    for column in range(hull[0] - RIM, hull[1] + RIM + 1):
        base = column * SIDE
        for cell in range(base + hull[2] - RIM, base + hull[3] + RIM + 1):
            near[cell] = 0


@rule.inline
def mark(near, cell):
    """Mark a cell as taken by a dog, and all cells around it as next to one."""
    near[cell] |= LIES
    for way in range(WAYS):
        near[cell + STEP[way]] |= TOUCHES


@rule
def mark_tiles(cells, ways, near, hull):
    """Mark what is taken and what is touched, for all that lies on the table."""
    start_hull(hull)
    stretch_over_tiles(cells, ways, hull)
    clear_near(near, hull)
    for tile in range(TILES):
        cell = int(cells[tile])
        if cell != OFF_TABLE:
            mark(near, cell)
            mark(near, cell + STEP[int(ways[tile])])


@rule.inline
def touches_beyond(near, cell):
    """Return whether something lies next to a neighbour of this cell."""
    bits = near[cell + STEP[0]]
    for way in range(1, WAYS):
        bits |= near[cell + STEP[way]]
    return bits & TOUCHES != 0


@rule
def list_spots(near, hull, out, way_count):
    """List every two empty cells of which one touches a tile, in order of cells and ways (S5)."""
    n = 0
    for column in range(hull[0] - REACHED, hull[1] + REACHED + 1):
        base = column * SIDE
        for cell in range(base + hull[2] - REACHED, base + hull[3] + REACHED + 1):
            if near[cell] & LIES:
                continue
            number = PLACE + cell * WAYS
            if near[cell]:
                for way in range(way_count):
                    out[n] = number + way
                    n += (near[cell + STEP[way]] & LIES) == 0
            elif touches_beyond(near, cell):
                for way in range(way_count):
                    out[n] = number + way
                    n += near[cell + STEP[way]] == TOUCHES
    return n


@rule
def list_places(state, work, out):
    """List places on the ground, next to a tile in play; the first tile lies in the middle (S5)."""
    if state.laid == 0:
        out[0] = PLACE + CENTRE * WAYS
        return 1
    mark_tiles(state.cell, state.way, work.near, work.hull)
    tile = int(state.playing[state.seat])
    return list_spots(work.near, work.hull, out, HALF_WAYS if is_double(tile) else WAYS)


@rule
def place(state, action):
    """Lay the playing tile of the seat (S5)."""
    seat = int(state.seat)
    tile = int(state.playing[seat])
    state.cell[tile] = cell_of(action)
    state.way[tile] = way_of(action)
    state.playing[seat] = NO_TILE
    state.laid += 1
    state.last[seat] = state.laid
