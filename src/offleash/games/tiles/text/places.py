"""Cells and placements as text: `3,-2` and `3,-2 E`."""

import re

from offleash.core.errors import BadNotation, quote
from offleash.games.tiles.rules.hexes import REACH, SIDE, cell_at

WAY_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def format_cell(cell: int) -> str:
    """`3,-2`"""
    return f"{cell // SIDE - REACH},{cell % SIDE - REACH}"


def parse_cell(text: str) -> int:
    """The number of a cell; anything else gets a sentence."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise BadNotation(f"{quote(text)} is no cell: write its two coordinates, like 3,-2")
    q, r = int(found[1]), int(found[2])
    if not (-REACH <= q < REACH and -REACH <= r < REACH):
        raise BadNotation(f"{text} is off the table: coordinates go from {-REACH} to {REACH - 1}")
    return int(cell_at(q, r))


def parse_way(text: str) -> int:
    """The number of a way, east 0 and on clockwise."""
    wanted = text.upper()
    if wanted not in WAY_NAMES:
        raise BadNotation(f"{quote(text)} is no way: it is one of {', '.join(WAY_NAMES)}")
    return WAY_NAMES.index(wanted)
