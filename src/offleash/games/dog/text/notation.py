"""Actions and positions of Dog as text, both ways: exact inverses.

A position is its board, then fields: `P10P20--|P5*---|----|---- phase=play seat=0 hands=A,7|…`.
What is not written takes a default, so a board alone is a position too.
"""

import re
from typing import Any

import numpy as np

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.dog.position import CARD_NAMES, PHASES, TOKEN_NAMES
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.movement import canonical, has_won
from offleash.games.dog.rules.seven import list_steps

MOST_COPIES = 12  # no option puts more cards of one rank into the deck
LAP_MARKS = {-1: "~", 0: "", 1: "'"}


# Actions


def _play_text(said: A.Decoded, role: int) -> str:
    """What a card, or a joker in its place, does."""
    if said.kind == A.IS_START and said.rank == R.JOKER:
        return "start"
    if said.kind == A.IS_SEVEN:
        return "7"
    words = [CARD_NAMES[role]]
    if said.kind == A.IS_START:
        return f"{words[0]} start"
    words.append(TOKEN_NAMES[said.token])
    if said.kind == A.IS_SWAP:
        words.append(f"{said.other // R.TOKENS}{TOKEN_NAMES[said.other % R.TOKENS]}")
    elif role == R.ACE:
        words.append(str(said.steps))
    elif said.steps < 0:
        words.append("back")
    return " ".join(words + ["home"] * said.enters)


def _action_text(action: int) -> str:
    said = A.decode(action)
    if said.kind in (A.IS_MOVE, A.IS_SWAP, A.IS_SEVEN, A.IS_START):
        joker = "Joker " if said.rank == R.JOKER else ""
        return joker + _play_text(said, A.role_of(action))
    if said.kind == A.IS_STEP:
        whose = "partner " if said.token >= R.TOKENS else ""
        return f"step {whose}{TOKEN_NAMES[said.token % R.TOKENS]}" + " home" * said.enters
    if said.kind == A.IS_DICE:
        return f"dealer {said.other}"
    verb = {A.IS_END: "end", A.IS_THROW: "throw", A.IS_GIFT: "give", A.IS_DEAL: "deal"}[said.kind]
    return f"{verb} {CARD_NAMES[said.rank]}" if said.rank >= 0 else verb


ACTION_TEXTS = tuple(_action_text(action) for action in range(A.ACTIONS))
ACTION_NUMBERS = {text.lower(): action for action, text in enumerate(ACTION_TEXTS)}


def format_action(action: int, options: Records | None = None) -> str:
    """The short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Dog")
    return ACTION_TEXTS[action]


def parse_action(text: str, options: Records | None = None) -> int:
    """The number of an action; case and spaces do not matter."""
    wanted = " ".join(text.lower().split())
    if wanted not in ACTION_NUMBERS:
        raise BadNotation(
            f"{text!r} is no action of Dog: write one like '5 b', '5 b home', '4 a back', "
            "'A a 11', 'K start', 'J a 1c', '7', 'step b', 'Joker 9 c', 'give Q' or 'throw'"
        )
    return ACTION_NUMBERS[wanted]


# Cards


def format_cards(counts: Any, held: int = 0) -> str:
    """A multiset of cards: `A,2x3,Joker`, or `?5` where only the number is known."""
    if counts[0] == R.UNKNOWN:
        return f"?{held}"
    names = [(CARD_NAMES[rank], int(counts[rank])) for rank in range(R.RANKS)]
    return ",".join(f"{name}x{n}" if n > 1 else name for name, n in names if n)


def parse_rank(text: str) -> int:
    """A card's rank by its name."""
    for rank, name in enumerate(CARD_NAMES):
        if name.lower() == text.strip().lower():
            return rank
    raise BadNotation(f"{text!r} is no card: cards are {' '.join(CARD_NAMES)}")


def _parse_cards(text: str, may_hide: bool = True) -> np.ndarray[Any, Any]:
    counts = np.zeros(R.RANKS, np.int64)
    if may_hide and re.fullmatch(r"\?[0-9]{1,2}", text):
        return np.full(R.RANKS, R.UNKNOWN)
    for part in filter(None, text.split(",")):
        name, cross, times = part.partition("x")
        if cross and not re.fullmatch(r"[1-9][0-9]?", times):
            raise BadNotation(f"{part!r} is no number of cards: write '2x3' for three twos")
        counts[parse_rank(name)] += int(times or 1)
    if (too_many := counts > MOST_COPIES).any():
        name = CARD_NAMES[int(np.argmax(too_many))]
        raise BadNotation(f"there are more {name} cards than the deck has")
    return counts


