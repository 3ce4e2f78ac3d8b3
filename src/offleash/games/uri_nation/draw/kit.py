"""Uri-Nation to print: the board, the three decks, and every piece."""

from collections.abc import Mapping
from dataclasses import replace

from offleash.core.game import Records
from offleash.core.kit import Component, Kit
from offleash.core.packing import Pieces
from offleash.games.shared.printed import CARD, fitted, ground, lines, picture, wrapped
from offleash.games.shared.svg import bold, box, disc, document, group, words
from offleash.games.uri_nation.board.room import piles
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT, PIECES, USUAL_CELL
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, ROAD, Board
from offleash.games.uri_nation.deck import WINDOWS, Card, deck_of, effect_words
from offleash.games.uri_nation.draw import colours as C, geometry as G
from offleash.games.uri_nation.draw.furniture import bin_of_chance, notice_board, puddle
from offleash.games.uri_nation.draw.pieces import counters, mats
from offleash.games.uri_nation.draw.shapes import scaled
from offleash.games.uri_nation.draw.street import Residents, draw_street
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home
from offleash.games.uri_nation.text.names import DECK_NAMES

SPACES = "".join(glyph for glyph in GLYPHS if glyph not in f"./{ROAD}")  # with pieces
INKS = (C.WATER_DARK, C.METAL_DARK, C.TIMBER_DARK)  # of the decks
SIGNS = (puddle, bin_of_chance, notice_board)
KINDS = ("water cards", "chance cards", "event cards")
INSIDE = CARD[0] - 10.0  # millimetres for words
NAME, NAME_LINES = (4.2, 3.5, 2.8), 3  # sizes of letters, the largest that fits
EFFECT, ROOM, LOW = (3.8, 3.3, 2.8), 16.0, 31.5  # the same; room below the sign, its lower edge


def kit(options: Records, cell: float | None, sizes: Mapping[str, float] | None = None) -> Kit:
    """All components; the board's file may give the size of its cells, a project others."""
    across = {**PIECES, **(sizes or {})}
    board = board_of(options)
    size_mm = cell or board.cell_mm or USUAL_CELL
    parts = [
        *cards(options),
        *mats(options),
        *counters(options, across),
        board_component(board, residents(options), int(options["influence_radius"][0]), size_mm),
    ]
    shared = tuple(piles(replace(board, cell_mm=size_mm), sharing(options, across)))
    return Kit(parts, size_mm, "is the side of a cell of the board", shared)


def sharing(options: Records, across: Mapping[str, float]) -> dict[str, Pieces]:
    """What may have to share a space of each kind, under the options in force."""
    seats = int(options["seats"][0])
    pieces: dict[str, Pieces] = dict.fromkeys("s:", ((seats, DOG, across[DOG]),))
    pieces["T"] = claim(int(options["fortify_max"][0]), across)
    pieces |= dict.fromkeys("BP", ((seats, "marker", across[FORT]),))
    if options["home_challenge"][0]:
        pieces |= dict.fromkeys(LABELS, claim(int(options["home_fortify_max"][0]), across))
    return pieces


def claim(tokens: int, across: Mapping[str, float]) -> Pieces:
    """A disk with its fortify tokens."""
    disk = (1, DISK, across[DISK])
    return (disk, (tokens, FORT, across[FORT])) if tokens else (disk,)


def residents(options: Records) -> Residents:
    """The seat that lives in each home; None where that is drawn by lot."""
    seats: list[int | None] = [None] * HOMES
    if options["homes"][0][0] != RANDOM_HOMES:
        for seat in range(int(options["seats"][0])):
            seats[int(chosen_home(options[0], seat))] = seat
    return tuple(seats)


