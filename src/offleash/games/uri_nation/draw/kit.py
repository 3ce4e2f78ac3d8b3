"""Uri-Nation to print: the board, the decks, and everything that lies and stands on a table."""

from dataclasses import replace

from offleash.core.game import Records
from offleash.core.kit import Component, Kit, Span
from offleash.core.packing import Pieces
from offleash.games.shared.svg import box, number, tag
from offleash.games.uri_nation.board.room import piles
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT, USUAL_CELL
from offleash.games.uri_nation.board.text import LABELS, ROAD, Board
from offleash.games.uri_nation.draw.cards import cards
from offleash.games.uri_nation.draw.colours import SERIF, WOOD
from offleash.games.uri_nation.draw.counters import counters, dogs
from offleash.games.uri_nation.draw.geometry import CELL, size, space_of
from offleash.games.uri_nation.draw.mats import mats
from offleash.games.uri_nation.draw.street import Residents, draw_street
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home

NO_SPACE = f"./{ROAD}"  # glyphs of cells on which nothing is put


def kit(options: Records, cell: float | None) -> Kit:
    """All that is played with; a board may say itself how large its cells are."""
    board = board_of(options)
    size_mm = cell or board.cell_mm or USUAL_CELL
    parts = [
        *cards(options),
        *mats(options),
        *dogs(options),
        *counters(options),
        board_component(board, residents(options), int(options["influence_radius"][0]), size_mm),
    ]
    shared = tuple(piles(replace(board, cell_mm=size_mm), sharing(options)))
    return Kit(parts, size_mm, "is the side of a cell of the board", shared)


def sharing(options: Records) -> dict[str, Pieces]:
    """What may have to share a space of each kind, under the options in force."""
    seats = int(options["seats"][0])
    dogs_there: Pieces = ((seats, "dog", DOG),)
    markers: Pieces = ((seats, "marker", FORT),)
    found = {
        "s": dogs_there,
        ":": dogs_there,
        "T": claim(int(options["fortify_max"][0])),
        "B": markers,
        "P": markers,
    }
    if options["home_challenge"][0]:
        found |= dict.fromkeys(LABELS, claim(int(options["home_fortify_max"][0])))
    return found


def claim(tokens: int) -> Pieces:
    """A disk with its fortify tokens."""
    disk = (1, "disk", DISK)
    return (disk, (tokens, "fortify token", FORT)) if tokens else (disk,)


def residents(options: Records) -> Residents:
    """The seat that lives in each home; nobody's where that is drawn by lot."""
    found: list[int | None] = [None] * HOMES
    if options["homes"][0][0] != RANDOM_HOMES:
        for seat in range(int(options["seats"][0])):
            found[int(chosen_home(options[0], seat))] = seat
    return tuple(found)


def board_component(board: Board, lives: Residents, radius: int, cell: float) -> Component:
    """The street with its wooden frame."""
    unit = cell / CELL
    width, height = size(board)
    svg = tag(
        "svg",
        box(width / 2, height / 2, width + 40, height + 40, fill=WOOD),
        draw_street(board, lives, radius, is_true=True),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        font_family=SERIF,
        text_anchor="middle",
    )
    spaces = board_spaces(board, unit)
    return Component("board", board.name, unit * width, unit * height, svg, spaces=spaces)


def board_spaces(board: Board, unit: float) -> tuple[Span, ...]:
    """Where something is put, in millimetres: what each space takes of its cell."""
    cells = [
        (row, column)
        for row, line in enumerate(board.rows)
        for column, glyph in enumerate(line)
        if glyph not in NO_SPACE
    ]
    return tuple(
        (unit * left, unit * top, unit * right, unit * low)
        for left, top, right, low in (space_of(board, cell) for cell in cells)
    )
