"""Actions and positions of Digs as text, both ways: exact inverses.

A position is where the dogs are, then fields: `a1|h1|a6 board=garden deck=plain phase=walk …`.
What is not written takes a default. The board and the deck are those of the options; a position
that names others is refused.
"""

import re
from functools import cache
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.tools.errors import BadNotation
from offleash.tools.record_text import split_fields
from tests.toys.digs.options import OPTION_LIST, OPTIONS, board_of, deck_of
from tests.toys.digs.rules.actions import ACTIONS
from tests.toys.digs.rules.record import (
    BIDDING,
    CELLS,
    DRAWING,
    KINDS,
    LULL,
    MOST_BISCUITS,
    NO_BID,
    NO_CARD,
    RECORD,
    SEATS,
    UNKNOWN,
    WALKING,
)
from tests.toys.yard.rules.walks import NOWHERE

PHASES = ("draw", "walk", "bid", "over")
MOST_ROUNDS = 9999
FILES = {option.name: option for option in OPTION_LIST if option.name in ("board", "deck")}


# Actions


def cell_name(options: Records, cell: int) -> str:
    """`c4`, or a number for a cell that this board does not have."""
    names = board_of(options).names
    return names[cell] if cell < len(names) else f"cell {cell}"


def kind_name(options: Records, kind: int) -> str:
    """A card by its name, or by a number that this deck does not have."""
    deck = deck_of(options)
    return deck[kind][0] if kind < len(deck) else f"card {kind}"


@cache
def _texts(board: int, deck: int) -> tuple[str, ...]:
    """Every action by its number, for one board and one deck."""
    options = np.zeros(1, OPTIONS)
    options["board"], options["deck"] = board, deck
    walks = [f"walk {cell_name(options, cell)}" for cell in range(CELLS)]
    bids = [f"bid {biscuits}" for biscuits in range(MOST_BISCUITS + 1)]
    return (*walks, *bids, *(f"draw {kind_name(options, kind)}" for kind in range(KINDS)))


def action_texts(options: Records) -> tuple[str, ...]:
    return _texts(int(options["board"][0]), int(options["deck"][0]))


def format_action(action: int, options: Records) -> str:
    """`walk c4`, `bid 3`, or `draw trot`, which is chance."""
    if not 0 <= action < ACTIONS:
        raise BadNotation(f"there is no action number {action} in Digs")
    return action_texts(options)[action]


def parse_action(text: str, options: Records) -> int:
    """The number of an action; case and spaces do not matter."""
    normalised = " ".join(text.lower().split())
    if normalised not in action_texts(options):
        raise BadNotation(
            f"{text!r} is no action of Digs here: write one like 'walk c4', 'bid 3' or 'draw trot'"
        )
    return action_texts(options).index(normalised)


# Positions, formatted


def _bid_text(bid: int) -> str:
    return {NO_BID: "-", UNKNOWN: "?"}.get(bid) or str(bid)


def _seats(options: Records) -> int:
    return int(options["seats"][0])


def format_board(states: Records, options: Records) -> str:
    """Where the dogs are."""
    names = board_of(options).names
    return "|".join(names[int(cell)] for cell in states["place"][0][: _seats(options)])


def position_fields(states: Records, options: Records) -> dict[str, str]:
    """Every field behind the dogs, as text."""
    state, seats, names = states[0], _seats(options), board_of(options).names
    kinds, card = len(deck_of(options)), int(state["card"])
    holes = [name for cell, name in enumerate(names) if int(state["dug"]) >> cell & 1]
    return {
        **{name: option.format(options[name][0]) for name, option in FILES.items()},
        "phase": PHASES[int(state["phase"])],
        "card": "-" if card == NO_CARD else kind_name(options, card),
        "turn": str(int(state["turn"])),
        "seat": str(int(state["seat"])),
        "biscuits": "|".join(str(int(n)) for n in state["biscuits"][:seats]),
        "won": "|".join(str(int(n)) for n in state["won"][:seats]),
        "bids": "|".join(_bid_text(int(n)) for n in state["bid"][:seats]),
        "dug": ",".join(holes),
        "drawn": "|".join(str(int(n)) for n in state["drawn"][:kinds]),
        "round": str(int(state["played"])),
        "lull": str(int(state["lull"])),
    }


def defaults(options: Records, turn: str) -> dict[str, str]:
    """What a field holds that is not written."""
    seats, kinds = _seats(options), len(deck_of(options))
    biscuits = options["biscuits"][0][:seats]
    return {
        **{name: option.format(options[name][0]) for name, option in FILES.items()},
        "phase": "draw",
        "card": "-",
        "turn": "0",
        "seat": turn,
        "biscuits": "|".join(str(int(n)) for n in biscuits),
        "won": "|".join(["0"] * seats),
        "bids": "|".join(["-"] * seats),
        "dug": "",
        "drawn": "|".join(["0"] * kinds),
        "round": "0",
        "lull": "0",
    }


REQUIRED_FIELDS = ("board", "deck", "phase", "biscuits")


def format_position(states: Records, options: Records) -> str:
    """The whole position on one line."""
    fields = position_fields(states, options)
    blank = defaults(options, fields["turn"])
    texts = [f"{k}={v}" for k, v in fields.items() if k in REQUIRED_FIELDS or blank[k] != v]
    return " ".join([format_board(states, options), *texts])


# Positions, parsed


