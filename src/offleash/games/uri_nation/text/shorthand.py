"""What a person may type at the table in addition to plain actions.

- `cross`, `ally`, `break`, `claim`, `challenge`, `fortify` … where only one is possible (N24)
- `E E cross S 3E stop`: several steps in one line
- `to (3,10)`: where to stop; the walk is made where only one way leads there, otherwise the ways
  are listed, and `to (3,10) 2` takes the second

A walk goes on only until luck or a drink comes between: the rest is typed again after it.
"""

import re

from offleash.contract import Records
from offleash.games.uri_nation.board.text import Cell, cell_text
from offleash.games.uri_nation.options import board_of
from offleash.games.uri_nation.rules import actions as A, record as R
from offleash.games.uri_nation.text.actions import KINDS, format_action, without_loose_spaces
from offleash.games.uri_nation.text.names import WAY_LETTERS
from offleash.games.uri_nation.text.ways import way_words, ways_to
from offleash.games.uri_nation.text.why_illegal import legal_numbers, position_after, why_illegal
from offleash.tools.errors import BadNotation

VERBS = (
    *("cross", "claim", "challenge", "fortify", "ally", "break"),
    *("play", "target", "discard", "reclaim"),
)
GOAL = re.compile(
    r"(?:to|walk|walk to|go to|stop|stop at) \(?([0-9]{1,3}),([0-9]{1,3})\)?(?: #?([0-9]{1,3}))?"
)
WAY = "(?:n|e|s|w|north|east|south|west)"
PART = re.compile(
    rf"(?:(?:([1-9][0-9]?) ?)?(?:step )?{WAY}|cross(?: {WAY})?|path|stop|drink|leave)(?= |$)"
)
MOST_SHOWN = 5  # ways in one message


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Return the actions that one line stands for, or None for a line of another kind.

    Raises BadNotation for what can't be played; nothing has been played then.
    """
    line = re.sub(" ?, ?", ",", without_loose_spaces(text.lower()))
    if line in VERBS:
        return [the_only(line, states, options)]
    if goal := GOAL.fullmatch(line):
        which = int(goal[3]) if goal[3] else None
        return walk_to((int(goal[1]), int(goal[2])), which, states, options)
    parts = parts_of(line)
    return walk_along(parts, states, options) if parts else None


# Short forms


def the_only(word: str, states: Records, options: Records) -> int:
    """Return the one legal action that a word can mean."""
    kinds = [kind for kind, (words, _, _) in KINDS.items() if words.split()[0] == word]
    actions = [n for n in legal_numbers(states, options) if int(A.KIND_OF[n]) in kinds]
    if len(actions) == 1:
        return actions[0]
    if not actions:
        raise BadNotation(f"there is nothing to {word} now")
    texts = [format_action(action, options) for action in actions]
    more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
    raise BadNotation(f"{word!r} could be {', '.join(texts[:MOST_SHOWN])}{more}: say which")


# Several steps in one line


def parts_of(line: str) -> list[str]:
    """Return `e`, `e`, `cross s`, three times `3e`, `stop`; none for a line of another kind."""
    parts, at = [], 0
    while at < len(line):
        match = PART.match(line, at)
        if match is None:
            return []
        parts += [match[0]] * int(match[1] or 1)
        at = match.end() + 1
    return parts


def walk_along(parts: list[str], states: Records, options: Records) -> list[int]:
    """Return the steps of a line, up to where luck or a drink comes between."""
    if int(states["phase"][0]) not in (R.MOVE, R.DRINK):
        raise BadNotation(f"{parts[0]!r} can't be played: {why_illegal(states, options, A.STOP)}")
    actions: list[int] = []
    for part in parts:
        due = R.DRINK if part in ("drink", "leave") else R.MOVE
        if actions and int(states["phase"][0]) != due:
            break
        action = number_of(part, states, options)
        if reason := why_illegal(states, options, action):
            raise BadNotation(f"{part!r} can't be played: {reason}")
        states = position_after(states, options, action)
        actions.append(action)
    return actions


def number_of(part: str, states: Records, options: Records) -> int:
    """Return the action that a part of a walk stands for."""
    plain = {"path": A.PATH, "stop": A.STOP, "drink": A.DRINK_IT, "leave": A.LEAVE}
    if part in plain:
        return plain[part]
    if part == "cross":
        return the_only("cross", states, options)
    letter = re.sub("^[0-9]+", "", part.split()[-1])[0].upper()  # of `n`, `3n` or `north`
    return (A.CROSS if part.startswith("cross") else A.STEP) + WAY_LETTERS.index(letter)


# Where to stop


def walk_to(goal: Cell, choice: int | None, states: Records, options: Records) -> list[int]:
    """Return the walk to a cell: the only way, or the chosen one of those that are listed."""
    check_goal(goal, options)
    if int(states["phase"][0]) != R.MOVE:
        raise BadNotation(f"there is no walk now: {why_illegal(states, options, A.STOP)}")
    place = cell_text(goal)
    ways = ways_to(board_of(options).cells.index(goal), states, options)
    if not ways:
        raise BadNotation(f"no way of this walk ends at {place}")
    if choice is not None and not 1 <= choice <= len(ways):
        raise BadNotation(f"there is no way {choice} to {place}: they go from 1 to {len(ways)}")
    if len(ways) > 1 and choice is None:
        texts = "; ".join(
            f"{n} {way_words(way, options)}" for n, way in enumerate(ways[:MOST_SHOWN], 1)
        )
        more = f"; and {len(ways) - MOST_SHOWN} more" if len(ways) > MOST_SHOWN else ""
        hint = f"write one, or to {place} 1"
        raise BadNotation(f"{len(ways)} ways end at {place} ({hint}): {texts}{more}")
    return list(ways[(choice or 1) - 1].until_interrupted)


def check_goal(goal: Cell, options: Records) -> None:
    """Refuse a goal where no dog can stop; name the cells next to it where a dog can."""
    board = board_of(options)
    if goal in board.cells:
        return
    place, glyph = cell_text(goal), board.at(goal)
    around = (abs(row - goal[0]) + abs(column - goal[1]) for row, column in board.cells)
    beside = [cell_text(cell) for cell, n in zip(board.cells, around, strict=True) if n == 1]
    if glyph in "./=x+" or not beside:
        raise BadNotation(f"no dog can stop at {place}")
    raise BadNotation(f"no dog can stop at {place}, only next to it: at {' or '.join(beside)}")
