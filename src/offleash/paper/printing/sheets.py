"""Lays out components in rows on sheets, with bleed around them and backs behind their fronts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import prod

from offleash.core.kit import Component
from offleash.paper.printing.sizes import BLEED, MARGIN, Paper

QUARTER_TURN = 90  # degrees
TOLERANCE = 1e-6  # millimetres


@dataclass(frozen=True)
class Placement:
    """A component on a sheet, with the upper left corner of its cut."""

    component: Component
    x: float
    y: float
    rotation: int = 0

    @property
    def width(self) -> float:
        """The width on the sheet."""
        return self.component.height if self.rotation else self.component.width

    @property
    def height(self) -> float:
        """The height on the sheet."""
        return self.component.width if self.rotation else self.component.height

    def back_side(self, paper: Paper) -> "Placement":
        """Where its back is printed, when the sheet is flipped on its long edge."""
        x = paper.width - self.x - self.width
        return Placement(self.component, x, self.y, -self.rotation % 360)


@dataclass
class Sheet:
    """The components on one sheet of paper."""

    placements: list[Placement] = field(default_factory=list)

    @property
    def has_backs(self) -> bool:
        """Whether the sheet is printed on both sides."""
        return any(placement.component.back for placement in self.placements)


@dataclass(frozen=True)
class SheetRow:
    """Components of the same size, side by side."""

    components: tuple[Component, ...]
    columns: int  # that fit on the page
    rotation: int

    @property
    def cell_size(self) -> tuple[float, float]:
        """The width and height of a component with its bleed."""
        first = Placement(self.components[0], 0, 0, self.rotation)
        return first.width + 2 * BLEED, first.height + 2 * BLEED


def fits_on_page(component: Component, paper: Paper) -> bool:
    """Whether a component fits on a page, rotated or not."""
    return any(_grid(component, paper, rotation) != (0, 0) for rotation in (0, QUARTER_TURN))


def lay_out(components: Sequence[Component], paper: Paper) -> list[Sheet]:
    """Lay out the components that have a back, then those without."""
    backed = [component for component in components if component.back]
    others = [component for component in components if not component.back]
    return [*_fill_sheets(_rows(backed, paper), paper), *_fill_sheets(_rows(others, paper), paper)]


def _grid(component: Component, paper: Paper, rotation: int) -> tuple[int, int]:
    """How many columns and rows of a component fit on a page; (0, 0) if none do."""
    width, height = SheetRow((component,), 1, rotation).cell_size
    columns = (paper.printable_size[0] + TOLERANCE) // width
    rows = (paper.printable_size[1] + TOLERANCE) // height
    return (int(columns), int(rows)) if columns and rows else (0, 0)


def _rows(components: Sequence[Component], paper: Paper) -> Iterator[SheetRow]:
    """Rows of components of one size, rotated if more fit on a page that way."""
    for _, group in groupby(components, key=lambda c: (c.width, c.height, c.shape)):
        equal = [component for component in group for _ in range(component.count)]
        if not equal:
            continue
        upright, turned = (_grid(equal[0], paper, rotation) for rotation in (0, QUARTER_TURN))
        rotation = QUARTER_TURN if prod(turned) > prod(upright) else 0
        columns, _ = turned if rotation else upright
        for start in range(0, len(equal), columns):
            yield SheetRow(tuple(equal[start : start + columns]), columns, rotation)


def _fill_sheets(rows: Iterator[SheetRow], paper: Paper) -> list[Sheet]:
    """Put rows on sheets, one below the other, centred horizontally."""
    sheets: list[Sheet] = []
    y, bottom = MARGIN, MARGIN + paper.printable_size[1]
    for row in rows:
        width, height = row.cell_size
        if not sheets or y + height > bottom + TOLERANCE:
            sheets.append(Sheet())
            y = MARGIN
        left = (paper.width - row.columns * width) / 2
        for n, component in enumerate(row.components):
            x = left + n * width + BLEED
            sheets[-1].placements.append(Placement(component, x, y + BLEED, row.rotation))
        y += height
    return sheets
