"""Places on the lawn in words: on which side of which dog.

Boards show no coordinates, so what people read or hear names places by what lies there.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, WAYS
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import STEPS, Laid, neighbours

SIDES = ("right", "lower right", "lower left", "left", "upper left", "upper right")  # by way
MIDDLE = "in the middle of the lawn"


class Landmarks:
    """What can be seen on the lawn, each thing with words that mean it."""

    def __init__(self, table: Iterable[Laid] = (), others: Mapping[int, str] | None = None) -> None:
        """Take the tiles on the lawn, and words for what else lies there, by its cell."""
        self.others = others or {}
        self._tops: dict[int, Laid] = {}
        self._places: dict[int, str] = {}
        for laid in sorted(table, key=lambda laid: laid.level):
            self.add(laid)

    def add(self, laid: Laid) -> None:
        """Add a tile that is laid next to the others, or on them."""
        self._tops |= dict.fromkeys(laid.cells, laid)
        self._places.clear()

    def dog(self, cell: int) -> str:
        """Return `the red of red-white`, and of a double `the left red of red-red`."""
        laid = self._tops[cell]
        first, second = laid.breeds
        away = laid.way if cell != laid.cell else (laid.way + HALF_WAYS) % WAYS
        side = f"{SIDES[away]} " if first == second else ""
        return f"the {side}{COLOURS[laid.dogs[cell]]} of {TILE_NAMES[laid.tile]}"

    def place(self, cell: int) -> str:
        """Return `to the left of the red of red-white`, or `on` it."""
        if cell not in self._places:
            self._places[cell] = self._describe(cell)
        return self._places[cell]

    def piece(self, halves: Sequence[str], cell: int, way: int) -> str:
        """Return a piece with one half on a cell and the other one next to it."""
        first, second = halves if halves[0] != halves[1] else (halves[0], "the other")
        return f"{first} {self.place(cell)}, {second} to its {SIDES[way]}"

    def _describe(self, cell: int) -> str:
        if cell in self._tops:
            return f"on {self.dog(cell)}"
        if not self._tops:
            return MIDDLE
        around = list(_surroundings(cell))
        for near, side in around:
            if near in self._tops:
                return f"{side} of {self.dog(near)}"
        for near, side in around:
            if near in self.others:
                return f"{side} of {self.others[near]}"
        return "further away"


def _surroundings(cell: int) -> Iterator[tuple[int, str]]:
    """Yield the cells around a cell, nearest first, and on which side of each it lies."""
    for way, side in enumerate(SIDES):
        yield cell - STEPS[way], f"to the {side}"
    for way, side in enumerate(SIDES):
        yield cell - 2 * STEPS[way], f"two steps to the {side}"
    for way, side in enumerate(SIDES):
        turn = (way + 1) % WAYS
        near = cell - STEPS[way] - STEPS[turn]
        yield near, f"one step to the {side} and one to the {SIDES[turn]}"


def describe_tiles(table: Iterable[Laid], others: Mapping[int, str] | None = None) -> list[str]:
    """Return every tile in words, each by ones named before: from the middle outward, and up."""
    left = sorted(table, key=lambda laid: laid.level)
    landmarks, reached, lines = Landmarks((), others), {CENTRE}, []
    while left:
        laid = next((one for one in left if not reached.isdisjoint(one.cells)), left[0])
        left.remove(laid)
        halves = [COLOURS[breed] for breed in laid.breeds]
        words = landmarks.piece(halves, laid.cell, laid.way)
        lines.append(f"{TILE_NAMES[laid.tile]}: {words}")
        landmarks.add(laid)
        reached |= neighbours(laid.cells)
    return lines
