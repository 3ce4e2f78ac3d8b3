"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.knowledge import hide
from offleash.games.secret_mission.text.notation import format_position
from offleash.games.tiles.text.names import ANTICLOCKWISE
from offleash.games.tiles.text.observation import coordinates, join_parts, seat_order


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY), with seats counted in order of play from where it sits.

    The numbers are, in this order: for each of 36 tiles its coordinates and its way; the missions
    and the playing tiles of four seats, the viewer's first (−1 none, −2 not known), and the number
    of the placement each made last; then tiles in the set, on the table and in the supply, players,
    first seat, seat to act, phase.
    """
    view = states.copy()
    hide(view[0], options[0], seat)
    state, viewer, players = view[0], max(seat, 0), int(states["players"][0])
    order = seat_order(state, viewer, ANTICLOCKWISE)
    parts = [
        np.stack([*coordinates(state["cell"]), state["way"]], axis=1),
        *(state[field][order] for field in ("mission", "playing", "last")),
        [state["tiles"], state["laid"], supply(state), players],
        [(viewer - int(state[field])) % players for field in ("starter", "seat")],
        [state["phase"]],
    ]
    return join_parts(format_position(view, options), parts)
