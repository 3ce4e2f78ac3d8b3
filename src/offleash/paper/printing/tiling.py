"""Splits a board into pages, with seams between its spaces."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from offleash.contract.studio.kit import Component, Span
from offleash.paper.printing.sizes import BLEED, Paper
from offleash.tools.errors import OffleashError

OVERLAP = 10.0  # millimetres: the strip that is glued under the next page

STEP_MM = 0.5  # millimetres between possible seams; edges of spaces are possible too
MAX_PAGES = 400  # of a board
DECIMALS = 3  # millimetres are rounded to micrometres

Intervals = Sequence[tuple[float, float]]
Damage = tuple[float, float]  # how deep a seam cuts into spaces, and into titles
Candidate = tuple[float, float, float, tuple[float, ...]]  # both damages, unevenness, seams


@dataclass(frozen=True)
class Tile:
    """One page of a board: the visible part, and the printed part with bleed and glue strips."""

    row: int
    column: int
    visible: Span
    printed: Span  # with strips at the right and bottom, and bleed elsewhere

    @property
    def name(self) -> str:
        return tile_name(self.row, self.column)


def tile_name(row: int, column: int) -> str:
    """Return `B3` for the second row and third column."""
    more, last = divmod(row, 26)
    letters = (chr(ord("A") + more - 1) if more else "") + chr(ord("A") + last)
    return f"{letters}{column + 1}"


@dataclass(frozen=True)
class Tiling:
    """The pages of a board."""

    component: Component
    paper: Paper  # in the orientation that takes fewer pages
    seams_x: tuple[float, ...]  # from left to right, with both edges
    seams_y: tuple[float, ...]  # from top to bottom
    damage: float = 0.0  # how deep the seams cut into spaces, in total

    @property
    def tiles(self) -> list[Tile]:
        """The pages, row by row."""
        return [
            Tile(row, column, (left, top, right, low), self._printed_area(left, top, right, low))
            for row, (top, low) in enumerate(pairwise(self.seams_y))
            for column, (left, right) in enumerate(pairwise(self.seams_x))
        ]

    def _printed_area(self, left: float, top: float, right: float, bottom: float) -> Span:
        board = self.component
        return (
            left - BLEED,
            top - BLEED,
            right + (OVERLAP if right < board.width else BLEED),
            bottom + (OVERLAP if bottom < board.height else BLEED),
        )


def tile_board(component: Component, paper: Paper) -> Tiling:
    """Split a board into as few pages as possible, if possible without cutting spaces.

    Raises OffleashError if it takes too many pages.
    """
    papers = (paper, paper.rotated())
    fewest = min(_min_pages(component, page) for page in papers)
    if fewest > MAX_PAGES:
        size = f"{component.width:.0f} × {component.height:.0f} mm"
        limit = f"{fewest:,} pages, more than {MAX_PAGES}"
        raise OffleashError(f"a board of {size} takes {limit}: choose smaller cells")
    tilings = [_tile_on(component, page) for page in papers]
    return min(tilings, key=lambda tiling: (tiling.damage > 0, len(tiling.tiles)))


def _min_pages(component: Component, paper: Paper) -> int:
    """Return the number of pages if its spaces did not matter."""
    width, height = (side - 2 * BLEED for side in paper.printable_size)
    return _min_pieces(component.width, width) * _min_pieces(component.height, height)


def _min_pieces(length: float, page_length: float) -> int:
    return max(1, ceil((length - OVERLAP) / (page_length - OVERLAP) - 1e-9))


def _tile_on(component: Component, paper: Paper) -> Tiling:
    width, height = (side - 2 * BLEED for side in paper.printable_size)
    columns = [(left, right) for left, _, right, _ in component.spaces]
    rows = [(top, bottom) for _, top, _, bottom in component.spaces]
    title_columns = [(left, right) for left, _, right, _ in component.titles]
    title_rows = [(top, bottom) for _, top, _, bottom in component.titles]
    seams_x, damage_x = find_seams(component.width, width, columns, title_columns)
    seams_y, damage_y = find_seams(component.height, height, rows, title_rows)
    return Tiling(component, paper, seams_x, seams_y, damage_x + damage_y)


def find_seams(
    length: float, page_length: float, spaces: Intervals, titles: Intervals = ()
) -> tuple[tuple[float, ...], float]:
    """Return the best seams for a length, and how deep they cut into spaces.

    There is one more piece than necessary if that avoids every space.
    """
    fewest, places = _min_pieces(length, page_length), _seam_damage(length, spaces, titles)
    best = _best_seams(length, page_length, places, fewest)
    if best[1]:
        longer = _best_seams(length, page_length, places, fewest + 1)
        best = best if longer[1] else longer
    return best


def _seam_damage(length: float, spaces: Intervals, titles: Intervals) -> dict[float, Damage]:
    """Return possible seams in order, and how deep each cuts into spaces and titles in total."""
    space_counts, title_counts = _counted(spaces), _counted(titles)
    edges = {edge for counts in (space_counts, title_counts) for pair in counts for edge in pair}
    steps = {STEP_MM * n for n in range(1, ceil(length / STEP_MM))}
    return {
        place: (_depth(place, space_counts), _depth(place, title_counts))
        for place in sorted(edges | steps)
        if 0 < place < length
    }


def _counted(intervals: Intervals) -> Counter[tuple[float, float]]:
    return Counter((round(start, DECIMALS), round(stop, DECIMALS)) for start, stop in intervals)


def _depth(place: float, counts: Counter[tuple[float, float]]) -> float:
    """Return how deep a seam cuts into intervals, in total."""
    return sum(
        count * min(place - start, stop - place)
        for (start, stop), count in counts.items()
        if start < place < stop
    )


def _best_seams(
    length: float, page_length: float, places: dict[float, Damage], pieces: int
) -> tuple[tuple[float, ...], float]:
    """Return the seams for this number of pieces: the least damage, then the most even pieces."""
    step, even = page_length - OVERLAP, length / pieces
    by_end: dict[float, Candidate] = {0.0: (0.0, 0.0, 0.0, (0.0,))}
    for piece in range(1, pieces):
        first = length - (pieces - piece - 1) * step - page_length  # the rest must fit
        next_ends: dict[float, Candidate] = {}
        for end in (place for place in places if first <= place <= piece * step):
            candidates = [
                (
                    damage + places[end][0],
                    title_damage + places[end][1],
                    uneven + (end - start - even) ** 2,
                    (*path, end),
                )
                for start, (damage, title_damage, uneven, path) in by_end.items()
                if start < end <= start + step
            ]
            if candidates:
                next_ends[end] = min(candidates)
        by_end = next_ends
    candidates = [
        (damage, title_damage, uneven + (length - start - even) ** 2, (*path, length))
        for start, (damage, title_damage, uneven, path) in by_end.items()
        if length - start <= page_length + 1e-9
    ]
    damage, _, _, best = min(candidates)
    return best, damage
