"""What the studio needs to draw boards: kinds of spaces, lights, views, sizes."""

import re

from offleash.core import workbench
from offleash.core.workbench import (
    COLUMN,
    ROW,
    BoardCheck,
    BoardFormat,
    LinkLine,
    NumberLine,
    SpaceKind,
    TurnedSprite,
    Workbench,
)
from offleash.games.uri_nation.board import DATA
from offleash.games.uri_nation.board.checks import OK, Finding, check_board
from offleash.games.uri_nation.board.room import room
from offleash.games.uri_nation.board.sheet import blank_board, read_sheet, write_sheet
from offleash.games.uri_nation.board.sizes import USUAL_CELL, USUAL_SUB_GRID
from offleash.games.uri_nation.board.text import (
    FIRST_LINE,
    GLYPHS,
    LABELS,
    LARGEST_RADIUS,
    LIMITS,
    MOST_COLUMNS,
    MOST_ROWS,
    ROAD,
    VERSIONS,
    WALKABLE,
    Board,
    Cell,
    parse_board,
)
from offleash.games.uri_nation.board.trial import TRIAL
from offleash.games.uri_nation.board.views import VIEWS, view
from offleash.games.uri_nation.draw.colours import FILL

BESIDE = "a sidewalk or side street beside it"

# What each kind is for, in a few words, its colour and its sprite.
ABOUT = {
    "s": ("where dogs walk", "#e9dfc6", "sidewalk"),
    ":": ("a lane that costs Drive to go into; 1.2 only", "#d9cba8", "side"),
    "=": ("to be crossed for Drive", "#8d8a86", "road-across"),
    "x": ("to be crossed free", "#c9c6c1", "zebra-across"),
    "+": ("the centre of a crossroads: no crossing", "#77746f", "junction"),
    ".": ("a garden, a house: no part of the game", "#f7f1e1", "nothing"),
    "/": ("a path as it is drawn; a line of the board says where it leads", "#cdb993", "path"),
    "T": ("to be marked, and fought for", "#9cbf6e", "territory"),
    "B": ("where alliances are made in 1.2", "#d98fb0", "bond"),
    "P": ("where alliances are made in 1.4, and one in 1.2", "#5f9a4f", "park"),
    "C": ("a chance card is drawn; 1.2 only", "#e3b04b", "chance"),
    "E": ("an event is drawn; 1.2 only", "#b98ad1", "events"),
    "W": ("fills the bowl", "#6fb1d6", "water"),
}

# Roads lie across the sheet, unless no road is on either side of them.
TURNED = {
    "=": TurnedSprite("road-down", ROW, "".join(sorted(set(GLYPHS) - set(ROAD)))),
    "x": TurnedSprite("zebra-down", COLUMN, WALKABLE),
}

FORMAT = BoardFormat(
    header=FIRST_LINE,
    versions=[f"{version}{house}" for version in VERSIONS for house in ("", " house")],
    empty=".",
    brush="s",
    corners=LABELS,
    cell_mm=USUAL_CELL,
    sub_grid=USUAL_SUB_GRID,
    radius=NumberLine("influence_radius", "Influence radius", LARGEST_RADIUS),
    links=LinkLine(
        keyword="bond",
        source="B",
        target="T",
        name="Influence",
        key="i",
        hint="A bond space, then its territories",
        no_source="Begin with a bond space.",
        no_target="Only territories are influenced.",
    ),
)

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


def kinds() -> list[SpaceKind]:
    """Every sign of the format, in its order."""
    return [_kind(key, name) for key, name in GLYPHS.items()]


def _kind(key: str, name: str) -> SpaceKind:
    most = next((most for glyphs, most, _ in LIMITS if key in glyphs), None)
    if key in LABELS:
        words = "where a dog lives; counterclockwise"
        return SpaceKind(key, name, words, FILL[LABELS.index(key)], 1, BESIDE, f"home-{key}")
    words, colour, sprite = ABOUT[key]
    needs = BESIDE if key in "TBPCEW" else ""
    return SpaceKind(key, name, words, colour, most, needs, sprite, TURNED.get(key))


def sprites() -> str:
    """The sprites of all kinds, as SVG symbols."""
    return (DATA / "sprites.svg").read_text("utf-8")


def lights(text: str) -> list[BoardCheck]:
    """Every constraint of the board's version, in order."""
    board = parse_board(text)
    return [_light(board, finding) for finding in check_board(board)]


def _light(board: Board, finding: Finding) -> BoardCheck:
    broken = finding.severity not in (OK, workbench.UNTESTED)
    cells = _at_fault(board, finding) if broken else ()
    return BoardCheck(
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
    format=FORMAT,
    kinds=kinds(),
    sprites=sprites,
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
