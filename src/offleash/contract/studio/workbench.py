"""What a game offers to the board and card editors of the studio, as plain data for a page.

A sheet is a board file as plain lists and texts: `read` parses the file's text, and `write`
formats it again. Cells are pairs of row and column, counted from 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
Sheet = Mapping[str, Any]

OK, WARNING, ERROR, UNTESTED, IGNORED = "ok", "warning", "error", "untested", "ignored"
ROW, COLUMN = "row", "column"


@dataclass(frozen=True)
class TurnedSprite:
    """The sprite of a cell whose two neighbours both have one of these glyphs."""

    name: str  # in `Workbench.sprites`
    axis: str  # ROW: the neighbours on the left and right; COLUMN: those above and below
    glyphs: str


@dataclass(frozen=True)
class SpaceKind:
    """A kind of space that a designer can paint."""

    key: str  # its glyph in the file, and the key on the keyboard that selects it
    name: str
    words: str
    colour: str
    most: int | None = None  # on one board
    needs: str = ""  # what it must be next to
    sprite: str = ""  # its name in `Workbench.sprites`
    turned: TurnedSprite | None = None


@dataclass(frozen=True)
class NumberLine:
    """An optional line of a board file with a whole number from 0: `keyword: number`."""

    keyword: str
    label: str
    most: int


@dataclass(frozen=True)
class LinkLine:
    """A line of a board file that links a space to others, `keyword: cell : cells`."""

    keyword: str
    source: str  # the glyph of the space
    target: str  # the glyph of the others
    name: str  # of the tool
    key: str  # that selects the tool
    hint: str
    no_source: str  # the message if the first cell is not a source
    no_target: str  # the message if a later cell is not a target


@dataclass(frozen=True)
class BoardFormat:
    """The format of board files: a header, lines `keyword: value`, then the grid of glyphs."""

    header: str  # the first line
    versions: Sequence[str]
    empty: str  # the glyph of an empty cell
    brush: str  # the glyph to paint with first
    corners: str  # glyphs that change places when a board is rotated, anticlockwise
    cell_mm: float  # the default size
    sub_grid: tuple[int, int]
    radius: NumberLine | None = None
    links: LinkLine | None = None
    about_versions: str = ""  # what to know before one is chosen


@dataclass(frozen=True)
class BoardCheck:
    """Whether a board meets one constraint."""

    name: str
    words: str
    state: str  # OK, WARNING, ERROR, UNTESTED or IGNORED
    why: str = ""  # it is violated
    cells: Sequence[Cell] = ()  # where it is violated
    reason: str = ""  # why there is such a constraint
    can_ignore: bool = False  # a board may switch it off

    @property
    def is_met(self) -> bool:
        return self.state == OK


@dataclass(frozen=True)
class Layer:
    """A number for some of the cells."""

    name: str
    cells: Mapping[Cell, int]


@dataclass(frozen=True)
class Way:
    """A line from cell to cell, with its price."""

    start: Cell
    end: Cell
    price: int
    words: str
    is_one_way: bool = False


@dataclass(frozen=True)
class BoardView:
    """An overlay for the board: numbers in cells, lines between them, and a table."""

    key: str
    name: str
    words: str
    layers: Sequence[Layer] = ()
    ways: Sequence[Way] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str | int | None]] = ()
    unit: str = ""  # of the prices of its ways
    has_groups: bool = False  # a layer's numbers are groups, drawn in different colours


@dataclass(frozen=True)
class Misfit:
    """Pieces that do not fit on a space that they may have to share."""

    words: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class BoardSizes:
    """The sizes of a board: a footprint is row, column, rows and columns in sub-cells."""

    cell_mm: float
    sub_grid: tuple[int, int]  # rows and columns of sub-cells in a cell
    footprints: Mapping[str, tuple[int, int, int, int]]  # by the key of a kind, if it has its own
    pieces: Mapping[str, Sequence[tuple[int, str, float]]]  # by key: (count, name, mm across)
    misfits: Sequence[Misfit] = field(default_factory=tuple)


@dataclass(frozen=True)
class FigureGroup:
    """Figures of games on a board that are shown together, such as wins by home."""

    key: str
    name: str
    rows: Mapping[str, str]  # labels by the key of the measure


@dataclass(frozen=True)
class CellCounts:
    """How often something happened at each cell."""

    key: str
    name: str
    unit: str
    cells: Mapping[Cell, float]


@dataclass(frozen=True)
class Trial:
    """The figures to show of games that bots play on a board while it is edited."""

    groups: Sequence[FigureGroup]
    heat: Callable[[Any, Any, int], list[CellCounts]]  # (options, sums, games)


@dataclass(frozen=True)
class CardField:
    """A field of a card: free text, or one of several choices."""

    key: str
    label: str
    longest: int = 0  # characters of free text
    choices: Sequence[tuple[str, str]] = ()  # (in the file, for people)
    is_needed: bool = True


@dataclass(frozen=True)
class EffectPart:
    """An argument of an effect: one of its choices, or a number other than 0."""

    label: str
    choices: Sequence[tuple[str, str]] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class EffectKind:
    """A kind of effect that cards can have, written as its key followed by its parts."""

    key: str
    words: str
    recipients: Sequence[str] = ()  # keys of `DeckBench.recipients`
    parts: Sequence[EffectPart] = ()


Card = Mapping[str, Any]  # its fields by key; "effects" is a list of texts


@dataclass(frozen=True)
class DeckBench:
    """How a deck of a game is edited. Its functions raise BadNotation for an invalid text."""

    option: str  # the option whose file it is
    title: str
    most_cards: int
    most_effects: int
    fields: Sequence[CardField]
    recipients: Sequence[tuple[str, str]]  # (in the file, for people); the first is the default
    effects: Sequence[EffectKind]
    size: tuple[float, float]  # of a card, millimetres
    blank: Callable[[Sequence[str]], dict[str, Any]]  # (ids in use) -> a new card
    read: Callable[[str], list[dict[str, Any]]]  # valid or not
    problems: Callable[[Sequence[Card]], list[str]]  # a sentence for each card, empty if valid
    draw: Callable[[Card], str]  # a valid card -> SVG, as it is printed
    # (the file's text, cards) -> the new text; cards that did not change keep their lines
    write: Callable[[str, Sequence[Card]], str]
    why_off: Callable[[Any], str]  # options -> why nobody draws from it, empty if somebody does


@dataclass(frozen=True)
class Workbench:
    """How boards of a game are edited. Its functions raise BadNotation for an invalid text."""

    option: str  # the option whose file it is
    format: BoardFormat
    kinds: Sequence[SpaceKind]
    sprites: Callable[[], str]  # an SVG with a symbol `kind-NAME` of 40 × 40 for each sprite
    largest: tuple[int, int]  # rows and columns
    blank: Callable[[int, int], str]  # (rows, columns) -> the text of an empty board
    read: Callable[[str], dict[str, Any]]
    write: Callable[[Sheet], str]
    lights: Callable[[str, Any], list[BoardCheck]]  # under options, or None for those of a preset
    views: Sequence[str]  # keys, in the order of the menu
    view: Callable[[str, str], BoardView]  # (text, key)
    picture: Callable[[str], str]  # (text) -> the board as its players see it, as SVG
    room: Callable[..., BoardSizes]  # (text, sizes of pieces that differ, by name)
    trial: Trial | None = None