def _cards_held(text: str) -> int:
    counts = _parse_cards(text)
    held = int(text[1:]) if counts[0] == R.UNKNOWN else int(counts.sum())
    if held > R.FIRST_DEAL:
        raise BadNotation(f"{text!r} are {held} cards: nobody holds more than {R.FIRST_DEAL}")
    return held


def _gift_text(rank: int) -> str:
    return {R.NO_CARD: "-", R.UNKNOWN: "?"}.get(rank) or CARD_NAMES[rank]


def _parse_gift(text: str) -> int:
    blanks = {"-": R.NO_CARD, "": R.NO_CARD, "?": R.UNKNOWN}
    return blanks[text] if text in blanks else parse_rank(text)


# Positions, formatted


def format_token(place: int, fresh: bool, lap: int) -> str:
    """`P10`, `F2`, `P0*`, or `-` in the kennel."""
    if place == R.KENNEL:
        return "-"
    where = f"F{place - R.HOME}" if place >= R.HOME else f"P{place}"
    return where + ("*" if fresh else LAP_MARKS[lap] if place < R.HOME else "")


def format_board(states: Records, options: Records) -> str:
    """The sixteen tokens, each seat's in order."""
    quarter = int(options["loop_len"][0]) // 4
    groups = []
    for seat in range(R.SEATS):
        places = [int(p) for p in states["token"][0][seat]]
        fresh = [bool(states["fresh"][0][seat]) and p == seat * quarter for p in places]
        laps = [int(lap) for lap in states["lap"][0][seat]]
        groups.append("".join(map(format_token, places, fresh, laps)))
    return "|".join(groups)


def short_board(states: Records, options: Records) -> str:
    """The canonical board in short form: sorted, tokens in the kennel left out."""
    state = states.copy()
    canonical(state[0])
    return format_board(state, options).replace("-", "")


def _burials_text(state: Any) -> str:
    texts = []
    for i in range(R.SHUFFLES_APART):
        for seat in range(R.SEATS):
            if held := int(state["buried_held"][i][seat]):
                gift = int(state["buried_gift"][i][seat])
                gift_text = "?" if gift == R.UNKNOWN else _gift_text(gift - 1)
                cards = format_cards(state["buried"][i][seat], held)
                texts.append(
                    f"{i}.{seat}:{cards}:{int(state['buried_void'][i][seat]):x}:{gift_text}"
                )
    return ";".join(texts)


def position_fields(states: Records) -> dict[str, str]:
    """Every field behind the board, as text."""
    state = states[0]
    phase = int(state["phase"])
    hands = [format_cards(state["hand"][s], int(state["held"][s])) for s in range(R.SEATS)]
    fields = {
        "phase": PHASES[phase],
        "seat": str(int(state["seat"])),
        "dealer": str(int(state["dealer"])),
        "deal": str(int(state["deal"])),
        "hands": "|".join(hands),
        "gave": "|".join(_gift_text(int(rank)) for rank in state["gave"]),
        "shown": "|".join(format_cards(state["shown"][s]) for s in range(R.SEATS)),
        "discard": format_cards(state["discard"]),
        "left": str(int(state["seven_left"])),
        "joker": "yes" if state["seven_joker"] else "no",
        "burial": str(int(state["burial"])),
        "buried": _burials_text(state),
        "winner": str(int(state["winner"])) if phase == R.FINISHED else "-",
    }
    return fields


# Fields that need not be written while they hold this.
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
    """The whole position on one line."""
    fields = position_fields(states)
    texts = [f"{k}={v}" for k, v in fields.items() if BLANK_FIELDS.get(k) != v]
    return " ".join([format_board(states, options), *texts])


# Positions, parsed


def _parse_board(text: str, states: Records, options: Records) -> None:
    groups = text.split("|")
    if len(groups) != R.SEATS:
        raise BadNotation(f"board {text!r} has {len(groups)} seats: write four, parted by |")
    states["token"][0] = R.KENNEL
    for seat, group in enumerate(groups):
        tokens = re.findall(r"-|[PF][0-9]{1,3}[*'~]?", group)
        if "".join(tokens) != group:
            raise BadNotation(f"{group!r} is no list of tokens: write P<n>, F<n> or - for each")
        if len(tokens) > R.TOKENS:
            raise BadNotation(f"{group!r} has {len(tokens)} tokens: a seat has {R.TOKENS}")
        for token, part in enumerate(tokens):
            if part != "-":
                _place_token(part, seat, token, states, options)


