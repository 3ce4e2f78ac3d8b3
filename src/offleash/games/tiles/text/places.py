"""Cells and placements as text: `3,-2` and `3,-2 E`; and which cells touch each other."""

import re
from collections.abc import Collection, Iterable

from offleash.core.errors import BadNotation, quote
from offleash.games.tiles.rules.hexes import REACH, SIDE, STEP, cell_at

STEPS = tuple(int(step) for step in STEP)  # from a cell to its neighbour each way
WAY_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")


def format_cell(cell: int) -> str:
    """`3,-2`"""
    return f"{cell // SIDE - REACH},{cell % SIDE - REACH}"


def parse_cell(text: str) -> int:
    """The number of a cell. Raises BadNotation for anything else."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise BadNotation(f"{quote(text)} is not a cell: write its two coordinates, like 3,-2")
    q, r = int(match[1]), int(match[2])
    if not (-REACH <= q < REACH and -REACH <= r < REACH):
        raise BadNotation(f"{text} is off the table: coordinates go from {-REACH} to {REACH - 1}")
    return int(cell_at(q, r))


def parse_way(text: str) -> int:
    """The number of a way, east 0 and on clockwise. Raises BadNotation for anything else."""
    name = text.upper()
    if name not in WAY_NAMES:
        raise BadNotation(f"{quote(text)} is not a way: write one of {', '.join(WAY_NAMES)}")
    return WAY_NAMES.index(name)


def next_cell(cell: int, way: int) -> int:
    """The cell next to a cell."""
    return cell + STEPS[way]


def cells_at(cell: int, way: int) -> tuple[int, int]:
    """The cells of a tile: that of its first half, and the one next to it."""
    return cell, cell + STEPS[way]


def neighbours(cells: Iterable[int]) -> set[int]:
    """All cells next to some cells."""
    return {cell + step for cell in cells for step in STEPS}


def connected(start: int, cells: Collection[int]) -> set[int]:
    """A cell, and those of the cells that can be reached from it without a gap."""
    group, fresh = {start}, {start}
    while fresh:
        fresh = {cell for cell in neighbours(fresh) if cell in cells} - group
        group |= fresh
    return group
