"""Who knows what: everybody their own mission and, unless it lies open, their playing tile."""

from offleash.compiler.rules.bits import popcount
from offleash.compiler.rules.random import below
from offleash.contract.rules.actors import UNSEEN
from offleash.games.secret_mission.rules.actions import DRAW, MISSION, PLACE
from offleash.games.secret_mission.rules.course import drawable
from offleash.games.secret_mission.rules.record import FINISHED, SEATS, UNKNOWN, rule
from offleash.games.tiles.rules.dogs import NO_TILE, TILES


@rule
def hide(state, options, seat):
    """Hide others' missions until the end, and their playing tiles unless these lie open (S4)."""
    if state.phase == FINISHED:
        return
    for other in range(SEATS):
        if other == seat:
            continue
        if state.mission[other] != NO_TILE:
            state.mission[other] = UNKNOWN
        if state.playing[other] != NO_TILE and not options.open_playing_tile:
            state.playing[other] = UNKNOWN


@rule
def seen(state, options, action, seat):
    """Return the action, or UNSEEN for a tile that another seat draws face down (S4, N7)."""
    is_secret = action >= MISSION and action < PLACE
    if options.open_playing_tile and action >= DRAW:
        is_secret = False
    return UNSEEN if is_secret and int(state.seat) != seat else action


@rule
def draw_hidden(state, is_mission, rng, stream):
    """Return one of the tiles that are nowhere to be seen; a mission is mixed (S2)."""
    free = drawable(state, is_mission)
    index = below(rng, stream, popcount(free))
    found = 0
    for tile in range(TILES):
        is_free = (free >> tile) & 1
        found = tile if is_free and index == 0 else found
        index -= is_free
    return found


@rule
def resample(state, options, work, seat, rng, stream):
    """Fill the blanks of a view, every completion equally likely (S2, S4).

    Missions come first: whatever they are, as many tiles are left for the rest.
    """
    for other in range(SEATS):
        if state.mission[other] == UNKNOWN:
            state.mission[other] = draw_hidden(state, 1, rng, stream)
    for other in range(SEATS):
        if state.playing[other] == UNKNOWN:
            state.playing[other] = draw_hidden(state, 0, rng, stream)
