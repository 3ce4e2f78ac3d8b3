"""Which ruling an action, an attempt or a decision is about."""

from offleash.core.game import Records
from offleash.games.domidog.rules.actions import ACTIONS, DEAL, DRAW, FIRST, FORK, PASS, PLAY
from offleash.games.domidog.rules.record import (
    DEALING,
    FINISHED,
    OPENING,
    PLAYING,
    STARTING,
    TAKING,
)
from offleash.games.domidog.text.reasons import why_illegal
from offleash.games.shared.rulings import Phrases, behind

OF_PHASE = {
    DEALING: "M1",
    STARTING: "M1",
    OPENING: "M2",
    PLAYING: "M4",
    TAKING: "M5",
    FINISHED: "M12",
}
# Where each kind of action begins, from the last to the first.
OF_KIND = (
    (FORK, "M7"),
    (DEAL, "M5"),
    (FIRST, "M1"),
    (PASS, "M6"),
    (DRAW, "M5"),
    (PLAY, "M4"),
    (0, "M2"),
)
OF_REASON: Phrases = (
    ("lies in the chain already", "M3"),
    ("who can open", "M2"),
    ("who can lay a tile", "M5"),
    ("the supply is empty", "M6"),
    ("there are tiles to draw", "M5"),
    ("starts with it", "M1"),
    ("open with a double", "M2"),
    ("is no double", "M2"),
    ("does not fit", "M4"),
    ("the house is used up", "M7"),
    ("nobody forks who has drawn", "M7"),
    ("who draws until a tile fits lays it", "M7"),
    ("a chain of one tile", "M9"),
    ("does not match", "M7"),
    ("is not in the chain", "M9"),
    ("forks start inside", "M9"),
    ("is under the house of", "M11"),
    ("carries the house", "M9"),
)


def ruling(states: Records, options: Records, action: int) -> str:
    """The ruling behind an action, legal or attempted; without one, behind the decision."""
    at_hand = OF_PHASE[int(states["phase"][0])]
    if not 0 <= action < ACTIONS:
        return at_hand
    if reason := why_illegal(states, options, action):
        return behind(reason, OF_REASON) or at_hand
    return next(found for first, found in OF_KIND if action >= first)
