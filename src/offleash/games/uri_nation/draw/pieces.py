"""The pieces to print: everybody's bowl and player aid, dogs, disks, tokens and pegs."""

from collections.abc import Iterator, Mapping

from offleash.core.game import Records
from offleash.core.kit import CIRCLE, Component
from offleash.core.options import NONE
from offleash.games.shared.printed import fitted, ground, lines, picture, wrapped
from offleash.games.shared.svg import bold, box, group, moved, words
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.bowls import X, Y, draw_empty_bowl, draw_pegs
from offleash.games.uri_nation.draw.colours import FILL, INK, PAPER, SOFT_INK
from offleash.games.uri_nation.draw.disks import draw_puddle
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.names import SEAT_NAMES, STOCK_NAMES, archetype_name
from offleash.games.uri_nation.text.pages import COSTS, costs, welcome

PEG_MM, TOKEN = 8.0, 12.0  # millimetres across
SPARE = 2  # tokens for each that a bowl starts with: most may be exceeded (E4)
BOWL = (120.0, 85.0)  # millimetres
AID = (92.0, 128.0)
TYPE = (3.1, 2.8, 2.5, 2.2)  # sizes of letters: the first that leaves room for all
LABEL = 26  # where prices begin in a line of costs
PRICED = {*(row[0] for row in COSTS), "re-claim"}
TURN = "A turn: income, roll, walk, one action, resupply at home."


# Bowls and player aids


def mats(options: Records) -> list[Component]:
    """A bowl and an aid for every seat."""
    names = {seat: archetype_name(options, seat) for seat in range(options["seats"][0])}
    return [
        *(Component("bowls", name, *BOWL, draw_bowl(options, s)) for s, name in names.items()),
        *(Component("player aids", name, *AID, draw_aid(options, s)) for s, name in names.items()),
    ]


def draw_bowl(options: Records, seat: int) -> str:
    """The bowl with a hole for each peg, and what its dish holds when it is full."""
    archetype = int(options["archetypes"][0][seat])
    water = int(most_of(options[0], seat, R.WATER))
    bowl = draw_empty_bowl(archetype, seat) + draw_pegs(seat, water, 0)
    at = f"{moved(-18, -4)} scale(.36) {moved(-X, -Y)}"
    name = bold(-46, -34, 5.4, name_of(options, seat), **S.LEFT)
    dog = S.scaled(40, -23, 13, draw_dog(archetype, seat))
    parts = (name, group(bowl, transform=at), dog, *draw_most(options, seat))
    return draw_mat(BOWL, seat, (-51, -34), *parts)


def draw_mat(size: S.Point, seat: int, mark: S.Point, *parts: str) -> str:
    """A mat of this size with an edge in the seat's colour, and the seat's shape at a point."""
    width, height = size
    look: S.Look = {"fill": "none", "stroke": FILL[seat], "stroke_width": 1.2}
    edge = box(0, 0, width - 5, height - 5, rx=3, **look)  # inside the cut
    shape = group(S.seat_mark(seat, 3), transform=moved(*mark))
    return picture(*size, ground(*size, PAPER), edge, shape, *parts, fill=INK)


def name_of(options: Records, seat: int) -> str:
    """`Red Bruiser`."""
    return f"{SEAT_NAMES[seat]} {archetype_name(options, seat)}"


def draw_most(options: Records, seat: int) -> Iterator[str]:
    """How many of each stock home refills to."""
    yield words(40, -5, 3, "home fills up to", fill=SOFT_INK)
    for stock in range(R.STOCKS):
        y = 2.5 + 7.5 * stock
        most = int(most_of(options[0], seat, stock))
        if stock < len(S.TOKEN_DRAWINGS):
            yield S.scaled(28, y, 2.6, S.TOKEN_DRAWINGS[stock]())
        yield words(34, y, 3.6, f"{most} {STOCK_NAMES[stock]}", **S.LEFT)


