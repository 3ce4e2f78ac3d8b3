"""Which ruling an action, an attempt or a decision is about."""

from offleash.games.domidog.rules import actions as A, record as R
from offleash.games.domidog.text.why_illegal import why_illegal
from offleash.games.shared.rulings import Phrases, by_first, rulings

OF_PHASE = {
    R.DEALING: "M1",
    R.STARTING: "M1",
    R.OPENING: "M2",
    R.PLAYING: "M4",
    R.TAKING: "M5",
    R.FINISHED: "M12",
}
# Where each kind of action begins, from the last to the first.
OF_KIND = (
    (A.FORK, "M7"),
    (A.DEAL, "M5"),
    (A.FIRST, "M1"),
    (A.PASS, "M6"),
    (A.DRAW, "M5"),
    (A.PLAY, "M4"),
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
    ("is not a double", "M2"),
    ("does not fit", "M4"),
    ("the house is used up", "M7"),
    ("nobody may fork after drawing", "M7"),
    ("who draws until a tile fits must lay it", "M7"),
    ("a chain of one tile", "M9"),
    ("does not match", "M7"),
    ("is not in the chain", "M9"),
    ("forks start inside", "M9"),
    ("is under the house of", "M11"),
    ("carries the house", "M9"),
)

ruling = rulings(A.ACTIONS, OF_PHASE, by_first(OF_KIND), why_illegal, OF_REASON)
