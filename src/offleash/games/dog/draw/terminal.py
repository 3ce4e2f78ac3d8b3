"""Dog on a terminal: the board as a square of three-letter cells, then the cards.

Every token is written with its seat's initial and its own letter, so that nothing hangs on colour.
"""

from typing import Any

from rich.text import Text

from offleash.core.game import Records
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog.draw.view import View, headline, listed
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.movement import is_protected
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES

MARGIN = 2  # rows and columns round the loop: a gap, and the kennel
NUMBERED = 4  # every fourth space shows its number
WIDTH = 60  # of the lines below the board, as of a board of 64 spaces
ROOM = 9  # the shortest side inside which four homes find room

# Bright tokens on a dark or a light terminal; the ground stays quiet.
TOKEN_STYLES = (
    "bold white on #c23b18",
    "bold black on #f4c51f",
    "bold white on #1c72b4",
    "bold white on #0b7d5e",
)
SEAT_STYLES = ("bold #e0522c", "bold #c99a00", "bold #3c8fd0", "bold #12a37d")
QUIET = "dim"

Cell = tuple[str, str]  # three letters and their style
Grid = dict[tuple[int, int], Cell]  # by column and by row, counted upward from the bottom left


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """The board and the cards as `seat` may see them.

    NOBODY is a spectator; EVERYBODY sees every hand that is known.
    """
    view = View(states[0], options[0], seat)
    side = side_of(view.loop_len)
    grid = ground(view)
    for owner in range(R.SEATS):
        for token in range(R.TOKENS):
            grid[where(view, owner, token)] = token_cell(view, owner, token)
    text = Text(no_wrap=True)
    for row in range(side + MARGIN, -MARGIN - 1, -1):
        columns = range(-MARGIN, max((x for x, y in grid if y == row), default=-MARGIN - 1) + 1)
        for column in columns:
            blank = " " if column in (-1, side + 1) else "   "  # narrow gaps: sixty columns do
            text.append(*grid.get((column, row), (blank, "")))
        text.append("\n")
    text.append("\n")
    add_status(text, view)
    add_hands(text, view)
    add_legend(text, view)
    return text


# Geometry


