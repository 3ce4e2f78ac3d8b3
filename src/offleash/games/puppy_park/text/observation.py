"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.notation import format_position
from offleash.games.tiles.text.observation import (
    coordinates,
    join_parts,
    seat_order,
    seats_from,
    tile_places,
)


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The position, which everybody sees whole, with seats counted from where this one sits.

    The numbers are, in this order: for each of 36 tiles where it is (0 box, 1 stock, 2 table,
    3 own hand, 4 … of the next seats), its coordinates, its way and its level; for each of four
    seats, the viewer's first, the house (−2 at hand, −1 gone, 0 laid) and its coordinates, and the
    tree-poop tile the same, with its way; then what is declared, players, tiles in stock, first
    seat, seat to act, piece picked, passes, phase.
    """
    state, viewer = states[0], max(seat, 0)
    order = seat_order(state, viewer)
    house, tree = state["house"][order], state["tp_cell"][order]
    places = [tile_places(viewer, state, R.HAND), *coordinates(state["cell"])]
    parts = [
        np.stack([*places, state["way"], state["level"]], axis=1),
        np.stack([np.minimum(house, 0), *coordinates(house)], axis=1),
        np.stack([np.minimum(tree, 0), *coordinates(tree), state["tp_way"][order]], axis=1),
        [state[name] for name in ("declared", "players", "stock_left")],
        [seats_from(viewer, state, state[name]) for name in ("starter", "seat")],
        [state[name] for name in ("picked", "passes", "phase")],
    ]
    return join_parts(format_position(states, options), parts)
