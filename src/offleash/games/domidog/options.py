"""The options of Dömidög."""

from offleash.core.options import flag, option_words, options_record, section, whole

STARTER = "who starts when nobody holds blue-blue; none: by lot (M1)"
OPTION_LIST = (
    *section(
        "the table",
        whole("players", 2, 2, 4, "how many play"),
        whole("starter", None, 0, 3, STARTER, or_none=True),
        flag("extra_tiles", "two play with 36 tiles; three and four always do"),
        flag("face_up", "hands lie face up on the table"),
    ),
    *section(
        "other readings",
        flag("fork_before_draw_only", "no fork after drawing in the same turn (M7)"),
        flag("fork_wins_before_draw", "a fork with the last tile wins (M10)"),
    ),
)
PRESETS = {"base": {}, "expansion": {"extra_tiles": True}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
