"""What the things that are counted are called."""

from offleash.games.uri_nation.options import ARCHETYPES, TOKENS
from offleash.games.uri_nation.rules.record import (
    BY_THRESHOLD,
    LAST_DOG,
    OUT_OF_TIME,
    SINKS,
    SOURCES,
)

DOGS = tuple(name.capitalize() for name in ARCHETYPES)
STOCK_NAMES = (*(name.capitalize() for name in TOKENS), "water")
ENDINGS = {BY_THRESHOLD: "threshold", LAST_DOG: "last dog", OUT_OF_TIME: "out of time"}
SOURCE_NAMES = (
    "income",
    "desperation",
    "home",
    "the park",
    "a drink",
    "water cards",
    "chance cards",
    "event cards",
    "a lost challenge",
    "facing a Yapper",
)
SINK_NAMES = (
    "crossings",
    "side streets",
    "paths",
    "drinks",
    "claims",
    "challenges",
    "re-claims",
    "fortifying",
    "allying",
    "joining",
    "breaking",
    "bids",
    "tricks",
    "cards that take",
)
assert len(SOURCE_NAMES) == SOURCES and len(SINK_NAMES) == SINKS
DECK_NAMES = ("water", "chance", "events")
GRADE_NAMES = ("clean", "decent", "questionable", "terrible", "other")