def board_component(board: Board, lives: Residents, radius: int, cell: float) -> Component:
    """The street with its wooden frame, and what each space takes of its cell, in millimetres."""
    unit = cell / G.CELL
    width, height = G.size(board)
    frame = box(width / 2, height / 2, width + 40, height + 40, fill=C.WOOD)
    street = draw_street(board, lives, radius, is_true=True)
    drawing = document(width, height, frame, street, font_family=C.SERIF, text_anchor="middle")
    spans = tuple(
        (unit * left, unit * top, unit * right, unit * low)
        for left, top, right, low in (G.space_of(board, cell) for cell in board.with_glyphs(SPACES))
    )
    return Component("board", board.name, unit * width, unit * height, drawing, spaces=spans)


# Cards: their words, and a back for each deck


def cards(options: Records) -> list[Component]:
    """All cards of the decks that options name, in use under these rules or not."""
    return [
        Component(KINDS[which], card.id, *CARD, draw_card(card, which), draw_back(which))
        for which in range(len(DECK_NAMES))
        for card in deck_of(options, which)
    ]


def draw_card(card: Card, deck: int) -> str:
    """Its deck, its name, what it does, and when it may be played."""
    width, height = CARD
    return picture(
        *CARD,
        ground(*CARD, C.PAPER),
        box(0, -height / 2 + 4.5, width + 6, 15, fill=INKS[deck]),
        bold(0, -height / 2 + 6.5, 4.2, DECK_NAMES[deck], fill="#ffffff"),
        words(0, -height / 2 + 16, 2.8, card.category, fill=C.SOFT_INK),
        *draw_name(card.name),
        *draw_effects(card, deck),
        draw_hold(card, INKS[deck]),
        words(0, height / 2 - 4, 2.4, card.id, fill=C.SOFT_INK),
        fill=C.INK,
    )


def draw_name(name: str) -> list[str]:
    """The name, smaller where it would take too many lines."""
    fits = (size for size in NAME if len(wrapped(name, size, INSIDE, bold=True)) <= NAME_LINES)
    size = next(fits, NAME[-1])
    return [*lines(0, -21.5, size, name, INSIDE, font_weight="bold")]


def draw_effects(card: Card, deck: int) -> list[str]:
    """One effect under the other, and the deck's sign above them where that leaves room."""
    texts = [effect_words(effect) for effect in card.effects]
    size = next((size for size in EFFECT if _height(texts, size) <= ROOM), EFFECT[-1])
    high = _height(texts, size)
    y = min(18.5, LOW - high + size / 2)
    sign = group(SIGNS[deck](), transform="translate(0,2) scale(.5)") if high <= ROOM else ""
    drawn = [sign]
    for text in texts:
        drawn += lines(0, y, size, text, INSIDE)
        y += _height([text], size)
    return drawn


def _height(texts: list[str], size: float) -> float:
    """How much room effects take, one under the other."""
    return sum(1.3 * size * len(wrapped(text, size, INSIDE)) + 1 for text in texts)


def draw_hold(card: Card, ink: str) -> str:
    """A plate on a card for the hand: when it may be played."""
    if not card.hold:
        return ""
    text = f"KEEP: play {WINDOWS[card.hold]}"
    plate = box(0, 34.2, INSIDE, 5.4, rx=3, fill="#ffffff", stroke=ink, stroke_width=0.6)
    return plate + words(0, 34.2, fitted(text, 3, INSIDE - 4, bold=True), text, font_weight="bold")


def draw_back(deck: int) -> str:
    """A deck's back: its sign and its name."""
    width, height = CARD
    name = DECK_NAMES[deck]
    size = fitted(name, 6, width - 12, bold=True)
    return picture(
        *CARD,
        ground(*CARD, INKS[deck]),
        box(0, 0, width - 7, height - 7, rx=3, fill="none", stroke=C.PAPER, stroke_width=0.8),
        disc(0, -6, 20, fill=C.PAPER),
        scaled(0, -6, 0.62, SIGNS[deck]()),
        words(0, 26, size, name, fill=C.PAPER, font_weight="bold"),
    )
