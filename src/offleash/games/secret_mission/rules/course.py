"""The course of a game of Secret Mission."""

from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games.secret_mission.rules.actions import DRAW, FIRST, MISSION
from offleash.games.secret_mission.rules.ending import count_end
from offleash.games.secret_mission.rules.lawn import list_places, place
from offleash.games.secret_mission.rules.record import (
    DRAWING,
    FINISHED,
    MISSIONS,
    PLACING,
    SEATS,
    STARTING,
    rule,
)
from offleash.games.tiles.rules.dogs import BREED, NO_TILE, TILES, tiles_in
from offleash.games.tiles.rules.hexes import OFF_TABLE

MIXED = sum(1 << tile for tile, (a, b) in enumerate(BREED) if a != b)  # tiles that are no doubles

LOT, MISSION_BAG, TILE_BAG = range(3)  # streams of luck


@rule
def seats(options):
    """Return how many play: two to four, as the options say."""
    return int(options.players)


@rule
def setup(state, options):
    """Begin with nothing drawn; skip the lot where the options name who starts (S3)."""
    for tile in range(TILES):
        state.cell[tile] = OFF_TABLE
        state.way[tile] = 0
    for seat in range(SEATS):
        state.mission[seat] = NO_TILE
        state.playing[seat] = NO_TILE
        state.last[seat] = 0
    state.tiles = tiles_in(options.extra_tiles)
    state.laid = 0
    state.players = options.players
    state.starter = 0
    state.seat = 0
    state.phase = STARTING
    if options.starter >= 0 and options.starter < options.players:
        start_with(state, options.starter)


@rule
def start_with(state, seat):
    """Let this seat draw its mission first, and play first (S3)."""
    state.starter = seat
    state.seat = seat
    state.phase = MISSIONS


@rule
def actor(state):
    """Return who acts: chance draws, a seat decides on a placement."""
    if state.phase == FINISHED:
        return OVER
    return int(state.seat) if state.phase == PLACING else CHANCE


@rule
def following(state):
    """Return whose turn is next: anticlockwise (S3)."""
    seat, players = int(state.seat), int(state.players)
    return (seat + players - 1) % players


@rule
def supply(state):
    """Return how many tiles are left to draw: those neither held nor on the table (S1)."""
    count = int(state.tiles) - int(state.laid)
    for seat in range(SEATS):
        count -= state.mission[seat] != NO_TILE
        count -= state.playing[seat] != NO_TILE
    return count


@rule
def free_tiles(state):
    """Return a bit for each tile that neither lies on the table nor is known to be somebody's."""
    free = 0
    for tile in range(int(state.tiles)):
        free |= (state.cell[tile] == OFF_TABLE) << tile
    for seat in range(SEATS):
        if state.mission[seat] >= 0:
            free &= ~(1 << int(state.mission[seat]))
        if state.playing[seat] >= 0:
            free &= ~(1 << int(state.playing[seat]))
    return free


@rule
def drawable(state, is_mission):
    """Return a bit for each tile that can be drawn; a double drawn as a mission goes back (S2)."""
    return free_tiles(state) & MIXED if is_mission else free_tiles(state)


@rule
def legal_actions(state, options, work, out):
    """List where the playing tile may go; nobody passes (S5)."""
    return list_places(state, work, out)


@rule
def chance_outcomes(state, options, out, chances):
    """List the lots, missions or playing tiles, each as likely as another (S2, S3)."""
    n = 0
    if state.phase == STARTING:
        for seat in range(int(state.players)):
            out[n] = FIRST + seat
            chances[n] = 1
            n += 1
        return n
    free = drawable(state, state.phase == MISSIONS)
    first = MISSION if state.phase == MISSIONS else DRAW
    for tile in range(int(state.tiles)):
        out[n] = first + tile
        chances[n] = 1
        n += (free >> tile) & 1
    return n


@rule
def stream(state):
    """Return the stream of luck: the lot, missions and playing tiles have one each."""
    if state.phase == STARTING:
        return LOT
    return MISSION_BAG if state.phase == MISSIONS else TILE_BAG


@rule
def draw_mission(state, tile):
    """Draw a mission; when all have one, go on to playing tiles, the starter first (S2, S3)."""
    state.mission[state.seat] = tile
    state.seat = following(state)
    if state.mission[state.seat] != NO_TILE:
        state.phase = DRAWING


@rule
def draw_tile(state, tile):
    """Draw a playing tile; the next seat draws too if it has none yet, else it plays (S3, S5)."""
    state.playing[state.seat] = tile
    state.seat = following(state)
    if state.playing[state.seat] != NO_TILE:
        state.phase = PLACING


@rule
def go_on(state):
    """Go on after a placement: draw while there is a supply, then lay the last tiles (S5, S6)."""
    if supply(state) > 0:
        state.phase = DRAWING
    elif state.playing[following(state)] != NO_TILE:
        state.seat = following(state)
    else:
        state.phase = FINISHED


@rule
def apply(state, options, work, action, tally):
    """Draw a lot, a mission or a tile, or lay a tile."""
    if state.phase == STARTING:
        start_with(state, action - FIRST)
    elif state.phase == MISSIONS:
        draw_mission(state, action - MISSION)
    elif state.phase == DRAWING:
        draw_tile(state, action - DRAW)
    else:
        place(state, action)
        go_on(state)
        if tally is not None and state.phase == FINISHED:
            count_end(state, tally)
