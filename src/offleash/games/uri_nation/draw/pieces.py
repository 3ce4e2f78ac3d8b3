"""The pieces to print: everybody's bowl, breed card and aid, dogs, disks, tokens and pegs."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from offleash.contract import Records
from offleash.contract.options import NONE
from offleash.contract.studio.kit import Component
from offleash.contract.studio.supplies import Supply, token_values
from offleash.contract.text.own_images import own_image
from offleash.games.shared.printed import fitted, ground, lines, picture, wrapped
from offleash.games.shared.svg import bold, box, group, moved, words
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.bowls import X, Y, draw_empty_bowl, draw_pegs
from offleash.games.uri_nation.draw.colours import FILL, INK, PAPER, SOFT_INK
from offleash.games.uri_nation.draw.disks import draw_puddle
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.draw.own_pieces import token_slot
from offleash.games.uri_nation.draw.supply import LARGE, SMALL, supply_of
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.names import SEAT_NAMES, STOCK_NAMES, archetype_name
from offleash.games.uri_nation.text.pages import cost_rows, discount_lines, discounts, welcome
from offleash.tools.prose import join_and
from offleash.tools.toml import read_toml

PEG_MM, TOKEN = 8.0, 12.0  # millimetres across
BOWL = (120.0, 85.0)  # millimetres
AID = (92.0, 128.0)
TYPE = (3.1, 2.8, 2.5, 2.2)  # sizes of letters: the first that leaves room for all
BREEDS = Path(__file__).parent.parent / "data" / "breeds.toml"
TURN = "A turn: income, roll, walk, one action, resupply at home."


# Bowls and player aids


def mats(options: Records) -> list[Component]:
    """Return a bowl, a breed card and an aid for every seat."""
    kinds = (("bowls", BOWL, draw_bowl), ("breed cards", AID, draw_breed))
    return [
        Component(
            kind, archetype_name(options, seat), *size, draw(options, seat), shares_cuts=True,
            reason="one for each dog",
        )
        for kind, size, draw in (*kinds, ("player aids", AID, draw_aid))
        for seat in range(options["seats"][0])
    ]  # fmt: skip


@cache
def breeds() -> dict[str, Any]:
    """Return the character of every archetype, and tips for playing it."""
    return read_toml(BREEDS)[1]


def draw_breed(options: Records, seat: int) -> str:
    """Return the dog, its character, what it gets cheaper, and how to play it."""
    width, height = AID
    archetype = int(options["archetypes"][0][seat])
    breed = breeds()[archetype_name(options, seat).lower()]
    left, room, top = -width / 2 + 7, width - 14, -height / 2
    gifts = discounts(options, seat)
    parts = [
        bold(left + 8, top + 9, 5, name_of(options, seat), **S.LEFT),
        S.scaled(0, top + 34, 16, draw_dog(archetype, seat)),
    ]
    y = top + 60
    gift = [f"You {join_and(gifts)}."] if gifts else []
    paragraphs = [(breed["character"], 3.2, SOFT_INK), *((text, 3.4, INK) for text in gift)]
    paragraphs += [(f"• {tip}", 3.2, INK) for tip in breed["tips"]]
    for text, size, ink in paragraphs:
        parts += lines(left, y, size, text, room, **S.LEFT, fill=ink)
        y += 1.3 * size * len(wrapped(text, size, room)) + 2.2
    return draw_mat(AID, seat, (left + 2, top + 9), *parts)


def draw_bowl(options: Records, seat: int) -> str:
    """Return the bowl with a hole for each peg, and what its dish holds when it is full."""
    archetype = int(options["archetypes"][0][seat])
    water = int(most_of(options[0], seat, R.WATER))
    bowl = draw_empty_bowl(archetype, seat) + draw_pegs(seat, water, 0)
    at = f"{moved(-18, -4)} scale(.36) {moved(-X, -Y)}"
    name = bold(-46, -34, 5.4, name_of(options, seat), **S.LEFT)
    dog = S.scaled(40, -23, 13, draw_dog(archetype, seat))
    parts = (name, group(bowl, transform=at), dog, *draw_most(options, seat))
    return draw_mat(BOWL, seat, (-51, -34), *parts)


def draw_mat(size: S.Point, seat: int, mark: S.Point, *parts: str) -> str:
    """Return a mat of this size with an edge in the seat's colour and the seat's shape on it."""
    width, height = size
    look: S.Look = {"fill": "none", "stroke": FILL[seat], "stroke_width": 1.2}
    edge = box(0, 0, width - 5, height - 5, rx=3, **look)  # inside the cut
    shape = group(S.seat_mark(seat, 3), transform=moved(*mark))
    return picture(*size, ground(*size, PAPER), edge, shape, *parts, fill=INK)


def name_of(options: Records, seat: int) -> str:
    """Return `Red Bruiser`."""
    return f"{SEAT_NAMES[seat]} {archetype_name(options, seat)}"


def draw_most(options: Records, seat: int) -> Iterator[str]:
    """Yield how many of each stock home refills to."""
    yield words(40, -5, 3, "home fills up to", fill=SOFT_INK)
    for stock in range(R.STOCKS):
        y = 2.5 + 7.5 * stock
        most = int(most_of(options[0], seat, stock))
        if stock < len(S.TOKEN_DRAWINGS):
            yield S.scaled(28, y, 2.6, S.TOKEN_DRAWINGS[stock]())
        yield words(34, y, 3.6, f"{most} {STOCK_NAMES[stock]}", **S.LEFT)


def draw_aid(options: Records, seat: int) -> str:
    """Return the dog, the course of a turn and all costs, under the options in force."""
    width, height = AID
    left = -width / 2 + 7
    name = bold(left + 8, -height / 2 + 9, 5, name_of(options, seat), **S.LEFT)
    for size in TYPE:
        parts, low = draw_summary(options, seat, size)
        if low <= height / 2 - 5:
            break
    return draw_mat(AID, seat, (left + 2, -height / 2 + 9), name, *parts)


def draw_summary(options: Records, seat: int, size: float) -> tuple[list[str], float]:
    """Return the words of an aid in letters of a size, and how far down they reach."""
    left, room = -AID[0] / 2 + 7, AID[0] - 14
    y = -AID[1] / 2 + 18
    parts: list[str] = []
    for text in (*welcome(options, seat, with_cell=False), TURN):
        parts += lines(left, y, size, text, room, **S.LEFT)
        y += 1.3 * size * len(wrapped(text, size, room)) + 1.4
    y += 2
    for label, price in cost_rows(options, seat):
        parts.append(words(left, y, fitted(label, size, 0.46 * room), label, **S.LEFT))
        size_of_price = fitted(price, size, 0.52 * room)
        parts.append(words(left + 0.48 * room, y, size_of_price, price, **S.LEFT))
        y += 1.4 * size
    y += 1.6
    others = (n for n in range(options["seats"][0]) if n != seat)
    for text in discount_lines(options, others):
        parts += lines(left, y, 0.92 * size, text, room, fill=SOFT_INK, **S.LEFT)
        y += 1.3 * 0.92 * size * len(wrapped(text, 0.92 * size, room)) + 0.8
    return parts, y


# Counters and dogs


def counters(
    options: Records, across: Mapping[str, float], measured: Supply | None = None
) -> Iterator[Component]:
    """Yield dogs, large disks, fortify tokens, tokens of the bowls, and pegs."""
    supply = measured or supply_of(options)
    seats = range(options["seats"][0])
    disk_mm, token_mm, dog_mm = (across[name] for name in (DISK, FORT, DOG))
    for seat in seats:
        dog = draw_dog(int(options["archetypes"][0][seat]), seat)
        art = S.scaled(0, 0.3, 0.4 * dog_mm, dog)
        yield square("dogs", archetype_name(options, seat), dog_mm, art, 1, "one for each player")
    count, reason = large_disks(options, supply)
    for seat in seats:
        art = draw_puddle(seat, 0.46 * disk_mm)
        yield square(LARGE, SEAT_NAMES[seat], disk_mm, art, count, reason)
    count, reason = small_disks(options, supply)
    for seat in seats:  # they fortify, and they mark who is in an alliance
        drop = S.scaled(0, 0.3, 0.42 * token_mm, S.draw_drop(FILL[seat], "#33240f"))
        art = drop + S.scaled(0, 0.5, 0.17 * token_mm, S.white_mark(seat, 1))
        yield square(SMALL, SEAT_NAMES[seat], token_mm, art, count, reason)
    for stock, draw in enumerate(S.TOKEN_DRAWINGS):
        first = sum(int(most_of(options[0], seat, stock)) for seat in seats)
        yield from tokens(STOCK_NAMES[stock], draw(), supply, len(seats), first)
    art = S.scaled(0, 0.4, 0.38 * PEG_MM, S.draw_drop(S.PEG, S.PEG_DARK))
    full = sum(int(most_of(options[0], seat, R.WATER)) for seat in seats)
    yield square("pegs", "water", PEG_MM, art, full, "as many as all bowls hold")


def tokens(
    name: str, drawing: str, supply: Supply, holders: int, first: int
) -> Iterator[Component]:
    """Yield tokens of one kind, at least those of set-up; some may stand for five or ten."""
    total = max(first, supply.counts[name])
    reason = f"{total} at once are enough in {played(supply)}"
    for value, count in token_values(total, holders).items():
        art, label = S.scaled(0, 0, 0.36 * TOKEN, drawing), name
        if value > 1:
            art = S.scaled(0, -1.6, 0.26 * TOKEN, drawing) + bold(0, 3.4, 4, str(value))
            label = f"{name} of {value}"
        if count:
            yield square("tokens", label, TOKEN, art, count, reason)


def played(supply: Supply) -> str:
    """Return how well a count is founded."""
    games = f"99 of 100 games ({supply.games:,} played, rules {supply.rules})"
    return games if supply.is_exact else f"{games}; `print --measure` plays these rules"


def large_disks(options: Records, supply: Supply) -> tuple[int, str]:
    """Return how many of each colour, and why: the rules' supply (E22), or what games need."""
    if int(options["supply_large"][0]) != NONE:
        return int(options["supply_large"][0]), "the supply that the rules give each colour"
    most = most_territories(options) + (HOMES if options["home_challenge"][0] else 0)
    return _of_each_colour(min(most, supply.counts[LARGE]), supply)


def small_disks(options: Records, supply: Supply) -> tuple[int, str]:
    """Return how many of each colour, and why."""
    if int(options["supply_small"][0]) != NONE:
        return int(options["supply_small"][0]), "the supply that the rules give each colour"
    forts = most_territories(options) * options["fortify_max"][0] + options["home_fortify_max"][0]
    most = int(forts + options["is_site"][0].sum())
    return _of_each_colour(min(most, supply.counts[SMALL]), supply)


def _of_each_colour(count: int, supply: Supply) -> tuple[int, str]:
    return count, f"{count} of each colour are enough in {played(supply)}"


def most_territories(options: Records) -> int:
    """Return as many territories as one can have before winning."""
    return int(min(options["territories_to_win"][0], options["territories"][0]))


def square(kind: str, label: str, across: float, art: str, count: int, reason: str) -> Component:
    """Return a counter with straight edges, so that one cut serves two counters."""
    image = own_image(token_slot(kind, label), 0, 0, 0.9 * across, 0.9 * across)
    front = picture(across, across, ground(across, across, PAPER), image or art)
    return Component(
        kind, label, across, across, front, count=count, shares_cuts=True, reason=reason
    )
