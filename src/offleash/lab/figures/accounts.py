"""Accounts: the totals of all measures, one row per group of blocks.

Rows are small, so a million games take no more memory than two thousand. Rows are in the order of
the blocks, so figures do not depend on shards or threads.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from offleash.contract import LONGEST, MEAN, MEDIAN, SHORTEST, Figure, Label, Measure
from offleash.lab.statistics.intervals import ratio_interval

Numbers = NDArray[np.float64]
Counts = dict[float, int]  # how often each value came up


@dataclass(frozen=True)
class MeasureAccount:
    """Totals of every measure by group of blocks, and value counts for extents."""

    labels: tuple[Label, ...]  # in the order of the game
    totals: Numbers  # groups × means
    of: Numbers  # groups × means: what the totals are divided by
    spreads: Mapping[Label, Counts] = field(default_factory=dict)  # of the other labels

    @property
    def means(self) -> list[Label]:
        """The labels of the columns."""
        return [label for label in self.labels if label.extent == MEAN]

    def upto(self, groups: int) -> "MeasureAccount":
        """Return only the first groups, without extents, which are not kept by group."""
        return MeasureAccount(tuple(self.means), self.totals[:groups], self.of[:groups])

    def figures(self) -> list[Figure]:
        """Return every figure with its interval, in the order of the game."""
        shares = np.array([label.is_share for label in self.means], bool)
        intervals = ratio_interval(self.totals, self.of, share=shares)
        values = zip(self.means, intervals.value, intervals.low, intervals.high, strict=True)
        figures = {label: Figure(label, float(v), float(a), float(b)) for label, v, a, b in values}
        figures |= {label: Figure(label, _extent(label, c)) for label, c in self.spreads.items()}
        return [f for label in self.labels if not math.isnan((f := figures[label]).value)]


def account_of(measures: Sequence[Measure], games: int) -> MeasureAccount:
    """Add up measures of consecutive games, `games` at a time."""
    means = [measure for measure in measures if measure.label.extent == MEAN]
    starts = np.arange(0, len(measures[0].total), games) if measures else np.zeros(0, np.int64)
    totals = np.empty((len(starts), len(means)))
    of = np.empty_like(totals)
    lengths = np.diff([*starts, len(measures[0].total)]) if measures else starts
    divisors = {id(None): lengths}  # most measures share what they are divided by
    for column, measure in enumerate(means):
        totals[:, column] = np.add.reduceat(measure.total, starts, dtype=np.float64)
        if measure.of is not None and id(measure.of) not in divisors:
            divisors[id(measure.of)] = np.add.reduceat(measure.of, starts, dtype=np.float64)
        of[:, column] = divisors[id(measure.of)]
    spreads = {
        measure.label: _counts(measure.total)
        for measure in measures
        if measure.label.extent != MEAN
    }
    return MeasureAccount(tuple(measure.label for measure in measures), totals, of, spreads)


def join_accounts(accounts: Sequence[MeasureAccount]) -> MeasureAccount:
    """Concatenate accounts of consecutive ranges of blocks."""
    first = accounts[0]
    spreads: dict[Label, Counts] = {}
    for account in accounts:
        for label, counts in account.spreads.items():
            into = spreads.setdefault(label, {})
            for value, count in counts.items():
                into[value] = into.get(value, 0) + count
    totals = np.concatenate([account.totals for account in accounts])
    return MeasureAccount(first.labels, totals, np.concatenate([a.of for a in accounts]), spreads)


def _counts(values: NDArray[np.float64]) -> Counts:
    distinct, counts = np.unique(values[~np.isnan(values)], return_counts=True)
    return dict(zip(distinct.tolist(), counts.tolist(), strict=True))


def _extent(label: Label, counts: Counts) -> float:
    values = sorted(counts)
    if not values:
        return math.nan
    if label.extent == SHORTEST:
        return values[0]
    if label.extent == LONGEST:
        return values[-1]
    assert label.extent == MEDIAN
    passed, total = 0, sum(counts.values())
    middle = []  # the value, or the two, in the middle
    for value in values:
        before, passed = passed, passed + counts[value]
        middle += [value for place in ((total - 1) // 2, total // 2) if before <= place < passed]
    return sum(middle) / 2
