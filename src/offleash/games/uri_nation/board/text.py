"""Boards as text: a few lines about the board, then a grid with one glyph for each cell.

Cells are written `(row,column)`, counted from 0, here as everywhere.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from offleash.contract.text.wording import check_name
from offleash.games.uri_nation.board import sizes
from offleash.games.uri_nation.editor.own_words import OWN_WORDS
from offleash.games.uri_nation.rules import places
from offleash.tools.errors import BadNotation, quote
from offleash.tools.prose import did_you_mean

Cell = tuple[int, int]  # row and column

FIRST_LINE = "urination-board 1"
VERSIONS = ("1.2", "1.4")
KEYS = (
    *("name", "version", "ignore", "influence_radius", "path", "bond"),
    *("cell_mm", "sub_grid", "footprint", "call"),
)
REPEATED = ("path", "bond", "footprint", "call")
LABELS = "1234"
GLYPHS = {
    "s": "sidewalk",
    ":": "side street",
    "=": "road",
    "x": "zebra crossing",
    "+": "junction",
    ".": "nothing",
    "/": "path",
    "T": "territory",
    **{label: f"home {label}" for label in LABELS},
    "B": "bond space",
    "P": "dog park",
    "C": "chance spot",
    "E": "events",
    "W": "water",
}
GLYPH_OF = {name: glyph for glyph, name in GLYPHS.items()}
WALKABLE, ROAD = "s:", "=x+"
MOST_ROWS = MOST_COLUMNS = 64
LONGEST_NAME = 60
CHECK_NAME = re.compile("K[A-Z][0-9]{1,2}[a-z]?")
LARGEST_RADIUS = 20

# How many cells of some glyphs a board may have, and what to call them (N23).
LIMITS = (
    ("T", places.MOST_TERRITORIES, "territories"),
    (WALKABLE, places.MOST_CELLS, "walkable cells"),
    ("BP", places.MOST_SITES, "bond spaces and parks"),
    ("CEW", places.MOST_SPOTS, "chance, events and water spots"),
)


@dataclass(frozen=True)
class Board:
    """A street map as its file gives it; all lists are in reading order."""

    name: str
    version: str  # of the rules that it is for
    is_house: bool  # the designer's own, which need not be like the published version
    influence_radius: int | None  # of bond spaces without a line of their own
    paths: tuple[tuple[Cell, Cell], ...]  # entry and exit
    bonds: tuple[tuple[Cell, tuple[Cell, ...]], ...]  # a bond space and what it influences
    rows: tuple[str, ...]
    cell_mm: float | None = None  # as the file says, like the rest: see `sizes`
    sub_grid: tuple[int, int] | None = None
    footprints: tuple[tuple[str, sizes.Footprint], ...] = ()  # of kinds, by their glyph
    own_footprints: tuple[tuple[Cell, sizes.Footprint], ...] = ()  # of single spaces
    ignored: tuple[str, ...] = ()  # checks that are switched off, such as KB9
    calls: tuple[tuple[str, str], ...] = ()  # words of the game, and the project's names for them

    def at(self, cell: Cell) -> str:
        """Return the glyph of a cell, or nothing outside the grid."""
        return self._glyphs.get(cell, ".")

    @cached_property
    def _glyphs(self) -> dict[Cell, str]:
        rows = enumerate(self.rows)
        return {(row, column): glyph for row, line in rows for column, glyph in enumerate(line)}

    @cached_property
    def frontages(self) -> dict[Cell, tuple[Cell, ...]]:
        """The walkable cells next to each cell, in reading order."""
        return {cell: tuple(self.touching(cell, WALKABLE)) for cell in self._glyphs}

    def touching(self, cell: Cell, glyphs: str) -> list[Cell]:
        """Return the cells next to a cell that have one of the glyphs, in reading order."""
        row, column = cell
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        known = self._glyphs
        return [other for other in around if known.get(other, ".") in glyphs]

    def with_glyphs(self, glyphs: str) -> tuple[Cell, ...]:
        """Return every cell that has one of the glyphs."""
        return tuple(
            (row, column)
            for row, line in enumerate(self.rows)
            for column, glyph in enumerate(line)
            if glyph in glyphs
        )

    @property
    def version_text(self) -> str:
        """As it is written in the file."""
        return f"{self.version} house" if self.is_house else self.version

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The walkable cells."""
        return self.with_glyphs(WALKABLE)

    @cached_property
    def territories(self) -> tuple[Cell, ...]:
        """The territory spaces, without homes."""
        return self.with_glyphs("T")

    @cached_property
    def sites(self) -> tuple[Cell, ...]:
        """Bond spaces and parks, where alliances are made."""
        return self.with_glyphs("BP")

    @cached_property
    def spots(self) -> tuple[Cell, ...]:
        """Chance spots, events and water."""
        return self.with_glyphs("CEW")

    @cached_property
    def homes(self) -> tuple[Cell, ...]:
        """The four homes, by label. Raises BadNotation if one is missing."""
        homes = [self.with_glyphs(label) for label in LABELS]
        for label, cells in zip(LABELS, homes, strict=True):
            if not cells:
                raise BadNotation(f"there is no home {label} on the board")
        return tuple(cells[0] for cells in homes)


