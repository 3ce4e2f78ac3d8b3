"""Actions and positions of Dömidög as text, both ways: exact inverses.

A position is one line of fields, `chain=… hands=… seat=1`. What is not written takes a default.
What is known about hidden tiles stands in further fields: see `known`.
"""

import re
from typing import Any

import numpy as np

from offleash.core.errors import BadNotation, quote
from offleash.core.game import Records
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.course import set_tiles
from offleash.games.domidog.text import known
from offleash.games.domidog.text.chains import format_chain, read_chain, read_ends, read_houses
from offleash.games.domidog.text.halves import IN_HAND, format_half, parse_half, parse_house
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.text.fields import NOBODY_HAS, by_seat, number_in, split_fields, word_in
from offleash.games.tiles.text.names import TILE_NAMES, parse_tile

END_NAMES = ("left", "right")
PHASES = ("deal", "start", "open", "play", "draw", "over")
DEAL_PHASE, START_PHASE, OPEN_PHASE, PLAY_PHASE, DRAW_PHASE, OVER_PHASE = PHASES
HIDDEN = re.compile(r"\?([0-9]{1,2})")


# Actions


def _action_text(action: int) -> str:
    if action >= A.FORK:
        end, tile = END_NAMES[A.end_of(action)], TILE_NAMES[A.tile_of(action)]
        return f"fork {end} {tile} at {format_half(A.spot_of(action))}"
    if action >= A.DEAL:
        return f"deal {TILE_NAMES[A.tile_of(action)]}"
    if action >= A.FIRST:
        return f"first {action - A.FIRST}"
    if action >= A.DRAW:
        return "draw" if action == A.DRAW else "pass"
    tile = TILE_NAMES[A.tile_of(action)]
    return f"{tile} {END_NAMES[A.end_of(action)]}" if action >= A.PLAY else f"open {tile}"


