"""The options of Corners."""

from offleash.contract.options import option_words, options_record, whole

LARGEST = 8
OPTION_LIST = (whole("rows", LARGEST, 4, LARGEST, "rows and columns of the board"),)
PRESETS = {"large": {}, "small": {"rows": 5}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
