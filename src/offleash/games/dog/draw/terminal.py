"""Dog on a terminal: the board as a rectangle of three-letter cells, then the cards.

Every token shows its seat's initial and its own letter, so that no information is in colour alone.
"""

from typing import Any

from rich.text import Text

from offleash.contract import Records
from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog import position as P
from offleash.games.dog.position import SEAT_NAMES, Position
from offleash.games.dog.rules import record as R

MARGIN = 2  # rows and columns round the loop: a gap, and the kennel
NUMBERED = 4  # every fourth space shows its number
WIDTH = 60  # of the lines below the board, as of a board of 64 spaces
SHORTEST_SIDE = 9  # inside which four homes find room
WIDEST_SIDE = 16  # that fits into the same columns

# Bright tokens on a dark or a light terminal; the board itself stays dim.
TOKEN_STYLES = (
    "bold white on #c23b18",
    "bold black on #f4c51f",
    "bold white on #1c72b4",
    "bold white on #0b7d5e",
)
SEAT_STYLES = ("bold #e0522c", "bold #c99a00", "bold #3c8fd0", "bold #12a37d")
DIM = "dim"

Cell = tuple[str, str]  # three letters and their style
Grid = dict[tuple[int, int], Cell]  # by column and by row, counted upward from the bottom left


def draw_text(states: Records, options: Records, seat: int) -> Text:
    """Return the board and the cards as `seat` may see them; EVERYBODY sees every known hand."""
    position = Position(states, options, seat)
    width, height = sides_of(position.loop_len)
    grid = empty_grid(position.loop_len)
    for token in P.ALL_TOKENS:
        grid[cell_of(position, *token)] = token_cell(position, *token)
    text = Text(no_wrap=True)
    for row in range(height + MARGIN, -MARGIN - 1, -1):
        columns = range(-MARGIN, max((x for x, y in grid if y == row), default=-MARGIN - 1) + 1)
        for column in columns:
            blank = " " if column in (-1, width + 1) else "   "  # narrow gaps: sixty columns do
            text.append(*grid.get((column, row), (blank, "")))
        text.append("\n")
    text.append("\n")
    add_status(text, position)
    add_hands(text, position)
    add_legend(text, position)
    return text


# Geometry


