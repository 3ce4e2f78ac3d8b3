"""What the studio needs to draw boards: kinds of spaces, lights, views, sizes."""

import re

from offleash.core import workbench
from offleash.core.workbench import Kind, Light, Workbench
from offleash.games.uri_nation.board.checks import OK, Finding, check_board
from offleash.games.uri_nation.board.room import room
from offleash.games.uri_nation.board.sheet import blank_board, read_sheet, write_sheet
from offleash.games.uri_nation.board.text import (
    GLYPHS,
    LABELS,
    LIMITS,
    MOST_COLUMNS,
    MOST_ROWS,
    Board,
    Cell,
    parse_board,
)
from offleash.games.uri_nation.board.trial import TRIAL
from offleash.games.uri_nation.board.views import VIEWS, view
from offleash.games.uri_nation.draw.colours import FILL

BESIDE = "a sidewalk or side street beside it"

# What each kind is for, in a few words, and its colour.
ABOUT = {
    "s": ("where dogs walk", "#e9dfc6"),
    ":": ("a lane that costs Drive to go into; 1.2 only", "#d9cba8"),
    "=": ("to be crossed for Drive", "#8d8a86"),
    "x": ("to be crossed free", "#c9c6c1"),
    "+": ("the centre of a crossroads: no crossing", "#77746f"),
    ".": ("a garden, a house: no part of the game", "#f7f1e1"),
    "/": ("a path as it is drawn; a line of the board says where it leads", "#cdb993"),
    "T": ("to be marked, and fought for", "#9cbf6e"),
    "B": ("where alliances are made in 1.2", "#d98fb0"),
    "P": ("where alliances are made in 1.4, and one in 1.2", "#5f9a4f"),
    "C": ("a chance card is drawn; 1.2 only", "#e3b04b"),
    "E": ("an event is drawn; 1.2 only", "#b98ad1"),
    "W": ("fills the bowl", "#6fb1d6"),
}

# Where only a number is wrong: what was counted.
COUNTED = {
    "KA8": "T",
    "KA9": "T",
    "KB2": "B",
    "KB3": "W",
    "KB4": "C",
    "KB5": "P",
    "KB6": "E",
    "KC9": "T",
}


def kinds() -> list[Kind]:
    """Every sign of the format, in its order."""
    return [_kind(key, name) for key, name in GLYPHS.items()]


def _kind(key: str, name: str) -> Kind:
    most = next((most for glyphs, most, _ in LIMITS if key in glyphs), None)
    if key in LABELS:
        words = "where a dog lives; counterclockwise"
        return Kind(key, name, words, FILL[LABELS.index(key)], 1, BESIDE)
    words, colour = ABOUT[key]
    return Kind(key, name, words, colour, most, BESIDE if key in "TBPCEW" else "")


def lights(text: str) -> list[Light]:
    """Every constraint of the board's version, in order."""
    board = parse_board(text)
    return [_light(board, finding) for finding in check_board(board)]


def _light(board: Board, finding: Finding) -> Light:
    broken = finding.severity not in (OK, workbench.UNTESTED)
    cells = _at_fault(board, finding) if broken else ()
    return Light(
        finding.id,
        finding.constraint.sentence,
        finding.severity,
        finding.text if broken else finding.detail,
        cells,
    )


def _at_fault(board: Board, finding: Finding) -> tuple[Cell, ...]:
    """The cells that break it, those that its words name, or those that were counted."""
    if finding.cells:
        return finding.cells
    named = re.findall(r"\((\d+),(\d+)\)", finding.detail)
    if named:
        return tuple((int(row), int(column)) for row, column in named)
    return board.with_glyphs(COUNTED[finding.id]) if finding.id in COUNTED else ()


def picture(text: str) -> str:
    """The street, as it is drawn for players."""
    from offleash.games.uri_nation.draw.street import street  # pictures are drawn from boards

    return street(parse_board(text))


WORKBENCH = Workbench(
    option="board",
    kinds=kinds(),
    largest=(MOST_ROWS, MOST_COLUMNS),
    blank=blank_board,
    read=read_sheet,
    write=write_sheet,
    lights=lights,
    views=tuple(VIEWS),
    view=view,
    picture=picture,
    room=room,
    trial=TRIAL,
)
