"""Lays out components in rows on sheets, with backs behind their fronts.

Rows of equal components are a block. Most components have bleed around them; those with an edge of
one colour touch each other, so that one straight cut serves two of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, inf

from offleash.contract.studio.kit import RECTANGLE, Component, Span
from offleash.paper.printing.sizes import BLEED, MARGIN, Paper

QUARTER_TURN = 90  # degrees
TURNED = 1.1  # a turned row counts as so much higher than it is
TOLERANCE_MM = 1e-6  # millimetres
EDGE_MM = 3.0  # millimetres around a block whose parts touch, for its marks


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
        """Return where its back is printed, when the sheet is flipped on its long edge."""
        x = paper.width - self.x - self.width
        return Placement(self.component, x, self.y, -self.rotation % 360)


@dataclass
class Block:
    """Rows of components of one size on a sheet."""

    rows: list[list[Placement]] = field(default_factory=list)

    @property
    def placements(self) -> list[Placement]:
        """The components, row by row."""
        return [placement for row in self.rows for placement in row]

    @property
    def shares_cuts(self) -> bool:
        """Whether its components touch each other."""
        return self.rows[0][0].component.shares_cuts

    def window(self, row: int, column: int) -> Span:
        """Return what may show of a component: its bleed, but none into neighbours it touches."""
        placement = self.rows[row][column]
        x, y = placement.x, placement.y
        right, low = x + placement.width, y + placement.height
        if not self.shares_cuts:
            return x - BLEED, y - BLEED, right + BLEED, low + BLEED
        is_last = column == len(self.rows[row]) - 1
        is_lowest = row == len(self.rows) - 1 or column >= len(self.rows[row + 1])
        return (
            x - BLEED * (column == 0),
            y - BLEED * (row == 0),
            right + BLEED * is_last,
            low + BLEED * is_lowest,
        )

    @property
    def cuts(self) -> "Cuts":
        """The work of cutting it: a straight cut goes through all rows or all columns."""
        if self.rows[0][0].component.shape != RECTANGLE:
            return Cuts(0, len(self.placements))
        lines = len(self.rows), max(map(len, self.rows))
        return Cuts(sum(n + 1 if self.shares_cuts else 2 * n for n in lines), 0)


@dataclass(frozen=True)
class Cuts:
    """How much there is to cut."""

    straight: int  # with a knife or a guillotine, from edge to edge
    outlines: int  # with scissors, all round

    def __add__(self, other: "Cuts") -> "Cuts":
        return Cuts(self.straight + other.straight, self.outlines + other.outlines)


@dataclass
class Sheet:
    """The components on one sheet of paper."""

    blocks: list[Block] = field(default_factory=list)

    @property
    def placements(self) -> list[Placement]:
        """All components, block by block."""
        return [placement for block in self.blocks for placement in block.placements]

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
    def gap(self) -> float:
        """The bleed on each side of a component."""
        return 0.0 if self.components[0].shares_cuts else BLEED

    @property
    def edge(self) -> float:
        """The room around a block of such rows."""
        return EDGE_MM if self.components[0].shares_cuts else 0.0

    @property
    def cell_size(self) -> tuple[float, float]:
        """The width and height of a component with its bleed."""
        first = Placement(self.components[0], 0, 0, self.rotation)
        return first.width + 2 * self.gap, first.height + 2 * self.gap


def fits_on_page(component: Component, paper: Paper) -> bool:
    """Return whether a component fits on a page, rotated or not."""
    return any(_grid(component, paper, rotation) != (0, 0) for rotation in (0, QUARTER_TURN))


def lay_out(components: Sequence[Component], paper: Paper) -> list[Sheet]:
    """Lay out the components that have a back, then those without."""
    ordered = sorted(components, key=lambda component: not component.back)
    return _fill_sheets(_groups(ordered, paper), paper)


def _grid(component: Component, paper: Paper, rotation: int) -> tuple[int, int]:
    """Return how many columns and rows of a component fit on a page; (0, 0) if none do."""
    row = SheetRow((component,), 1, rotation)
    width, height = row.cell_size
    columns = (paper.printable_size[0] - 2 * row.edge + TOLERANCE_MM) // width
    rows = (paper.printable_size[1] - 2 * row.edge + TOLERANCE_MM) // height
    return (int(columns), int(rows)) if columns and rows else (0, 0)


def _room(equal: Sequence[Component], paper: Paper, rotation: int) -> tuple[float, float]:
    """Return the pages that components of one size need, and how high all their rows are.

    A turn is only worth it if it saves more than a little.
    """
    columns, rows = _grid(equal[0], paper, rotation)
    if not columns:
        return inf, inf
    height = SheetRow((equal[0],), columns, rotation).cell_size[1]
    height *= TURNED if rotation else 1.0
    return ceil(len(equal) / (columns * rows)), ceil(len(equal) / columns) * height


def _groups(components: Sequence[Component], paper: Paper) -> Iterator[list[SheetRow]]:
    """Yield rows of components of one size, rotated if they need less paper that way."""
    for _, group in groupby(
        components, key=lambda c: (c.width, c.height, c.shape, c.shares_cuts, bool(c.back))
    ):
        equal = [component for component in group for _ in range(component.count)]
        if not equal:
            continue
        rotation = min((0, QUARTER_TURN), key=lambda turn: _room(equal, paper, turn))
        columns, _ = _grid(equal[0], paper, rotation)
        yield [
            SheetRow(tuple(equal[start : start + columns]), columns, rotation)
            for start in range(0, len(equal), columns)
        ]


def _fill_sheets(groups: Iterator[list[SheetRow]], paper: Paper) -> list[Sheet]:
    """Put blocks on sheets, one below the other, centred horizontally."""
    sheets: list[Sheet] = []
    y, bottom = MARGIN, MARGIN + paper.printable_size[1]
    for rows in groups:
        block = None
        for row in rows:
            height, above = row.cell_size[1], 0.0 if block else row.edge
            if not sheets or y + above + height + row.edge > bottom + TOLERANCE_MM:
                sheets.append(Sheet())
                y, block, above = MARGIN, None, row.edge
            if block is None:
                block = Block()
                sheets[-1].blocks.append(block)
            y += above
            block.rows.append(_placed(row, y, paper))
            y += height
        y += rows[0].edge
    return sheets


def _placed(row: SheetRow, y: float, paper: Paper) -> list[Placement]:
    """Return the components of a row whose upper edge is at y."""
    width, _ = row.cell_size
    left = (paper.width - row.columns * width) / 2
    return [
        Placement(component, left + n * width + row.gap, y + row.gap, row.rotation)
        for n, component in enumerate(row.components)
    ]
