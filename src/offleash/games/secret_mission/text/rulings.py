"""Which ruling an action, an attempt or a decision is about."""

from offleash.games.secret_mission.rules.actions import ACTIONS, DRAW, FIRST, MISSION, PLACE
from offleash.games.secret_mission.rules.record import (
    DRAWING,
    FINISHED,
    MISSIONS,
    PLACING,
    STARTING,
)
from offleash.games.secret_mission.text.reasons import why_illegal
from offleash.games.shared.rulings import Phrases, by_first, rulings

OF_PHASE = {STARTING: "S3", MISSIONS: "S2", DRAWING: "S5", PLACING: "S5", FINISHED: "S6"}
# Where each kind of action begins, from the last to the first.
OF_KIND = ((PLACE, "S5"), (DRAW, "S5"), (MISSION, "S2"), (FIRST, "S3"))
OF_REASON: Phrases = (("is a double, which goes back", "S2"), ("is not among the", "S1"))

ruling = rulings(ACTIONS, OF_PHASE, by_first(OF_KIND), why_illegal, OF_REASON)
