"""What is known about hidden tiles (N6) as text, both ways.

`blue=held` or `blue=missing`: whether somebody was dealt blue-blue. `draws=1:red+white,0:-`: who
made each draw, and which dogs she showed not to have just before it; `double` is for opening.
`shown=-|red`: what each player shows not to have since the supply is empty. `took=red-white:2`:
which draw brought a tile that is still in a hand; the others were dealt. `laid=0:0-2:?,-`: for each
tile of the chain who laid it, from which draw to which it may have come by, and which it was.
"""

import re
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import BITS
from offleash.games.domidog.rules.knowledge import place_opener
from offleash.games.domidog.rules.settling import seat_all
from offleash.games.domidog.rules.slots import prepare_slots
from offleash.games.domidog.rules.voids import denied
from offleash.games.domidog.text.position import ChainPosition
from offleash.games.shared.fields import NOBODY_HAS, by_seat, word_in
from offleash.games.tiles.rules.dogs import BLUE_BLUE, TILES
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES, parse_tile
from offleash.tools.errors import BadNotation, quote

BLUE_WORDS = ("unasked", "held", "missing")
DOUBLE = "double"
VOID_WORDS = {**{word: 1 << breed for breed, word in enumerate(COLOURS)}, DOUBLE: R.NO_DOUBLE}
BLANK_KNOWN = {
    "blue": BLUE_WORDS[0],
    **dict.fromkeys(("draws", "shown", "took", "laid"), NOBODY_HAS),
}
LAID = re.compile(r"([0-3]):([0-9]{1,2})-([0-9]{1,2}):([0-9]{1,2}|\?)")


def format_void(bits: int) -> str:
    """Return dogs that were not held: `red+white`."""
    return "+".join(word for word, bit in VOID_WORDS.items() if bits & bit) or NOBODY_HAS


def parse_void(text: str) -> int:
    """Return the bits of such a list."""
    bits = 0
    for word in text.split("+") if text != NOBODY_HAS else []:
        if word.lower() not in VOID_WORDS:
            raise BadNotation(f"{quote(word)} is not a dog: write colours, like red+white")
        bits |= VOID_WORDS[word.lower()]
    return bits


def known_draws(state: Any) -> int:
    """Return how many draws something is known of: also the one that is being revealed."""
    return int(state.drawn) + int(state.phase == R.TAKING)


def known_fields(position: ChainPosition) -> dict[str, str]:
    """Return the fields of what is known, as text."""
    state = position.state
    draws = [
        f"{state.drawer[i]}:{format_void(int(state.void[i]))}" for i in range(known_draws(state))
    ]
    shown_since = [format_void(int(bits)) for bits in state.passed[: position.players]]
    took = [
        f"{TILE_NAMES[tile]}:{state.taken[tile]}"
        for tile in range(TILES)
        if state.where[tile] >= R.HAND and state.taken[tile] > 0
    ]
    laid = [_laid_text(state, tile) for tile in position.chain_order]
    return {
        "blue": BLUE_WORDS[int(state.asked)],
        "draws": ",".join(draws) or NOBODY_HAS,
        "shown": "|".join(shown_since) if any(state.passed) else NOBODY_HAS,
        "took": ",".join(took) or NOBODY_HAS,
        "laid": ",".join(laid) if {*laid} - {NOBODY_HAS} else NOBODY_HAS,
    }


def _laid_text(state: Any, tile: int) -> str:
    seat, taken = int(state.laid_by[tile]), int(state.taken[tile])
    if seat == R.NO_SEAT:
        return NOBODY_HAS
    came = "?" if taken == R.UNKNOWN else str(taken)
    return f"{seat}:{state.oldest[tile]}-{state.newest[tile]}:{came}"


def read_known(fields: dict[str, str], position: ChainPosition) -> None:
    """Put what is written into the position."""
    state, players = position.state, position.players
    state.asked = word_in("blue", fields["blue"], BLUE_WORDS)
    entries = fields["draws"].split(",") if fields["draws"] != NOBODY_HAS else []
    count = len(entries) - int(state.phase == R.TAKING)
    if count < 0 or len(entries) > R.DRAWS:
        raise BadNotation(f"draws= has {len(entries)} entries; with phase=draw it needs one more")
    state.drawn = count
    for i, entry in enumerate(entries):
        seat, colon, void = entry.partition(":")
        if not colon or seat not in map(str, range(players)):
            raise BadNotation(
                f"{quote(entry)} is not a draw: write a seat and dogs, like 1:red+white"
            )
        state.drawer[i], state.void[i] = int(seat), parse_void(void)
    if (since := fields["shown"]) != NOBODY_HAS:
        state.passed[:players] = [parse_void(v) for v in by_seat("shown", since, players)]
    _read_took(fields["took"], state)
    _read_laid(fields["laid"], position)


