"""What the studio needs to draw boards: kinds of spaces, lights, views, sizes."""

import re
from collections.abc import Iterable

from offleash.contract import Records
from offleash.contract.studio import workbench as W
from offleash.contract.text.own_images import own_image
from offleash.games.uri_nation.board import DATA, text as T
from offleash.games.uri_nation.board.sizes import USUAL_CELL, USUAL_SUB_GRID
from offleash.games.uri_nation.board.text import Board, Cell, parse_board
from offleash.games.uri_nation.draw import furniture
from offleash.games.uri_nation.draw.colours import FILL
from offleash.games.uri_nation.draw.heat import maps_of
from offleash.games.uri_nation.draw.street import SPACE_IMAGE, street
from offleash.games.uri_nation.editor.constraints import NEEDED, ConstraintResult, check_board
from offleash.games.uri_nation.editor.fit import room
from offleash.games.uri_nation.editor.sheet import blank_board, read_sheet, write_sheet
from offleash.games.uri_nation.editor.views import VIEWS, view
from offleash.games.uri_nation.options import HOMES, board_of
from offleash.games.uri_nation.text.figures.dogs import ENDINGS
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES, SEAT_NAMES

FRONTAGE = "a sidewalk or side street next to it"

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
    "B": ("a hydrant, where alliances are made in 1.2", "#d98fb0", "bond"),
    "P": ("where alliances are made in 1.4, and one in 1.2", "#5f9a4f", "park"),
    "C": ("a chance card is drawn; 1.2 only", "#e3b04b", "chance"),
    "E": ("an event is drawn; 1.2 only", "#b98ad1", "events"),
    "W": ("a puddle that fills the bowl", "#6fb1d6", "water"),
}

# Roads lie across the sheet, unless no road is on either side of them.
TURNED = {
    "=": W.TurnedSprite("road-down", W.ROW, "".join(sorted(set(T.GLYPHS) - set(T.ROAD)))),
    "x": W.TurnedSprite("zebra-down", W.COLUMN, T.WALKABLE),
}