def stretch_of(loop_len: int) -> int:
    """Cells from one space to the next: a small loop is drawn wider, to hold the homes."""
    return -(-ROOM // (loop_len // R.SEATS))


def side_of(loop_len: int) -> int:
    """The last column and row of the square."""
    return loop_len // R.SEATS * stretch_of(loop_len)


def from_seat(seat: int, side: int, along: int, inward: int) -> tuple[int, int]:
    """A cell by steps along a seat's side, anti-clockwise, and inward from it."""
    return (
        (along, inward),
        (side - inward, along),
        (side - along, side - inward),
        (inward, side - along),
    )[seat]


def loop_cell(space: int, loop_len: int) -> tuple[int, int]:
    """Starts lie in the middle of a side, so a side begins half a quarter before."""
    side = side_of(loop_len)
    seat, along = divmod(space * stretch_of(loop_len) + side // 2, side)
    return from_seat(seat % R.SEATS, side, along, 0)


def home_cell(seat: int, index: int, loop_len: int) -> tuple[int, int]:
    """Homes lead inward from the starts."""
    side = side_of(loop_len)
    return from_seat(seat, side, side // 2, index + 1)


def kennel_cell(seat: int, index: int, loop_len: int) -> tuple[int, int]:
    """Kennels lie outside, before the starts."""
    side = side_of(loop_len)
    return from_seat(seat, side, side // 2 - R.TOKENS // 2 + index, -MARGIN)


def where(view: View, seat: int, token: int) -> tuple[int, int]:
    """The cell of a token."""
    place = int(view.state.token[seat, token])
    if place == R.KENNEL:
        return kennel_cell(seat, token, view.loop_len)
    if place >= R.HOME:
        return home_cell(seat, place - R.HOME, view.loop_len)
    return loop_cell(place, view.loop_len)


# Cells


def ground(view: View) -> Grid:
    """The board without tokens, and an arrow in each corner for the way round."""
    grid: Grid = {}
    side = side_of(view.loop_len)
    for seat in range(R.SEATS):
        for along in range(side):
            line = " - " if seat % 2 == 0 else " | "
            grid[from_seat(seat, side, along, 0)] = (line, QUIET)
        grid[from_seat(seat, side, 1, 1)] = (f" {'→↑←↓'[seat]} ", QUIET)
    for space in range(view.loop_len):
        name = f"{space:2} " if space % NUMBERED == 0 else " · "
        grid[loop_cell(space, view.loop_len)] = (name, QUIET)
    for seat in range(R.SEATS):
        initial = SEAT_NAMES[seat][0]
        start = seat * view.loop_len // R.SEATS
        grid[loop_cell(start, view.loop_len)] = (f"({initial})", SEAT_STYLES[seat])
        for index in range(R.HOME_SPACES):
            home = f" {initial.lower()} "
            grid[home_cell(seat, index, view.loop_len)] = (home, SEAT_STYLES[seat])
            grid[kennel_cell(seat, index, view.loop_len)] = (" _ ", SEAT_STYLES[seat])
    return grid


def token_cell(view: View, seat: int, token: int) -> Cell:
    """A token: `Ra`, then `*` if protected, `+` or `-` by its lap mark under `full_lap`."""
    mark = " "
    if is_protected(view.state, view.options, seat, token):
        mark = "*"
    elif view.options.full_lap:
        mark = {1: "+", -1: "-"}.get(int(view.state.lap[seat, token]), " ")
    return SEAT_NAMES[seat][0] + TOKEN_NAMES[token] + mark, TOKEN_STYLES[seat]


# Lines


def add_status(text: Text, view: View) -> None:
    """What is going on."""
    style = SEAT_STYLES[view.mover] if view.mover != NOBODY else "bold"
    text.append(" ".join(headline(view)), style)
    if view.phase == R.SPLITTING:
        text.append(f", steps left: {int(view.state.seven_left)}")
    dealer = "not yet known" if view.phase == R.ROLL else SEAT_NAMES[int(view.state.dealer)]
    deal, stock = int(view.state.deal), int(view.state.stock_left)
    text.append(f"\ndealer {dealer} · round of {deal} cards each · {stock} in stock\n")


def card_names(counts: Any) -> str:
    """Cards one by one."""
    return " ".join(CARD_NAMES[rank] for rank in listed(counts))


def hand_words(view: View, seat: int) -> str:
    """A hand, open only to its owner or EVERYBODY; one that is not known stays closed."""
    counts = view.state.hand[seat]
    if view.seat in (seat, EVERYBODY) and counts[0] != R.UNKNOWN:
        return card_names(counts)
    return " ".join("?" * int(view.state.held[seat]))


def add_hands(text: Text, view: View) -> None:
    """Each seat's hand, and what it has laid this round: in a line of its own if need be."""
    for seat in range(R.SEATS):
        pointer = ">" if seat == view.mover else " "
        name = f"{pointer} {SEAT_NAMES[seat]:<6}  "
        hand = f"{hand_words(view, seat) or '-':<24}"
        laid = f"  laid: {card_names(view.state.shown[seat]) or '-'}\n"
        text.append(name, SEAT_STYLES[seat])
        if len(name + hand + laid) > WIDTH + 1:
            hand = f"{hand.rstrip()}\n{' ' * len(name)}"
        text.append(hand)
        text.append(laid, QUIET)


def add_legend(text: Text, view: View) -> None:
    """What the letters mean."""
    for seat in range(R.SEATS):
        initial = SEAT_NAMES[seat][0]
        text.append(f"{initial}a-{initial}d", TOKEN_STYLES[seat])
        text.append(f" {SEAT_NAMES[seat]}  ")
    text.append("\n(R) start  r home  _ kennel  → way round  * protected", QUIET)
    if view.options.full_lap:
        text.append("\n+ lapped  - behind start", QUIET)
