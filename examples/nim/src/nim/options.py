"""The options of Nim."""

from offleash.contract.options import flag, option_words, options_record, whole

HEAPS, MOST = 4, 9
OPTION_LIST = (
    *(whole(f"heap{n}", (3, 4, 5, 0)[n - 1], 0, MOST, f"sticks in heap {n}") for n in range(1, 5)),
    flag("misere", "who takes the last stick loses"),
)
PRESETS = {"three": {}, "marienbad": {"heap1": 1, "heap2": 3, "heap3": 5, "heap4": 7}}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)
