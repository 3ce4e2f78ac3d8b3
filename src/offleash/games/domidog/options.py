"""The options of Dömidög."""

from offleash.core.options import flag, option_words, options_record, whole

TABLE, READINGS = "the table", "other readings"

OPTION_LIST = (
    whole("players", 2, 2, 4, "how many play", section=TABLE),
    whole(
        "starter",
        None,
        0,
        3,
        "who starts when nobody holds blue-blue; none: by lot (M1)",
        or_none=True,
        section=TABLE,
    ),
    flag("extra_tiles", "two play with 36 tiles; three and four always do", section=TABLE),
    flag("face_up", "hands lie face up on the table", section=TABLE),
    flag("fork_before_draw_only", "no fork after drawing in the same turn (M7)", section=READINGS),
    flag("fork_wins_before_draw", "a fork with the last tile wins (M10)", section=READINGS),
)
PRESETS = {"base": {}, "expansion": {"extra_tiles": True}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
