"""Rules of Secret Mission with planted errors, to see that checks can fail."""

from offleash.games.secret_mission.rules.actions import DRAW, PLACE
from offleash.games.secret_mission.rules.course import apply
from offleash.games.secret_mission.rules.record import FINISHED, rule
from offleash.games.tiles.rules.hexes import CENTRE, OFF_TABLE, WAYS

COVERING, LOSING, DISORDER = 2, 3, 4  # by the number of players
ERRORS = {
    "a tile lies on another": {"players": COVERING},
    "a tile is not where it was laid": {"players": LOSING},
    "the final tiles are not in order": {"players": DISORDER},
    "a tile is in two places": {"open_playing_tile": True},
}


@rule
def apply_with_errors(state, options, work, action, tally):
    """The fifth tile lies on the first or is lost, or the starter's final tile was the first.

    Where playing tiles lie open, two get the same mission.
    """
    is_fifth = action >= PLACE and state.laid == 4
    tile = int(state.playing[state.seat])
    if is_fifth and options.players == COVERING:
        action = PLACE + CENTRE * WAYS
    apply(state, options, work, action, tally)
    if is_fifth and options.players == LOSING:
        state.cell[tile] = OFF_TABLE
    if state.phase == FINISHED and options.players == DISORDER:
        state.last[0] = 1
    if options.open_playing_tile and action >= DRAW:
        state.mission[1] = state.mission[0]
