"""Actions and positions as text (first draft)."""

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.uri_nation.rules.actions import ACTIONS
from offleash.games.uri_nation.rules.record import RECORD, UNKNOWN

SEAT_NAMES = ("Red", "Blue", "Green", "Yellow")


def format_action(action: int, options: Records) -> str:
    if not 0 <= action < ACTIONS:
        raise BadNotation(f"there is no action number {action} in Uri-Nation")
    return f"action {action}"


def parse_action(text: str, options: Records) -> int:
    return int(text.split()[1])


def format_position(states: Records, options: Records) -> str:
    return bytes(states.tobytes()).hex()


def parse_position(text: str, options: Records) -> Records:
    import numpy as np

    return np.frombuffer(bytes.fromhex(text), RECORD).copy()


def format_board(states: Records, options: Records) -> str:
    return format_position(states, options)


def position_differs(text: str, states: Records, options: Records) -> list[str]:
    return [] if text == format_position(states, options) else ["it differs"]


def is_whole(states: Records) -> bool:
    return not (states["bids"][0] == UNKNOWN).any()
