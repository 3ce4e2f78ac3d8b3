"""What a learner sees of a tile game: numbers, with seats counted from where it sits."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from offleash.core.game import Observation, Records
from offleash.games.tiles.rules.hexes import REACH, SIDE
from offleash.games.tiles.text.names import CLOCKWISE, SEAT_NAMES

NOWHERE = 100  # stands for a coordinate where nothing lies: no cell has it


def seat_order(state: Any, viewer: int, way: int = CLOCKWISE) -> list[int]:
    """All seats in order of play from the viewer on, then those that nobody has."""
    players = int(state.players)
    turns = [(viewer + way * turn) % players for turn in range(players)]
    return turns + list(range(players, len(SEAT_NAMES)))


def coordinates(cells: Records) -> tuple[Records, Records]:
    """Both coordinates of each cell, or NOWHERE."""
    wide = cells.astype(np.int16)
    return (
        np.where(wide >= 0, wide // SIDE - REACH, NOWHERE),
        np.where(wide >= 0, wide % SIDE - REACH, NOWHERE),
    )


def seats_from(viewer: int, state: Any, seats: Records) -> Records:
    """Seats as they are counted clockwise from the viewer."""
    return np.asarray((seats.astype(np.int16) - viewer) % int(state.players))


def tile_places(viewer: int, state: Any, first_hand: int) -> Records:
    """Where each tile is, with hands counted from the viewer's."""
    where: Records = state["where"].astype(np.int16)
    in_hand = where >= first_hand
    where[in_hand] = first_hand + seats_from(viewer, state, where[in_hand] - first_hand)
    return where


def join_parts(text: str, parts: Sequence[Any]) -> Observation:
    """The text of a position with all its numbers in a row."""
    return Observation(text, np.concatenate([np.asarray(p, np.int16).ravel() for p in parts]))
