"""A rule of Puppy Park with planted errors, to see that checks can fail.

It has all of them: `stuck` and the players say which one is made.
"""

from offleash.games.puppy_park.rules.actions import HOUSE, PLACE
from offleash.games.puppy_park.rules.course import apply
from offleash.games.puppy_park.rules.record import AT_HAND, BOXED, FEWEST, PICKING, TREE_POOP, rule
from offleash.games.tiles.rules.hexes import OFF_TABLE

ERRORS = {
    "a count of tiles is wrong": {"players": 2},
    "a piece on the ground covers another": {"players": 2, "stuck": "shared"},
    "or used twice": {"players": 3, "houses34": True},
    "a pass was not forced": {"players": 4},
}


@rule
def apply_wrongly(state, options, work, action, tally):
    """As in the rules, but for one error."""
    tile, seat = int(state.picked), int(state.seat)
    apply(state, options, work, action, tally)
    has_placed = action >= PLACE and action < HOUSE and tile != TREE_POOP
    if options.players == 2 and has_placed:
        if options.stuck == FEWEST:
            box(state, tile)
        else:
            state.level[tile] = 0
    elif options.players == 3:
        if state.phase == PICKING and state.house[seat] >= 0:
            state.house[seat] = AT_HAND
    elif has_placed:
        state.passes = 1


@rule
def box(state, tile):
    """A tile that was laid goes back to the box."""
    state.where[tile] = BOXED
    state.cell[tile] = OFF_TABLE
    state.way[tile] = 0
    state.level[tile] = 0
