"""The options of Puppy Park: who plays, with which modules, and the other readings of its rules."""

from collections.abc import Collection

from offleash.contract import Records
from offleash.contract.options import (
    NONE,
    choice,
    flag,
    idle_sentences,
    option_words,
    options_record,
    whole,
)

TABLE, MODULES, READINGS = "the table", "modules of the expansion", "other readings"

OPTION_LIST = (
    whole("players", 2, 2, 4, "how many play", section=TABLE),
    whole("starter", None, 0, 3, "who starts; none: by lot (P21)", or_none=True, section=TABLE),
    flag("extra_tiles", "the eight tiles with a shiba too", section=MODULES),
    flag("houses34", "dog houses for three and four players too", section=MODULES),
    flag("tree_poop", "a tree-poop tile for everybody", section=MODULES),
    choice("pairs", ("disjoint", "each", "edges"), "what two pairs are (P1)", section=READINGS),
    flag("cover_house", "a tile may cover a house, which leaves the game (P6)", section=READINGS),
    choice("stuck", ("fewest", "shared"), "who wins when nobody can move (P9)", section=READINGS),
    flag("tp_must_be_played", "the tree-poop tile must be laid to win (P11)", section=READINGS),
    choice(
        "tp_shape",
        ("halves", "two_hex", "one_hex"),
        "a tree half and a poop half, two hexes that are both, or one (P13)",
        section=READINGS,
    ),
    flag("tree_blocks_e", "tree rules bar tree-poop tiles as well (P18)", section=READINGS),
)
PRESETS = {"base": {}, "expansion": {"extra_tiles": True, "houses34": True, "tree_poop": True}}
PRESET_TEXTS = {
    "base": "The 28 tiles of the base game. Two players also have a dog house each.",
    "expansion": "All 36 tiles with the shiba, dog houses for everybody, and a tree-poop tile "
    "each, which brings a new rule into play.",
}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)

OF_TREE_POOP = ("tp_must_be_played", "tp_shape", "tree_blocks_e")


def idle_notes(options: Records, among: Collection[str]) -> list[str]:
    """Return a sentence for each option among some that does nothing next to the others (N4)."""
    o = options[0]
    players, starter = int(o["players"]), int(o["starter"])
    cases = (
        (players == 2, "houses34", "two players have houses anyway"),
        (starter != NONE and starter >= players, "starter", f"seats go from 0 to {players - 1}"),
        (players > 2 and not o["houses34"], "cover_house", "there are no houses"),
        *((not o["tree_poop"], name, "tree_poop is off") for name in OF_TREE_POOP),
    )
    return idle_sentences(cases, among)
