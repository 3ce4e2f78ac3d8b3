"""Actions as text, both ways: exact inverses for a board and its decks."""

import re
from functools import lru_cache

from offleash.core.errors import BadNotation, quote
from offleash.core.game import Records
from offleash.games.uri_nation.rules import actions as A
from offleash.games.uri_nation.text.names import WAY_LETTERS
from offleash.games.uri_nation.text.words import Names, names_of

# Actions that are one word or two
WORDS = {
    A.IS_PATH: "path",
    A.IS_STOP: "stop",
    A.IS_DRINK: "drink",
    A.IS_LEAVE: "leave",
    A.IS_GO: "go",
    A.IS_LEASH: "leash",
    A.IS_ZOOMIES: "zoomies",
    A.IS_DISTRACTED: "distracted",
    A.IS_PATROL: "patrol",
    A.IS_DONE: "done",
    A.IS_SNIFF: "sniff",
    A.IS_PASS: "pass",
    A.IS_RECLAIM_SWAGGER: "reclaim swagger",
    A.IS_RECLAIM_GRIT: "reclaim grit",
    A.IS_DECLINE: "decline",
    A.IS_REVEAL: "reveal",
}

# Actions at a place: the verb, and the list of places that the number is from
OF_PLACES = {
    A.IS_CLAIM: ("claim", "territory"),
    A.IS_CHALLENGE: ("challenge", "territory"),
    A.IS_FORTIFY: ("fortify", "territory"),
    A.IS_CHALLENGE_HOME: ("challenge", "home"),
    A.IS_FORTIFY_HOME: ("fortify", "home"),
    A.IS_CHALLENGE_SITE: ("challenge", "site"),
    A.IS_ALLY: ("ally", "site"),
    A.IS_BREAK: ("break", "site"),
    A.IS_LEG_CLAIM: ("leg claim", "territory"),
    A.IS_LEG_CHALLENGE: ("leg challenge", "territory"),
    A.IS_LEG_HOME: ("leg challenge", "home"),
    A.IS_TARGET: ("target", "territory"),
    A.IS_TARGET_SITE: ("target", "site"),
}
OF_CARDS = {A.IS_PLAY: "play", A.IS_DISCARD: "discard", A.IS_DRAW: "draw"}
OF_NUMBERS = {A.IS_BID: "bid", A.IS_NEXT: "next", A.IS_WINNER: "winner"}

EXAMPLES = (
    "'step E', 'cross S', 'stop', 'drink', 'claim (2,4)', 'ally (2,9)', 'reclaim grit', 'bid 2', "
    "'pass', 'roll 3-4', 'draw CH04' or 'dice 6-5'"
)


def _place(names: Names, kind: str, index: int) -> str:
    """`(2,4)`, or `territory 60` where the board has fewer."""
    places = {"territory": names.territories, "home": names.homes, "site": names.sites}[kind]
    return places[index] if index < len(places) else f"{kind} {index}"


def _text(names: Names, action: int) -> str:
    kind, index = A.decode(action)
    if kind in WORDS:
        return WORDS[kind]
    if kind in OF_PLACES:
        verb, places = OF_PLACES[kind]
        return f"{verb} {_place(names, places, index)}"
    if kind in OF_CARDS:
        return f"{OF_CARDS[kind]} {names.card(index)}"
    if kind in OF_NUMBERS:
        return f"{OF_NUMBERS[kind]} {index}"
    if kind == A.IS_ROLL:
        return "roll " + "-".join(map(str, A.ROLLS[index]))
    if kind == A.IS_DICE:
        return f"dice {1 + index // A.SIDES}-{1 + index % A.SIDES}"
    if kind == A.IS_HOME:
        return f"home {index + 1}"
    return {A.IS_STEP: "step", A.IS_CROSS: "cross"}[kind] + f" {WAY_LETTERS[index]}"


@lru_cache(64)
def _texts(names: Names) -> tuple[str, ...]:
    """Every action by its number, for one board and its decks."""
    return tuple(_text(names, action) for action in range(A.ACTIONS))


@lru_cache(64)
def _numbers(names: Names) -> dict[str, int]:
    return {text.lower(): action for action, text in enumerate(_texts(names))}


def format_action(action: int, options: Records) -> str:
    """The short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Uri-Nation")
    return _texts(names_of(options))[action]


def without_loose_spaces(text: str) -> str:
    """Single spaces, and none within a cell: `( 2, 4 )` is `(2,4)`."""
    tight = re.sub(r"\(\s*([0-9]+)\s*,\s*([0-9]+)\s*\)", r"(\1,\2)", text)
    return " ".join(tight.split())


def parse_action(text: str, options: Records) -> int:
    """The number of an action; case, spaces and the order of walking dice do not matter."""
    plain = without_loose_spaces(text).lower()
    if re.fullmatch("roll [1-6](-[1-6]){1,2}", plain):
        plain = "roll " + "-".join(sorted(plain.removeprefix("roll ").split("-")))
    action = _numbers(names_of(options)).get(plain)
    if action is None:
        raise BadNotation(
            f"{quote(text)} is not an action of Uri-Nation on this board: write one like {EXAMPLES}"
        )
    return action
