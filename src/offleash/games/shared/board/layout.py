"""Where the places of a board are: grids, tracks, loops, hexes, stacks and hands.

Each function returns places with their upper left corner at the origin; `below` and `beside` put
such groups together. Lengths are in spaces: a space is 1 wide.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from string import ascii_lowercase

SQUARE, CIRCLE, HEXAGON = "square", "circle", "hexagon"  # spaces of the board
HAND, STACK = "hand", "stack"  # beside it: pieces side by side, or on top of each other
SHAPES = (SQUARE, CIRCLE, HEXAGON, HAND, STACK)
PLAIN, BACK = -1, -2  # colours that no seat has: of paper, and of the back of a card

HEX_HEIGHT = 2 / sqrt(3)  # of a hexagon that is 1 wide
HEX_STEP = 0.75 * HEX_HEIGHT  # from one row of hexagons to the next
LABEL = 0.35  # the height of the line above a hand or a stack that has its name
GAP = 0.3  # between two groups of places


@dataclass(frozen=True)
class Place:
    """Where pieces can be: a space of the board, a hand or a stack."""

    name: str  # what the game calls it, and what a click on it is called
    x: float = 0.5  # its middle
    y: float = 0.5
    shape: str = SQUARE
    width: float = 1.0
    text: str = ""  # on an empty space
    colour: int = PLAIN  # of the ground: as for pieces, but pale

    @property
    def height(self) -> float:
        if self.shape == HEXAGON:
            return HEX_HEIGHT * self.width
        return 1 + LABEL if self.is_aside else self.width

    @property
    def is_aside(self) -> bool:
        """Whether it is a hand or a stack, with its name above it."""
        return self.shape in (HAND, STACK)

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Its left, top, right and lower edge."""
        wide, high = self.width / 2, self.height / 2
        return self.x - wide, self.y - high, self.x + wide, self.y + high


Places = tuple[Place, ...]


def grid(rows: int, columns: int, names: Sequence[str] = (), shape: str = SQUARE) -> Places:
    """Return the squares of a grid row by row; without names they are a1, b1 … from the top."""
    spots = [(x, y) for y in range(rows) for x in range(columns)]
    names = _names(names or _coordinates(rows, columns), len(spots))
    return tuple(
        Place(name, x + 0.5, y + 0.5, shape) for name, (x, y) in zip(names, spots, strict=True)
    )


def hexes(rows: int, columns: int, names: Sequence[str] = (), slanted: bool = False) -> Places:
    """Return hexagons row by row, every other row half a space to the right.

    In a `slanted` board each row is half a space to the right of the row above it.
    """
    spots = [(x + (y if slanted else y % 2) / 2, y) for y in range(rows) for x in range(columns)]
    names = _names(names or _coordinates(rows, columns), len(spots))
    return tuple(
        Place(name, x + 0.5, y * HEX_STEP + HEX_HEIGHT / 2, HEXAGON)
        for name, (x, y) in zip(names, spots, strict=True)
    )


def track(names: Sequence[str], width: int = 10) -> Places:
    """Return spaces in a line that turns back after `width` of them, with their names on them."""

    def spot(n: int) -> tuple[float, float]:
        row, column = divmod(n, width)
        return (width - 1 - column if row % 2 else column) + 0.5, row + 0.5

    return tuple(Place(name, *spot(n), CIRCLE, text=name) for n, name in enumerate(names))


def loop(names: Sequence[str], width: int) -> Places:
    """Return spaces around a rectangle that is `width` wide, clockwise from its upper left corner.

    Raises ValueError if so many spaces do not close up.
    """
    height = len(names) // 2 + 2 - width
    if len(names) % 2 or width < 2 or height < 2:
        raise ValueError(f"{len(names)} spaces do not close up around {width} columns")
    top = [(x, 0) for x in range(width)]
    right = [(width - 1, y) for y in range(1, height)]
    low = [(x, height - 1) for x in range(width - 2, -1, -1)]
    left = [(0, y) for y in range(height - 2, 0, -1)]
    spots = zip(names, [*top, *right, *low, *left], strict=True)
    return tuple(Place(name, x + 0.5, y + 0.5, CIRCLE, text=name) for name, (x, y) in spots)


def hand(name: str, width: float = 6) -> Places:
    """Return a place whose pieces lie side by side, closer together if there are more."""
    return (Place(name, width / 2, (1 + LABEL) / 2, HAND, width),)


def stack(name: str) -> Places:
    """Return a place that shows the last of its pieces and how many there are."""
    return (Place(name, 0.5, (1 + LABEL) / 2, STACK),)


def below(*groups: Sequence[Place]) -> Places:
    """Put each group of places below the one before it."""
    return _together(groups, lambda right, low: (0, low + GAP))


def beside(*groups: Sequence[Place]) -> Places:
    """Put each group of places to the right of the one before it."""
    return _together(groups, lambda right, low: (right + GAP, 0))


def edges_of(places: Sequence[Place]) -> tuple[float, float, float, float]:
    """Return the left, top, right and lower edge of a group of places."""
    lefts, tops, rights, lows = zip(*(place.edges for place in places), strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def _together(
    groups: Sequence[Sequence[Place]], following: Callable[[float, float], tuple[float, float]]
) -> Places:
    """Move each group to the corner that follows from the last one's right and low edge."""
    places: list[Place] = []
    x, y = 0.0, 0.0
    for group in groups:
        left, top, _, _ = edges_of(group)
        moved = [replace(place, x=place.x + x - left, y=place.y + y - top) for place in group]
        places += moved
        _, _, right, low = edges_of(moved)
        x, y = following(right, low)
    return tuple(places)


def _names(names: Sequence[str], count: int) -> Sequence[str]:
    if len(names) != count:
        raise ValueError(f"{count} places need {count} names, not {len(names)}")
    return names


def _coordinates(rows: int, columns: int) -> list[str]:
    if columns > len(ascii_lowercase):
        raise ValueError(f"{columns} columns have no letters: give the places names")
    return [f"{ascii_lowercase[x]}{y + 1}" for y in range(rows) for x in range(columns)]
