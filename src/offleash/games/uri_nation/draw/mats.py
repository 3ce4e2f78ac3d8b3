"""Everybody's bowl and player aid, to print."""

from collections.abc import Iterator

from offleash.core.game import Records
from offleash.core.kit import Component
from offleash.games.shared.printed import fitted, ground, lines, picture, wrapped
from offleash.games.shared.svg import bold, box, group, moved, words
from offleash.games.uri_nation.draw.bowls import X, Y, draw_empty_bowl, draw_pegs
from offleash.games.uri_nation.draw.colours import FILL, INK, PAPER, SOFT_INK
from offleash.games.uri_nation.draw.counters import seats_of
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.shapes import LEFT, TOKEN_DRAWINGS, scaled, seat_mark
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.text.names import SEAT_NAMES, STOCK_NAMES, archetype_name
from offleash.games.uri_nation.text.pages import COSTS, costs, welcome

BOWL = (120.0, 85.0)  # millimetres
AID = (92.0, 128.0)
TYPE = (3.1, 2.8, 2.5, 2.2)  # sizes of letters: the first that leaves room for all
LABEL = 26  # where prices begin in a line of costs
PRICED = {*(row[0] for row in COSTS), "re-claim"}
TURN = "A turn: income, roll, walk, one action, resupply at home."


def mats(options: Records) -> list[Component]:
    """A bowl and an aid for every seat."""
    names = {seat: archetype_name(options, seat) for seat in seats_of(options)}
    return [
        *(Component("bowls", name, *BOWL, draw_bowl(options, s)) for s, name in names.items()),
        *(Component("player aids", name, *AID, draw_aid(options, s)) for s, name in names.items()),
    ]


def draw_bowl(options: Records, seat: int) -> str:
    """The bowl with a hole for each peg, and what its dish holds when it is full."""
    width, height = BOWL
    archetype = int(options["archetypes"][0][seat])
    water = int(most_of(options[0], seat, R.WATER))
    bowl = draw_empty_bowl(archetype, seat) + draw_pegs(seat, water, 0)
    at = f"{moved(-18, -4)} scale(.36) {moved(-X, -Y)}"
    return picture(
        width,
        height,
        ground(width, height, PAPER),
        edge(width, height, seat),
        group(seat_mark(seat, 3), transform=moved(-51, -34)),
        bold(-46, -34, 5.4, name_of(options, seat), **LEFT),
        group(bowl, transform=at),
        scaled(40, -23, 13, draw_dog(archetype, seat)),
        *draw_most(options, seat),
        fill=INK,
    )


def name_of(options: Records, seat: int) -> str:
    """`Red Bruiser`."""
    return f"{SEAT_NAMES[seat]} {archetype_name(options, seat)}"


def edge(width: float, height: float, seat: int) -> str:
    """A line in the seat's colour inside the cut."""
    return box(0, 0, width - 5, height - 5, rx=3, fill="none", stroke=FILL[seat], stroke_width=1.2)


def draw_most(options: Records, seat: int) -> Iterator[str]:
    """How many of each stock home refills to."""
    yield words(40, -5, 3, "home fills up to", fill=SOFT_INK)
    for stock in range(R.STOCKS):
        y = 2.5 + 7.5 * stock
        most = int(most_of(options[0], seat, stock))
        if stock < len(TOKEN_DRAWINGS):
            yield scaled(28, y, 2.6, TOKEN_DRAWINGS[stock]())
        yield words(34, y, 3.6, f"{most} {STOCK_NAMES[stock]}", **LEFT)


def draw_aid(options: Records, seat: int) -> str:
    """The dog, the course of a turn and all costs, under the options in force."""
    width, height = AID
    left = -width / 2 + 7
    name = bold(left + 8, -height / 2 + 9, 5, name_of(options, seat), **LEFT)
    for size in TYPE:
        parts, low = draw_summary(options, seat, size)
        if low <= height / 2 - 5:
            break
    return picture(
        width,
        height,
        ground(width, height, PAPER),
        edge(width, height, seat),
        group(seat_mark(seat, 3), transform=moved(left + 2, -height / 2 + 9)),
        name,
        *parts,
        fill=INK,
    )


def draw_summary(options: Records, seat: int, size: float) -> tuple[list[str], float]:
    """The words of an aid in letters of a size, and how far down they reach."""
    left, room = -AID[0] / 2 + 7, AID[0] - 14
    y = -AID[1] / 2 + 18
    parts: list[str] = []
    for text in (*welcome(options, seat), TURN):
        parts += lines(left, y, size, text, room, **LEFT)
        y += 1.3 * size * len(wrapped(text, size, room)) + 1.4
    y += 2
    for line in costs(options).split("\n"):
        parts += draw_cost(line, left, y, room, size)
        y += 1.4 * size
    return parts, y


def draw_cost(line: str, left: float, y: float, room: float, size: float) -> Iterator[str]:
    """A row of prices; other lines are sentences."""
    label, price = line[:LABEL].rstrip(), line[LABEL:].strip()
    if label not in PRICED:
        yield words(left, y, fitted(line, size, room), line.strip(), fill=SOFT_INK, **LEFT)
        return
    yield words(left, y, fitted(label, size, 0.46 * room), label, **LEFT)
    yield words(left + 0.48 * room, y, fitted(price, size, 0.52 * room), price, **LEFT)
