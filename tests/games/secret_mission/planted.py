"""Rules of Secret Mission with planted errors, to see that checks can fail."""

from offleash.games.secret_mission.rules.actions import DRAW, PLACE
from offleash.games.secret_mission.rules.course import apply
from offleash.games.secret_mission.rules.record import FINISHED, rule
from offleash.games.tiles.rules.hexes import CENTRE, WAYS


@rule
def apply_losing_a_tile(state, options, work, action, tally):
    """A tile that is laid goes back to the supply, but is counted."""
    tile = int(state.playing[state.seat])
    apply(state, options, work, action, tally)
    if action >= PLACE and state.laid == 5:
        state.cell[tile] = -1


@rule
def apply_covering(state, options, work, action, tally):
    """The fifth tile is laid on the first."""
    is_fifth = action >= PLACE and state.laid == 4
    apply(state, options, work, PLACE + CENTRE * WAYS if is_fifth else action, tally)


@rule
def apply_drawing_twice(state, options, work, action, tally):
    """The last seat to draw a mission gets that of somebody else."""
    apply(state, options, work, action, tally)
    if action >= DRAW:
        state.mission[1] = state.mission[0]


@rule
def apply_in_disorder(state, options, work, action, tally):
    """The first seat is said to have laid its final tile at the very beginning."""
    apply(state, options, work, action, tally)
    if state.phase == FINISHED:
        state.last[0] = 1
