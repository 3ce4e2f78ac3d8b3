"""A board taken apart into plain lists and texts, for a page that draws it, and put together."""

from collections.abc import Mapping
from typing import Any

from offleash.core.errors import BadNotation, quote
from offleash.games.uri_nation.board.sizes import Footprint
from offleash.games.uri_nation.board.text import (
    GLYPHS,
    MOST_COLUMNS,
    MOST_ROWS,
    Board,
    Cell,
    format_board_file,
    parse_board,
)

KEYS = (
    "name",
    "version",
    "is_house",
    "influence_radius",
    "paths",
    "bonds",
    "rows",
    "cell_mm",
    "sub_grid",
    "footprints",
    "own_footprints",
)
MOST_LINES = 4096  # of one sort: one for each cell


def read_sheet(text: str) -> dict[str, Any]:
    """The sheet of a board file."""
    board = parse_board(text)
    return {
        "name": board.name,
        "version": board.version,
        "is_house": board.is_house,
        "influence_radius": board.influence_radius,
        "paths": [[list(entry), list(leave)] for entry, leave in board.paths],
        "bonds": [[list(site), [list(each) for each in reached]] for site, reached in board.bonds],
        "rows": list(board.rows),
        "cell_mm": board.cell_mm,
        "sub_grid": board.sub_grid and list(board.sub_grid),
        "footprints": [[kind, _numbers(each)] for kind, each in board.footprints],
        "own_footprints": [[list(cell), _numbers(each)] for cell, each in board.own_footprints],
    }


def _numbers(footprint: Footprint) -> list[int]:
    return [footprint.row, footprint.column, footprint.rows, footprint.columns]


def write_sheet(sheet: Mapping[str, Any]) -> str:
    """The file of a sheet; whether it is a board shows when it is read."""
    return format_board_file(_Taken(sheet).board())


def blank_board(rows: int, columns: int) -> str:
    """A sheet of paper of this size, with nothing on it."""
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS):
        raise BadNotation(f"a grid has 1 to {MOST_ROWS} rows of 1 to {MOST_COLUMNS} columns")
    grid = ("." * columns,) * rows
    return format_board_file(Board("A new neighbourhood", "1.4", False, None, (), (), grid))


class _Taken:
    """What a page sent: nothing in it is believed."""

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        if not isinstance(sheet, Mapping):
            raise BadNotation(f"a sheet has keys with values, and is not {quote(sheet)}")
        if unknown := sorted(map(str, set(sheet) - set(KEYS))):
            raise BadNotation(f"a sheet has no {quote(unknown[0])}")
        self.sheet = sheet

    def board(self) -> Board:
        """All of it together."""
        radius = self.sheet.get("influence_radius")
        sub_grid = self.sheet.get("sub_grid")
        return Board(
            self._text("name", self.sheet.get("name")).strip(),
            self._text("version", self.sheet.get("version")).strip(),
            self.sheet.get("is_house") is True,
            None if radius is None else self._whole("influence_radius", radius),
            tuple((self._cell(a), self._cell(b)) for a, b in self._pairs("paths")),
            tuple((self._cell(site), self._cells(all_)) for site, all_ in self._pairs("bonds")),
            tuple(self._text("rows", row) for row in self._list("rows", self.sheet.get("rows"))),
            self._size(self.sheet.get("cell_mm")),
            None if sub_grid is None else self._cell(sub_grid, "sub_grid"),
            tuple((self._kind(kind), self._footprint(n)) for kind, n in self._pairs("footprints")),
            tuple((self._cell(c), self._footprint(n)) for c, n in self._pairs("own_footprints")),
        )

    def _text(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or len(value) > MOST_LINES or len(value.splitlines()) > 1:
            raise BadNotation(f"{key} of a sheet takes texts of one line, not {quote(value)}")
        return value

    def _whole(self, key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1000:
            raise BadNotation(f"{key} of a sheet takes whole numbers, not {quote(value)}")
        return value

    def _size(self, value: Any) -> float | None:
        if value is None:
            return None
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value < 1000:
            raise BadNotation(f"cell_mm of a sheet takes millimetres, not {quote(value)}")
        return round(float(value), 1)

    def _list(self, key: str, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > MOST_LINES:
            raise BadNotation(f"{key} of a sheet takes a list, not {quote(value)}")
        return value

    def _pairs(self, key: str) -> list[tuple[Any, Any]]:
        """A list that may be left out, of pairs."""
        found = self._list(key, self.sheet.get(key, []))
        for each in found:
            if len(self._list(key, each)) != 2:
                raise BadNotation(f"{key} of a sheet takes pairs, not {quote(each)}")
        return [(each[0], each[1]) for each in found]

    def _cell(self, value: Any, key: str = "a cell") -> Cell:
        numbers = [self._whole(key, each) for each in self._list(key, value)]
        if len(numbers) != 2:
            raise BadNotation(f"{key} of a sheet takes two numbers, not {quote(value)}")
        return numbers[0], numbers[1]

    def _cells(self, value: Any) -> tuple[Cell, ...]:
        return tuple(sorted({self._cell(each) for each in self._list("bonds", value)}))

    def _kind(self, value: Any) -> str:
        if not isinstance(value, str) or value not in GLYPHS:
            raise BadNotation(f"{quote(value)} is no kind of space")
        return value

    def _footprint(self, value: Any) -> Footprint:
        numbers = [self._whole("a footprint", each) for each in self._list("a footprint", value)]
        if len(numbers) != 4:
            raise BadNotation(f"a footprint of a sheet takes four numbers, not {quote(value)}")
        return Footprint(*numbers)