def stretch_of(loop_len: int) -> int:
    """Return the cells from one space to the next: a small loop is wider, to hold the homes."""
    return -(-SHORTEST_SIDE // (loop_len // R.SEATS))


def sides_of(loop_len: int) -> tuple[int, int]:
    """Return the last column and the last row: of a square, or higher if that would be too wide."""
    side = loop_len // R.SEATS * stretch_of(loop_len)
    width = min(side, WIDEST_SIDE)
    return width, 2 * side - width  # half of each make a quarter of the loop, from start to start


def side_of(seat: int, loop_len: int) -> int:
    """Return how long a seat's side is: the lower and the upper one are as long as it is wide."""
    return sides_of(loop_len)[seat % 2]


def from_seat(seat: int, loop_len: int, along: int, inward: int) -> tuple[int, int]:
    """Return a cell by steps along a seat's side, anti-clockwise, and inward from it."""
    width, height = sides_of(loop_len)
    return (
        (along, inward),
        (width - inward, along),
        (width - along, height - inward),
        (inward, height - along),
    )[seat]


def loop_cell(space: int, loop_len: int) -> tuple[int, int]:
    """Return the cell of a space: starts lie mid-side, so a side begins half a side before."""
    along, seat = space * stretch_of(loop_len) + side_of(0, loop_len) // 2, 0
    while along >= side_of(seat, loop_len):
        along -= side_of(seat, loop_len)
        seat = (seat + 1) % R.SEATS
    return from_seat(seat, loop_len, along, 0)


def home_cell(seat: int, index: int, loop_len: int) -> tuple[int, int]:
    """Return the cell of a home space: they lead inward from the starts."""
    return from_seat(seat, loop_len, side_of(seat, loop_len) // 2, index + 1)


def kennel_cell(seat: int, index: int, loop_len: int) -> tuple[int, int]:
    """Return the cell of a kennel: they lie outside, before the starts."""
    middle = side_of(seat, loop_len) // 2
    return from_seat(seat, loop_len, middle - R.TOKENS // 2 + index, -MARGIN)


def cell_of(position: Position, seat: int, token: int) -> tuple[int, int]:
    """Return the cell of a token."""
    place = position.places[seat][token]
    if place == R.KENNEL:
        return kennel_cell(seat, token, position.loop_len)
    if place >= R.HOME:
        return home_cell(seat, place - R.HOME, position.loop_len)
    return loop_cell(place, position.loop_len)


# Cells


def empty_grid(loop_len: int) -> Grid:
    """Return the board without tokens, and an arrow in each corner for the way round."""
    grid: Grid = {}
    for seat in range(R.SEATS):
        for along in range(side_of(seat, loop_len)):
            grid[from_seat(seat, loop_len, along, 0)] = (" | " if seat % 2 else " - ", DIM)
        grid[from_seat(seat, loop_len, 1, 1)] = (f" {'→↑←↓'[seat]} ", DIM)
    for space in range(loop_len):
        name = f"{space:2} " if space % NUMBERED == 0 else " · "
        grid[loop_cell(space, loop_len)] = (name, DIM)
    for seat, style in enumerate(SEAT_STYLES):
        initial = SEAT_NAMES[seat][0]
        grid[loop_cell(seat * loop_len // R.SEATS, loop_len)] = (f"({initial})", style)
        for index in range(R.HOME_SPACES):
            grid[home_cell(seat, index, loop_len)] = (f" {initial.lower()} ", style)
            grid[kennel_cell(seat, index, loop_len)] = (" _ ", style)
    return grid


def token_cell(position: Position, seat: int, token: int) -> Cell:
    """Return a token: `Ra`, then `*` if protected, `+` or `-` by its lap mark under `full_lap`."""
    mark = " "
    if position.is_protected(seat, token):
        mark = "*"
    elif position.options.full_lap:
        mark = {1: "+", -1: "-"}.get(int(position.state.lap[seat, token]), " ")
    return SEAT_NAMES[seat][0] + P.TOKEN_NAMES[token] + mark, TOKEN_STYLES[seat]


# Lines


def add_status(text: Text, position: Position) -> None:
    """Add what is going on."""
    style = SEAT_STYLES[position.mover] if position.mover != NOBODY else "bold"
    text.append(" ".join(P.headline(position)), style)
    if position.phase == R.SPLITTING:
        text.append(f", steps left: {position.steps_left}")
    dealer = "not yet known" if position.phase == R.ROLL else SEAT_NAMES[position.state.dealer]
    deal, stock = position.state.deal, position.state.stock_left
    text.append(f"\ndealer {dealer} · round of {deal} cards each · {stock} in stock\n")


def card_names(counts: Any) -> str:
    """Return cards one by one."""
    return " ".join(P.CARD_NAMES[rank] for rank in P.list_ranks(counts))


def describe_hand(position: Position, seat: int) -> str:
    """Return a hand, open only to its owner or EVERYBODY; one that is not known stays closed."""
    counts = position.state.hand[seat]
    if position.viewer in (seat, EVERYBODY) and counts[0] != R.UNKNOWN:
        return card_names(counts)
    return " ".join("?" * position.count_hand(seat))


def add_hands(text: Text, position: Position) -> None:
    """Add each seat's hand and what it has laid this round: in a line of its own if need be."""
    for seat in range(R.SEATS):
        pointer = ">" if seat == position.mover else " "
        name = f"{pointer} {SEAT_NAMES[seat]:<6}  "
        hand = f"{describe_hand(position, seat) or '-':<24}"
        laid = f"  laid: {card_names(position.state.shown[seat]) or '-'}\n"
        text.append(name, SEAT_STYLES[seat])
        if len(name + hand + laid) > WIDTH + 1:
            hand = f"{hand.rstrip()}\n{' ' * len(name)}"
        text.append(hand)
        text.append(laid, DIM)


def add_legend(text: Text, position: Position) -> None:
    """Add what the letters mean."""
    for name, style in zip(SEAT_NAMES, TOKEN_STYLES, strict=True):
        text.append(f"{name[0]}a-{name[0]}d", style)
        text.append(f" {name}  ")
    text.append("\n(R) start  r home  _ kennel  → way round  * protected", DIM)
    if position.options.full_lap:
        text.append("\n+ lapped  - behind start", DIM)
