"""Boards as sheets, of plain lists and texts, for a page that draws them: read and written."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from offleash.games.uri_nation.board import text as T
from offleash.games.uri_nation.board.sizes import Footprint
from offleash.games.uri_nation.board.text import Board, Cell, format_board_file, parse_board
from offleash.tools.errors import BadNotation, quote

KEYS = [field.name for field in fields(Board)]  # of a sheet, in the order of a board
MOST_LINES = 4096  # of one sort: one for each cell


def read_sheet(text: str) -> dict[str, Any]:
    """Return the sheet of a board file."""
    board = parse_board(text)
    return {key: _as_lists(getattr(board, key)) for key in KEYS}


def _as_lists(value: Any) -> Any:
    return [_as_lists(item) for item in value] if isinstance(value, tuple) else value


def write_sheet(sheet: Mapping[str, Any]) -> str:
    """Return the file of a sheet; only `parse_board` says whether it is a board."""
    return format_board_file(_SheetReader(sheet).board())


def blank_board(rows: int, columns: int) -> str:
    """Return an empty board of this size. Raise BadNotation if it is too small or too large."""
    if not (1 <= rows <= T.MOST_ROWS and 1 <= columns <= T.MOST_COLUMNS):
        raise BadNotation(f"a grid has 1 to {T.MOST_ROWS} rows of 1 to {T.MOST_COLUMNS} columns")
    grid = ("." * columns,) * rows
    return format_board_file(Board("A new neighbourhood", "1.4", False, None, (), (), grid))


class _SheetReader:
    """Reads what a page sent, and trusts none of it: every value is checked."""

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        if not isinstance(sheet, Mapping):
            raise BadNotation(f"a sheet must be an object with keys and values, not {quote(sheet)}")
        if unknown := sorted(map(str, set(sheet) - set(KEYS))):
            raise BadNotation(f"a sheet has no {quote(unknown[0])}")
        self.sheet = sheet

    def board(self) -> Board:
        """Return the board of the sheet."""
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
            tuple(self._text("ignored", name) for name in self._names("ignored")),
            tuple(
                (self._text("calls", a), self._text("calls", b)) for a, b in self._pairs("calls")
            ),
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

    def _names(self, key: str) -> list[Any]:
        """Return a list that may be left out."""
        return self._list(key, self.sheet.get(key, []))

    def _pairs(self, key: str) -> list[tuple[Any, Any]]:
        """Return a list that may be left out, of pairs."""
        pairs = self._names(key)
        for pair in pairs:
            if len(self._list(key, pair)) != 2:
                raise BadNotation(f"{key} of a sheet takes pairs, not {quote(pair)}")
        return [(first, second) for first, second in pairs]

    def _cell(self, value: Any, key: str = "a cell") -> Cell:
        numbers = self._numbers(key, value)
        if len(numbers) != 2:
            raise BadNotation(f"{key} of a sheet takes two numbers, not {quote(value)}")
        return numbers[0], numbers[1]

    def _numbers(self, key: str, value: Any) -> list[int]:
        return [self._whole(key, item) for item in self._list(key, value)]

    def _cells(self, value: Any) -> tuple[Cell, ...]:
        return tuple(sorted({self._cell(cell) for cell in self._list("bonds", value)}))

    def _kind(self, value: Any) -> str:
        if not isinstance(value, str) or value not in T.GLYPHS:
            raise BadNotation(f"there is no kind of space {quote(value)}")
        return value

    def _footprint(self, value: Any) -> Footprint:
        numbers = self._numbers("a footprint", value)
        if len(numbers) != 4:
            raise BadNotation(f"a footprint of a sheet takes four numbers, not {quote(value)}")
        return Footprint(*numbers)
