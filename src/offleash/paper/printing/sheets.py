"""Components on sheets: in rows, with room for their bleed, backs where they meet their fronts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from offleash.core.kit import Component
from offleash.paper.printing.paper import BLEED, MARGIN, Paper

TURN = 90  # degrees, of what lies on its side
ROUNDING = 1e-6  # millimetres that are no reason to leave something out


@dataclass(frozen=True)
class Placed:
    """A component on a sheet: the upper left corner of the box that its cut lies in."""

    component: Component
    x: float
    y: float
    turn: int = 0

    @property
    def across(self) -> float:
        """How wide it is as it lies."""
        return self.component.height if self.turn else self.component.width

    @property
    def down(self) -> float:
        """How high it is as it lies."""
        return self.component.width if self.turn else self.component.height

    def behind(self, paper: Paper) -> "Placed":
        """Where its back is printed: the sheet is turned over its long edge, left becomes right."""
        x = paper.width - self.x - self.across
        return Placed(self.component, x, self.y, -self.turn % 360)


@dataclass
class Sheet:
    """What is cut from one sheet of paper."""

    placed: list[Placed] = field(default_factory=list)

    @property
    def has_backs(self) -> bool:
        """Whether it is printed on both sides."""
        return any(each.component.back for each in self.placed)


@dataclass(frozen=True)
class Row:
    """Equal components side by side."""

    components: tuple[Component, ...]
    columns: int  # as many as there is room for
    turn: int

    @property
    def pitch(self) -> tuple[float, float]:
        """From one to the next, and from this row to the next."""
        first = Placed(self.components[0], 0, 0, self.turn)
        return first.across + 2 * BLEED, first.down + 2 * BLEED


def fits(component: Component, paper: Paper) -> bool:
    """Whether it can be printed in one piece."""
    return any(_grid(component, paper, turn) != (0, 0) for turn in (0, TURN))


def lay_out(components: Sequence[Component], paper: Paper) -> list[Sheet]:
    """Sheets with all components that have a back, then those without."""
    both = [each for each in components if each.back]
    one = [each for each in components if not each.back]
    return [*_filled(_rows(both, paper), paper), *_filled(_rows(one, paper), paper)]


def _grid(component: Component, paper: Paper, turn: int) -> tuple[int, int]:
    """How many columns and rows of it fit on a page; no column without a row."""
    lying = Placed(component, 0, 0, turn)
    width, height = paper.room
    columns = (width + ROUNDING) // (lying.across + 2 * BLEED)
    rows = (height + ROUNDING) // (lying.down + 2 * BLEED)
    return (int(columns), int(rows)) if columns and rows else (0, 0)


def _rows(components: Sequence[Component], paper: Paper) -> Iterator[Row]:
    """Rows of equal size, upright or turned, whichever puts more on a page."""
    for _, group in groupby(components, key=lambda each: (each.width, each.height, each.shape)):
        equal = [each for component in group for each in [component] * component.count]
        if not equal:
            continue

        def held(turn: int, first: Component = equal[0]) -> int:
            columns, rows = _grid(first, paper, turn)
            return columns * rows

        turn = TURN if held(TURN) > held(0) else 0
        columns, _ = _grid(equal[0], paper, turn)
        for start in range(0, len(equal), columns):
            yield Row(tuple(equal[start : start + columns]), columns, turn)


def _filled(rows: Iterator[Row], paper: Paper) -> list[Sheet]:
    """Rows one under the other, each block in the middle of its page."""
    sheets: list[Sheet] = []
    y, low = MARGIN, MARGIN + paper.room[1]
    for row in rows:
        across, down = row.pitch
        if not sheets or y + down > low + ROUNDING:
            sheets.append(Sheet())
            y = MARGIN
        left = (paper.width - row.columns * across) / 2
        for n, component in enumerate(row.components):
            at = left + n * across + BLEED
            sheets[-1].placed.append(Placed(component, at, y + BLEED, row.turn))
        y += down
    return sheets
