"""A whole 7 in one line: `7 a4 b3`, as a person would say it."""

import re

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.dog.position import TOKEN_NAMES, Position
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.text.reasons import find_reason

LINE = re.compile(r"(?:(joker )?7 ?)?((?:p?[abcd][1-7]h? ?)+)(end)?", re.IGNORECASE)
PART = re.compile(r"((p?)([abcd])([1-7])(h?))", re.IGNORECASE)


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """The steps of a 7 that one line names, or None for a line of another kind.

    `b3` walks token b three steps, `b3h` turns into home as soon as it can, and `pb3` walks the
    partner's b. Nothing is played; raises BadNotation if a step can't be made.
    """
    match = LINE.fullmatch(" ".join(text.split()))
    position = Position(states, options)
    is_splitting = position.phase == R.SPLITTING
    if match is None or is_splitting == text.strip().lower().startswith(("7", "joker")):
        return None
    walk = _Walk(position)
    if not is_splitting:
        walk.take(A.BEGIN_SEVEN + (A.AS_JOKER if match[1] else 0), text)
    for part, partner, token, count, home in PART.findall(match[2]):
        index = TOKEN_NAMES.index(token.lower()) + (R.TOKENS if partner else 0)
        walk.take_steps(A.STEP + 2 * index, int(count), bool(home), part.lower())
    if match[3]:
        walk.take(A.END_SEVEN, "end")
    return walk.actions


class _Walk:
    """Actions tried one after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[int] = []

    def take(self, action: int, text: str) -> None:
        """Takes an action. Raises BadNotation if it is not legal."""
        if reason := find_reason(self.position, action):
            raise BadNotation(f"{text!r} can't be played: {reason}")
        self.position = self.position.after(action)
        self.actions.append(action)

    def take_steps(self, stay: int, count: int, home: bool, text: str) -> None:
        """Takes steps of one token; one over a protected token counts two.

        `stay` is the step along the loop, the number after it the step into home.
        """
        left = self.position.steps_left
        while self.position.steps_left > max(left - count, 0):
            can_enter = not find_reason(self.position, stay + 1)
            enters = can_enter and (home or bool(find_reason(self.position, stay)))
            self.take(stay + enters, text)
            if self.position.phase != R.SPLITTING:
                break
        if count > left:
            raise BadNotation(f"{text!r} is more than the {left} steps that are left")