def cell_text(cell: Cell) -> str:
    """Return `(2,7)`: row 2, column 7, counted from 0."""
    return f"({cell[0]},{cell[1]})"


# Reading


@lru_cache(256)  # the studio sends a new board with every stroke
def parse_board(text: str) -> Board:
    """Return a board. Raise BadNotation with the line of an error, and in the grid its cell."""
    lines = [line.rstrip() for line in text.rstrip().replace("\r", "").split("\n")]
    if " ".join(lines[0].split()) != FIRST_LINE:
        raise BadNotation(f"line 1: a board begins with '{FIRST_LINE}', not {quote(lines[0])}")
    if "grid:" not in lines:
        raise BadNotation("there is no line 'grid:' with the rows of the board after it")
    start = lines.index("grid:") + 1
    rows = _grid(lines[start:], start + 1)
    header = _Header(rows)
    for number, line in enumerate(lines[1 : start - 1], 2):
        if line:
            header.read(number, line)
    return header.board()


def _grid(lines: list[str], first: int) -> tuple[str, ...]:
    """Return the rows, all as long as the first, of known glyphs, none of them too often."""
    if not lines:
        raise BadNotation("the grid has no rows")
    if len(lines) > MOST_ROWS or len(lines[0]) > MOST_COLUMNS:
        size = f"{len(lines)} rows of {len(lines[0])} columns"
        raise BadNotation(f"a grid has at most {MOST_ROWS} rows of {MOST_COLUMNS}, not {size}")
    for row, line in enumerate(lines):
        for column, glyph in enumerate(line[:MOST_COLUMNS]):
            if glyph not in GLYPHS:
                where = f"line {first + row}, cell ({row},{column})"
                known = " ".join(GLYPHS)
                raise BadNotation(f"{where}: {glyph!r} is not a glyph of a board; they are {known}")
        if len(line) != len(lines[0]):
            where = f"line {first + row}, row {row}"
            raise BadNotation(f"{where}: {len(line)} columns, where row 0 has {len(lines[0])}")
    whole = "".join(lines)
    for glyphs, most, name in LIMITS:
        count = sum(glyph in glyphs for glyph in whole)
        if count > most:
            raise BadNotation(f"a board has at most {most} {name}, not {count}")
    return tuple(lines)


