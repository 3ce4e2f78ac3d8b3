"""Which ruling an action, an attempt or a decision is about."""

from offleash.core.game import Records
from offleash.games.secret_mission.rules.actions import ACTIONS, DRAW, FIRST, MISSION, PLACE
from offleash.games.secret_mission.rules.record import (
    DRAWING,
    FINISHED,
    MISSIONS,
    PLACING,
    STARTING,
)
from offleash.games.secret_mission.text.reasons import why_illegal
from offleash.games.shared.rulings import Phrases, behind

OF_PHASE = {STARTING: "S3", MISSIONS: "S2", DRAWING: "S5", PLACING: "S5", FINISHED: "S6"}
# Where each kind of action begins, from the last to the first.
OF_KIND = ((PLACE, "S5"), (DRAW, "S5"), (MISSION, "S2"), (FIRST, "S3"))
OF_REASON: Phrases = (("is a double, which goes back", "S2"), ("is not among the", "S1"))


def ruling(states: Records, options: Records, action: int) -> str:
    """The ruling behind an action, legal or attempted; without one, behind the decision."""
    at_hand = OF_PHASE[int(states["phase"][0])]
    if not 0 <= action < ACTIONS:
        return at_hand
    if reason := why_illegal(states, options, action):
        return behind(reason, OF_REASON) or at_hand
    return next(found for first, found in OF_KIND if action >= first)
