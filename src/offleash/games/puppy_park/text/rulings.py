"""Which ruling an action, an attempt or a decision is about."""

from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.why_illegal import why_illegal
from offleash.games.shared.rulings import Phrases, by_first, rulings

OF_PHASE = {
    R.DEALING: "P21",
    R.STARTING: "P21",
    R.PICKING: "P9",
    R.PLACING: "P5",
    R.HOUSING: "P7",
    R.FINISHED: "P10",
}
# Where each kind of action begins, from the last to the first.
OF_KIND = (
    (A.HOUSE, "P7"),
    (A.PLACE, "P1"),
    (A.DEAL, "P21"),
    (A.FIRST, "P21"),
    (A.NO_HOUSE, "P7"),
    (A.PASS, "P9"),
    (A.PICK_POOP, "P19"),
    (A.PICK + R.TREE_POOP, "P15"),
    (A.PICK, "P20"),
)
OF_REASON: Phrases = (
    ("who can lay a tile may not pass", "P9"),
    ("no tile has just been laid", "P7"),
    ("so no tree-poop tile may be laid", "N3"),
    ("tree rules:", "P17"),
    ("poop rules leave no place", "P16"),
    ("is never the first tile", "P15"),
    ("comes with a declaration", "P19"),
    ("it has been declared already", "P19"),
    ("of one hexagon is always laid E", "N2"),
    ("alike both ways", "N2"),
    ("tree-poop tiles go on the ground", "P15"),
    ("touches no tile in play", "P5"),
    ("is never covered", "P15"),
    ("only its own breed may cover it", "P5"),
    ("half of it would cover", "P5"),
    ("of different height", "P5"),
    ("a dog that naps is not covered", "P6"),
    ("a poop lies next to", "P16"),
    ("naps already", "P8"),
    ("houses go on dogs", "P7"),
    ("no dog lies on", "P7"),
)

ruling = rulings(A.ACTIONS, OF_PHASE, by_first(OF_KIND), why_illegal, OF_REASON)
