"""What a person would say: a card by its rank alone, and a whole 7 in one line, `7 a4 b3`."""

import re

from offleash.contract import Records
from offleash.games.dog.position import CARD_NAMES, TOKEN_NAMES, Position
from offleash.games.dog.rules import actions as A, record as R
from offleash.games.dog.text.notation import format_action
from offleash.games.dog.text.why_illegal import find_reason
from offleash.tools.errors import BadNotation
from offleash.tools.prose import join_or

RANKS = {name.lower(): rank for rank, name in enumerate(CARD_NAMES)}
MOST_WAYS = 6  # that a message lists
LINE = re.compile(r"(?:(joker )?7 ?)?((?:p?[abcd][1-7]h? ?)+)(end)?", re.IGNORECASE)
PART = re.compile(r"((p?)([abcd])([1-7])(h?))", re.IGNORECASE)


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Return a card by its rank, or the steps of a 7 in one line; None for a line of another kind.

    `b3` walks token b three steps, `b3h` turns into home as soon as it can, and `pb3` walks the
    partner's b. Nothing is played; raises BadNotation if a step can't be made.
    """
    if text.strip().lower() in RANKS:
        return _by_rank(RANKS[text.strip().lower()], Position(states, options))
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


def _by_rank(rank: int, position: Position) -> list[int] | None:
    """Return the gift of a card or its only play; raise BadNotation if there are several."""
    if position.phase == R.GIVING:
        return [A.GIVE + rank]
    if position.phase != R.PLAYING or rank == R.SEVEN:  # a 7 alone begins to be split
        return None
    uses = [action for action in position.legal if A.decode(action).rank == rank]
    if len(uses) == 1:
        return uses
    name = CARD_NAMES[rank]
    if not uses:
        raise BadNotation(f"you can't play a {name} now")
    ways = join_or([format_action(action) for action in uses[:MOST_WAYS]])
    more = f", or one of {len(uses) - MOST_WAYS} more ways" if len(uses) > MOST_WAYS else ""
    raise BadNotation(f"a {name} can be played in {len(uses)} ways: {ways}{more}")


class _Walk:
    """Actions tried one after the other."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[int] = []

    def take(self, action: int, text: str) -> None:
        """Take an action, or raise BadNotation if it is not legal."""
        if reason := find_reason(self.position, action):
            raise BadNotation(f"{text!r} can't be played: {reason}")
        self.position = self.position.after(action)
        self.actions.append(action)

    def take_steps(self, stay: int, count: int, home: bool, text: str) -> None:
        """Take steps of one token; one over a protected token counts two.

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
