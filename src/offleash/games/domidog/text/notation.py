"""Actions and positions of Dömidög as text, both ways: exact inverses.

A position is one line of fields, `chain=… hands=… seat=1`. What is not written takes a default.
What is known about hidden tiles is in further fields: see `known`.
"""

import re
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.text import chains, known, position as P
from offleash.games.domidog.text.position import END_NAMES, ChainPosition, format_half
from offleash.games.shared import fields as F
from offleash.games.shared.fields import NOBODY_HAS
from offleash.games.tiles.rules.dogs import TILES
from offleash.games.tiles.text.names import TILE_NAMES, format_tiles, parse_tile, parse_tiles
from offleash.tools.errors import BadNotation, quote
from offleash.tools.record_text import split_fields

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
    """Return the short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Dömidög")
    return _action_text(int(action))


def parse_action(text: str, options: Records | None = None) -> int:
    """Return the number of an action; case and spaces do not matter."""
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
            return int(A.fork_of(END_NAMES.index(end), parse_tile(tile), P.parse_half(half)))
    raise BadNotation(
        f"{quote(text)} is not an action of Dömidög: write one like 'red-yellow left', "
        "'open red-red', 'draw', 'pass' or 'fork left red-yellow at brown-yellow.yellow'"
    )


# Positions, formatted


def _format_hidden(tiles: list[int], count: int) -> str:
    return f"?{count}" if count != len(tiles) else format_tiles(tiles)


def position_fields(position: ChainPosition) -> dict[str, str]:
    """Return every field, as text."""
    state, seats = position.state, position.seats
    hands = [_format_hidden(position.tiles_at(R.HAND + s), position.counts[s]) for s in seats]
    return {
        "chain": chains.format_chain(position),
        "ends": "|".join(map(format_half, position.ends)) or NOBODY_HAS,
        "hands": "|".join(hands),
        "supply": _format_hidden(position.tiles_at(R.SUPPLY), position.supply),
        "houses": "|".join(P.format_house(int(state.house[s])) for s in seats),
        "seat": str(state.seat),
        "passes": str(state.passes),
        "drew": str(state.drew),
        "forked": str(state.forked),
        "first": str(state.starter),
        "phase": PHASES[position.phase],
        # Tiles that are not in the game; only where blanks stand for others.
        "boxed": format_tiles(_boxed(position) if position.tiles_at(R.UNKNOWN) else []),
        **known.known_fields(position),
    }


def _boxed(position: ChainPosition) -> list[int]:
    return [tile for tile in position.tiles_at(R.BOXED) if tile < position.set_size]


# Fields that need not be written while they hold this; houses are at hand, and hands are needed.
BLANK_FIELDS = {
    **dict.fromkeys(("chain", "ends", "supply"), NOBODY_HAS),
    **dict.fromkeys(("seat", "passes", "drew", "forked", "first"), "0"),
    "phase": PLAY_PHASE,
    "boxed": NOBODY_HAS,
    **known.BLANK_KNOWN,
}
FIELDS = ("hands", "houses", *BLANK_FIELDS)


def format_position(states: Records, options: Records) -> str:
    """Return the whole position on one line; fields at rest are left out."""
    position = ChainPosition(states, options)
    blank = {**BLANK_FIELDS, "houses": "|".join([P.format_house(R.AT_HAND)] * position.players)}
    return F.format_fields(position_fields(position), blank)


def format_board(states: Records, options: Records) -> str:
    """Return the chain and its ends."""
    fields = position_fields(ChainPosition(states, options))
    return f"chain={fields['chain']} ends={fields['ends']}"


# Positions, parsed


def parse_position(text: str, options: Records) -> Records:
    """Return a position from text; whatever is not written takes its default."""
    states = read_board(text, options)
    _check_phase(states)
    known.check_known(states)
    return states


def read_board(text: str, options: Records) -> Records:
    """Return the same, also where it is a part to be compared that could not be played."""
    partial = split_fields(text, FIELDS)
    fields = BLANK_FIELDS | partial
    states = _empty(int(options["players"][0]))
    state = states[0]
    chains.read_chain(fields["chain"], state)
    position = ChainPosition(states, options)
    chains.read_houses(fields.get("houses"), position)
    chains.read_ends(partial.get("ends"), position)
    _read_tiles(fields, position)
    for name, field in (("seat", "seat"), ("first", "starter")):
        state[field] = F.number_in(name, fields[name], 0, position.players - 1)
    state.passes = F.number_in("passes", fields["passes"], 0, position.players)
    for name in ("drew", "forked"):
        state[name] = F.number_in(name, fields[name], 0, 1)
    state.phase = F.word_in("phase", fields["phase"], PHASES)
    known.read_known(fields, position)
    return states


def _empty(players: int) -> Records:
    """Return a position with nothing anywhere."""
    states = np.zeros(1, R.RECORD)
    states["players"] = players
    states["parent"], states["end"], states["house"] = R.NO_HALF, R.NO_HALF, R.AT_HAND
    states["laid_by"] = R.NO_SEAT
    return states


def _read_tiles(fields: dict[str, str], position: ChainPosition) -> None:
    """Read hands and supply; what is named nowhere is hidden where anything is, else in the box."""
    state, players = position.state, position.players
    hands = F.by_seat("hands", fields.get("hands", "|".join([NOBODY_HAS] * players)), players)
    for seat, hand in enumerate(hands):
        state.held[seat] = _take(hand, R.HAND + seat, state)
    supply = fields["supply"]
    state.supply_left = _take(supply, R.SUPPLY, state)
    if (state.where[position.set_size :] != R.BOXED).any():
        raise BadNotation("the shiba tiles are not in a game with 28 tiles: set extra_tiles")
    blanks = [int(match[1]) for text in (*hands, supply) if (match := HIDDEN.fullmatch(text))]
    _fill_blanks(fields["boxed"], blanks, position)


def _take(text: str, place: int, state: Any) -> int:
    """Put the named tiles somewhere; return how many there are, unknown ones included."""
    if match := HIDDEN.fullmatch(text):
        if not 0 < int(match[1]) <= TILES:
            raise BadNotation(f"{text} is not a number of tiles: it goes from ?1 to ?{TILES}")
        return int(match[1])
    tiles = parse_tiles(text)
    for tile in tiles:
        chains.put_tile(tile, place, state)
    return len(tiles)


def _fill_blanks(boxed: str, blanks: list[int], position: ChainPosition) -> None:
    """Put every tile that is named nowhere behind one of the blanks."""
    state = position.state
    if not blanks:
        if boxed != NOBODY_HAS:
            raise BadNotation("boxed= goes with hidden tiles only: else what is not named is boxed")
        return
    if position.tiles_at(R.SUPPLY):
        raise BadNotation("hidden hands go with a hidden supply, like supply=?12")
    aside = _take(boxed, R.UNKNOWN, state)
    rest = _boxed(position)
    state.where[state.where == R.UNKNOWN] = R.BOXED
    if aside and HIDDEN.fullmatch(boxed):
        raise BadNotation(f"boxed={boxed} names no tiles")
    if len(rest) != sum(blanks):
        raise BadNotation(f"{sum(blanks)} tiles are hidden, but {len(rest)} are named nowhere")
    state.where[rest] = R.UNKNOWN
    state.taken[rest] = R.UNKNOWN


def _check_phase(states: Records) -> None:
    """Raise BadNotation unless something can happen next."""
    state = states[0]
    phase = PHASES[int(state.phase)]
    counts = state.held[: int(state.players)].tolist()
    begun = bool((state.where == R.CHAIN).any())
    if phase in (START_PHASE, OPEN_PHASE, DEAL_PHASE) and begun:
        raise BadNotation(f"phase={phase} comes before the first tile of the chain")
    if phase == PLAY_PHASE and not begun:
        raise BadNotation("phase=play needs a chain: before the first tile it is phase=open")
    if phase == DEAL_PHASE:
        _check_deal(state, counts)
    elif phase == DRAW_PHASE:
        _check_draw(state)
    over = state.passes == len(counts) or not all(counts)
    if over and phase in (START_PHASE, OPEN_PHASE, PLAY_PHASE):
        raise BadNotation("when all have passed, or a hand is empty, it is phase=over")
    if phase == OVER_PHASE and not over:
        raise BadNotation(f"phase=over needs an empty hand or passes={len(counts)}")
    if state.drew and phase in (DEAL_PHASE, START_PHASE, OVER_PHASE):
        raise BadNotation(f"drew=1 does not go with phase={phase}: nobody has a turn")
    if state.forked and phase != DRAW_PHASE:
        raise BadNotation("forked=1 goes with phase=draw, for the tile that follows a fork")


def _check_draw(state: Any) -> None:
    seat = int(state.seat)
    if state.supply_left == 0:
        raise BadNotation("phase=draw needs a tile in the supply")
    if not state.drew and not state.forked:
        raise BadNotation("phase=draw goes with drew=1, or with forked=1 after a fork")
    if state.forked and state.house[seat] == R.AT_HAND:
        raise BadNotation(f"forked=1 needs the house of seat {seat} on the chain")
    others = np.delete(state.held[: int(state.players)], seat)
    if not all(others) or (not state.held[seat] and not state.forked) or state.passes:
        raise BadNotation("nobody draws after a pass, or when somebody's hand is empty")


def _check_deal(state: Any, counts: list[int]) -> None:
    total, players = sum(counts), len(counts)
    if counts != [(total + players - 1 - seat) // players for seat in range(players)]:
        raise BadNotation("phase=deal needs hands dealt in turn from seat 0")
    if total >= players * R.DEALT or state.supply_left < players * R.DEALT - total:
        raise BadNotation(f"phase=deal needs tiles for {R.DEALT} each, and some still to be dealt")


def is_whole(states: Records) -> bool:
    """Return whether a position shows everything, as a table's does and a view's does not."""
    return not any((states[field] == R.UNKNOWN).any() for field in ("where", "taken"))


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """Return how a partly written position differs from the actual one."""
    fields = split_fields(text, FIELDS).items()
    written = {name: _normalise(name, value, options) for name, value in fields}
    return F.differences(position_fields(ChainPosition(states, options)), written)


def _normalise(name: str, text: str, options: Records) -> str:
    """Return a field by itself, as it would be written here: tiles in order, dogs in order."""
    if name == "chain":
        empty = _empty(int(options["players"][0]))
        chains.read_chain(text, empty[0])
        return chains.format_chain(ChainPosition(empty, options))
    if name in ("ends", "houses") and text != NOBODY_HAS:
        return "|".join(P.format_house(P.parse_house(half)) for half in text.split("|"))
    if name in ("hands", "supply", "boxed"):
        lists = text.split("|")
        return "|".join(
            t if HIDDEN.fullmatch(t) else format_tiles(sorted(parse_tiles(t))) for t in lists
        )
    return text.lower()


assert len(END_NAMES) == R.ENDS