def format_action(action: int, options: Records | None = None) -> str:
    """The short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Dömidög")
    return _action_text(int(action))


def parse_action(text: str, options: Records | None = None) -> int:
    """The number of an action; case and spaces do not matter."""
    match text.lower().split():
        case ["draw"]:
            return A.DRAW
        case ["pass"]:
            return A.PASS
        case ["open", tile]:
            return A.OPEN + parse_tile(tile)
        case ["deal", tile]:
            return A.DEAL + parse_tile(tile)
        case ["first", seat] if seat in map(str, range(R.SEATS)):
            return A.FIRST + int(seat)
        case [tile, end] if end in END_NAMES:
            return A.PLAY + END_NAMES.index(end) * TILES + parse_tile(tile)
        case ["fork", end, tile, "at", half] if end in END_NAMES:
            return int(A.fork_of(END_NAMES.index(end), parse_tile(tile), parse_half(half)))
    raise BadNotation(
        f"{quote(text)} is no action of Dömidög: write one like 'red-yellow left', 'open red-red', "
        "'draw', 'pass' or 'fork left red-yellow at brown-yellow.yellow'"
    )


# Positions, formatted


def tiles_at(states: Records, where: int) -> list[int]:
    """The tiles in one place, ascending."""
    return [int(tile) for tile in np.flatnonzero(states["where"][0] == where)]


def format_tiles(tiles: list[int]) -> str:
    """A list of tiles, or `-` for none."""
    return ",".join(TILE_NAMES[tile] for tile in tiles) or NOBODY_HAS


def _hidden_or(tiles: list[int], count: int) -> str:
    return f"?{count}" if count != len(tiles) else format_tiles(tiles)


def position_fields(states: Records, options: Records) -> dict[str, str]:
    """Every field, as text."""
    state = states[0]
    seats = range(int(state["players"]))
    hands = [_hidden_or(tiles_at(states, R.HAND + s), int(state["held"][s])) for s in seats]
    ends = "|".join(format_half(int(half)) for half in state["end"] if half != R.NO_HALF)
    return {
        "chain": format_chain(states),
        "ends": ends or NOBODY_HAS,
        "hands": "|".join(hands),
        "supply": _hidden_or(tiles_at(states, R.SUPPLY), int(state["supply_left"])),
        "houses": "|".join(_house_text(int(state["house"][s])) for s in seats),
        "seat": str(int(state["seat"])),
        "passes": str(int(state["passes"])),
        "drew": str(int(state["drew"])),
        "forked": str(int(state["forked"])),
        "first": str(int(state["starter"])),
        "phase": PHASES[int(state["phase"])],
        "boxed": _boxed_text(states, options),
        **known.known_fields(states),
    }


def _house_text(half: int) -> str:
    return IN_HAND if half == R.AT_HAND else format_half(half)


def _boxed_text(states: Records, options: Records) -> str:
    """Only where blanks stand for tiles has it to be said which ones are not in the game."""
    if not (states["where"][0] == R.UNKNOWN).any():
        return NOBODY_HAS
    return format_tiles([t for t in tiles_at(states, R.BOXED) if t < int(set_tiles(options[0]))])


# Fields that need not be written while they hold this; houses are at hand, and hands are needed.
BLANK_FIELDS = {
    "chain": NOBODY_HAS,
    "ends": NOBODY_HAS,
    "supply": NOBODY_HAS,
    "seat": "0",
    "passes": "0",
    "drew": "0",
    "forked": "0",
    "first": "0",
    "phase": PLAY_PHASE,
    "boxed": NOBODY_HAS,
    **known.BLANK_KNOWN,
}
FIELDS = ("hands", "houses", *BLANK_FIELDS)


def format_position(states: Records, options: Records) -> str:
    """The whole position on one line; fields at rest are left out."""
    blank = {**BLANK_FIELDS, "houses": "|".join([IN_HAND] * int(states["players"][0]))}
    fields = position_fields(states, options)
    return " ".join(f"{name}={text}" for name, text in fields.items() if blank.get(name) != text)


def format_board(states: Records, options: Records) -> str:
    """The chain and its ends."""
    fields = position_fields(states, options)
    return f"chain={fields['chain']} ends={fields['ends']}"


# Positions, parsed


def parse_position(text: str, options: Records) -> Records:
    """A position from text; whatever is not written takes its default."""
    states = read_board(text, options)
    _check_phase(states)
    known.check_known(states)
    return states


def read_board(text: str, options: Records) -> Records:
    """The same, also where it is a part to be compared that could not be played."""
    fields = split_fields(text, FIELDS)
    players = int(options["players"][0])
    states = _empty(players)
    read_chain(fields.get("chain", NOBODY_HAS), states)
    read_houses(fields.get("houses"), states)
    read_ends(fields.get("ends"), states)
    _read_tiles(fields, states, options)
    state = states[0]
    for name, field in (("seat", "seat"), ("first", "starter")):
        state[field] = number_in(name, fields.get(name, "0"), 0, players - 1)
    state["passes"] = number_in("passes", fields.get("passes", "0"), 0, players)
    for name in ("drew", "forked"):
        state[name] = number_in(name, fields.get(name, "0"), 0, 1)
    state["phase"] = word_in("phase", fields.get("phase", PLAY_PHASE), PHASES)
    known.read_known(fields, states)
    return states


def _empty(players: int) -> Records:
    """Nothing is anywhere."""
    states = np.zeros(1, R.RECORD)
    states["players"] = players
    states["parent"], states["end"], states["house"] = R.NO_HALF, R.NO_HALF, R.AT_HAND
    states["laid_by"] = R.NO_SEAT
    return states


def _read_tiles(fields: dict[str, str], states: Records, options: Records) -> None:
    """Hands and supply; what is named nowhere is hidden where something is, else in the box."""
    state, players = states[0], int(states["players"][0])
    empty = "|".join([NOBODY_HAS] * players)
    hands = by_seat("hands", fields.get("hands", empty), players)
    for seat, hand in enumerate(hands):
        state["held"][seat] = _take(hand, R.HAND + seat, states)
    supply = fields.get("supply", NOBODY_HAS)
    state["supply_left"] = _take(supply, R.SUPPLY, states)
    named = state["where"] != R.BOXED
    if named[int(set_tiles(options[0])) :].any():
        raise BadNotation("the shiba tiles are not in a game with 28 tiles: set extra_tiles")
    _fill_blanks(fields, [*hands, supply], states, options)


def _take(text: str, where: int, states: Records) -> int:
    """Puts the named tiles somewhere; says how many there are, unknown ones included."""
    if found := HIDDEN.fullmatch(text):
        if not 0 < int(found[1]) <= TILES:
            raise BadNotation(f"{text} is no number of tiles: it goes from ?1 to ?{TILES}")
        return int(found[1])
    tiles = [parse_tile(name) for name in text.split(",")] if text != NOBODY_HAS else []
    for tile in tiles:
        if states["where"][0][tile] != R.BOXED:
            raise BadNotation(f"{TILE_NAMES[tile]} is in two places: there is one of each tile")
        states["where"][0][tile] = where
    return len(tiles)


def _fill_blanks(
    fields: dict[str, str], texts: list[str], states: Records, options: Records
) -> None:
    """Every tile that is named nowhere is behind one of the blanks."""
    where = states["where"][0]
    blanks = [int(found[1]) for text in texts if (found := HIDDEN.fullmatch(text))]
    boxed = fields.get("boxed", NOBODY_HAS)
    if not blanks:
        if boxed != NOBODY_HAS:
            raise BadNotation("boxed= goes with hidden tiles only: else what is not named is boxed")
        return
    if tiles_at(states, R.SUPPLY):
        raise BadNotation("hidden hands go with a hidden supply, like supply=?12")
    aside = _take(boxed, R.UNKNOWN, states)
    rest = [t for t in tiles_at(states, R.BOXED) if t < int(set_tiles(options[0]))]
    where[where == R.UNKNOWN] = R.BOXED
    if aside and HIDDEN.fullmatch(boxed):
        raise BadNotation(f"boxed={boxed} names no tiles")
    if len(rest) != sum(blanks):
        raise BadNotation(f"{sum(blanks)} tiles are hidden, but {len(rest)} are named nowhere")
    where[rest] = R.UNKNOWN
    states["taken"][0][rest] = R.UNKNOWN


def _check_phase(states: Records) -> None:
    """Something can happen next: nothing else makes a position playable."""
    state = states[0]
    phase = PHASES[int(state["phase"])]
    held = [int(n) for n in state["held"][: int(state["players"])]]
    begun = bool((state["where"] == R.CHAIN).any())
    if phase in (START_PHASE, OPEN_PHASE, DEAL_PHASE) and begun:
        raise BadNotation(f"phase={phase} comes before the first tile of the chain")
    if phase == PLAY_PHASE and not begun:
        raise BadNotation("phase=play needs a chain: before the first tile it is phase=open")
    if phase == DEAL_PHASE:
        _check_deal(state, held)
    elif phase == DRAW_PHASE:
        _check_draw(state, begun)
    over = state["passes"] == len(held) or not all(held)
    if over and phase in (START_PHASE, OPEN_PHASE, PLAY_PHASE):
        raise BadNotation("when all have passed, or a hand is empty, it is phase=over")
    if phase == OVER_PHASE and not over:
        raise BadNotation(f"phase=over needs an empty hand or passes={len(held)}")
    if state["drew"] and phase in (DEAL_PHASE, START_PHASE, OVER_PHASE):
        raise BadNotation(f"drew=1 does not go with phase={phase}: nobody has a turn")
    if state["forked"] and phase != DRAW_PHASE:
        raise BadNotation("forked=1 goes with phase=draw, for the tile that follows a fork")


def _check_draw(state: Any, begun: bool) -> None:
    seat = int(state["seat"])
    if state["supply_left"] == 0:
        raise BadNotation("phase=draw needs a tile in the supply")
    if not state["drew"] and not state["forked"]:
        raise BadNotation("phase=draw goes with drew=1, or with forked=1 after a fork")
    if state["forked"] and state["house"][seat] == R.AT_HAND:
        raise BadNotation(f"forked=1 needs the house of seat {seat} on the chain")
    others = np.delete(state["held"][: int(state["players"])], seat)
    if not all(others) or (not state["held"][seat] and not state["forked"]) or state["passes"]:
        raise BadNotation("nobody draws after a pass, or when somebody's hand is empty")


def _check_deal(state: Any, held: list[int]) -> None:
    total, players = sum(held), len(held)
    if held != [(total + players - 1 - seat) // players for seat in range(players)]:
        raise BadNotation("phase=deal needs hands dealt in turn from seat 0")
    if total >= players * R.DEALT or state["supply_left"] < players * R.DEALT - total:
        raise BadNotation(f"phase=deal needs tiles for {R.DEALT} each, and some still to be dealt")


def is_whole(states: Records) -> bool:
    """Whether a position shows everything, as the one of a table does and a view does not."""
    return not any((states[field] == R.UNKNOWN).any() for field in ("where", "taken"))


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """What a partly written position says otherwise than the actual one."""
    actual = position_fields(states, options)
    wanted = {
        name: _plain(name, value, states) for name, value in split_fields(text, FIELDS).items()
    }
    return [
        f"{name} is {actual[name]}, not {value}"
        for name, value in wanted.items()
        if actual[name] != value
    ]


def _plain(name: str, text: str, states: Records) -> str:
    """A field by itself, as it would be written here: tiles in order, dogs in order."""
    empty = _empty(int(states["players"][0]))
    if name == "chain":
        read_chain(text, empty)
        return format_chain(empty)
    if name in ("ends", "houses") and text != NOBODY_HAS:
        return "|".join(_house_text(parse_house(half)) for half in text.split("|"))
    if name in ("hands", "supply", "boxed"):
        return "|".join(_plain_tiles(tiles) for tiles in text.split("|"))
    return text.lower()


def _plain_tiles(text: str) -> str:
    if text == NOBODY_HAS or HIDDEN.fullmatch(text):
        return text
    return format_tiles(sorted(parse_tile(name) for name in text.split(",")))
