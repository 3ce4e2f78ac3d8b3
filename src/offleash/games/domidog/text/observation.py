"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.rules.knowledge import hide
from offleash.games.domidog.text.known import known_draws
from offleash.games.domidog.text.notation import format_position
from offleash.games.tiles.text.observation import join_parts, seat_order, seats_from, tile_places

OF_TILES = ("parent", "joint", "taken", "oldest", "newest")
OF_SEATS = ("held", "house", "passed")
PLAIN = ("players", "supply_left", "passes", "drew", "forked", "phase", "asked", "drawn")
NO_DOG = -1  # at an end before the opening


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY), with seats counted clockwise from where it sits.

    The numbers are, in this order: for each of 36 tiles where it is (−1 not known, 0 box, 1 supply,
    2 chain, 3 own hand, 4 … of the next seats), who laid it, the half it was laid to, which of its
    own halves touches that, which draw brought it, from which draw on it may have come and how many
    there had been when it was laid; the halves at the left and the right end, and their dogs; for
    each of four seats, the viewer's first, tiles held, house and dogs that it can't have; for each
    of 36 draws who made it (−1 not made) and what she can't have held before, as bits; then first
    seat, seat to act, players, supply, passes, drawn in this turn, draw of a fork, phase, whether
    blue-blue was dealt, draws so far.
    """
    view = states.copy()
    hide(view[0], options[0], seat)
    state, viewer = view[0], max(seat, 0)
    order = seat_order(state, viewer)
    is_laid = state["laid_by"] != R.NO_SEAT
    layers = np.where(is_laid, seats_from(viewer, state, state["laid_by"]), R.NO_SEAT)
    is_made = np.arange(len(state["drawer"])) < known_draws(state)
    drawers = np.where(is_made, seats_from(viewer, state, state["drawer"]), R.NO_SEAT)
    dogs = [NO_DOG if half == R.NO_HALF else int(dog_at(int(half))) for half in state["end"]]
    places = [tile_places(viewer, state, R.HAND), layers]
    parts = [
        np.stack([*places, *(state[field] for field in OF_TILES)], axis=1),
        state["end"],
        dogs,
        np.stack([state[field][order] for field in OF_SEATS], axis=1),
        np.stack([drawers, state["void"]], axis=1),
        [seats_from(viewer, state, state[field]) for field in ("starter", "seat")],
        [state[field] for field in PLAIN],
    ]
    return join_parts(format_position(view, options), parts)