def split_position(text: str, options: Records) -> tuple[str, dict[str, str]]:
    """The dogs and the fields as they were written."""
    words = text.split()
    if not words or "=" in words[0]:
        raise BadNotation(f"position {text[:60]!r} must begin with the dogs, such as a1|h1|a6")
    default_fields = defaults(options, "0")
    fields = split_fields(" ".join(words[1:]), [*default_fields])
    for name in FILES:
        if fields.get(name, default_fields[name]) != default_fields[name]:
            raise BadNotation(
                f"this position has {name}={fields[name][:20]}, the options {default_fields[name]}"
            )
    return words[0], fields


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,4}", text) or not low <= int(text) <= high:
        raise BadNotation(f"{name}={text[:20]} is wrong: {name} goes from {low} to {high}")
    return int(text)


def _word(name: str, text: str, words: tuple[str, ...]) -> int:
    if text not in words:
        raise BadNotation(f"{name}={text[:20]} is wrong: {name} is {' or '.join(words)}")
    return words.index(text)


def _groups(name: str, text: str, count: int) -> list[str]:
    groups = text.split("|")
    if len(groups) != count:
        raise BadNotation(f"{name}={text[:40]} has {len(groups)} parts, not {count}")
    return groups


def _cells(texts: list[str], options: Records) -> list[int]:
    names = board_of(options).names
    for text in texts:
        if text not in names:
            raise BadNotation(f"{text[:20]!r} is no cell of this board")
    if len(set(texts)) < len(texts):
        raise BadNotation("a cell is named twice")
    return [names.index(text) for text in texts]


def read_position(text: str, options: Records) -> Records:
    """A position from text, also one to be compared that could not be played."""
    dogs, named_fields = split_position(text, options)
    fields = {**defaults(options, named_fields.get("turn", "0")), **named_fields}
    states, seats, deck = np.zeros(1, RECORD), _seats(options), deck_of(options)
    state = states[0]
    state["place"][:] = [*_cells(_groups("dogs", dogs, seats), options)] + [NOWHERE] * (
        SEATS - seats
    )
    for name, most in (("biscuits", MOST_BISCUITS), ("won", CELLS)):
        parts = _groups(name, fields[name], seats)
        state[name][:seats] = [_number(name, part, 0, most) for part in parts]
    state["bid"][:] = NO_BID
    state["bid"][:seats] = [_parse_bid(part) for part in _groups("bids", fields["bids"], seats)]
    counts = _groups("drawn", fields["drawn"], len(deck))
    limits = [count for _, count, _ in deck]
    state["drawn"][: len(deck)] = [
        _number("drawn", part, 0, most) for part, most in zip(counts, limits, strict=True)
    ]
    holes = _cells(fields["dug"].split(",") if fields["dug"] else [], options)
    state["dug"] = sum(1 << cell for cell in holes)
    cards = ("-", *(name for name, _, _ in deck))
    state["card"] = _word("card", fields["card"], cards) - 1
    state["phase"] = _word("phase", fields["phase"], PHASES)
    state["turn"] = _number("turn", fields["turn"], 0, seats - 1)
    state["seat"] = _number("seat", fields["seat"], 0, seats - 1)
    state["played"] = _number("round", fields["round"], 0, MOST_ROUNDS)
    state["lull"] = _number("lull", fields["lull"], 0, LULL)
    return states


def _parse_bid(text: str) -> int:
    blanks = {"-": NO_BID, "?": UNKNOWN}
    return blanks[text] if text in blanks else _number("bids", text, 0, MOST_BISCUITS)


def parse_position(text: str, options: Records) -> Records:
    """A position that can be played, or a seat's view of one."""
    states = read_position(text, options)
    state, phase = states[0], int(states["phase"][0])
    if (phase == WALKING) != (int(state["card"]) != NO_CARD):
        raise BadNotation("phase=walk and a card go together")
    if phase == WALKING and state["drawn"][int(state["card"])] == 0:
        raise BadNotation("the card to walk by has not been drawn")
    if phase == DRAWING and int(state["drawn"].sum()) == sum(n for _, n, _ in deck_of(options)):
        raise BadNotation("there is no card left to draw: a deck that is used up is shuffled")
    if phase != BIDDING and state["seat"] != state["turn"]:
        raise BadNotation("only in phase=bid another seat decides than the one whose turn it is")
    _check_bids(state, options)
    return states


def _check_bids(state: Any, options: Records) -> None:
    """Bids are made in turn, by whoever can pay them; afterwards all lie open or none."""
    seats = _seats(options)
    bids = [int(bid) for bid in state["bid"][:seats]]
    if state["phase"] != BIDDING:
        bid_count = sum(bid != NO_BID for bid in bids)
        if UNKNOWN in bids or bid_count not in (0, seats):
            raise BadNotation("bids are open, and of all or of none, unless phase=bid")
        return
    cell, turn = int(state["place"][int(state["turn"])]), int(state["turn"])
    if not int(options["bones"][0]) & int(state["dug"]) & 1 << cell:
        raise BadNotation("phase=bid is for a bone that the dog to move has just dug")
    for seat, bid in enumerate(bids):
        due = (seat - turn) % seats < (int(state["seat"]) - turn) % seats
        if due != (bid != NO_BID):
            raise BadNotation("in phase=bid those have bid who come before seat, from turn on")
        if bid > state["biscuits"][seat]:
            raise BadNotation(f"seat {seat} bids more biscuits than it has")


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """In what a partly written position differs: only what it names is compared."""
    dogs, fields = split_position(text, options)
    expected = position_fields(read_position(text, options), options)
    actual = position_fields(states, options)
    differences = []
    if dogs != format_board(states, options):
        differences.append(f"the dogs are {format_board(states, options)}, not {dogs}")
    differing = (name for name in fields if expected[name] != actual[name])
    return differences + [f"{name} is {actual[name]}, not {expected[name]}" for name in differing]


def is_whole(states: Records) -> bool:
    """No bid in it is unknown."""
    return not (states["bid"][0] == UNKNOWN).any()
