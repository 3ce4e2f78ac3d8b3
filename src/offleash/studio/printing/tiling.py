"""A board over several pages: where to cut it, so that seams run between the spaces."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, inf

from offleash.core.kit import Component, Span
from offleash.studio.printing.paper import BLEED, OVERLAP, Paper

STEP = 0.5  # millimetres between places for a seam, beside the edges of spaces

Spaces = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Tile:
    """One page of a board: the part that stays visible, and the strip that is glued under."""

    row: int
    column: int
    visible: Span
    printed: Span  # with the strips to the right and below, and with bleed at the board's edge

    @property
    def name(self) -> str:
        """`B3`: second row, third column."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


@dataclass(frozen=True)
class Tiling:
    """All pages of a board."""

    component: Component
    paper: Paper  # upright or lying, whichever takes fewer
    across: tuple[float, ...]  # seams from left to right, with both edges
    down: tuple[float, ...]

    @property
    def tiles(self) -> list[Tile]:
        """Row by row."""
        return [
            Tile(row, column, (left, top, right, low), self._printed(left, top, right, low))
            for row, (top, low) in enumerate(pairwise(self.down))
            for column, (left, right) in enumerate(pairwise(self.across))
        ]

    def _printed(self, left: float, top: float, right: float, low: float) -> Span:
        board = self.component
        return (
            left if left > 0 else -BLEED,
            top if top > 0 else -BLEED,
            right + (OVERLAP if right < board.width else BLEED),
            low + (OVERLAP if low < board.height else BLEED),
        )


def tiled(component: Component, paper: Paper) -> Tiling:
    """A board on as few pages as it takes without cutting through spaces."""
    ways = [_tiled(component, each) for each in (paper, paper.turned())]
    return min(ways, key=lambda way: len(way.tiles))


def _tiled(component: Component, paper: Paper) -> Tiling:
    width, height = (side - 2 * BLEED for side in paper.room)
    columns = [(left, right) for left, _, right, _ in component.spaces]
    rows = [(top, low) for _, top, _, low in component.spaces]
    across = seams(component.width, width, columns)
    return Tiling(component, paper, across, seams(component.height, height, rows))


def seams(length: float, room: float, spaces: Spaces) -> tuple[float, ...]:
    """Where to cut a length into pieces that fit; a page more, if that spares every space."""
    fewest = max(1, ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))
    hurt, found = _best(length, room, spaces, fewest)
    if hurt:
        spared, longer = _best(length, room, spaces, fewest + 1)
        found = found if spared else longer
    return found


def _best(
    length: float, room: float, spaces: Spaces, pieces: int
) -> tuple[float, tuple[float, ...]]:
    """The seams for so many pieces that cut least into spaces, and then the most even ones."""
    edges = {edge for space in spaces for edge in space if 0 < edge < length}
    steps = (STEP * n for n in range(1, int(length / STEP)))
    places = sorted({round(place, 6) for place in (*edges, *steps) if 0 < place < length})
    hurts = {place: _hurt(place, spaces) for place in places}
    even = length / pieces
    reached: dict[float, tuple[float, float, tuple[float, ...]]] = {0.0: (0, 0, (0.0,))}
    for piece in range(pieces):
        last = piece == pieces - 1
        further: dict[float, tuple[float, float, tuple[float, ...]]] = {}
        for start, (hurt, uneven, way) in reached.items():
            longest = room if last else room - OVERLAP
            ends = [length] if last else [p for p in places if start < p <= start + longest]
            for end in ends:
                if end - start > longest + 1e-9:
                    continue
                known = further.get(end, (inf, inf, ()))
                cost = hurt + hurts.get(end, 0), uneven + (end - start - even) ** 2
                if cost < known[:2]:
                    further[end] = (*cost, (*way, end))
        reached = further
    if length not in reached:
        return inf, ()
    return reached[length][0], reached[length][2]


def _hurt(place: float, spaces: Spaces) -> float:
    """How deep a seam cuts into all spaces together."""
    return sum(min(place - start, stop - place) for start, stop in spaces if start < place < stop)
