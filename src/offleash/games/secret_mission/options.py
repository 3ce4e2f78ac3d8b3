"""The options of Secret Mission."""

from offleash.contract.options import flag, option_words, options_record, whole

TABLE, READINGS = "the table", "other readings"

OPTION_LIST = (
    whole("players", 2, 2, 4, "how many play", section=TABLE),
    whole("starter", None, 0, 3, "who starts; none: by lot (S3)", or_none=True, section=TABLE),
    flag("extra_tiles", "with the eight shiba tiles, 36 in all", section=TABLE),
    flag("open_playing_tile", "playing tiles lie face up (S4)", section=READINGS),
)
PRESETS = {"base": {}, "expansion": {"extra_tiles": True}}
PRESET_TEXTS = {
    "base": "The 28 tiles of the base game, with seven breeds.",
    "expansion": "All 36 tiles: the shiba joins as an eighth breed.",
}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
