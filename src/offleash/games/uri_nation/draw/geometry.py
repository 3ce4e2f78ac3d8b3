"""Where things lie in the picture of a board: the measures, and the point of every cell."""

from math import hypot

from offleash.games.shared.svg import group, moved
from offleash.games.uri_nation.board.sizes import USUAL_SUB_GRID
from offleash.games.uri_nation.board.streets import neighbours
from offleash.games.uri_nation.board.text import WALKABLE, Board, Cell
from offleash.games.uri_nation.editor.fit import footprint_of

CELL = 48.0  # the side of a cell, in the units of the viewBox
HALF = CELL / 2
MARGIN = 40.0  # meadow around the grid, with the numbers of rows and columns
FRAME = 12.0  # of wood, inside the margin
HEADER = 58.0  # above it, with the name

Point = tuple[float, float]
TURNS = (180, 270, 0, 90)  # what faces south is turned to face north, east, south, west


def centre(cell: Cell) -> Point:
    """Return the middle of a cell."""
    row, column = cell
    return MARGIN + (column + 0.5) * CELL, HEADER + MARGIN + (row + 0.5) * CELL


def short_of(start: Point, end: Point, gap: float) -> Point:
    """Return the point on the line from `start` to `end` that lies a gap before the end."""
    x, y = end[0] - start[0], end[1] - start[1]
    share = gap / max(1.0, hypot(x, y))
    return end[0] - share * x, end[1] - share * y


def size(board: Board) -> Point:
    """Return width and height of the whole picture."""
    width = 2 * MARGIN + len(board.rows[0]) * CELL
    return width, HEADER + 2 * MARGIN + len(board.rows) * CELL


def facing(board: Board, feature: Cell) -> int:
    """Return the direction of a feature's first frontage, south before the others."""
    open_sides = [way for way, cell in enumerate(neighbours(feature)) if board.at(cell) in WALKABLE]
    return max(open_sides, key=lambda way: (way == 2, way == 0), default=2)


def at_cell(cell: Cell, *shapes: str, turn: float = 0, **attributes: str) -> str:
    """Return shapes drawn around the origin, moved to a cell and there turned by an angle."""
    return group(*shapes, transform=moved(*centre(cell), turn), **attributes)


def space_of(board: Board, cell: Cell) -> tuple[float, float, float, float]:
    """Return the part of its cell that a space takes: left, top, right and lower edge."""
    rows, columns = board.sub_grid or USUAL_SUB_GRID
    space, (x, y) = footprint_of(board, cell), centre(cell)
    left, top = x - HALF + CELL * space.column / columns, y - HALF + CELL * space.row / rows
    return left, top, left + CELL * space.columns / columns, top + CELL * space.rows / rows


def in_space(board: Board, cell: Cell, *shapes: str, turn: float = 0, **attributes: str) -> str:
    """Return the same as `at_cell`, reduced to the size of the space in its cell."""
    left, top, right, low = space_of(board, cell)
    if (right - left, low - top) == (CELL, CELL):
        return at_cell(cell, *shapes, turn=turn, **attributes)
    scale = min(right - left, low - top) / CELL
    at = moved((left + right) / 2, (top + low) / 2, turn)
    return group(*shapes, transform=f"{at} scale({scale:.4f})", **attributes)


def chance_of(cell: Cell, salt: int) -> float:
    """Return a pseudo-random number from 0 to 1 by cell: gardens differ, pictures do not."""
    mixed = (cell[0] * 73_856_093 ^ cell[1] * 19_349_663 ^ salt * 83_492_791) & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 12) * 0x297A2D39 & 0xFFFFFFFF
    return ((mixed ^ mixed >> 15) & 0xFFFF) / 0x10000


def one_of(cell: Cell, salt: int, count: int) -> int:
    """Return one of several numbers from 0, always the same for a cell."""
    return int(chance_of(cell, salt) * count)