def draw_aid(options: Records, seat: int) -> str:
    """The dog, the course of a turn and all costs, under the options in force."""
    width, height = AID
    left = -width / 2 + 7
    name = bold(left + 8, -height / 2 + 9, 5, name_of(options, seat), **S.LEFT)
    for size in TYPE:
        parts, low = draw_summary(options, seat, size)
        if low <= height / 2 - 5:
            break
    return draw_mat(AID, seat, (left + 2, -height / 2 + 9), name, *parts)


def draw_summary(options: Records, seat: int, size: float) -> tuple[list[str], float]:
    """The words of an aid in letters of a size, and how far down they reach."""
    left, room = -AID[0] / 2 + 7, AID[0] - 14
    y = -AID[1] / 2 + 18
    parts: list[str] = []
    for text in (*welcome(options, seat), TURN):
        parts += lines(left, y, size, text, room, **S.LEFT)
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
        yield words(left, y, fitted(line, size, room), line.strip(), fill=SOFT_INK, **S.LEFT)
        return
    yield words(left, y, fitted(label, size, 0.46 * room), label, **S.LEFT)
    yield words(left + 0.48 * room, y, fitted(price, size, 0.52 * room), price, **S.LEFT)


# Counters and dogs


def counters(options: Records, across: Mapping[str, float]) -> Iterator[Component]:
    """Dogs, large disks, fortify tokens, tokens of the bowls, and pegs."""
    seats = range(options["seats"][0])
    disk_mm, token_mm, dog_mm = (across[name] for name in (DISK, FORT, DOG))
    for seat in seats:
        dog = draw_dog(int(options["archetypes"][0][seat]), seat)
        art = S.scaled(0, 0.3, 0.4 * dog_mm, dog)
        yield round_piece("dogs", archetype_name(options, seat), dog_mm, art, 1)
    for seat in seats:
        art = draw_puddle(seat, 0.46 * disk_mm)
        yield round_piece("large disks", SEAT_NAMES[seat], disk_mm, art, large_disks(options))
    for seat in seats:  # they fortify, and they mark who is in an alliance
        drop = S.scaled(0, 0.3, 0.42 * token_mm, S.draw_drop(FILL[seat], "#33240f"))
        art = drop + S.scaled(0, 0.5, 0.17 * token_mm, S.white_mark(seat, 1))
        yield round_piece("fortify tokens", SEAT_NAMES[seat], token_mm, art, small_disks(options))
    counts = [sum(int(most_of(options[0], seat, n)) for seat in seats) for n in range(R.STOCKS)]
    for stock, draw in enumerate(S.TOKEN_DRAWINGS):
        art = S.scaled(0, 0, 0.36 * TOKEN, draw())
        yield round_piece("tokens", STOCK_NAMES[stock], TOKEN, art, SPARE * counts[stock])
    art = S.scaled(0, 0.4, 0.38 * PEG_MM, S.draw_drop(S.PEG, S.PEG_DARK))
    yield round_piece("pegs", "water", PEG_MM, art, counts[R.WATER])


def large_disks(options: Records) -> int:
    """Of each colour: the supply, or as many as one can need before winning (E22)."""
    if int(options["supply_large"][0]) != NONE:
        return int(options["supply_large"][0])
    return most_territories(options) + (HOMES if options["home_challenge"][0] else 0)


def small_disks(options: Records) -> int:
    """Of each colour: the supply, or as many as one can need."""
    if int(options["supply_small"][0]) != NONE:
        return int(options["supply_small"][0])
    forts = most_territories(options) * options["fortify_max"][0] + options["home_fortify_max"][0]
    return int(forts + options["is_site"][0].sum())


def most_territories(options: Records) -> int:
    """As many as one can have before winning."""
    return int(min(options["win_territories"][0], options["territories"][0]))


def round_piece(kind: str, label: str, across: float, art: str, count: int) -> Component:
    """A round counter."""
    front = picture(across, across, ground(across, across, PAPER), art)
    return Component(kind, label, across, across, front, count=count, shape=CIRCLE)
