"""What a seat may know of a position, as text and as numbers for a learner."""

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.notation import format_position
from offleash.games.tiles.rules.hexes import REACH, SIDE

NOWHERE = 100  # stands for a coordinate where nothing lies: no cell has it


def observe(states: Records, options: Records, seat: int) -> Observation:
    """The position, which everybody sees whole, with seats counted from where this one sits.

    The numbers are, in this order: for each of 36 tiles where it is (0 box, 1 stock, 2 table,
    3 own hand, 4 … of the next seats), its coordinates, its way and its level; for each of four
    seats, the own first, the house (−2 at hand, −1 gone, 0 laid) and its coordinates, and the
    tree-poop tile the same, with its way; then what is declared, players, tiles in stock, first
    seat, seat to act, piece picked, passes, phase.
    """
    state = states[0]
    players, viewer = int(state["players"]), max(seat, 0)
    order = [(viewer + k) % players for k in range(players)] + list(range(players, R.SEATS))
    where = state["where"].astype(np.int16)
    held = where >= R.HAND
    where[held] = R.HAND + (where[held] - R.HAND - viewer) % players
    tiles = np.stack([where, *_coordinates(state["cell"]), state["way"], state["level"]], axis=1)
    house, tree = state["house"][order], state["tp_cell"][order]
    houses = np.stack([np.minimum(house, 0), *_coordinates(house)], axis=1)
    trees = np.stack([np.minimum(tree, 0), *_coordinates(tree), state["tp_way"][order]], axis=1)
    turned = [(int(state[name]) - viewer) % players for name in ("starter", "seat")]
    plain = [int(state[name]) for name in ("declared", "players", "stock_left")]
    last = [int(state[name]) for name in ("picked", "passes", "phase")]
    parts = [tiles.ravel(), houses.ravel(), trees.ravel(), [*plain, *turned, *last]]
    numbers = np.concatenate([np.asarray(part, np.int16) for part in parts])
    return Observation(format_position(states, options), numbers)


def _coordinates(cells: Records) -> tuple[Records, Records]:
    """Both coordinates of each cell, or NOWHERE."""
    wide = cells.astype(np.int16)
    lies = wide > R.GONE
    return (
        np.where(lies, wide // SIDE - REACH, NOWHERE),
        np.where(lies, wide % SIDE - REACH, NOWHERE),
    )
