"""Uri-Nation to print: the board, the decks that are drawn from, and every piece."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from offleash.contract import Records
from offleash.contract.studio.kit import Component, Kit, KitChoice, Span
from offleash.games.shared.svg import box, document, group
from offleash.games.shared.tabletop import dice, start_marker, track
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT, PIECES, USUAL_CELL
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, ROAD
from offleash.games.uri_nation.draw import colours as C, geometry as G, shapes as S
from offleash.games.uri_nation.draw.cards import cards, decks_left_out
from offleash.games.uri_nation.draw.pieces import counters, mats, square
from offleash.games.uri_nation.draw.street import Residents, draw_street, name_plates
from offleash.games.uri_nation.editor.fit import piles
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.rules.setup import RANDOM_HOMES, chosen_home
from offleash.games.uri_nation.text.names import archetype_name
from offleash.tools.packing import Pieces

SPACES = "".join(glyph for glyph in GLYPHS if glyph not in f"./{ROAD}")  # with pieces
TRACK_COLUMNS, TRACK_CELL = 10, 11.0
ORDER_CELL, MARKER = 14.0, 12.0
CHALLENGE_DICE = 2  # one each
HOME = (
    "Dice with the numbers one to six, or fold the printed ones.",
    "Cubes, beads or coins can replace the tokens, pegs and disks; buttons the dogs.",
)


def kit(options: Records, choice: KitChoice) -> Kit:
    """Return all components; the board's file may give the size of its cells, a project others."""
    across = {**PIECES, **choice.sizes}
    board = board_of(options)
    size_mm = choice.cell or board.cell_mm or USUAL_CELL
    rounds = [str(n + 1) for n in range(int(options["last_round"][0]))]
    parts = [
        *cards(options),
        *mats(options),
        track("round track", "Rounds", rounds, TRACK_COLUMNS, TRACK_CELL,
              "a spare token on it shows the round; the game ends after the last"),
        *order_track(options),
        start_marker("lies before the player who goes first in this round"),
        *counters(options, across, choice.supply),
        dice(max(int(options["walk_dice"][0]), CHALLENGE_DICE)),
        board_component(options, size_mm, choice.grid_numbers),
    ]  # fmt: skip
    shared = tuple(piles(replace(board, cell_mm=size_mm), sharing(options, across)))
    word = "is the side of a cell of the board"
    return Kit(parts, size_mm, word, shared, HOME, decks_left_out(options))


def order_track(options: Records) -> list[Component]:
    """Return where the order of a round is laid out, if there is a new one in every round (T1)."""
    if options["turn_order"][0] != R.LEAST_FIRST:
        return []
    seats = range(int(options["seats"][0]))
    places = [str(seat + 1) for seat in seats]
    reason = "the order markers on it show who comes when in this round"
    markers = [
        square("order markers", archetype_name(options, seat), MARKER,
               group(S.seat_mark(seat, 0.33 * MARKER)), 1, "one for each dog")
        for seat in seats
    ]  # fmt: skip
    return [track("order track", "Order", places, len(places), ORDER_CELL, reason), *markers]


def sharing(options: Records, across: Mapping[str, float]) -> dict[str, Pieces]:
    """Return what may have to share a space of each kind, under the options in force."""
    seats = int(options["seats"][0])
    pieces: dict[str, Pieces] = dict.fromkeys("s:", ((seats, DOG, across[DOG]),))
    pieces["T"] = claim(int(options["fortify_max"][0]), across)
    pieces |= dict.fromkeys("BP", ((seats, "marker", across[FORT]),))
    if options["home_challenge"][0]:
        pieces |= dict.fromkeys(LABELS, claim(int(options["home_fortify_max"][0]), across))
    return pieces


def claim(tokens: int, across: Mapping[str, float]) -> Pieces:
    """Return a disk with its fortify tokens."""
    disk = (1, DISK, across[DISK])
    return (disk, (tokens, FORT, across[FORT])) if tokens else (disk,)


def residents(options: Records) -> Residents:
    """Return the seat that lives in each home; None where that is drawn by lot."""
    seats: list[int | None] = [None] * HOMES
    if options["homes"][0][0] != RANDOM_HOMES:
        for seat in range(int(options["seats"][0])):
            seats[int(chosen_home(options[0], seat))] = seat
    return tuple(seats)


def board_component(options: Records, cell: float, is_numbered: bool) -> Component:
    """Return the street with its wooden frame, and what no seam should cut, in millimetres."""
    board, radius = board_of(options), int(options["influence_radius"][0])
    unit = cell / G.CELL
    width, height = G.size(board)
    frame = box(width / 2, height / 2, width + 40, height + 40, fill=C.WOOD)
    lives = residents(options)
    street = draw_street(board, lives, radius, is_true=True, is_numbered=is_numbered)
    drawing = document(width, height, frame, street, font_family=C.SERIF, text_anchor="middle")
    spaces = [G.space_of(board, space) for space in board.with_glyphs(SPACES)]
    size = unit * width, unit * height
    spans = (_scaled(unit, spaces), _scaled(unit, name_plates(board)))
    return Component("board", board.name, *size, drawing, spaces=spans[0], titles=spans[1])


def _scaled(unit: float, spans: Iterable[Span]) -> tuple[Span, ...]:
    return tuple((unit * x1, unit * y1, unit * x2, unit * y2) for x1, y1, x2, y2 in spans)
