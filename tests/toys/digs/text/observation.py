"""What a seat may know, as text and as numbers."""

import numpy as np

from offleash.core.game import Observation, Records
from tests.toys.digs.rules.knowledge import hide
from tests.toys.digs.rules.record import CELLS, KINDS, SEATS
from tests.toys.digs.text.notation import format_position

FIELDS = ("card", "turn", "seat", "phase", "played", "lull")


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The view in words; the numbers are holes and bones by cell, then the fields of each seat."""
    view = states.copy()
    hide(view[0], options[0], seat)
    state = view[0]
    dug, bones = int(state["dug"]), int(options["bones"][0])
    parts = [
        [dug >> cell & 1 for cell in range(CELLS)],
        [(bones & ~dug) >> cell & 1 for cell in range(CELLS)],
        *(state[field][:SEATS] for field in ("place", "biscuits", "won", "bid")),
        state["drawn"][:KINDS],
        [int(state[field]) for field in FIELDS],
    ]
    numbers = np.concatenate([np.asarray(part, np.int16) for part in parts])
    return Observation(format_position(view, options), numbers)
