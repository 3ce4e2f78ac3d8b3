"""Every number of every game and seat, under names for tables: `spent_drive_crossings`."""

import re
from collections.abc import Sequence

import numpy as np

from offleash.core.game import Columns, FinishedGames
from offleash.games.uri_nation.options import ARCHETYPES, HOMES
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.figures import names as N
from offleash.games.uri_nation.text.figures.dogs import Numbers
from offleash.games.uri_nation.text.names import STOCK_NAMES

WORDS: dict[str, Sequence[str]] = {
    "ending": tuple({R.UNDECIDED: "undecided", **N.ENDINGS}.values()),
    "archetype": ARCHETYPES,
    "home": HOMES,
}


def in_snake_case(name: str) -> str:
    """`a lost challenge` is `lost_challenge`, `re-claims` is `reclaims`."""
    plain = name.lower().removeprefix("a ").removeprefix("the ").replace("-", "")
    return re.sub(r"\W+", "_", plain)


STOCKS, SOURCES, SINKS, DECKS, GRADES = (
    tuple(map(in_snake_case, names))
    for names in (STOCK_NAMES, N.SOURCE_NAMES, N.SINK_NAMES, N.DECK_NAMES, N.GRADE_NAMES)
)
TOKENS = tuple(map(str, range(R.DEFENCES)))  # fortify tokens; the last is for all more

# Tallies of a seat that have parts: what to call them, and the names of their parts.
PARTS: dict[str, tuple[str, tuple[Sequence[str], ...]]] = {
    "gained": ("gained", (STOCKS, SOURCES)),
    "spent": ("spent", (STOCKS, SINKS)),
    "blocked": ("blocked", (STOCKS,)),
    "began_with": ("began_with", (STOCKS,)),
    "held": ("held", (STOCKS,)),  # a list: turns begun with none, one … of it in the bowl
    "grades": ("drinks", (GRADES,)),
    "drawn": ("drawn", (DECKS,)),
    "tried": ("tried", (TOKENS,)),
    "won": ("won", (TOKENS,)),
    "reclaims": ("reclaims", (("by_swagger", "by_grit"),)),
}
APART = ("by_round", "leader", "pad")  # tallies that need more than a name, or are none


def columns(played: FinishedGames) -> Columns:
    """What each game came to, and each seat in it; of seats that do not play, nothing is true."""
    states, tallies = played.states, played.tallies
    archetypes = played.variants["archetypes"].astype(np.int8)[:, : R.SEATS]
    counted = [name for name in tallies.dtype.names or () if name not in APART]
    games = {
        "rounds": states["rounds"],
        "ending": states["ending"],
        **{name: tallies[name] for name in counted if tallies[name].ndim == 1},
        "last_leader": tallies["leader"] - 1,  # a seat, -1: nobody ever led alone
    }
    seats = {
        "archetype": archetypes[played.rows],
        "home": states["home"],
        "territories": np.bitwise_count(states["owned"]),
        **_flat("left", states["bowl"], STOCKS),
    }
    for name in counted:
        if tallies[name].ndim > 1:
            title, parts = PARTS.get(name, (name, ()))
            seats |= _flat(title, tallies[name], *parts)
    # From the first round on; zeros behind the last.
    seats["territories_by_round"] = tallies["by_round"].swapaxes(1, 2)
    return Columns(games, seats, WORDS)


def _flat(name: str, values: Numbers, *parts: Sequence[str]) -> dict[str, Numbers]:
    """Games × seats for each part, for each part of that, and so on."""
    if not parts:
        return {name: values}
    columns: dict[str, Numbers] = {}
    for number, part in enumerate(parts[0]):
        columns |= _flat(f"{name}_{part}", values[:, :, number], *parts[1:])
    return columns
