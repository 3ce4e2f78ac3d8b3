"""Actions and positions of Dog as text, both ways: exact inverses.

A position is its board, then fields: `P10P20--|P5*---|----|---- phase=play seat=0 hands=A,7|…`.
Missing fields take their defaults, so a board alone is a position too.
"""

import re
from itertools import product
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.games.dog.position import CARD_NAMES, PHASES, TOKEN_NAMES, Position
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.rules.movement import has_won
from offleash.games.shared import fields as F
from offleash.tools.errors import BadNotation
from offleash.tools.record_text import split_fields

MOST_COPIES = 12  # no option puts more cards of one rank into the deck
LAP_MARKS = {-1: "~", 0: "", 1: "'"}
LAPS = {"~": -1, "'": 1}


# Actions


def _play_text(decoded: A.Decoded, role: int) -> str:
    """Return what a card, or a joker in its place, does."""
    if decoded.kind == A.IS_SEVEN:
        return "7"
    if decoded.kind == A.IS_START:
        return "start" if decoded.rank == R.JOKER else f"{CARD_NAMES[role]} start"
    words = [CARD_NAMES[role], TOKEN_NAMES[decoded.token]]
    if decoded.kind == A.IS_SWAP:
        words.append(f"{decoded.other // R.TOKENS}{TOKEN_NAMES[decoded.other % R.TOKENS]}")
    elif role == R.ACE:
        words.append(str(decoded.steps))
    elif decoded.steps < 0:
        words.append("back")
    return " ".join(words + ["home"] * decoded.enters)


def _action_text(action: int) -> str:
    decoded = A.decode(action)
    kind, rank = decoded.kind, decoded.rank
    if kind in (A.IS_MOVE, A.IS_SWAP, A.IS_SEVEN, A.IS_START):
        joker = "Joker " if rank == R.JOKER else ""
        return joker + _play_text(decoded, A.role_of(action))
    if kind == A.IS_STEP:
        owner = "partner " if decoded.token >= R.TOKENS else ""
        return f"step {owner}{TOKEN_NAMES[decoded.token % R.TOKENS]}" + " home" * decoded.enters
    if kind == A.IS_DICE:
        return f"dealer {decoded.other}"
    verb = {A.IS_END: "end", A.IS_THROW: "throw", A.IS_GIFT: "give", A.IS_DEAL: "deal"}[kind]
    return f"{verb} {CARD_NAMES[rank]}" if rank >= 0 else verb


ACTION_TEXTS = tuple(_action_text(action) for action in range(A.ACTIONS))
ACTION_NUMBERS = {text.lower(): action for action, text in enumerate(ACTION_TEXTS)}


def format_action(action: int, options: Records | None = None) -> str:
    """Return the short, speakable text of an action; raise BadNotation if the number is unknown."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Dog")
    return ACTION_TEXTS[action]


def parse_action(text: str, options: Records | None = None) -> int:
    """Return the number of an action, whatever its case and spaces, or raise BadNotation."""
    key = " ".join(text.lower().split())
    if key not in ACTION_NUMBERS:
        raise BadNotation(
            f"{text!r} is not an action of Dog: write one like '5 b', '5 b home', '4 a back', "
            "'A a 11', 'K start', 'J a 1c', '7', 'step b', 'Joker 9 c', 'give Q' or 'throw'"
        )
    return ACTION_NUMBERS[key]


# Cards


def format_cards(counts: Any, total: int = 0) -> str:
    """Return a multiset of cards: `A,2x3,Joker`, or `?5` where only the number is known."""
    if counts[0] == R.UNKNOWN:
        return f"?{total}"
    names = zip(CARD_NAMES, counts, strict=True)
    return ",".join(f"{name}x{n}" if n > 1 else name for name, n in names if n)


def parse_rank(text: str) -> int:
    """Return a card's rank by its name, or raise BadNotation if there is no such card."""
    for rank, name in enumerate(CARD_NAMES):
        if name.lower() == text.strip().lower():
            return rank
    raise BadNotation(f"{text!r} is not a card: cards are {' '.join(CARD_NAMES)}")


