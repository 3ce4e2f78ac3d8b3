"""Placements chosen by number: cells are numbered as they are read, row by row.

The board shows the numbers, and a person types `12`, `12 SE`, or `12 13` for a dog on each.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import SIDE, opposite
from offleash.games.tiles.text.names import COLOURS
from offleash.games.tiles.text.places import STEPS, WAY_NAMES, next_cell, parse_way
from offleash.tools.errors import BadNotation
from offleash.tools.prose import join_or

_LINE = re.compile(r"(?:at )?([0-9]{1,4})(?: ?([a-z]{1,2})| ([0-9]{1,4}))?", re.IGNORECASE)


@dataclass(frozen=True)
class GhostPlaces:
    """Where a piece may be laid: the cell of its first half, and the way to the other.

    A piece whose halves are alike lies the same from either cell; a placement has one name then,
    but a person may say it from both.
    """

    places: Sequence[tuple[int, int]]
    alike: bool = False

    @cached_property
    def names(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Every way to say a placement, and its one name."""
        names = {place: place for place in self.places}
        if self.alike:
            for cell, way in self.places:
                names.setdefault((next_cell(cell, way), int(opposite(way))), (cell, way))
        return names

    @cached_property
    def ways(self) -> dict[int, list[int]]:
        """The ways from each cell, cells in reading order."""
        ways: dict[int, list[int]] = {}
        # By row, then from west to east.
        for _, cell, way in sorted((cell % SIDE, cell, way) for cell, way in self.names):
            ways.setdefault(cell, []).append(way)
        return ways

    @cached_property
    def cells(self) -> list[int]:
        """The cells by their numbers: number 1 comes first."""
        return list(self.ways)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The number of each cell."""
        return {cell: number for number, cell in enumerate(self.cells, 1)}

    def parse(self, text: str) -> tuple[int, int] | None:
        """Return the place that a line means, or None for a line of another kind.

        Raises BadNotation if there is no such place, or more than one.
        """
        match = _LINE.fullmatch(" ".join(text.split()))
        if match is None:
            return None
        cell = self._cell(match[1])
        if match[3]:
            return self._between(cell, self._cell(match[3]), text)
        ways = self.ways[cell]
        if match[2]:
            way = parse_way(match[2])
            if way not in ways:
                raise BadNotation(
                    f"from {match[1]} it may lie {_either(ways)}, not {match[2].upper()}"
                )
            return self.names[cell, way]
        if len(ways) > 1:
            raise BadNotation(
                f"from {match[1]} it may lie {_either(ways)}: "
                f"add the way, as {match[1]} {WAY_NAMES[ways[0]]}"
            )
        return self.names[cell, ways[0]]

    def _cell(self, number: str) -> int:
        if not 1 <= int(number) <= len(self.cells):
            raise BadNotation(f"there is no place {number}: they go from 1 to {len(self.cells)}")
        return self.cells[int(number) - 1]

    def _between(self, first: int, second: int, text: str) -> tuple[int, int]:
        """Return the place with the first half on one cell and the other on another."""
        if second - first in STEPS:
            way = STEPS.index(second - first)
            if way in self.ways[first]:
                return self.names[first, way]
        raise BadNotation(f"it can't be laid on {' and '.join(text.split()[-2:])}")


def how_to_type(ghosts: GhostPlaces, first: str, other: str) -> str:
    """Return what to type for a place, by what the two halves of the piece are called."""
    cell, way = ghosts.places[0]
    return (
        f"Type a number of the board for {first} and the way to {other} "
        f"({', '.join(WAY_NAMES)}), as {ghosts.numbers[cell]} {WAY_NAMES[way]}."
    )


def dog_names(tile: int) -> tuple[str, str]:
    """Return the two dogs of a tile: `the blue dog`."""
    first, second = (f"the {COLOURS[breed]} dog" for breed in BREED[tile].tolist())
    return first, second


def _either(ways: list[int]) -> str:
    return join_or(WAY_NAMES[way] for way in ways)
