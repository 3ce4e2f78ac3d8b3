"""What a person may type at the table beside plain actions, and what stands for a long list.

`12`, `12 SE` and `12 13` are places by the numbers on the board; `3,-2 SW` is one without `at`.
"""

from collections.abc import Sequence

from offleash.core.errors import BadNotation
from offleash.core.game import Records
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.text.choices import choices_in
from offleash.games.secret_mission.text.notation import parse_action
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS
from offleash.games.tiles.text.places import WAY_NAMES


def several(text: str, states: Records, options: Records) -> list[int] | None:
    """The placement that a line stands for, or None for a line of another kind."""
    choices = choices_in(states)
    if choices.phase != R.PLACING:
        return None
    place = choices.ghosts.meant(text)
    if place is not None:
        return [A.PLACE + place[0] * WAYS + place[1]]
    try:
        return [parse_action(f"at {text}")]
    except BadNotation:
        return None


def brief(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[str] | None:
    """What to type, in a few lines, where the board shows numbers."""
    choices = choices_in(states)
    if not choices.breed or not choices.ghosts.places:
        return None
    ghosts = choices.ghosts
    cell, way = ghosts.places[0]
    first, other = (f"the {COLOURS[breed]} dog" for breed in BREED[choices.tile].tolist())
    if choices.is_double:
        first, other = f"one {first.removeprefix('the ')}", "the other"
    return [
        f"Type a number of the board for {first} and the way to {other} "
        f"({', '.join(WAY_NAMES)}), as {ghosts.numbers[cell]} {WAY_NAMES[way]}."
    ]
