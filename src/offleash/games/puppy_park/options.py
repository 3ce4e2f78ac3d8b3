"""The options of Puppy Park: who plays, with which modules, and the other readings of its rules."""

from offleash.core.options import choice, flag, option_words, options_record, whole

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

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