class _Header:
    """The lines before the grid, read one after the other."""

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.values: dict[str, str] = {}
        self.is_house = False
        self.ignored: tuple[str, ...] = ()
        self.calls: dict[str, str] = {}
        self.radius: int | None = None
        self.paths: list[tuple[Cell, Cell]] = []
        self.bonds: list[tuple[Cell, tuple[Cell, ...]]] = []
        self.cell: float | None = None
        self.sub_grid: tuple[int, int] | None = None
        self.footprints: dict[str | Cell, sizes.Footprint] = {}
        self.number = 1  # of the line that is read
        self.lines: dict[str | Cell, int] = {}  # of each footprint

    def read(self, number: int, line: str) -> None:
        """Read one line; name its number in an error."""
        self.number = number
        key, colon, value = (part.strip() for part in line.partition(":"))
        try:
            if not colon or key not in KEYS:
                hint = did_you_mean(key, KEYS)
                raise BadNotation(f"{quote(line)} begins with none of {', '.join(KEYS)}{hint}")
            if key in self.values:
                raise BadNotation(f"there is a line '{key}:' already")
            getattr(self, f"_{key}")(value)
        except BadNotation as error:
            raise BadNotation(f"line {number}: {error}") from None
        if key not in REPEATED:
            self.values[key] = value

    def board(self) -> Board:
        """Return the board that all lines describe."""
        for key in ("name", "version"):
            if key not in self.values:
                raise BadNotation(f"there is no line '{key}:' before the grid")
        for place, footprint in self.footprints.items():
            try:
                sizes.check_footprint(footprint, self.sub_grid or sizes.USUAL_SUB_GRID)
            except BadNotation as error:
                raise BadNotation(f"line {self.lines[place]}: {error}") from None
        footprints = self.footprints.items()
        return Board(
            self.values["name"],
            self.values["version"].split()[0],
            self.is_house,
            self.radius,
            tuple(self.paths),
            tuple(self.bonds),
            self.rows,
            self.cell,
            self.sub_grid,
            tuple((kind, size) for kind, size in footprints if isinstance(kind, str)),
            tuple((cell, size) for cell, size in footprints if not isinstance(cell, str)),
            self.ignored,
            tuple(self.calls.items()),
        )

    def _name(self, value: str) -> None:
        if not value or len(value) > LONGEST_NAME or not value.isprintable():
            raise BadNotation(f"a name has 1 to {LONGEST_NAME} letters, not {quote(value)}")

    def _version(self, value: str) -> None:
        version, *more = value.split() or [""]
        if version not in VERSIONS or more not in ([], ["house"]):
            raise BadNotation(f"version is 1.2, 1.4, 1.2 house or 1.4 house, not {quote(value)}")
        self.is_house = bool(more)

    def _ignore(self, value: str) -> None:
        names = value.replace(",", " ").split()
        for name in names:
            if not CHECK_NAME.fullmatch(name):
                raise BadNotation(f"ignore takes names of checks, KA8 KB9, not {quote(name)}")
        self.ignored = tuple(sorted(set(names)))

    def _call(self, value: str) -> None:
        word, equals, name = (part.strip() for part in value.partition("="))
        if not equals or word not in OWN_WORDS:
            form, words = "'call: Grit = Pluck'", ", ".join(OWN_WORDS)
            raise BadNotation(f"a name is written {form}, with one of {words}; not {quote(value)}")
        if word in self.calls:
            raise BadNotation(f"{word} has a name already")
        self.calls[word] = check_name(name)

    def _influence_radius(self, value: str) -> None:
        if not re.fullmatch("[0-9]{1,2}", value) or int(value) > LARGEST_RADIUS:
            raise BadNotation(f"influence_radius is 0 to {LARGEST_RADIUS}, not {quote(value)}")
        self.radius = int(value)

    def _path(self, value: str) -> None:
        ends = value.split(">")
        if len(ends) != 2:
            raise BadNotation(f"a path is written 'path: 3,10 > 0,10', not {quote(value)}")
        entry, leave = map(self._cell, ends)
        if entry in dict(self.paths):
            raise BadNotation(f"there is a path from {cell_text(entry)} already")
        self.paths.append((entry, leave))

    def _bond(self, value: str) -> None:
        place, colon, rest = value.partition(":")
        if not colon:
            raise BadNotation(f"a bond is written 'bond: 2,5 : 2,4 1,5', not {quote(value)}")
        site = self._cell(place, "B")
        if site in dict(self.bonds):
            raise BadNotation(f"the bond space {cell_text(site)} has a line already")
        reached = {self._cell(part, "T") for part in rest.split()}
        self.bonds.append((site, tuple(sorted(reached))))

    def _cell_mm(self, value: str) -> None:
        self.cell = sizes.parse_cell_size(value)

    def _sub_grid(self, value: str) -> None:
        self.sub_grid = sizes.parse_sub_grid(value)

    def _footprint(self, value: str) -> None:
        name, colon, rest = (part.strip() for part in value.rpartition(":"))
        if not colon:
            form = "'footprint: territory : 3 x 2 at 0,1'"
            raise BadNotation(f"a footprint is written {form}, not {quote(value)}")
        place = GLYPH_OF.get(name) or self._space(name)
        if place in self.footprints:
            raise BadNotation(f"{name} has a footprint already")
        self.footprints[place], self.lines[place] = sizes.parse_footprint(rest), self.number

    def _space(self, text: str) -> Cell:
        """Return a cell by its text, where no kind has this name."""
        if "," not in text:
            hint = did_you_mean(text, GLYPH_OF)
            raise BadNotation(f"{quote(text)} is neither a kind of space nor a cell{hint}")
        return self._cell(text)

    def _cell(self, text: str, glyph: str = "") -> Cell:
        """Return a cell of the grid; with a glyph, a cell of that kind."""
        match = re.fullmatch(r"\(?([0-9]{1,2}),([0-9]{1,2})\)?", text.strip())
        if not match:
            raise BadNotation(f"{quote(text.strip())} is not a cell: write row and column, 3,10")
        row, column = int(match[1]), int(match[2])
        if row >= len(self.rows) or column >= len(self.rows[0]):
            size = f"{len(self.rows)} rows of {len(self.rows[0])} columns"
            raise BadNotation(f"({row},{column}) is outside the grid, which has {size}")
        if glyph and self.rows[row][column] != glyph:
            kind = GLYPHS[self.rows[row][column]]
            raise BadNotation(f"({row},{column}) must be a {GLYPHS[glyph]}, not {kind}")
        return row, column


# Writing


def format_board_file(board: Board) -> str:
    """Return the file of a board, which `parse_board` reads back."""
    lines = [FIRST_LINE, f"name: {board.name}", f"version: {board.version_text}"]
    if board.ignored:
        lines.append(f"ignore: {' '.join(board.ignored)}")
    if board.influence_radius is not None:
        lines.append(f"influence_radius: {board.influence_radius}")
    lines += [f"path: {_plain(entry)} > {_plain(leave)}" for entry, leave in board.paths]
    bonds = ((_plain(site), " ".join(map(_plain, reached))) for site, reached in board.bonds)
    lines += [f"bond: {site} : {reached}".rstrip() for site, reached in bonds]
    if board.cell_mm is not None:
        lines.append(f"cell_mm: {board.cell_mm:g}")
    if board.sub_grid is not None:
        lines.append("sub_grid: {} x {}".format(*board.sub_grid))
    lines += [f"footprint: {GLYPHS[kind]} : {size.text}" for kind, size in board.footprints]
    lines += [f"footprint: {_plain(cell)} : {size.text}" for cell, size in board.own_footprints]
    lines += [f"call: {word} = {name}" for word, name in board.calls]
    return "\n".join([*lines, "grid:", *board.rows]) + "\n"


def _plain(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


assert len(LABELS) == places.HOMES
