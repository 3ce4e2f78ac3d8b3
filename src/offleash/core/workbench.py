"""What a game offers to those who draw its boards: all as plain data, fit for a page.

A sheet is a board taken apart, of plain lists and texts: `read` makes it from the file's text, and
`write` puts it together again. Cells are pairs of row and column, counted from 0.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
Sheet = Mapping[str, Any]

OK, WARNING, ERROR, UNTESTED = "ok", "warning", "error", "untested"


ROW, COLUMN = "row", "column"


@dataclass(frozen=True)
class TurnedSprite:
    """The sprite of a cell between two neighbours that both have one of some glyphs."""

    name: str  # in `Workbench.sprites`
    axis: str  # ROW: the neighbours on the left and right; COLUMN: those above and below
    glyphs: str


@dataclass(frozen=True)
class Kind:
    """One kind of space, to paint with."""

    key: str  # its sign in the file, and the key that chooses it
    name: str
    words: str
    colour: str
    most: int | None = None  # how many of it a board may have
    needs: str = ""  # what it has to lie at
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
    """A line that links a space to others, `keyword: cell : cells`, and the tool that draws it."""

    keyword: str
    source: str  # the glyph of the space
    target: str  # the glyph of the others
    name: str  # of the tool
    key: str  # that picks the tool
    hint: str
    no_source: str  # the message if the first cell is not a source
    no_target: str  # the message if a later cell is not a target


@dataclass(frozen=True)
class BoardFormat:
    """How board files are written: a header, lines `keyword: value`, then the grid of glyphs."""

    header: str  # the first line
    versions: Sequence[str]
    empty: str  # the glyph of an empty cell
    brush: str  # the glyph to paint with first
    corners: str  # glyphs that go round when a board is turned, counterclockwise
    cell_mm: float  # sizes if the file has none
    sub_grid: tuple[int, int]
    radius: NumberLine | None = None
    links: LinkLine | None = None


@dataclass(frozen=True)
class Light:
    """What became of one thing that a board has to keep."""

    name: str
    words: str
    state: str  # OK, WARNING, ERROR or UNTESTED
    why: str = ""
    cells: Sequence[Cell] = ()  # where it is broken

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
class View:
    """Something to look at over the board: numbers at cells, ways, a table of words."""

    key: str
    name: str
    words: str
    layers: Sequence[Layer] = ()
    ways: Sequence[Way] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str | int | None]] = ()
    unit: str = ""  # of the prices of its ways
    has_groups: bool = False  # a layer's numbers name groups, each in its own colour


@dataclass(frozen=True)
class Misfit:
    """Pieces that have no room where they may have to lie or stand together."""

    words: str
    cells: Sequence[Cell]


@dataclass(frozen=True)
class Room:
    """The sizes of a board: a footprint is row, column, rows and columns in sub-cells."""

    cell_mm: float
    sub_grid: tuple[int, int]  # rows and columns of sub-cells in a cell
    footprints: Mapping[str, tuple[int, int, int, int]]  # by the key of a kind, where it is own
    pieces: Mapping[str, Sequence[tuple[int, str, float]]]  # by key: how many of what, mm across
    misfits: Sequence[Misfit] = field(default_factory=tuple)


@dataclass(frozen=True)
class Group:
    """Figures of games on a board that are read together, such as wins by home."""

    key: str
    name: str
    rows: Mapping[str, str]  # what each is called, by the key of its measure


@dataclass(frozen=True)
class Heat:
    """How much of something there was at each cell."""

    key: str
    name: str
    unit: str
    cells: Mapping[Cell, float]


@dataclass(frozen=True)
class Trial:
    """What is told of games that bots play on a board while it is drawn."""

    groups: Sequence[Group]
    heat: Callable[[Any, Any, int], list[Heat]]  # (options, sums, games)


@dataclass(frozen=True)
class CardField:
    """One line of a card to fill in: any words, or one of its choices."""

    key: str
    label: str
    longest: int = 0  # letters, where it is any words
    choices: Sequence[tuple[str, str]] = ()  # (as it is written, in words)
    is_needed: bool = True


@dataclass(frozen=True)
class EffectPart:
    """What follows the word of an effect: one of its choices, or a number that is not 0."""

    label: str
    choices: Sequence[tuple[str, str]] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class EffectKind:
    """One thing that cards may do: written as its key, with its parts behind."""

    key: str
    words: str
    who: Sequence[str] = ()  # whom it may happen to, by the keys of `DeckBench.who`
    parts: Sequence[EffectPart] = ()


Card = Mapping[str, Any]  # its fields by their keys, "effects" as a list of texts


@dataclass(frozen=True)
class DeckBench:
    """How a deck of a game is written. A text that is no deck at all raises `BadNotation`."""

    option: str  # the option whose file it is
    title: str
    most_cards: int
    most_effects: int
    fields: Sequence[CardField]
    who: Sequence[tuple[str, str]]  # (as it is written, in words), the first is left out
    effects: Sequence[EffectKind]
    size: tuple[float, float]  # of a card, millimetres
    blank: Callable[[Sequence[str]], dict[str, Any]]  # (ids that are taken) -> a new card
    read: Callable[[str], list[dict[str, Any]]]  # sound or not
    problems: Callable[[Sequence[Card]], list[str]]  # a sentence about each, empty where it is fine
    draw: Callable[[Card], str]  # a card that is fine -> SVG, as it is printed
    # (the file's text, cards) -> its text with these: what was not changed stays as it is
    write: Callable[[str, Sequence[Card]], str]


@dataclass(frozen=True)
class Workbench:
    """How boards of a game are drawn. A text that is no board raises `BadNotation`."""

    option: str  # the option whose file it is
    format: BoardFormat
    kinds: Sequence[Kind]
    sprites: Callable[[], str]  # an SVG with a symbol `kind-NAME` of 40 × 40 for each sprite
    largest: tuple[int, int]  # rows and columns
    blank: Callable[[int, int], str]  # (rows, columns) -> the text of an empty board
    read: Callable[[str], dict[str, Any]]
    write: Callable[[Sheet], str]
    lights: Callable[[str], list[Light]]
    views: Sequence[str]  # their keys, in the order in which they are offered
    view: Callable[[str, str], View]  # (text, key)
    picture: Callable[[str], str]  # (text) -> the board as its players see it, as SVG
    room: Callable[[str], Room]
    trial: Trial | None = None