def _parse_cards(text: str, *, may_hide: bool = True) -> np.ndarray[Any, Any]:
    counts = np.zeros(R.RANKS, np.int64)
    if may_hide and re.fullmatch(r"\?[0-9]{1,2}", text):
        return np.full(R.RANKS, R.UNKNOWN)
    for part in filter(None, text.split(",")):
        name, cross, times = part.partition("x")
        if cross and not re.fullmatch(r"[1-9][0-9]?", times):
            raise BadNotation(f"{part!r} is not a number of cards: write '2x3' for three twos")
        counts[parse_rank(name)] += int(times or 1)
    if (too_many := counts > MOST_COPIES).any():
        name = CARD_NAMES[int(np.argmax(too_many))]
        raise BadNotation(f"there are more {name} cards than the deck has")
    return counts


def _parse_hand(text: str) -> tuple[np.ndarray[Any, Any], int]:
    """Return the cards of a hand, and how many they are."""
    counts = _parse_cards(text)
    total = int(text[1:]) if counts[0] == R.UNKNOWN else int(counts.sum())
    if total > R.FIRST_DEAL:
        raise BadNotation(f"{text!r} are {total} cards: a hand has at most {R.FIRST_DEAL}")
    return counts, total


def _gift_text(rank: int) -> str:
    return {R.NO_CARD: "-", R.UNKNOWN: "?"}.get(rank) or CARD_NAMES[rank]


def _parse_gift(text: str) -> int:
    blanks = {"-": R.NO_CARD, "": R.NO_CARD, "?": R.UNKNOWN}
    return blanks[text] if text in blanks else parse_rank(text)


# Positions, formatted


def format_token(place: int, fresh: bool, lap: int) -> str:
    """Return `P10`, `F2`, `P0*`, or `-` in the kennel."""
    if place == R.KENNEL:
        return "-"
    where = f"F{place - R.HOME}" if place >= R.HOME else f"P{place}"
    return where + ("*" if fresh else LAP_MARKS[lap] if place < R.HOME else "")


def _board_text(position: Position) -> str:
    """Return the sixteen tokens, each seat's in order."""
    groups = []
    for seat, places in enumerate(position.places):
        start = position.start_of(seat) if position.state.fresh[seat] else None
        laps = position.state.lap[seat].tolist()
        tokens = zip(places, laps, strict=True)
        groups.append("".join(format_token(place, place == start, lap) for place, lap in tokens))
    return "|".join(groups)


def format_sorted_board(position: Position) -> str:
    """Return the canonical board in short form: sorted, tokens in the kennel left out."""
    return _board_text(position.canonical()).replace("-", "")


def format_board(states: Records, options: Records) -> str:
    """Return the same, from records."""
    return format_sorted_board(Position(states, options))


def _format_burials(state: Any) -> str:
    texts = []
    for i, seat in product(range(R.SHUFFLES_APART), range(R.SEATS)):
        if total := state.buried_held[i, seat]:
            gift = state.buried_gift[i, seat]
            gift_text = "?" if gift == R.UNKNOWN else _gift_text(gift - 1)
            cards = format_cards(state.buried[i, seat], total)
            texts.append(f"{i}.{seat}:{cards}:{state.buried_void[i, seat]:x}:{gift_text}")
    return ";".join(texts)


def position_fields(state: Any) -> dict[str, str]:
    """Return every field behind the board, as text."""
    return {
        "phase": PHASES[state.phase],
        "seat": str(state.seat),
        "dealer": str(state.dealer),
        "deal": str(state.deal),
        "hands": "|".join(map(format_cards, state.hand, state.held)),
        "gave": "|".join(map(_gift_text, state.gave)),
        "shown": "|".join(map(format_cards, state.shown)),
        "discard": format_cards(state.discard),
        "left": str(state.seven_left),
        "joker": "yes" if state.seven_joker else "no",
        "burial": str(state.burial),
        "buried": _format_burials(state),
        "winner": str(state.winner) if state.phase == R.FINISHED else "-",
    }


# Fields that may be left out while they have this value.
BLANK_FIELDS = {
    "gave": "-|-|-|-",
    "shown": "|||",
    "discard": "",
    "left": "0",
    "joker": "no",
    "burial": "0",
    "buried": "",
    "winner": "-",
}


def format_position(states: Records, options: Records) -> str:
    """Return the whole position on one line."""
    fields = F.format_fields(position_fields(states[0]), BLANK_FIELDS)
    return f"{_board_text(Position(states, options))} {fields}"


# Positions, parsed


