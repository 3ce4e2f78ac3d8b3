"""What differs between two texts of a board, cell by cell, and merging the edits of two people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from offleash.core.errors import OffleashError
from offleash.core.prose import capitalise
from offleash.core.workbench import Cell, Workbench

ROWS = "rows"  # the key of a sheet's grid
MOST_LISTED = 12


@dataclass(frozen=True)
class CellChange:
    """A cell that differs; empty where it lies outside the board."""

    cell: Cell
    old: str  # the name of a kind of space
    new: str

    @property
    def words(self) -> str:
        row, column = self.cell
        return f"row {row}, column {column}: {self.old or 'nothing'} → {self.new or 'nothing'}"


def changed_cells(bench: Workbench, old: str, new: str) -> list[CellChange]:
    """The cells that differ between two boards. Raises BadNotation if one can't be read."""
    names = {kind.key: kind.name for kind in bench.kinds}
    before, after = (_cells(bench.read(text)) for text in (old, new))
    return [
        CellChange(cell, names.get(before.get(cell, ""), ""), names.get(after.get(cell, ""), ""))
        for cell in sorted({*before, *after})
        if before.get(cell) != after.get(cell)
    ]


def describe_changes(bench: Workbench, old: str, new: str) -> list[str]:
    """Sentences about what differs between two boards; empty if one can't be read."""
    try:
        cells, sheets = changed_cells(bench, old, new), [bench.read(text) for text in (old, new)]
    except OffleashError:
        return []
    lines = [f"{capitalise(change.words)}." for change in cells[:MOST_LISTED]]
    if len(cells) > MOST_LISTED:
        lines.append(f"{len(cells) - MOST_LISTED} more cells.")
    others = [key for key in sheets[0] if key != ROWS and sheets[0][key] != sheets[1].get(key)]
    return [*lines, *(f"{capitalise(key.replace('_', ' '))} changed." for key in others)]


def _cells(sheet: Mapping[str, Any]) -> dict[Cell, str]:
    return {
        (row, column): glyph
        for row, line in enumerate(sheet[ROWS])
        for column, glyph in enumerate(line)
    }
