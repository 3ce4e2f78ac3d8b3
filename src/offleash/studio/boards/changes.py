"""What differs between two texts of a board, cell by cell, and merging the edits of two people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from offleash.contract.studio.workbench import Cell, Workbench
from offleash.tools.errors import OffleashError
from offleash.tools.prose import capitalise

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
    """Return the cells that differ between two boards. Raise BadNotation if one can't be read."""
    names = {kind.key: kind.name for kind in bench.kinds}
    before, after = (_cells(bench.read(text)) for text in (old, new))
    pairs = [
        (cell, before.get(cell, ""), after.get(cell, "")) for cell in sorted({*before, *after})
    ]
    # a glyph that is no kind of space, such as a label, is its own name
    return [CellChange(cell, names.get(a, a), names.get(b, b)) for cell, a, b in pairs if a != b]


def describe_changes(bench: Workbench, old: str, new: str) -> list[str]:
    """Return sentences about what differs between two boards; empty if one can't be read."""
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


# Merging


@dataclass(frozen=True)
class MergedBoard:
    """The edits of two people on the same board; where they conflict, a choice of either."""

    mine: str  # the text with my side of every conflict
    theirs: str
    conflicts: list[str]  # a sentence each; if there are none, both texts are the same


def merge_boards(bench: Workbench, base: str, mine: str, theirs: str) -> MergedBoard:
    """Merge two edits of a board, cell by cell. Raises BadNotation if a text can't be read."""
    sheets = [bench.read(text) for text in (base, mine, theirs)]
    names = {kind.key: kind.name for kind in bench.kinds}
    conflicts: list[str] = []
    sides: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for key in sheets[0]:
        values = [sheet[key] for sheet in sheets]
        if key == ROWS:
            merged = _merge_rows(values, names, conflicts)
        elif all(isinstance(value, list) and not _is_size(value) for value in values):
            merged = _merge_lists(key, values, conflicts)
        else:
            merged = _merge_values(key.replace("_", " "), values, conflicts)
        for side, value in zip(sides, merged, strict=True):
            side[key] = value
    return MergedBoard(bench.write(sides[0]), bench.write(sides[1]), conflicts)


def _merge_values(words: str, values: list[Any], conflicts: list[str]) -> tuple[Any, Any]:
    """Return one value: if only one of the two changed it, that one counts."""
    base, mine, theirs = values
    if mine == theirs or theirs == base:
        return mine, mine
    if mine == base:
        return theirs, theirs
    conflicts.append(f"{capitalise(words)}: {_display(mine)} here, {_display(theirs)} there.")
    return mine, theirs


def _display(value: Any) -> str:
    return "none" if value is None else f"{value}"


def _merge_rows(
    values: list[list[str]], names: Mapping[str, str], conflicts: list[str]
) -> tuple[list[str], list[str]]:
    """Return the grid, cell by cell; boards of different sizes are merged as a whole."""
    if len({(len(rows), len(rows[0]) if rows else 0) for rows in values}) > 1:
        sizes: list[Any] = [[(row,) for row in rows] for rows in values]
        size_conflicts: list[str] = []
        mine, theirs = _merge_values("", sizes, size_conflicts)
        if size_conflicts:
            conflicts.append("The size of the board changed here and there.")
        return [row for (row,) in mine], [row for (row,) in theirs]
    grids = [_cells({ROWS: rows}) for rows in values]
    sides: tuple[list[str], list[str]] = ([], [])
    for row, line in enumerate(values[0]):
        pairs = []
        for column in range(len(line)):
            glyphs = [grid[row, column] for grid in grids]
            kinds = [names.get(glyph, glyph) for glyph in glyphs]
            words: list[str] = []
            pairs.append(_merge_values(f"row {row}, column {column}", glyphs, words))
            if words:
                conflicts.append(f"Row {row}, column {column}: {kinds[1]} here, {kinds[2]} there.")
        for side, glyph_line in zip(sides, zip(*pairs, strict=True), strict=True):
            side.append("".join(glyph_line))
    return sides


def _merge_lists(
    key: str, values: list[list[Any]], conflicts: list[str]
) -> tuple[list[Any], list[Any]]:
    """Return lines such as paths: each line by its first cell or word."""
    tables = [{_first(item): item for item in items} for items in values]
    sides: tuple[list[Any], list[Any]] = ([], [])
    for first in dict.fromkeys(name for table in tables for name in table):
        words = f"{key.replace('_', ' ')} of {first}"
        merged = _merge_values(words, [table.get(first) for table in tables], conflicts)
        for side, item in zip(sides, merged, strict=True):
            if item is not None:
                side.append(item)
    return sorted(sides[0]), sorted(sides[1])


def _is_size(value: list[Any]) -> bool:
    """Return whether a list is one value, such as rows and columns, and not lines."""
    return bool(value) and all(isinstance(item, int) for item in value)


def _first(item: Any) -> str:
    return str(item[0]) if isinstance(item, list) and item else str(item)
