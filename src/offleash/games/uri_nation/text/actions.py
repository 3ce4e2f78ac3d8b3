"""Actions as text, both ways: exact inverses for a board and its decks."""

import re
from functools import lru_cache

from offleash.contract import Records
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.names import WAY_LETTERS
from offleash.games.uri_nation.text.words import Names, names_of
from offleash.tools.errors import BadNotation, quote

# What the numbers of a kind of action stand for
WAY, TERRITORY, HOME, SITE, CARD = "way", "territory", "home", "site", "card"
NUMBER, ROLL, DICE, LABEL = "number", "roll", "dice", "label"

# Every kind of action: its words, what its numbers stand for if it has some, and its ruling
KINDS = {
    A.IS_STEP: ("step", WAY, "M7"),
    A.IS_CROSS: ("cross", WAY, "M10"),
    A.IS_PATH: ("path", "", "M21"),
    A.IS_STOP: ("stop", "", "R1"),
    A.IS_DRINK: ("drink", "", "M28"),
    A.IS_LEAVE: ("leave", "", "M27"),
    A.IS_GO: ("go", "", "N20"),
    A.IS_LEASH: ("leash", "", "W1"),
    A.IS_ZOOMIES: ("zoomies", "", "W3"),
    A.IS_DISTRACTED: ("distracted", "", "W2"),
    A.IS_CLAIM: ("claim", TERRITORY, "A1"),
    A.IS_CHALLENGE: ("challenge", TERRITORY, "C11"),
    A.IS_FORTIFY: ("fortify", TERRITORY, "C14"),
    A.IS_CHALLENGE_HOME: ("challenge", HOME, "C16"),
    A.IS_FORTIFY_HOME: ("fortify", HOME, "N20"),
    A.IS_CHALLENGE_SITE: ("challenge", SITE, "B11"),
    A.IS_ALLY: ("ally", SITE, "B5"),
    A.IS_BREAK: ("break", SITE, "B9"),
    A.IS_LEG_CLAIM: ("leg claim", TERRITORY, "W6"),
    A.IS_LEG_CHALLENGE: ("leg challenge", TERRITORY, "W6"),
    A.IS_LEG_HOME: ("leg challenge", HOME, "W6"),
    A.IS_PATROL: ("patrol", "", "W5"),
    A.IS_DONE: ("done", "", "W5"),
    A.IS_SNIFF: ("sniff", "", "W4"),
    A.IS_PLAY: ("play", CARD, "D3"),
    A.IS_PASS: ("pass", "", "T11"),
    A.IS_RECLAIM_SWAGGER: ("reclaim swagger", "", "C10"),
    A.IS_RECLAIM_GRIT: ("reclaim grit", "", "C10"),
    A.IS_DECLINE: ("decline", "", "C10"),
    A.IS_BID: ("bid", NUMBER, "W7"),
    A.IS_TARGET: ("target", TERRITORY, "N14"),
    A.IS_TARGET_SITE: ("target", SITE, "N14"),
    A.IS_DISCARD: ("discard", CARD, "D3"),
    A.IS_HOME: ("home", LABEL, "S3"),
    A.IS_NEXT: ("next", NUMBER, "T1"),
    A.IS_ROLL: ("roll", ROLL, "M25"),
    A.IS_DRAW: ("draw", CARD, "E16"),
    A.IS_REVEAL: ("reveal", "", "N15"),
    A.IS_DICE: ("dice", DICE, "C1"),
    A.IS_WINNER: ("winner", NUMBER, "T10"),
}

# Where each kind of action takes place, and what challenges are about
NUMBERS = {TERRITORY: R.TERRITORY, HOME: R.HOME, SITE: R.SITE}
PLACES = {kind: NUMBERS[noun] for kind, (_, noun, _) in KINDS.items() if noun in NUMBERS}
CLAIMS = (A.IS_CLAIM, A.IS_LEG_CLAIM)
QUARRIES = {kind: PLACES[kind] for kind in KINDS if KINDS[kind][0].endswith("challenge")}

EXAMPLES = (
    "'step E', 'cross S', 'stop', 'drink', 'claim (2,4)', 'ally (2,9)', 'reclaim grit', 'bid 2', "
    "'pass', 'roll 3-4', 'draw CH04' or 'dice 6-5'"
)


def _number_text(names: Names, noun: str, index: int) -> str:
    """Return `E`, `(2,4)`, `CH04`, `3-4`; `territory 60` where the board has fewer."""
    places = {TERRITORY: names.territories, HOME: names.homes, SITE: names.sites}
    if noun in places:
        return places[noun][index] if index < len(places[noun]) else f"{noun} {index}"
    if noun == WAY:
        return WAY_LETTERS[index]
    if noun == CARD:
        return names.card(index)
    if noun == ROLL:
        return "-".join(map(str, A.ROLLS[index]))
    if noun == DICE:
        return f"{1 + index // A.SIDES}-{1 + index % A.SIDES}"
    return str(index + 1 if noun == LABEL else index)


def _text(names: Names, action: int) -> str:
    kind, index = A.decode(action)
    words, noun, _ = KINDS[kind]
    return f"{words} {_number_text(names, noun, index)}" if noun else words


@lru_cache(64)
def _texts(names: Names) -> tuple[str, ...]:
    """Return every action by its number, for one board and its decks."""
    return tuple(_text(names, action) for action in range(A.ACTIONS))


@lru_cache(64)
def _numbers(names: Names) -> dict[str, int]:
    return {text.lower(): action for action, text in enumerate(_texts(names))}


def format_action(action: int, options: Records) -> str:
    """Return the short, speakable text of an action."""
    if not 0 <= action < A.ACTIONS:
        raise BadNotation(f"there is no action number {action} in Uri-Nation")
    return _texts(names_of(options))[action]


def without_loose_spaces(text: str) -> str:
    """Return a text with single spaces, and none within a cell: `( 2, 4 )` is `(2,4)`."""
    tight = re.sub(r"\(\s*([0-9]+)\s*,\s*([0-9]+)\s*\)", r"(\1,\2)", text)
    return " ".join(tight.split())


def parse_action(text: str, options: Records) -> int:
    """Return the number of an action; case, spaces and the order of walking dice do not matter."""
    plain = without_loose_spaces(text).lower()
    if re.fullmatch("roll [1-6](-[1-6]){1,2}", plain):
        plain = "roll " + "-".join(sorted(plain.removeprefix("roll ").split("-")))
    action = _numbers(names_of(options)).get(plain)
    if action is None:
        raise BadNotation(
            f"{quote(text)} is not an action of Uri-Nation on this board: write one like {EXAMPLES}"
        )
    return action
