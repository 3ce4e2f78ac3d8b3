"""The jackknife: intervals of statistics other than ratios, such as the largest of many shares.

A statistic is computed from all blocks, and again without each of them. The spread of the latter
is that of the statistic. Statistics of one table of blocks are rows: [1 + blocks], the one of all
blocks first.
"""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from offleash.lab.statistics.distributions import Floats, t_quantile
from offleash.lab.statistics.intervals import ROUNDING, Interval
from offleash.tools.confidence import LEVEL


def leave_one_out(total: ArrayLike, of: ArrayLike) -> Floats:
    """Return the ratio Σ total / Σ of over all blocks and without each: [1 + blocks × measures]."""
    total, of = np.asarray(total, float), np.asarray(of, float)
    totals, wholes = (np.concatenate((np.zeros((1, part.shape[1])), part)) for part in (total, of))
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((total.sum(axis=0) - totals) / (of.sum(axis=0) - wholes))


def jackknife(*tables: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the interval of a statistic of one or more tables of blocks, each with its rows.

    Every table has the same first row, the statistic of all blocks; its other rows leave out a
    block of that table only. Blocks that all agree are an interval without width, if it is
    unlikely enough that they agree by chance; else it is unknown. So it is with a single block,
    and with a value of 0: what no block shows may still happen.
    """
    rows = [np.asarray(table, float) for table in tables]
    value = float(rows[0][0])
    blocks = min(len(row) - 1 for row in rows)
    if blocks < 2 or math.isnan(value):
        return Interval(value, math.nan, math.nan)
    error = math.sqrt(sum(_variance(row[1:]) for row in rows))
    if error <= ROUNDING * abs(value):
        is_chance = value == 0 or 2.0 ** (1 - blocks) > 1.0 - level
        return Interval(value, *((math.nan,) * 2 if is_chance else (value,) * 2))
    half = error * _t_quantile(level, blocks - 1)
    return Interval(value, value - half, value + half)


def largest_gap(*tables: Floats, level: float = LEVEL) -> Interval:
    """Return the largest distance from 0 of several statistics: [1 + blocks × statistics] a table.

    Even if all of them are zero, luck makes one the largest. So the low end is the highest of the
    statistics' own low ends, for which they share the error (Bonferroni). The high end needs no
    such care: it is beyond that of the statistic which is the largest in truth.
    """
    count = sum(table.shape[1] for table in tables)
    one_sided = (1.0 - level) / 2.0
    shared = 1.0 - 2.0 * one_sided / count
    columns = [column for table in tables for column in table.T]
    wide = [jackknife(column, level=shared) for column in columns]
    plain = [jackknife(column, level=level) for column in columns]
    value = max(abs(interval.value) for interval in plain)
    if any(math.isnan(interval.low) for interval in (*wide, *plain)):
        return Interval(value, math.nan, math.nan)
    low = max(max(interval.low, -interval.high) for interval in wide)
    return Interval(value, max(0.0, low), max(max(p.high, -p.low) for p in plain))


@cache
def _t_quantile(level: float, degrees: int) -> float:
    return float(t_quantile((1.0 + level) / 2.0, degrees))


def _variance(rows: Floats) -> float:
    return float((len(rows) - 1) / len(rows) * np.square(rows - rows.mean()).sum())


def worst(tables: Sequence[Floats]) -> list[Floats]:
    """Return the rows of the largest of several statistics, each with its own table of blocks."""
    firsts = [table[0] for table in tables]
    largest = max(firsts)
    results = []
    for place, table in enumerate(tables):
        others = max((first for i, first in enumerate(firsts) if i != place), default=-math.inf)
        results.append(np.concatenate(([largest], np.maximum(table[1:], others))))
    return results