def _parse_board(text: str, state: Any, options: Any) -> None:
    state.token[:] = R.KENNEL
    for seat, group in enumerate(F.by_seat("board", text, R.SEATS)):
        tokens = re.findall(r"-|[PF][0-9]{1,3}[*'~]?", group)
        if "".join(tokens) != group:
            raise BadNotation(f"{group!r} is not a list of tokens: write P<n>, F<n> or - for each")
        if len(tokens) > R.TOKENS:
            raise BadNotation(f"{group!r} has {len(tokens)} tokens: a seat has {R.TOKENS}")
        for token, part in enumerate(tokens):
            if part != "-":
                _place_token(part, seat, token, state, options)


def _place_token(part: str, seat: int, token: int, state: Any, options: Any) -> None:
    start, is_home = seat * int(options.loop_len) // R.SEATS, part[0] == "F"
    number = int(re.sub(r"\D", "", part))
    mark = part[-1] if part[-1] in "*'~" else ""
    end = R.HOME_SPACES if is_home else int(options.loop_len)
    if number >= end:
        raise BadNotation(f"{part!r} is off the board: {part[0]} goes from 0 to {end - 1}")
    place = R.HOME + number if is_home else number
    if ((state.token[seat] if is_home else state.token) == place).any():
        raise BadNotation(f"two tokens are on {part.rstrip(mark)}")
    if mark == "*" and place != start:
        raise BadNotation(f"{part!r} can't be fresh: seat {seat} starts on P{start}")
    if mark in LAPS and not options.full_lap:
        raise BadNotation(f"{part!r} has a lap mark, which needs full_lap")
    state.token[seat, token] = place
    state.fresh[seat] |= mark == "*"
    state.lap[seat, token] = LAPS.get(mark, int(is_home and options.full_lap))


def _parse_burials(text: str, state: Any) -> None:
    for entry in filter(None, text.split(";")):
        match = re.fullmatch(r"([0-7])\.([0-3]):([^:]*):([0-9a-f]+):([^:]+)", entry)
        counts, total = _parse_hand(match[3]) if match else (None, 0)
        if not match or not total or int(match[4], 16) >> R.RANKS:
            raise BadNotation(f"{entry!r} is not a hand thrown face down")
        at = int(match[1]), int(match[2])
        gift = _parse_gift(match[5])
        state.buried[at], state.buried_held[at] = counts, total
        state.buried_void[at] = int(match[4], 16)
        state.buried_gift[at] = R.UNKNOWN if gift == R.UNKNOWN else gift + 1


def split_position(text: str) -> tuple[str, dict[str, str]]:
    """Return the text of the board, and of each field."""
    words = text.split()
    if not words or "=" in words[0]:
        raise BadNotation(f"position {text!r} must begin with a board such as P10P20|P5||")
    known = (*BLANK_FIELDS, "phase", "seat", "dealer", "deal", "hands")
    return words[0], split_fields(" ".join(words[1:]), known)


def parse_position(text: str, options: Records) -> Records:
    """Return a position from text; missing fields take their defaults.

    Raises BadNotation if the text is wrong or the position could not be played on.
    """
    states = read_board(text, options)
    _check_phase(Position(states, options))
    return states


def read_board(text: str, options: Records) -> Records:
    """Return the same, also for a part of a position to compare with, which could not be played."""
    board, fields = split_position(text)
    fields = BLANK_FIELDS | {"hands": "|||"} | fields
    states = np.zeros(1, R.RECORD)
    state = states[0]
    _parse_board(board, state, options[0])
    hands, gifts, shown = (
        F.by_seat(name, fields[name], R.SEATS) for name in ("hands", "gave", "shown")
    )
    for seat in range(R.SEATS):
        state.hand[seat], state.held[seat] = _parse_hand(hands[seat])
        state.gave[seat] = _parse_gift(gifts[seat])
        state.shown[seat] = _parse_cards(shown[seat], may_hide=False)
    state.discard[:] = _parse_cards(fields["discard"], may_hide=False)
    _parse_burials(fields["buried"], state)
    _parse_numbers(fields, state)
    _fill_stock(state, options[0])
    return states


