"""The options of Hex."""

from offleash.contract.options import flag, option_words, options_record, whole

LARGEST = 11
OPTION_LIST = (
    whole("rows", LARGEST, 2, LARGEST, "rows and columns of the board", swept=(3, 5, 7, 9, 11)),
    flag("swap", "after the first stone, the second player may take it over"),
)
PRESETS = {"plain": {}, "swap": {"swap": True}, "small": {"rows": 5}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
