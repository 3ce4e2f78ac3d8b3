"""What a person may type at the table besides plain actions, and what stands for a long list.

`12`, `12 SE` and `12 13` are places by the numbers on the board; `3,-2 SW` is one without `at`.
"""

from collections.abc import Sequence
from contextlib import suppress

from offleash.contract import Records
from offleash.games.secret_mission.rules import actions as A, record as R
from offleash.games.secret_mission.text.notation import parse_action
from offleash.games.secret_mission.text.position import MissionPosition
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.ghosts import dog_names, how_to_type
from offleash.tools.errors import BadNotation


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """Return the placement that a line stands for, or None for a line of another kind."""
    position = MissionPosition.of(states, options)
    if position.phase != R.PLACING:
        return None
    place = position.ghosts.parse(text)
    if place is not None:
        return [A.PLACE + place[0] * WAYS + place[1]]
    with suppress(BadNotation):
        return [parse_action(f"at {text}")]
    return None


def brief(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[str] | None:
    """Return what to type, in a few lines, where the board shows numbers."""
    position = MissionPosition.of(states, options)
    if not position.dogs or not position.ghosts.places:
        return None
    first, other = dog_names(position.tile)
    if position.is_double:
        first, other = f"one {first.removeprefix('the ')}", "the other"
    return [how_to_type(position.ghosts, first, other)]
