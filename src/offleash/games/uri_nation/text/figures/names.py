"""What the things that are counted are called."""

from offleash.games.uri_nation.rules import record as R

ENDINGS = {R.BY_THRESHOLD: "threshold", R.LAST_DOG: "last dog", R.OUT_OF_TIME: "out of time"}
SOURCE_NAMES = (
    *("income", "desperation", "home", "the park", "a drink"),
    *("water cards", "chance cards", "event cards"),
    *("a lost challenge", "facing a Yapper"),
)
SINK_NAMES = (
    *("crossings", "side streets", "paths", "drinks"),
    *("claims", "challenges", "re-claims", "fortifying"),
    *("allying", "joining", "breaking"),
    *("bids", "tricks", "cards that take"),
)
assert len(SOURCE_NAMES) == R.SOURCES and len(SINK_NAMES) == R.SINKS
DECK_NAMES = ("water", "chance", "events")
GRADE_NAMES = ("clean", "decent", "questionable", "terrible", "other")
