"""What a bot receives when it is to move."""

from collections.abc import Sequence
from dataclasses import dataclass

from offleash.contract import Records
from offleash.play.session import GameLuck, Session


@dataclass(frozen=True)
class Decision:
    """What the seat to move knows, and its luck, which deciding consumes."""

    view: Records
    options: Records
    luck: GameLuck
    seat: int
    legal: Sequence[int]
    turn: int


def decision_in(session: Session) -> Decision:
    """Return the decision of the seat to move, with a copy of its luck."""
    seat, legal, turn = session.actor, session.legal_numbers, len(session.history)
    return Decision(
        session.view(seat), session.options, session.luck.of_seat(seat), seat, legal, turn
    )
