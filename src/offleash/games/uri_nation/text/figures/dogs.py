"""Tallies cut by archetype, and the rows of measures that are made of them.

Arrays have the games last: what is counted is added up over seats, a whole line of games at once.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract import FURTHER, MAIN, MEAN, FinishedGames, Label, Measure
from offleash.games.uri_nation.rules import record as R
from offleash.games.uri_nation.text.names import ARCHETYPE_NAMES

Numbers = NDArray[Any]

FIVE = ("Game length", "Win rates", "Resources", "Crossings", "Home")  # the designer's
COLUMNS = (*ARCHETYPE_NAMES, "all")
PER_GAME = "per dog per game"
PER_TURN = "per turn"

# What the things that are counted are called
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
GRADE_NAMES = ("clean", "decent", "questionable", "terrible", "other")


@dataclass(frozen=True)
class ColumnTotals:
    """One column of a row: game by game, what is added up and what that is divided by."""

    total: Numbers
    of: Numbers | None = None
    is_share: bool = False
    extent: str = MEAN


Parts = dict[str, ColumnTotals]


@dataclass(frozen=True)
class Dogs:
    """The dogs of a batch: a column for each archetype, then one for all of them.

    An archetype that does not play has its column, divided by nothing: labels never depend on
    what was played.
    """

    played: FinishedGames

    @cached_property
    def playing(self) -> Numbers:
        """Seats × games: whether that seat is in the game."""
        return self.played.playing.T

    @cached_property
    def archetype(self) -> Numbers:
        """Seats × games."""
        archetypes: Numbers = self.played.variants["archetypes"][self.played.rows]
        return archetypes[:, : R.SEATS].T

    @cached_property
    def where(self) -> Numbers:
        """Columns × seats × games: 1 where a dog of that column sits."""
        dogs = [self.playing & (self.archetype == number) for number in range(len(ARCHETYPE_NAMES))]
        return np.array([*dogs, self.playing], np.float64)

    @cached_property
    def counts(self) -> Numbers:
        """Columns × games: how many dogs there are."""
        return np.array(self.where.sum(axis=1))

    @cached_property
    def turns(self) -> Numbers:
        """Columns × games: how many turns those dogs had."""
        return self.added(self.tally("turns"))

    def tally(self, field: str, index: int | None = None) -> Numbers:
        """Return a field of the tallies, or one slice of it, seats × games."""
        tally: Numbers = self.played.tallies[field]
        return tally.T if index is None else tally[:, :, index].T

    def added(self, values: Numbers) -> Numbers:
        """Return columns × games of what was counted by seats × games."""
        # in one piece first: tallies lie far apart, and every column would collect them again
        together = np.ascontiguousarray(values, np.float64)
        sums: Numbers = np.einsum("csg,sg->cg", self.where, together)
        return sums

    def mean(self, values: Numbers) -> Parts:
        """Return means by column, per dog and game."""
        return columns(self.added(values), self.counts)

    def a_turn(self, values: Numbers, is_share: bool = False) -> Parts:
        """Return means by column, per turn of the dog."""
        return columns(self.added(values), self.turns, is_share)


def columns(
    totals: Iterable[Numbers], of: Iterable[Numbers], is_share: bool = False, names: Any = COLUMNS
) -> Parts:
    """Return one part for each column of a row."""
    every = zip(names, totals, of, strict=True)
    return {name: ColumnTotals(total, count, is_share) for name, total, count in every}


def row(
    heading: str,
    name: str,
    parts: Parts,
    unit: str = PER_GAME,
    group: str = "archetype",
    depth: int | None = None,
) -> list[Measure]:
    """Return one measure for each column."""
    usual = MAIN if heading in FIVE else FURTHER
    deep = usual if depth is None else depth
    return [
        Measure(
            Label(name, part.is_share, unit, group, heading, column, deep, part.extent),
            part.total,
            part.of,
        )
        for column, part in parts.items()
    ]


def rows(
    heading: str, fields: dict[str, Numbers], cut: Callable[[Numbers], Parts], unit: str = PER_GAME
) -> list[Measure]:
    """Return a row for each field, cut by archetype: `dogs.mean` or `dogs.a_turn`."""
    return [m for name, values in fields.items() for m in row(heading, name, cut(values), unit)]
