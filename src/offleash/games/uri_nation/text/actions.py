"""Actions as people say them, both ways: exact inverses for a board and its decks."""

import re
from functools import lru_cache

from offleash.core.errors import BadNotation, shown
from offleash.core.game import Records
from offleash.games.uri_nation.rules.actions import (
    ACTIONS,
    IS_ALLY,
    IS_BID,
    IS_BREAK,
    IS_CHALLENGE,
    IS_CHALLENGE_HOME,
    IS_CHALLENGE_SITE,
    IS_CLAIM,
    IS_CROSS,
    IS_DECLINE,
    IS_DICE,
    IS_DISCARD,
    IS_DISTRACTED,
    IS_DONE,
    IS_DRAW,
    IS_DRINK,
    IS_FORTIFY,
    IS_FORTIFY_HOME,
    IS_GO,
    IS_HOME,
    IS_LEASH,
    IS_LEAVE,
    IS_LEG_CHALLENGE,
    IS_LEG_CLAIM,
    IS_LEG_HOME,
    IS_NEXT,
    IS_PASS,
    IS_PATH,
    IS_PATROL,
    IS_PLAY,
    IS_RECLAIM_GRIT,
    IS_RECLAIM_SWAGGER,
    IS_REVEAL,
    IS_ROLL,
    IS_SNIFF,
    IS_STEP,
    IS_STOP,
    IS_TARGET,
    IS_TARGET_SITE,
    IS_WINNER,
    IS_ZOOMIES,
    ROLLS,
    SIDES,
    decode,
)
from offleash.games.uri_nation.text.words import Names, names_of

WAYS = "NESW"

# What is said alone
WORDS = {
    IS_PATH: "path",
    IS_STOP: "stop",
    IS_DRINK: "drink",
    IS_LEAVE: "leave",
    IS_GO: "go",
    IS_LEASH: "leash",
    IS_ZOOMIES: "zoomies",
    IS_DISTRACTED: "distracted",
    IS_PATROL: "patrol",
    IS_DONE: "done",
    IS_SNIFF: "sniff",
    IS_PASS: "pass",
    IS_RECLAIM_SWAGGER: "reclaim swagger",
    IS_RECLAIM_GRIT: "reclaim grit",
    IS_DECLINE: "decline",
    IS_REVEAL: "reveal",
}

# What is said of a place: the verb, and in which list of places the number is.
OF_PLACES = {
    IS_CLAIM: ("claim", "territory"),
    IS_CHALLENGE: ("challenge", "territory"),
    IS_FORTIFY: ("fortify", "territory"),
    IS_CHALLENGE_HOME: ("challenge", "home"),
    IS_FORTIFY_HOME: ("fortify", "home"),
    IS_CHALLENGE_SITE: ("challenge", "site"),
    IS_ALLY: ("ally", "site"),
    IS_BREAK: ("break", "site"),
    IS_LEG_CLAIM: ("leg claim", "territory"),
    IS_LEG_CHALLENGE: ("leg challenge", "territory"),
    IS_LEG_HOME: ("leg challenge", "home"),
    IS_TARGET: ("target", "territory"),
    IS_TARGET_SITE: ("target", "site"),
}
OF_CARDS = {IS_PLAY: "play", IS_DISCARD: "discard", IS_DRAW: "draw"}
OF_NUMBERS = {IS_BID: "bid", IS_NEXT: "next", IS_WINNER: "winner"}

EXAMPLES = (
    "'step E', 'cross S', 'stop', 'drink', 'claim (2,4)', 'ally (2,9)', 'reclaim grit', 'bid 2', "
    "'pass', 'roll 3-4', 'draw CH04' or 'dice 6-5'"
)


def _place(names: Names, what: str, which: int) -> str:
    """`(2,4)`, or `territory 60` where the board has fewer."""
    places = {"territory": names.territories, "home": names.homes, "site": names.sites}[what]
    return places[which] if which < len(places) else f"{what} {which}"


def _text(names: Names, action: int) -> str:
    kind, which = decode(action)
    if kind in WORDS:
        return WORDS[kind]
    if kind in OF_PLACES:
        verb, what = OF_PLACES[kind]
        return f"{verb} {_place(names, what, which)}"
    if kind in OF_CARDS:
        return f"{OF_CARDS[kind]} {names.card(which)}"
    if kind in OF_NUMBERS:
        return f"{OF_NUMBERS[kind]} {which}"
    if kind == IS_ROLL:
        return "roll " + "-".join(map(str, ROLLS[which]))
    if kind == IS_DICE:
        return f"dice {1 + which // SIDES}-{1 + which % SIDES}"
    if kind == IS_HOME:
        return f"home {which + 1}"
    return {IS_STEP: "step", IS_CROSS: "cross"}[kind] + f" {WAYS[which]}"


@lru_cache(64)
def _texts(names: Names) -> tuple[str, ...]:
    """Every action by its number, for one board and its decks."""
    return tuple(_text(names, action) for action in range(ACTIONS))


@lru_cache(64)
def _numbers(names: Names) -> dict[str, int]:
    return {text.lower(): action for action, text in enumerate(_texts(names))}


def format_action(action: int, options: Records) -> str:
    """The short, speakable text of an action."""
    if not 0 <= action < ACTIONS:
        raise BadNotation(f"there is no action number {action} in Uri-Nation")
    return _texts(names_of(options))[action]


def without_loose_spaces(text: str) -> str:
    """Single spaces, and none within a cell: `( 2, 4 )` is `(2,4)`."""
    tight = re.sub(r"\(\s*([0-9]+)\s*,\s*([0-9]+)\s*\)", r"(\1,\2)", text)
    return " ".join(tight.split())


def parse_action(text: str, options: Records) -> int:
    """The number of an action; case, spaces and the order of walking dice do not matter."""
    wanted = without_loose_spaces(text).lower()
    if re.fullmatch("roll [1-6](-[1-6]){1,2}", wanted):
        wanted = "roll " + "-".join(sorted(wanted.removeprefix("roll ").split("-")))
    found = _numbers(names_of(options)).get(wanted)
    if found is None:
        raise BadNotation(
            f"{shown(text)} is no action of Uri-Nation on this board: write one like {EXAMPLES}"
        )
    return found
