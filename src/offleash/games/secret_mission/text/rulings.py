"""Which ruling an action, an attempt or a decision is about."""

from offleash.games.secret_mission.rules import actions as A, record as R
from offleash.games.secret_mission.text.why_illegal import why_illegal
from offleash.games.shared.rulings import Phrases, by_first, rulings

OF_PHASE = {R.STARTING: "S3", R.MISSIONS: "S2", R.DRAWING: "S5", R.PLACING: "S5", R.FINISHED: "S6"}
# Where each kind of action begins, from the last to the first.
OF_KIND = ((A.PLACE, "S5"), (A.DRAW, "S5"), (A.MISSION, "S2"), (A.FIRST, "S3"))
OF_REASON: Phrases = (("is a double, which goes back", "S2"), ("is not among the", "S1"))

ruling = rulings(A.ACTIONS, OF_PHASE, by_first(OF_KIND), why_illegal, OF_REASON)
