"""Cells, placements and tables as text, both ways; and which cells touch each other.

`3,-2` is a cell, `3,-2E` a placement, `blue-brown@0,0E,blue-red@0,1E^1` a table.
"""

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from offleash.games.tiles.rules import hexes as H
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import CENTRE, FURTHEST, HALF_WAYS, REACH, SIDE
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile
from offleash.tools.errors import BadNotation, quote

STEPS = tuple(int(step) for step in H.STEP)  # from a cell to its neighbour each way
WAY_NAMES = ("E", "SE", "SW", "W", "NW", "NE")
_CELL = re.compile(r"(-?[0-9]{1,2}),(-?[0-9]{1,2})")
_PLACE = re.compile(r"([^,]*,[^,A-Za-z]*)([A-Za-z]*)")  # a cell and a way
_PIECE = re.compile(r"([^@,]*)@([^,@]*,[^,@^]*)(\^[^,@^]*)?(?:,|$)")


# Cells


def format_cell(cell: int) -> str:
    """Return `3,-2`."""
    return f"{cell // SIDE - REACH},{cell % SIDE - REACH}"


def parse_cell(text: str) -> int:
    """Return the number of a cell. Raise BadNotation for anything else."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise BadNotation(f"{quote(text)} is not a cell: write its two coordinates, like 3,-2")
    q, r = int(match[1]), int(match[2])
    if not (-REACH <= q < REACH and -REACH <= r < REACH):
        raise BadNotation(f"{text} is off the table: coordinates go from {-REACH} to {REACH - 1}")
    return int(H.cell_at(q, r))


def parse_way(text: str) -> int:
    """Return the number of a way, clockwise from east at 0. Raise BadNotation for anything else."""
    name = text.upper()
    if name not in WAY_NAMES:
        raise BadNotation(f"{quote(text)} is not a way: write one of {', '.join(WAY_NAMES)}")
    return WAY_NAMES.index(name)


def next_cell(cell: int, way: int) -> int:
    """Return the cell next to a cell."""
    return cell + STEPS[way]


def cells_at(cell: int, way: int) -> tuple[int, int]:
    """Return the cells of a tile: that of its first half, and the one next to it."""
    return cell, cell + STEPS[way]


def neighbours(cells: Iterable[int]) -> set[int]:
    """Return all cells next to some cells."""
    return {cell + step for cell in cells for step in STEPS}


def connected(start: int, cells: Collection[int]) -> set[int]:
    """Return a cell, and those of the cells that can be reached from it without a gap."""
    group, fresh = {start}, {start}
    while fresh:
        fresh = {cell for cell in neighbours(fresh) if cell in cells} - group
        group |= fresh
    return group


# Tiles on the table


class Laid(NamedTuple):
    """A tile on the table."""

    tile: int
    cell: int  # of its first dog
    way: int  # to the second
    level: int = 0  # above the ground

    @property
    def cells(self) -> tuple[int, int]:
        """Of the first dog and of the second."""
        return cells_at(self.cell, self.way)

    @property
    def breeds(self) -> tuple[int, int]:
        """Of the first dog and of the second."""
        return int(BREED[self.tile][0]), int(BREED[self.tile][1])

    @property
    def dogs(self) -> dict[int, int]:
        """The breed on each of its cells."""
        return dict(zip(self.cells, self.breeds, strict=True))


def format_place(cell: int, way: int) -> str:
    """Return `0,0E`."""
    return f"{format_cell(cell)}{WAY_NAMES[way]}"


def parse_place(text: str) -> tuple[int, int]:
    """Return a cell and a way. Raise BadNotation unless both halves are on the table."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise BadNotation(f"{quote(text)} is not a place: write a cell and a way, like 3,-2E")
    cell, way = parse_cell(match[1]), parse_way(match[2])
    for half in cells_at(cell, way):
        check_on_table(half, text)
    return cell, way


def check_on_table(cell: int, text: str) -> None:
    """Raise BadNotation for a cell that no game can reach."""
    q, r = cell // SIDE - REACH, cell % SIDE - REACH
    if max(abs(q), abs(r)) > FURTHEST:
        raise BadNotation(f"{text} is off the table: coordinates go from -{FURTHEST} to {FURTHEST}")


def format_table(table: Iterable[Laid]) -> str:
    """Return tiles in their order, with cell, way and level."""
    return ",".join(
        f"{TILE_NAMES[laid.tile]}@{format_place(laid.cell, laid.way)}"
        + (f"^{laid.level}" if laid.level else "")
        for laid in sorted(table)
    )


def parse_table(text: str) -> list[Laid]:
    """Return the tiles of a table, in the order of their numbers, each at most once."""
    table: dict[int, Laid] = {}
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise BadNotation(
                f"{quote(text[at:])} is not a tile on the table: write it with its place, "
                "like blue-brown@0,0E"
            )
        laid = _parse_laid(match[1], match[2], match[3])
        if laid.tile in table:
            raise BadNotation(f"{TILE_NAMES[laid.tile]} is there twice")
        table[laid.tile] = laid
        at = match.end()
    if text.endswith(","):
        raise BadNotation(f"{quote(text)} ends with a comma: a tile is missing")
    return [table[tile] for tile in sorted(table)]


def _parse_laid(name: str, place: str, height: str | None) -> Laid:
    tile = parse_tile(name)
    cell, way = parse_place(place)
    if height is not None and not re.fullmatch(r"\^[0-9]", height):
        raise BadNotation(f"{quote(height)} is not a level: write ^1 for a tile atop two others")
    if BREED[tile][0] == BREED[tile][1] and way >= HALF_WAYS:
        raise BadNotation(f"{name} is a double: it lies E, SE or SW of its cell, not {place}")
    return Laid(tile, cell, way, int(height[1:]) if height else 0)


def check_ground(cells: Collection[int]) -> None:
    """Raise BadNotation for cells that no game could cover: each piece touches another."""
    if not cells:
        return
    if CENTRE not in cells:
        raise BadNotation("nothing lies on 0,0, where every game begins")
    if apart := sorted(set(cells) - connected(CENTRE, cells)):
        raise BadNotation(
            f"{format_cell(apart[0])} is apart: everything on the table must be connected"
        )


def check_flat(table: Iterable[Laid]) -> None:
    """Raise BadNotation for two tiles on one cell, in a game that stacks nothing."""
    tops: dict[int, Laid] = {}
    for laid in table:
        for cell in laid.cells:
            if cell in tops:
                names = f"{TILE_NAMES[tops[cell].tile]} and {TILE_NAMES[laid.tile]}"
                raise BadNotation(f"{names} both lie on {format_cell(cell)}")
            tops[cell] = laid