FORMAT = W.BoardFormat(
    header=T.FIRST_LINE,
    versions=[f"{version}{house}" for version in T.VERSIONS for house in ("", " house")],
    empty=".",
    brush="s",
    corners=T.LABELS,
    cell_mm=USUAL_CELL,
    sub_grid=USUAL_SUB_GRID,
    about_versions="A house board is your own: where it differs from the published version, checks "
    "warn, and games go on.",
    radius=W.NumberLine("influence_radius", "Influence radius", T.LARGEST_RADIUS),
    links=W.LinkLine(
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
COUNTED = {"KA8": "T", "KA9": "T", "KC9": "T"}
COUNTED |= {"KB2": "B", "KB3": "W", "KB4": "C", "KB5": "P", "KB6": "E"}


def _kind(key: str, name: str) -> W.SpaceKind:
    """Return the kind of space that a glyph of a board file stands for."""
    most = next((most for glyphs, most, _ in T.LIMITS if key in glyphs), None)
    if key in T.LABELS:
        words = "where a dog lives; anticlockwise"
        return W.SpaceKind(key, name, words, FILL[T.LABELS.index(key)], 1, FRONTAGE, f"home-{key}")
    words, colour, sprite = ABOUT[key]
    needs = FRONTAGE if key in "TBPCEW" else ""
    return W.SpaceKind(key, name, words, colour, most, needs, sprite, TURNED.get(key))


# Drawn as on the finished board.
FURNITURE = {
    "bond": furniture.hydrant(),
    "park": furniture.dog_park() + furniture.park_sign(),
    "chance": furniture.bin_of_chance(),
    "events": furniture.notice_board(),
    "water": furniture.puddle(),
    **{
        f"home-{label}": furniture.house(seat) + furniture.house_number(seat, label)
        for seat, label in enumerate(T.LABELS)
    },
}
LAWN = '<rect width="40" height="40" fill="#bcd88f"/>'
TO_SPRITE = "translate(20,20) scale(.9)"  # from a square of 44 around the origin


def sprites() -> str:
    """Return the sprites of all kinds, as SVG symbols; a project's images replace them."""
    symbols = "".join(
        f'<symbol id="kind-{name}" viewBox="0 0 40 40">{LAWN}'
        f'<g transform="{TO_SPRITE}" text-anchor="middle">'
        f"{own_image(f'space-{name}', 0, 0, SPACE_IMAGE, SPACE_IMAGE) or picture}</g></symbol>\n"
        for name, picture in FURNITURE.items()
    )
    return (DATA / "sprites.svg").read_text("utf-8").replace("</svg>", f"{symbols}</svg>")


def lights(text: str, options: Records | None = None) -> list[W.BoardCheck]:
    """Return every constraint of the board's version, in order, under the rules of some options."""
    board = parse_board(text)
    win = None if options is None else int(options["territories_to_win"][0])
    return [_light(board, result) for result in check_board(board, win)]


def _light(board: Board, result: ConstraintResult) -> W.BoardCheck:
    is_broken = result.severity not in (W.OK, W.UNTESTED)
    why = result.text if is_broken else result.detail
    cells = _faulty_cells(board, result) if is_broken else ()
    constraint = result.constraint
    can_ignore = constraint.level != NEEDED
    return W.BoardCheck(
        result.id, constraint.sentence, result.severity, why, cells, constraint.reason, can_ignore
    )


def _faulty_cells(board: Board, result: ConstraintResult) -> tuple[Cell, ...]:
    """Return the cells that break it, those that its words name, or those that were counted."""
    if result.cells:
        return result.cells
    named = re.findall(r"\((\d+),(\d+)\)", result.detail)
    if named:
        return tuple((int(row), int(column)) for row, column in named)
    return board.with_glyphs(COUNTED[result.id]) if result.id in COUNTED else ()


def picture(text: str) -> str:
    """Return the street as players see it."""
    return street(parse_board(text))


# Games of bots on a board that is being drawn

LENGTH, WINS = "Game length", "Win rates"
LENGTHS = {f"{LENGTH}: {span}, mean": span for span in ("rounds", "turns", "decisions")}
GAME_ENDINGS = {f"{LENGTH}: % of the games, {words}": words for words in ENDINGS.values()}
GAME_ENDINGS[f"{LENGTH}: shared wins"] = "shared wins"


def _win_rates(group: str, names: Iterable[str]) -> W.FigureGroup:
    """Return win rates by home, archetype or seat."""
    rows = {f"{WINS}: by {group}, {name}": name for name in names}
    return W.FigureGroup(f"{group}s", f"Wins by {group}", rows)


TRIAL_GROUPS = (
    _win_rates("home", [f"home {label}" for label in HOMES]),
    _win_rates("archetype", ARCHETYPE_NAMES),
    _win_rates("seat", SEAT_NAMES),
    W.FigureGroup("length", "Length of a game", LENGTHS),
    W.FigureGroup("endings", "How games end", GAME_ENDINGS),
)


def heat(options: Records, sums: Records, games: int) -> list[W.CellCounts]:
    """Return how much there was at every cell of the options' board; claims are left out."""
    maps = []
    for counts in maps_of(board_of(options), sums, games):
        key, unit = counts.kind.name, "% of all walks" if counts.kind.is_share else "per game"
        if key != "claims":
            maps.append(W.CellCounts(key, key.capitalize(), unit, counts.values))
    return maps


WORKBENCH = W.Workbench(
    option="board",
    format=FORMAT,
    kinds=[_kind(key, name) for key, name in T.GLYPHS.items()],
    sprites=sprites,
    largest=(T.MOST_ROWS, T.MOST_COLUMNS),
    blank=blank_board,
    read=read_sheet,
    write=write_sheet,
    lights=lights,
    views=tuple(VIEWS),
    view=view,
    picture=picture,
    room=room,
    trial=W.Trial(TRIAL_GROUPS, heat),
)
