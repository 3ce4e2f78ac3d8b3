"""Uri-Nation to print: the board, the decks, and every piece."""

from dataclasses import replace

from offleash.core.game import Records
from offleash.core.kit import Component, Kit
from offleash.core.packing import Pieces
from offleash.games.shared.svg import box, document
from offleash.games.uri_nation.board.room import piles
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT, USUAL_CELL
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, ROAD, Board
from offleash.games.uri_nation.draw.cards import cards
from offleash.games.uri_nation.draw.colours import SERIF, WOOD
from offleash.games.uri_nation.draw.geometry import CELL, size, space_of
from offleash.games.uri_nation.draw.pieces import counters, mats
from offleash.games.uri_nation.draw.street import Residents, draw_street
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home

SPACES = "".join(glyph for glyph in GLYPHS if glyph not in f"./{ROAD}")  # with pieces


def kit(options: Records, cell: float | None) -> Kit:
    """All components; the board's file may give the size of its cells."""
    board = board_of(options)
    size_mm = cell or board.cell_mm or USUAL_CELL
    parts = [
        *cards(options),
        *mats(options),
        *counters(options),
        board_component(board, residents(options), int(options["influence_radius"][0]), size_mm),
    ]
    shared = tuple(piles(replace(board, cell_mm=size_mm), sharing(options)))
    return Kit(parts, size_mm, "is the side of a cell of the board", shared)


def sharing(options: Records) -> dict[str, Pieces]:
    """What may have to share a space of each kind, under the options in force."""
    seats = int(options["seats"][0])
    pieces: dict[str, Pieces] = dict.fromkeys("s:", ((seats, "dog", DOG),))
    pieces["T"] = claim(int(options["fortify_max"][0]))
    pieces |= dict.fromkeys("BP", ((seats, "marker", FORT),))
    if options["home_challenge"][0]:
        pieces |= dict.fromkeys(LABELS, claim(int(options["home_fortify_max"][0])))
    return pieces


def claim(tokens: int) -> Pieces:
    """A disk with its fortify tokens."""
    disk = (1, "disk", DISK)
    return (disk, (tokens, "fortify token", FORT)) if tokens else (disk,)


def residents(options: Records) -> Residents:
    """The seat that lives in each home; None where that is drawn by lot."""
    seats: list[int | None] = [None] * HOMES
    if options["homes"][0][0] != RANDOM_HOMES:
        for seat in range(int(options["seats"][0])):
            seats[int(chosen_home(options[0], seat))] = seat
    return tuple(seats)


def board_component(board: Board, lives: Residents, radius: int, cell: float) -> Component:
    """The street with its wooden frame, and what each space takes of its cell, in millimetres."""
    unit = cell / CELL
    width, height = size(board)
    frame = box(width / 2, height / 2, width + 40, height + 40, fill=WOOD)
    street = draw_street(board, lives, radius, is_true=True)
    svg = document(width, height, frame, street, font_family=SERIF, text_anchor="middle")
    spans = tuple(
        (unit * left, unit * top, unit * right, unit * low)
        for left, top, right, low in (space_of(board, cell) for cell in board.with_glyphs(SPACES))
    )
    return Component("board", board.name, unit * width, unit * height, svg, spaces=spans)