def _parse_numbers(fields: dict[str, str], state: Any) -> None:
    largest = max(R.LAST_DEAL, min(R.FIRST_DEAL, int(state.held.max())))
    fields = {"phase": "play", "seat": "0", "dealer": "3", "deal": str(largest)} | fields
    state.phase = phase = F.word_in("phase", fields["phase"], PHASES)
    state.seat = F.number_in("seat", fields["seat"], 0, R.SEATS - 1)
    state.dealer = F.number_in("dealer", fields["dealer"], 0, R.SEATS - 1)
    state.deal = F.number_in("deal", fields["deal"], R.LAST_DEAL, R.FIRST_DEAL)
    state.seven_left = F.number_in("left", fields["left"], 0, 7)
    state.seven_joker = F.word_in("joker", fields["joker"], ("no", "yes"))
    state.burial = F.number_in("burial", fields["burial"], 0, R.SHUFFLES_APART - 1)
    if (phase == R.SPLITTING) != (state.seven_left > 0):
        raise BadNotation("phase=seven and left=1 … left=7 go together")
    if state.seven_joker and phase != R.SPLITTING:
        raise BadNotation("joker=yes goes with phase=seven only")
    winner = fields["winner"]
    if (phase == R.FINISHED) != (winner != "-"):
        raise BadNotation("phase=over and winner=0 or winner=1 go together")
    state.winner = 0 if winner == "-" else F.number_in("winner", winner, 0, 1)


def _fill_stock(state: Any, options: Any) -> None:
    """Put cards that are nowhere else into the stock; unknown hands make it unknown too."""
    known = np.full(R.RANKS, R.COPIES)
    known[R.JOKER] = options.jokers
    gifts = [rank for rank in state.gave if rank != R.NO_CARD] if state.phase == R.GIVING else []
    dealt = [state.held, state.buried_held, state.discard]
    left = int(known.sum()) - sum(int(counts.sum()) for counts in dealt) - len(gifts)
    known -= state.discard
    for cards in [*state.hand, *state.buried.reshape(-1, R.RANKS)]:
        known -= np.maximum(cards, 0)
    for rank in gifts:
        if rank != R.UNKNOWN:
            known[rank] -= 1
    if (known < 0).any() or left < 0:
        name = CARD_NAMES[int(np.argmin(known))]
        raise BadNotation(f"there are more {name} cards than the deck has")
    state.stock[:] = R.UNKNOWN if (state.hand == R.UNKNOWN).any() else known
    state.stock_left = left


def _check_phase(position: Position) -> None:
    """Raise BadNotation if the phase does not fit the rest, or nothing can happen next."""
    state, phase, seat = position.state, position.phase, position.seat
    sizes, deal = state.held.tolist(), int(state.deal)
    winners = [team for team in (0, 1) if has_won(state, team)]
    if winners != ([state.winner] if phase == R.FINISHED else []):
        raise BadNotation("phase=over and winner= go with all eight tokens of one team home")
    if not position.options.throw_hidden and (state.burial or state.buried_held.any()):
        raise BadNotation("burial= and buried= go with throw_hidden only")
    if max(sizes) > deal:
        raise BadNotation(f"a hand of {max(sizes)} cards is larger than deal={deal}")
    if phase == R.ROLL and any(sizes):
        raise BadNotation("phase=roll comes before any card is dealt")
    if phase == R.DEALING:
        order = [(int(state.dealer) + 1 + k) % R.SEATS for k in range(R.SEATS)]
        fair = [(sum(sizes) - k + R.SEATS - 1) // R.SEATS for k in range(R.SEATS)]
        if [sizes[s] for s in order] != fair or sum(sizes) >= R.SEATS * deal:
            raise BadNotation("phase=deal needs hands dealt in turn from the dealer's right")
        if state.stock_left <= 0:
            raise BadNotation("phase=deal needs cards in the stock")
    if phase == R.GIVING:
        has_given = [rank != R.NO_CARD for rank in state.gave]
        if has_given != [s < seat for s in range(R.SEATS)] or not all(sizes[seat:]):
            raise BadNotation(
                "phase=give needs gifts of all seats before seat=, and cards after it"
            )
    if phase == R.SPLITTING and not position.legal:
        raise BadNotation("phase=seven needs a step that can be made")


def is_whole(states: Records) -> bool:
    """Return whether a position shows everything, as a table's does and a seat's view does not."""
    return not any((states[f] == R.UNKNOWN).any() for f in ("hand", "stock", "gave", "buried"))


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """Return how a partly written position differs from the actual one, boards sorted."""
    part = read_board(text, options)
    expected, actual = (
        {"board": format_board(records, options), **position_fields(records[0])}
        for records in (part, states)
    )
    names = ("board", *split_position(text)[1])
    return F.differences(actual, {name: expected[name] for name in names})
