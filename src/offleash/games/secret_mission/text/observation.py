"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import supply
from offleash.games.secret_mission.rules.knowledge import hide
from offleash.games.secret_mission.text.notation import format_position
from offleash.games.tiles.rules.hexes import OFF_TABLE, REACH, SIDE

NOWHERE = 100  # stands for a coordinate where nothing lies: no cell has it


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view of one seat (or NOBODY), with seats counted in order of play from where it sits.

    The numbers are, in this order: for each of 36 tiles its coordinates and its way; the missions
    and the playing tiles of four seats, the own first (−1 none, −2 not known), and the number of
    the placement each made last; then tiles in the set, on the table and in the supply, players,
    first seat, seat to act, phase.
    """
    view = states.copy()
    hide(view[0], options[0], seat)
    state = view[0]
    players, viewer = int(state["players"]), max(seat, 0)
    order = [(viewer - k) % players for k in range(players)] + list(range(players, R.SEATS))
    cells = state["cell"].astype(np.int16)
    lies = cells != OFF_TABLE
    across = np.where(lies, cells // SIDE - REACH, NOWHERE)
    down = np.where(lies, cells % SIDE - REACH, NOWHERE)
    parts = [
        np.stack([across, down, state["way"]], axis=1).ravel(),
        *(state[field][order] for field in ("mission", "playing", "last")),
        [int(state["tiles"]), int(state["laid"]), int(supply(state)), players],
        [(viewer - int(state[field])) % players for field in ("starter", "seat")],
        [int(state["phase"])],
    ]
    numbers = np.concatenate([np.asarray(part, np.int16) for part in parts])
    return Observation(format_position(view, options), numbers)
