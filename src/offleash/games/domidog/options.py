"""The options of Dömidög, and notes on those that do nothing."""

from collections.abc import Collection

from offleash.contract import Records
from offleash.contract.options import (
    NONE,
    flag,
    idle_sentences,
    option_words,
    options_record,
    section,
    whole,
)

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
PRESET_TEXTS = {
    "base": "Two play with the 28 tiles of the base game. Three and four always use all 36.",
    "expansion": "Two also play with all 36 tiles, so the supply lasts longer.",
}

OPTIONS = options_record(OPTION_LIST, PRESETS)
WORDS = option_words(OPTION_LIST)


def idle_notes(options: Records, among: Collection[str]) -> list[str]:
    """Return a sentence for each option among some that does nothing next to the others."""
    players, starter = int(options["players"][0]), int(options["starter"][0])
    cases = (
        (starter != NONE and starter >= players, "starter", f"seats go from 0 to {players - 1}"),
        (players > 2, "extra_tiles", "three and four always play with 36 tiles"),
    )
    return idle_sentences(cases, among)
