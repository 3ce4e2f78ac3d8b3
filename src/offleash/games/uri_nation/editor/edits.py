"""Small changes to a board in words: `4 bonds; move park to (2,17); remove chance (2,8)`.

They make variants of a board for experiments without a file for each.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from offleash.contract.studio.workbench import ERROR
from offleash.games.uri_nation.board.text import (
    GLYPHS,
    LONGEST_NAME,
    WALKABLE,
    Board,
    Cell,
    cell_text,
    format_board_file,
    parse_board,
)
from offleash.games.uri_nation.editor.constraints import check_board
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean

NOTHING, ROAD, ZEBRA = ".", "=", "x"
NOUNS = {
    noun: glyph
    for nouns, glyph in (
        ("territory territories", "T"),
        ("bond bonds", "B"),
        ("park parks", "P"),
        ("chance chances", "C"),
        ("event events", "E"),
        ("water waters", "W"),
        ("zebra zebras", ZEBRA),
    )
    for noun in nouns.split()
}
SECOND_WORDS = ("space", "spaces", "spot", "spots", "crossing", "crossings")  # may follow a noun
CELL = r"\(?([0-9]{1,2}),([0-9]{1,2})\)?"
FORMS = {
    "count": re.compile(r"([0-9]{1,2}) ([a-z ]+)"),
    "add": re.compile(rf"add ([a-z ]+) {CELL}"),
    "remove": re.compile(rf"remove ([a-z ]+) {CELL}"),
    "move": re.compile(rf"move ([a-z ]+?) (?:{CELL} )?to {CELL}"),
}
HELP = "write `4 bonds`, `add chance (2,9)`, `remove bond (2,5)` or `move park to (2,17)`"


def edit_board(text: str, edits: str, base: str) -> str:
    """Return the file of a changed board, named after the changes. Raise BadNotation if bad."""
    board = parse_board(text)
    for edit in edits.split(";"):
        board = _edit(board, " ".join(edit.split()).lower())
    name = f"{base}: {'; '.join(' '.join(edit.split()) for edit in edits.split(';'))}"
    name = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
    return format_board_file(replace(board, name=name, is_house=True))


def _edit(board: Board, edit: str) -> Board:
    for form, pattern in FORMS.items():
        if match := pattern.fullmatch(edit):
            return EDITORS[form](board, *match.groups())
    raise BadNotation(f"{quote(edit)} does not change a board: {HELP}")


def _kind(noun: str) -> str:
    """Return the glyph of `bond`, `bond spaces` or `zebra crossing`."""
    first, *rest = noun.split()
    if first not in NOUNS or (rest and (len(rest) > 1 or rest[0] not in SECOND_WORDS)):
        raise BadNotation(f"{quote(noun)} is not a kind of space{did_you_mean(noun, NOUNS)}")
    return NOUNS[first]


def _cell(board: Board, row: str, column: str) -> Cell:
    cell = int(row), int(column)
    if cell[0] >= len(board.rows) or cell[1] >= len(board.rows[0]):
        size = f"{len(board.rows)} rows of {len(board.rows[0])} columns"
        raise BadNotation(f"{cell_text(cell)} is outside the grid, which has {size}")
    return cell


def _filler(glyph: str) -> str:
    """Return what is left where a space was."""
    return ROAD if glyph == ZEBRA else NOTHING


def _put(board: Board, *changes: tuple[Cell, str]) -> Board:
    """Return the board with other glyphs in some cells, without the lines about what has gone."""
    rows = [list(row) for row in board.rows]
    for (row, column), glyph in changes:
        rows[row][column] = glyph
    cells = {cell for cell, _ in changes}
    board = replace(board, rows=tuple("".join(row) for row in rows))
    bonds = tuple(
        (site, tuple(cell for cell in reached if board.at(cell) == "T"))
        for site, reached in board.bonds
        if board.at(site) == "B"
    )
    own = tuple((cell, size) for cell, size in board.own_footprints if cell not in cells)
    return replace(board, bonds=bonds, own_footprints=own)


# The edits


def _add(board: Board, noun: str, row: str, column: str) -> Board:
    return _put(board, (_cell(board, row, column), _kind(noun)))


def _remove(board: Board, noun: str, row: str, column: str) -> Board:
    cell, glyph = _cell(board, row, column), _kind(noun)
    _require(board, cell, glyph)
    return _put(board, (cell, _filler(glyph)))


def _move(board: Board, noun: str, *numbers: str | None) -> Board:
    """Let two cells change places, so that the board has as many of everything as before."""
    row, column, *target = numbers
    glyph = _kind(noun)
    cells = board.with_glyphs(glyph)
    if row is not None and column is not None:
        source = _cell(board, row, column)
        _require(board, source, glyph)
    elif len(cells) == 1:
        source = cells[0]
    else:
        listed = ", ".join(map(cell_text, cells)) or "none"
        raise BadNotation(
            f"say which {noun} moves: `move {noun} (2,5) to (2,9)`; the board has {listed}"
        )
    to = _cell(board, *(str(number) for number in target))
    return _put(board, (source, board.at(to)), (to, glyph))


def _require(board: Board, cell: Cell, glyph: str) -> None:
    if board.at(cell) != glyph:
        actual = GLYPHS[board.at(cell)]
        raise BadNotation(f"{cell_text(cell)} is {actual}, not {GLYPHS[glyph]}")


def _count(board: Board, number: str, noun: str) -> Board:
    """Make as many of a kind as asked for, spread around the homes as evenly as can be.

    New spaces replace nothing next to a pavement; where there is none left, territories.
    """
    glyph, count = _kind(noun), int(number)
    while len(cells := set(board.with_glyphs(glyph))) > count:
        board = _replace_one(board, {cell: cells - {cell} for cell in cells}, _filler(glyph))
    while len(cells := set(board.with_glyphs(glyph))) < count:
        room = _room(board, glyph)
        if not room:
            raise BadNotation(f"the board has room for {len(cells)} {noun}, not {count}")
        board = _replace_one(board, {cell: cells | {cell} for cell in room}, glyph)
        parse_board(format_board_file(board))  # raises BadNotation for too many
    return board


def _replace_one(board: Board, outcomes: Mapping[Cell, set[Cell]], glyph: str) -> Board:
    """Put a glyph into the cell with the most even outcome that breaks no further constraint."""
    order = sorted(outcomes, key=lambda cell: (_unevenness(board, outcomes[cell]), cell))
    boards = (_put(board, (cell, glyph)) for cell in order)
    errors = _errors(board)
    playable = (changed for changed in boards if not _errors(changed) - errors)
    return next(playable, _put(board, (order[0], glyph)))


def _errors(board: Board) -> set[str]:
    findings = check_board(replace(board, is_house=True))
    return {finding.id for finding in findings if finding.severity == ERROR}


def _room(board: Board, glyph: str) -> list[Cell]:
    """Return where another space of a kind can be."""
    if glyph == ZEBRA:
        return [
            (row, column)
            for row, column in board.with_glyphs(ROAD)
            if all(board.at((row + step, column)) in WALKABLE for step in (-1, 1))
        ]
    free = [cell for cell in board.with_glyphs(NOTHING) if _has_frontage(board, cell)]
    return free or (list(board.territories) if glyph != "T" else [])


def _has_frontage(board: Board, cell: Cell) -> bool:
    row, column = cell
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return any(board.at(neighbour) in WALKABLE for neighbour in beside)


def _unevenness(board: Board, cells: Iterable[Cell]) -> tuple[float, float]:
    """Return how much nearer the cells are to one home than another; then how crowded they are."""
    places = sorted(cells)
    reach = [sum(1 / (1 + _distance(home, cell)) for cell in places) for home in board.homes]
    pairs = ((a, b) for i, a in enumerate(places) for b in places[:i])
    crowding = sum(1 / _distance(a, b) for a, b in pairs)
    return round(max(reach) - min(reach), 9), round(crowding, 9)


def _distance(a: Cell, b: Cell) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


EDITORS: dict[str, Callable[..., Board]] = {
    "count": _count,
    "add": _add,
    "remove": _remove,
    "move": _move,
}
