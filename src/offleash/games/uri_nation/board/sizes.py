"""How large things are: cells in millimetres, sub-cells, and what each space takes of its cell.

All of it is for paper and for pictures; the rules never look at it.
"""

import re
from typing import NamedTuple

from offleash.tools.errors import BadNotation, quote

USUAL_CELL = 28.0  # millimetres
USUAL_SUB_GRID = (4, 4)
SMALLEST_CELL, LARGEST_CELL = 5.0, 200.0
MOST_SUB_CELLS = 16  # in a row
DISK, FORT, DOG = "disk", "fortify token", "dog"
PIECES = {DISK: 16.0, FORT: 8.0, DOG: 14.0}  # in millimetres across, unless a project says more


class Footprint(NamedTuple):
    """A rectangle of sub-cells within a cell."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def text(self) -> str:
        """As it is written in the file."""
        return f"{self.rows} x {self.columns} at {self.row},{self.column}"


def parse_cell_size(text: str) -> float:
    """Return millimetres, given with one decimal at most."""
    fine = re.fullmatch(r"[0-9]{1,3}(\.[0-9])?", text)
    if not fine or not SMALLEST_CELL <= float(text) <= LARGEST_CELL:
        span = f"{SMALLEST_CELL:g} to {LARGEST_CELL:g}"
        raise BadNotation(f"cell_mm is {span} millimetres, such as 28 or 28.5, not {quote(text)}")
    return float(text)


def parse_sub_grid(text: str) -> tuple[int, int]:
    """Return `4 x 4`: rows and columns of sub-cells."""
    match = re.fullmatch(r"([0-9]{1,2}) *x *([0-9]{1,2})", text)
    sub_grid = (int(match[1]), int(match[2])) if match else (0, 0)
    if not all(1 <= number <= MOST_SUB_CELLS for number in sub_grid):
        raise BadNotation(
            f"a sub-grid is written '4 x 4', rows and columns from 1 to {MOST_SUB_CELLS}, "
            f"not {quote(text)}"
        )
    return sub_grid


def parse_footprint(text: str) -> Footprint:
    """Return `3 x 2 at 0,1`: rows and columns, from which row and column on."""
    number = "([0-9]{1,2})"
    match = re.fullmatch(f"{number} *x *{number} +at +{number},{number}", text)
    if not match:
        raise BadNotation(f"a footprint is written '3 x 2 at 0,1', not {quote(text)}")
    rows, columns, row, column = map(int, match.groups())
    return Footprint(row, column, rows, columns)


def check_footprint(footprint: Footprint, sub_grid: tuple[int, int]) -> None:
    """Raise BadNotation unless it takes a sub-cell and stays within its cell."""
    rows, columns = sub_grid
    down, right = footprint.row + footprint.rows, footprint.column + footprint.columns
    if not footprint.rows or not footprint.columns:
        raise BadNotation(f"the footprint {footprint.text} takes no sub-cell")
    if down > rows or right > columns:
        has = f"{rows} x {columns} sub-cells"
        raise BadNotation(f"the footprint {footprint.text} leaves its cell, which has {has}")
