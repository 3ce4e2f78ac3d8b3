"""Where tiles may be laid."""

from offleash.games.secret_mission.rules.actions import PLACE, cell_of, way_of
from offleash.games.secret_mission.rules.record import rule
from offleash.games.tiles.rules.dogs import BREED, NO_TILE, TILES, is_double
from offleash.games.tiles.rules.grid import (
    TOUCHES,
    clear,
    list_ground_placements,
    put,
    start_hull,
    stretch_over_tiles,
)
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, OFF_TABLE, STEP, WAYS


@rule
def paint(state, work):
    """The table on the scratch arrays: the breed of each dog, and which cells touch one."""
    start_hull(work.hull)
    stretch_over_tiles(state.cell, state.way, work.hull)
    clear(work.ground, work.near, work.hull)
    for tile in range(TILES):
        cell = int(state.cell[tile])
        if cell != OFF_TABLE:
            other = cell + STEP[int(state.way[tile])]
            put(work.ground, work.near, cell, 1 + BREED[tile, 0], TOUCHES)
            put(work.ground, work.near, other, 1 + BREED[tile, 1], TOUCHES)


@rule
def list_places(state, work, out):
    """On the ground, next to a tile in play; the first tile lies in the middle (S5)."""
    if state.laid == 0:
        out[0] = PLACE + CENTRE * WAYS
        return 1
    paint(state, work)
    tile = int(state.playing[state.seat])
    way_count = HALF_WAYS if is_double(tile) else WAYS
    return list_ground_placements(work.ground, work.near, work.hull, out, 0, PLACE, way_count)


@rule
def place(state, action):
    """The seat lays its playing tile (S5)."""
    seat = int(state.seat)
    tile = int(state.playing[seat])
    state.cell[tile] = cell_of(action)
    state.way[tile] = way_of(action)
    state.playing[seat] = NO_TILE
    state.laid += 1
    state.last[seat] = state.laid