def _place_token(part: str, seat: int, token: int, states: Records, options: Records) -> None:
    loop_len = int(options["loop_len"][0])
    number = int(re.sub(r"\D", "", part))
    mark = part[-1] if part[-1] in "*'~" else ""
    most = R.HOME_SPACES if part[0] == "F" else loop_len
    if number >= most:
        raise BadNotation(f"{part!r} is off the board: {part[0]} goes from 0 to {most - 1}")
    place = R.HOME + number if part[0] == "F" else number
    owners = states["token"][0][seat] if part[0] == "F" else states["token"][0]
    if (owners == place).any():
        raise BadNotation(f"two tokens stand on {part.rstrip(mark)}")
    if mark == "*" and (part[0] == "F" or number != seat * loop_len // 4):
        raise BadNotation(f"{part!r} can't be fresh: seat {seat} starts on P{seat * loop_len // 4}")
    if mark in ("'", "~") and mark and not options["full_lap"][0]:
        raise BadNotation(f"{part!r} has a lap mark, which only full_lap knows")
    states["token"][0][seat][token] = place
    states["fresh"][0][seat] |= mark == "*"
    home_lap = 1 if part[0] == "F" and options["full_lap"][0] else 0
    states["lap"][0][seat][token] = {"'": 1, "~": -1}.get(mark, home_lap)


def _groups(name: str, text: str) -> list[str]:
    groups = text.split("|")
    if len(groups) != R.SEATS:
        raise BadNotation(f"{name}={text} has {len(groups)} seats: write four, parted by |")
    return groups


def _number(name: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise BadNotation(f"{name}={text} is wrong: {name} goes from {low} to {high}")
    return int(text)


def _word(name: str, text: str, words: tuple[str, ...]) -> int:
    if text not in words:
        raise BadNotation(f"{name}={text} is wrong: {name} is {' or '.join(words)}")
    return words.index(text)


def _parse_burials(text: str, states: Records) -> None:
    for entry in filter(None, text.split(";")):
        match = re.fullmatch(r"([0-7])\.([0-3]):([^:]*):([0-9a-f]+):([^:]+)", entry)
        if not match:
            raise BadNotation(f"{entry!r} is no hand thrown face down")
        i, seat = int(match[1]), int(match[2])
        if not _cards_held(match[3]) or int(match[4], 16) >> R.RANKS:
            raise BadNotation(f"{entry!r} is no hand thrown face down")
        states["buried"][0][i][seat] = _parse_cards(match[3])
        states["buried_held"][0][i][seat] = _cards_held(match[3])
        states["buried_void"][0][i][seat] = int(match[4], 16)
        gift = _parse_gift(match[5])
        states["buried_gift"][0][i][seat] = R.UNKNOWN if gift == R.UNKNOWN else gift + 1


def split_position(text: str) -> tuple[str, dict[str, str]]:
    """The board and the fields as they were written."""
    words = text.split()
    if not words or "=" in words[0]:
        raise BadNotation(f"position {text!r} must begin with a board such as P10P20|P5||")
    fields: dict[str, str] = {}
    known = (*BLANK_FIELDS, "phase", "seat", "dealer", "deal", "hands")
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            raise BadNotation(f"{word!r} is no field of a position: known are {', '.join(known)}")
        if name in fields:
            raise BadNotation(f"field {name} is written twice")
        fields[name] = value
    return words[0], fields


def parse_position(text: str, options: Records) -> Records:
    """A position from text; whatever is not written takes its default."""
    states = read_position(text, options)
    _check_phase(states, options)
    return states


def read_position(text: str, options: Records) -> Records:
    """The same, also where it is a part to be compared that could not be played."""
    board, fields = split_position(text)
    states = np.zeros(1, R.RECORD)
    _parse_board(board, states, options)
    for seat, cards in enumerate(_groups("hands", fields.get("hands", "|||"))):
        states["hand"][0][seat] = _parse_cards(cards)
        states["held"][0][seat] = _cards_held(cards)
    for seat, gift in enumerate(_groups("gave", fields.get("gave", "-|-|-|-"))):
        states["gave"][0][seat] = _parse_gift(gift)
    for seat, cards in enumerate(_groups("shown", fields.get("shown", "|||"))):
        states["shown"][0][seat] = _parse_cards(cards, may_hide=False)
    states["discard"][0] = _parse_cards(fields.get("discard", ""), may_hide=False)
    _parse_burials(fields.get("buried", ""), states)
    _parse_numbers(fields, states)
    _fill_stock(states, options)
    return states


def _parse_numbers(fields: dict[str, str], states: Records) -> None:
    phase = _word("phase", fields.get("phase", "play"), PHASES)
    largest = max(R.LAST_DEAL, min(R.FIRST_DEAL, int(states["held"][0].max())))
    states["phase"] = phase
    states["seat"] = _number("seat", fields.get("seat", "0"), 0, R.SEATS - 1)
    states["dealer"] = _number("dealer", fields.get("dealer", "3"), 0, R.SEATS - 1)
    states["deal"] = _number("deal", fields.get("deal", str(largest)), R.LAST_DEAL, R.FIRST_DEAL)
    states["seven_left"] = _number("left", fields.get("left", "0"), 0, 7)
    states["seven_joker"] = _word("joker", fields.get("joker", "no"), ("no", "yes"))
    states["burial"] = _number("burial", fields.get("burial", "0"), 0, R.SHUFFLES_APART - 1)
    if (phase == R.SPLITTING) != (int(states["seven_left"][0]) > 0):
        raise BadNotation("phase=seven and left=1 … left=7 go together")
    if states["seven_joker"][0] and phase != R.SPLITTING:
        raise BadNotation("joker=yes goes with phase=seven only")
    winner = fields.get("winner", "-")
    if (phase == R.FINISHED) != (winner != "-"):
        raise BadNotation("phase=over and winner=0 or winner=1 go together")
    states["winner"] = 0 if winner == "-" else _number("winner", winner, 0, 1)


def _fill_stock(states: Records, options: Records) -> None:
    """What lies nowhere else is in the stock; unknown hands make it unknown too."""
    state = states[0]
    deck = np.full(R.RANKS, R.COPIES)
    deck[R.JOKER] = int(options["jokers"][0])
    held = int(state["held"].sum()) + int(state["buried_held"].sum())
    set_aside = [int(rank) for rank in state["gave"]] if state["phase"] == R.GIVING else []
    held += sum(rank != R.NO_CARD for rank in set_aside)
    left = int(deck.sum()) - held - int(state["discard"].sum())
    hidden = (state["hand"] == R.UNKNOWN).any()
    known = deck - state["discard"]
    for cards in [*state["hand"], *state["buried"].reshape(-1, R.RANKS)]:
        known = known - np.maximum(cards, 0)
    for rank in set_aside:
        if rank >= 0:
            known[rank] -= 1
    if (known < 0).any() or left < 0:
        rank = int(np.argmin(known))
        raise BadNotation(f"there are more {CARD_NAMES[rank]} cards than the deck has")
    states["stock"][0] = R.UNKNOWN if hidden else known
    states["stock_left"] = left


def _check_phase(states: Records, options: Records) -> None:
    """Something can happen next: nothing else makes a position playable."""
    state = states[0]
    phase, seat, deal = int(state["phase"]), int(state["seat"]), int(state["deal"])
    held = [int(n) for n in state["held"]]
    winners = [team for team in (0, 1) if has_won(state, team)]
    if winners != ([int(state["winner"])] if phase == R.FINISHED else []):
        raise BadNotation("phase=over and winner= go with all eight tokens of one team home")
    if not options["throw_hidden"][0] and (state["burial"] or state["buried_held"].any()):
        raise BadNotation("burial= and buried= go with throw_hidden only")
    if max(held) > deal:
        raise BadNotation(f"a hand of {max(held)} cards is larger than deal={deal}")
    if phase == R.ROLL and any(held):
        raise BadNotation("phase=roll comes before any card is dealt")
    if phase == R.DEALING:
        order = [(int(state["dealer"]) + 1 + k) % R.SEATS for k in range(R.SEATS)]
        fair = [(sum(held) - k + R.SEATS - 1) // R.SEATS for k in range(R.SEATS)]
        if [held[s] for s in order] != fair or sum(held) >= R.SEATS * deal:
            raise BadNotation("phase=deal needs hands dealt in turn from the dealer's right")
        if state["stock_left"] <= 0:
            raise BadNotation("phase=deal needs cards in the stock")
    if phase == R.GIVING:
        given = [int(rank) != R.NO_CARD for rank in state["gave"]]
        if given != [s < seat for s in range(R.SEATS)] or not all(held[seat:]):
            raise BadNotation(
                "phase=give needs gifts of all seats before seat=, and cards after it"
            )
    if phase == R.SPLITTING:
        work, out = np.zeros(1, R.WORK), np.zeros(A.STEP_CHOICES + 2, np.int32)
        if list_steps(state, options[0], work[0], out) == 0:
            raise BadNotation("phase=seven needs a step that can be made")


def is_whole(states: Records) -> bool:
    """Whether a position shows everything, as the one of a table does and a view does not."""
    return not any((states[f] == R.UNKNOWN).any() for f in ("hand", "stock", "gave", "buried"))


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    """What a partly written position says otherwise than the actual one, boards sorted."""
    _, written = split_position(text)
    wanted = read_position(text, options)
    pairs = [("board", *(short_board(s, options) for s in (wanted, states)))]
    expected, actual = position_fields(wanted), position_fields(states)
    pairs += [(name, expected[name], actual[name]) for name in written]
    return [f"{name} is {is_}, not {want}" for name, want, is_ in pairs if want != is_]