def _read_took(text: str, state: Any) -> None:
    for entry in text.split(",") if text != NOBODY_HAS else []:
        name, _, number = entry.partition(":")
        tile = parse_tile(name)
        if state.where[tile] < R.HAND or not re.fullmatch("[1-9][0-9]?", number):
            raise BadNotation(
                f"{quote(entry)} is not a tile in a hand with the draw that brought it"
            )
        state.taken[tile] = _draw_of(int(state.where[tile]) - R.HAND, int(number), state)


def _draw_of(seat: int, number: int, state: Any) -> int:
    """Return a draw that a seat has made; 0 is the deal."""
    if number > state.drawn or (number and state.drawer[number - 1] != seat):
        raise BadNotation(f"seat {seat} has not made draw {number}")
    return number


def _read_laid(text: str, position: ChainPosition) -> None:
    state, order = position.state, position.chain_order
    entries = text.split(",") if text != NOBODY_HAS else [NOBODY_HAS] * len(order)
    if len(entries) != len(order):
        raise BadNotation(f"laid= has {len(entries)} entries for a chain of {len(order)} tiles")
    for tile, entry in zip(order, entries, strict=True):
        if entry == NOBODY_HAS:
            continue
        match = LAID.fullmatch(entry)
        if not match or int(match[1]) >= state.players:
            raise BadNotation(
                f"{quote(entry)} does not say who laid a tile: write one like 0:0-2:1"
            )
        seat, oldest, newest = (int(number) for number in match.groups()[:3])
        if not oldest <= newest <= state.drawn:
            raise BadNotation(f"{quote(entry)} names draws that were not made")
        state.laid_by[tile], state.oldest[tile], state.newest[tile] = seat, oldest, newest
        taken = R.UNKNOWN if match[4] == "?" else _draw_of(seat, int(match[4]), state)
        if taken != R.UNKNOWN and not oldest <= taken <= newest:
            raise BadNotation(f"{quote(entry)} came by a draw that is not among those")
        state.taken[tile] = taken


def check_known(states: Records) -> None:
    """Raise BadNotation unless each draw brought one tile and nobody held what she denied."""
    state = states[0]
    _check_draws(state)
    for tile in range(TILES):
        place, taken = int(state.where[tile]), int(state.taken[tile])
        if place >= R.HAND and BITS[tile] & denied(state, place - R.HAND, taken):
            raise BadNotation(f"seat {place - R.HAND} holds {TILE_NAMES[tile]}, which it denied")
    blue_at, blue_taken = int(state.where[BLUE_BLUE]), int(state.taken[BLUE_BLUE])
    if state.asked == R.MISSING and (
        (blue_at >= R.HAND and blue_taken == 0)
        or (blue_at == R.CHAIN and state.laid_by[BLUE_BLUE] >= 0 and not state.oldest[BLUE_BLUE])
    ):
        raise BadNotation("blue=missing: blue-blue was not dealt, so a draw brought it")
    opener = R.HAND + int(state.seat)
    if state.asked == R.FOUND and state.phase == R.OPENING and blue_at not in (R.UNKNOWN, opener):
        raise BadNotation("blue=held: the player who has blue-blue opens with it")
    _check_blanks(states)


def _check_blanks(states: Records) -> None:
    """Check that some tiles can be behind the blanks."""
    if all((states[field] != R.UNKNOWN).all() for field in ("where", "taken")):
        return
    view, work = states.copy(), np.zeros(1, R.WORK)
    place_opener(view[0])
    prepare_slots(view[0], work[0])
    if not seat_all(view[0], work[0]):
        raise BadNotation("no tiles can be behind the blanks: what is known rules them out")


def _check_draws(state: Any) -> None:
    """Check that draws brought one tile each, and nobody was dealt more than she has had."""
    taken = [int(n) for n in state.taken if n > 0]
    if len(taken) > len({*taken}):
        raise BadNotation("each draw brings one tile: took= and laid= name one of them twice")
    for seat in range(int(state.players)):
        mine = (state.laid_by == seat) | (state.where == R.HAND + seat)
        had = int(state.held[seat]) + int((state.laid_by == seat).sum())
        drew = int((state.drawer[: int(state.drawn)] == seat).sum())
        if had < drew:
            raise BadNotation(f"seat {seat} drew {drew} tiles, but has had {had}")
        if int((mine & (state.taken == 0)).sum()) > had - drew:
            raise BadNotation(f"seat {seat} drew {drew} tiles: took= or laid= must say which")
