"""A lawn on a terminal: a line for each row of hexagons, every other row set in by half a cell.

    -1,-1   ·   ·   ·
    -1,0  ·  Bu  Bn2  ·
    -2,1    ·  Ye  Rez  ·

A cell is four letters wide. At the left of each row are the coordinates of its first cell. A lawn
that is wider than the terminal is cut into bands, shown one below the other from west to east.
Dogs have a mark as well as a colour, so that nothing depends on colour.
"""

from collections.abc import Iterable, Mapping

from rich.text import Text

from offleash.games.shared.position import Position
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import REACH, SIDE, cell_at
from offleash.games.tiles.text.names import DOGS, SEAT_NAMES
from offleash.games.tiles.text.places import format_cell

WIDTH = 60  # of a terminal whose width is unknown
CELL, HALF = 4, 2  # letters of a cell, and how far every other row is set in

BREED_STYLES = (
    "bold #ffffff on #2f6fb5",
    "bold #ffffff on #7b4a24",
    "bold black on #f4c51f",
    "bold #ffffff on #b8331f",
    "bold black on #ece7da",
    "bold #ffffff on #45424f",
    "bold black on #a3a8ab",
    "bold black on #f0a36a",
)
SEAT_STYLES = ("bold #e0522c", "bold #3c8fd0", "bold #c99a00", "bold #12a37d")
GHOST = "bold #12a37d"  # the number of a place
QUIET = "dim"
TURF = ("·", QUIET)  # an empty cell

Cell = tuple[str, str]  # up to four letters, and their style


def dog_mark(breed: int) -> Cell:
    """Return a dog's two letters on its colour."""
    return DOGS[breed].mark, BREED_STYLES[breed]


def breed_word(breed: int, note: str = "") -> Text:
    """Return `Bu blue`, for a legend."""
    word = Text()
    word.append(*dog_mark(breed))
    word.append(f" {DOGS[breed].colour}{note}", QUIET)
    return word


def mover_style(position: Position) -> str:
    """Return the colour of the seat to move."""
    return "bold" if position.mover < 0 else SEAT_STYLES[position.mover]


def seat_word(position: Position, seat: int, width: int = 0) -> Text:
    """Return `> Rust`: a name, with a pointer at the seat to move."""
    pointer = ">" if seat == position.mover else " "
    return Text(f"{pointer} {SEAT_NAMES[seat]:<{width}}", SEAT_STYLES[seat])


def add_tile(text: Text, tile: int) -> None:
    """Add `Bu-Bn`, either half on its colour."""
    first, second = (dog_mark(int(breed)) for breed in BREED[tile])
    text.append(*first)
    text.append("-")
    text.append(*second)


def add_words(text: Text, words: Iterable[Text], indent: int, columns: int) -> None:
    """Add words one after the other, broken at the width; indent further lines."""
    used = len(text.plain.rpartition("\n")[2])
    for word in words:
        if used > indent and used + 1 + len(word.plain) > columns:
            text.append("\n" + " " * indent)
            used = indent
        elif used > indent:
            text.append(" ")
            used += 1
        text.append_text(word)
        used += len(word.plain)
    text.append("\n")


def add_lawn(text: Text, cells: Mapping[int, Cell], columns: int = WIDTH) -> None:
    """Add the cells, in as many bands as the terminal needs."""
    if not cells:
        return
    xs = [_across(cell) for cell in cells]
    room = max(columns - _label_width(cells), 2 * CELL) // HALF - 1
    west, east = min(xs), max(xs)
    for at, start in enumerate(range(west, east + 1, room)):
        if at:
            text.append("further east:\n", QUIET)
        _add_band(text, cells, start, min(start + room - 1, east))


def _across(cell: int) -> int:
    """Return how far east a cell lies, in half cells."""
    return 2 * (cell // SIDE - REACH) + (cell % SIDE - REACH)


def _label_width(cells: Mapping[int, Cell]) -> int:
    """Return the width of a label: room for the coordinates of any of these cells."""
    return 1 + max(len(format_cell(cell)) for cell in cells)


def _add_band(text: Text, cells: Mapping[int, Cell], west: int, east: int) -> None:
    """Add the rows of a band that hold anything, and the empty ones between them."""
    inside = [cell for cell in cells if west <= _across(cell) <= east]
    rows = [cell % SIDE - REACH for cell in inside]
    label = _label_width(cells)
    for row in range(min(rows), max(rows) + 1) if rows else ():
        first = west + (row - west) % 2
        last = max((_across(c) for c in inside if c % SIDE - REACH == row), default=first)
        text.append(f"{f'{(first - row) // 2},{row}':<{label}}", QUIET)
        text.append(" " * HALF * (first - west))
        for x in range(first, last + 1, 2):
            letters, style = cells.get(int(cell_at((x - row) // 2, row)), ("", ""))
            text.append(letters, style)
            text.append(" " * (CELL - len(letters)) if x < last else "")
        text.append("\n")
