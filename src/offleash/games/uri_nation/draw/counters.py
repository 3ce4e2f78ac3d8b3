"""The pieces of the board and the bowls, to print: disks, tokens, pegs, dogs."""

from collections.abc import Iterator

from offleash.core.game import Records
from offleash.core.kit import CIRCLE, Component
from offleash.core.options import NONE
from offleash.games.shared.printed import ground, picture
from offleash.games.uri_nation.board.sizes import DISK, DOG, FORT
from offleash.games.uri_nation.draw import shapes as S
from offleash.games.uri_nation.draw.colours import FILL, PAPER
from offleash.games.uri_nation.draw.disks import draw_puddle
from offleash.games.uri_nation.draw.dogs import draw_dog
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.rules.economy import most_of
from offleash.games.uri_nation.rules.places import HOMES
from offleash.games.uri_nation.text.names import SEAT_NAMES, STOCK_NAMES, archetype_name

PEG_MM, TOKEN = 8.0, 12.0  # millimetres across
SPARE = 2  # tokens for each that a bowl starts with: most may be exceeded (E4)


def counters(options: Records) -> list[Component]:
    """Large disks, fortify tokens, tokens of the bowls, and pegs."""
    return [*disks(options), *fortify_tokens(options), *tokens(options), *pegs(options)]


def seats_of(options: Records) -> range:
    """The seats that play."""
    return range(int(options["seats"][0]))


def dogs(options: Records) -> Iterator[Component]:
    """A dog for each seat, of its kind and in its colour."""
    for seat in seats_of(options):
        archetype = int(options["archetypes"][0][seat])
        art = S.scaled(0, 0.3, 0.4 * DOG, draw_dog(archetype, seat))
        yield round_piece("dogs", archetype_name(options, seat), DOG, art, 1)


def disks(options: Records) -> Iterator[Component]:
    """The disks that show who owns a territory."""
    for seat in seats_of(options):
        art = draw_puddle(seat, 0.46 * DISK)
        yield round_piece("large disks", SEAT_NAMES[seat], DISK, art, large_disks(options))


def large_disks(options: Records) -> int:
    """Of each colour: the supply, or as many as one can need before winning (E22)."""
    if int(options["supply_large"][0]) != NONE:
        return int(options["supply_large"][0])
    on_homes = HOMES if options["home_challenge"][0] else 0
    return int(min(options["win_territories"][0], options["territories"][0])) + on_homes


def fortify_tokens(options: Records) -> Iterator[Component]:
    """Small disks: they fortify, and they mark who is in an alliance."""
    for seat in seats_of(options):
        drop = S.scaled(0, 0.3, 0.42 * FORT, S.draw_drop(FILL[seat], "#33240f"))
        art = drop + S.scaled(0, 0.5, 0.17 * FORT, S.white_mark(seat, 1))
        yield round_piece("fortify tokens", SEAT_NAMES[seat], FORT, art, small_disks(options))


def small_disks(options: Records) -> int:
    """Of each colour: the supply, or as many as one can need."""
    if int(options["supply_small"][0]) != NONE:
        return int(options["supply_small"][0])
    territories = int(min(options["win_territories"][0], options["territories"][0]))
    forts = territories * int(options["fortify_max"][0]) + int(options["home_fortify_max"][0])
    return forts + int(options["is_site"][0].sum())


def tokens(options: Records) -> Iterator[Component]:
    """Swagger, Drive, Grit and Bond: twice what the bowls start with."""
    for stock, draw in enumerate(S.TOKEN_DRAWINGS):
        count = SPARE * sum(int(most_of(options[0], seat, stock)) for seat in seats_of(options))
        art = S.scaled(0, 0, 0.36 * TOKEN, draw())
        yield round_piece("tokens", STOCK_NAMES[stock], TOKEN, art, count)


def pegs(options: Records) -> Iterator[Component]:
    """Water: as many as all bowls hold."""
    count = sum(int(most_of(options[0], seat, R.WATER)) for seat in seats_of(options))
    art = S.scaled(0, 0.4, 0.38 * PEG_MM, S.draw_drop(S.PEG, S.PEG_DARK))
    yield round_piece("pegs", "water", PEG_MM, art, count)


def round_piece(kind: str, label: str, across: float, art: str, count: int) -> Component:
    """A round counter."""
    front = picture(across, across, ground(across, across, PAPER), art)
    return Component(kind, label, across, across, front, count=count, shape=CIRCLE)
