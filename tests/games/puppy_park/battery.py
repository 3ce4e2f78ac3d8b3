"""What Puppy Park brings to the tests that every game gets."""

from tests.battery import Playthrough
from tests.games.puppy_park.mutants import MUTANTS

SECRETS = ()  # all tiles lie face up

# What makes more happen: see tests/variety.py.
LIVELY = {"houses34": ("true",), "tree_poop": ("true",), "cover_house": ("true",)}

FENCED = (
    "table=blue-brown@0,0E hands=yellow-red,grey-grey|black-black tree-poop=0,-1E|0,1E rules=poop"
)
ENCLOSED = "table=blue-brown@0,0E,yellow-red@1,1SW,white-black@-1,1SE"

# What random games rarely come to: players who are stuck, and trees that only a tile atop touches.
RARE = (
    ("base", {"tree_poop": "true", "tp_shape": "two_hex"}, FENCED),
    ("base", {"tree_poop": "true", "tp_shape": "two_hex"}, f"{FENCED} passes=1 seat=1"),
    ("base", {"tree_poop": "true", "tp_shape": "two_hex"}, f"{FENCED} passes=2 phase=over"),
    (
        "base",
        {"tree_poop": "true", "tp_shape": "one_hex", "tree_blocks_e": "true"},
        f"{ENCLOSED} hands=brown-yellow,grey-grey|black-black tree-poop=hand|0,1E rules=tree",
    ),
    (
        "base",
        {"tree_poop": "true", "tp_must_be_played": "true"},
        "table=blue-brown@0,0E hands=-|black-black tree-poop=hand|0,1SE rules=tree",
    ),
    (
        "base",
        {"cover_house": "true"},
        "table=blue-brown@0,0E,yellow-red@0,1E hands=blue-yellow,grey-grey|black-black "
        "houses=0,0|0,1 picked=blue-yellow",
    ),
)

INTERPRETED = 6  # a list of a thousand places takes its time

PLAYTHROUGHS = {
    "puppy-park": Playthrough("greedy", 3),
    "puppy-park-expansion": Playthrough("greedy", 4, {"players": "3"}, preset="expansion"),
    "puppy-park-switches": Playthrough(
        "greedy,random",
        5,
        {
            "players": "4",
            "starter": "2",
            "pairs": "each",
            "cover_house": "true",
            "stuck": "shared",
            "tp_must_be_played": "true",
            "tp_shape": "one_hex",
            "tree_blocks_e": "true",
        },
        preset="expansion",
    ),
}

(SAMPLE_MUTANT,) = (mutant for mutant in MUTANTS if mutant.name == "poops are harmless")
SAMPLE_SCENARIOS = "tree_poop.toml"
