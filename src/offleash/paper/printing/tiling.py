"""A board over several pages: where to cut it, so that seams run between the spaces."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from offleash.core.errors import OffleashError
from offleash.core.kit import Component, Span
from offleash.paper.printing.paper import BLEED, OVERLAP, Paper

STEP = 0.5  # millimetres between places for a seam, beside the edges of spaces
MOST_PAGES = 400  # that anybody would glue together
FINE = 3  # decimals: micrometres are as fine as it gets

Spaces = Sequence[tuple[float, float]]
Way = tuple[float, float, tuple[float, ...]]  # how much it hurts, how uneven it is, its seams


@dataclass(frozen=True)
class Tile:
    """One page of a board: the part that stays visible, and the strip that is glued under."""

    row: int
    column: int
    visible: Span
    printed: Span  # with the strips to the right and below, and with bleed elsewhere

    @property
    def name(self) -> str:
        """`B3`: second row, third column."""
        more, last = divmod(self.row, 26)
        letters = (chr(ord("A") + more - 1) if more else "") + chr(ord("A") + last)
        return f"{letters}{self.column + 1}"


@dataclass(frozen=True)
class Tiling:
    """All pages of a board."""

    component: Component
    paper: Paper  # upright or lying, whichever takes fewer
    across: tuple[float, ...]  # seams from left to right, with both edges
    down: tuple[float, ...]
    hurt: float = 0.0  # how deep its seams cut into spaces, all together

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
            left - BLEED,
            top - BLEED,
            right + (OVERLAP if right < board.width else BLEED),
            low + (OVERLAP if low < board.height else BLEED),
        )


def tiled(component: Component, paper: Paper) -> Tiling:
    """A board on as few pages as it takes without cutting through spaces."""
    papers = (paper, paper.turned())
    fewest = min(_fewest_pages(component, each) for each in papers)
    if fewest > MOST_PAGES:
        size = f"{component.width:.0f} × {component.height:.0f} mm"
        pages = f"{fewest:,} pages, where {MOST_PAGES} is the most"
        raise OffleashError(f"a board of {size} takes {pages}: choose smaller cells")
    ways = [_tiled(component, each) for each in papers]
    return min(ways, key=lambda way: (way.hurt > 0, len(way.tiles)))


def _fewest_pages(component: Component, paper: Paper) -> int:
    """However its spaces lie."""
    width, height = (side - 2 * BLEED for side in paper.room)
    return _fewest(component.width, width) * _fewest(component.height, height)


def _fewest(length: float, room: float) -> int:
    return max(1, ceil((length - OVERLAP) / (room - OVERLAP) - 1e-9))


def _tiled(component: Component, paper: Paper) -> Tiling:
    width, height = (side - 2 * BLEED for side in paper.room)
    columns = [(left, right) for left, _, right, _ in component.spaces]
    rows = [(top, low) for _, top, _, low in component.spaces]
    across, hurt_across = seams(component.width, width, columns)
    down, hurt_down = seams(component.height, height, rows)
    return Tiling(component, paper, across, down, hurt_across + hurt_down)


def seams(length: float, room: float, spaces: Spaces) -> tuple[tuple[float, ...], float]:
    """Where to cut a length into pieces that fit, and how deep that cuts into spaces.

    There is a piece more than needed, if that spares every space.
    """
    fewest, places = _fewest(length, room), _places(length, spaces)
    found, hurt = _best(length, room, places, fewest)
    if hurt:
        longer, less = _best(length, room, places, fewest + 1)
        found, hurt = (found, hurt) if less else (longer, less)
    return found, hurt


def _places(length: float, spaces: Spaces) -> dict[float, float]:
    """Where a seam may be, in order, and how deep it would cut into all spaces together."""
    near = Counter((round(start, FINE), round(stop, FINE)) for start, stop in spaces)
    edges = {edge for space in near for edge in space}
    steps = {STEP * n for n in range(1, ceil(length / STEP))}
    return {
        place: sum(
            many * min(place - start, stop - place)
            for (start, stop), many in near.items()
            if start < place < stop
        )
        for place in sorted(edges | steps)
        if 0 < place < length
    }


def _best(
    length: float, room: float, places: dict[float, float], pieces: int
) -> tuple[tuple[float, ...], float]:
    """The seams for so many pieces that cut least into spaces, and then the most even ones."""
    step, even = room - OVERLAP, length / pieces
    reached: dict[float, Way] = {0.0: (0.0, 0.0, (0.0,))}
    for piece in range(1, pieces):
        low = length - (pieces - piece - 1) * step - room  # else the rest would be too long
        further: dict[float, Way] = {}
        for end in (place for place in places if low <= place <= piece * step):
            ways = [
                (hurt + places[end], uneven + (end - start - even) ** 2, (*way, end))
                for start, (hurt, uneven, way) in reached.items()
                if start < end <= start + step
            ]
            if ways:
                further[end] = min(ways)
        reached = further
    ways = [
        (hurt, uneven + (length - start - even) ** 2, (*way, length))
        for start, (hurt, uneven, way) in reached.items()
        if length - start <= room + 1e-9
    ]
    hurt, _, found = min(ways)
    return found, hurt
