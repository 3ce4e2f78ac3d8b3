"""The options of Ludo."""

from offleash.contract.options import option_words, options_record, whole

SEATS = TOKENS = 4
OPTION_LIST = (
    whole("players", SEATS, 2, SEATS, "how many play"),
    whole("tokens", TOKENS, 1, TOKENS, "tokens of each player"),
)
PRESETS = {"four": {}, "two": {"players": 2}, "short": {"players": 2, "tokens": 2}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
