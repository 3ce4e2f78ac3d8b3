"""A whole 7 in one line: `7 a4 b3`, as a person would say it."""

import re

import numpy as np

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.dog.position import TOKEN_NAMES
from offleash.games.dog.rules import actions as A
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.course import apply
from offleash.games.dog.text.reasons import why_illegal

LINE = re.compile(r"(?:(joker )?7 ?)?((?:p?[abcd][1-7]h? ?)+)(end)?", re.IGNORECASE)
PART = re.compile(r"(p?)([abcd])([1-7])(h?)", re.IGNORECASE)


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """The steps of a 7 that one line names, or None for a line of another kind.

    `b3` walks token b three steps, `b3h` turns into home as soon as it can, and `pb3` walks the
    partner's b. A step that can't be made raises, and nothing has been played.
    """
    match = LINE.fullmatch(" ".join(text.split()))
    splitting = int(states["phase"][0]) == R.SPLITTING
    if match is None or splitting == text.strip().lower().startswith(("7", "joker")):
        return None
    walk = _Walk(states.copy(), options)
    if not splitting:
        walk.take(A.BEGIN_SEVEN + (A.AS_JOKER if match[1] else 0), text)
    for partner, token, count, home in PART.findall(match[2]):
        walk.steps(bool(partner), TOKEN_NAMES.index(token.lower()), int(count), bool(home))
    if match[3]:
        walk.take(A.END_SEVEN, "end")
    return walk.actions


class _Walk:
    """Actions tried one after the other on a copy of the position."""

    def __init__(self, states: Records, options: Records) -> None:
        self.states, self.options = states, options
        self.actions: list[int] = []

    def reason(self, action: int) -> str:
        return why_illegal(self.states, self.options, action)

    def take(self, action: int, said: str) -> None:
        if reason := self.reason(action):
            raise BadNotation(f"{said!r} can't be played: {reason}")
        work, tally = np.zeros(1, R.WORK), np.zeros(1, R.TALLY)
        apply(self.states[0], self.options[0], work[0], action, tally[0])
        self.actions.append(action)

    def steps(self, partner: bool, token: int, count: int, home: bool) -> None:
        """So many steps of one token; one over a protected token counts two."""
        said = f"{'p' if partner else ''}{TOKEN_NAMES[token]}{count}{'h' if home else ''}"
        stay = A.STEP + (2 * R.TOKENS if partner else 0) + 2 * token
        left = int(self.states["seven_left"][0])
        goal = left - count
        while int(self.states["seven_left"][0]) > max(goal, 0):
            enter = not self.reason(stay + 1) and (home or bool(self.reason(stay)))
            self.take(stay + 1 if enter else stay, said)
            if int(self.states["phase"][0]) != R.SPLITTING:
                break
        if goal < 0:
            raise BadNotation(f"{said!r} is more than the {left} steps that are left")
