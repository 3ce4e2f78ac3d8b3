"""Intervals from blocks: Wilson, means, ratios, paired differences, bootstrap, Holm.

A block is one seed with all its seatings and variants. Blocks are independent of each other and
games inside one are not, so every interval here is made of one number per block. All of this
needs NumPy alone.

Arrays are [blocks] or [blocks × measures]; results have the shape of one block.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats, gamma_quantile, t_quantile, t_tail
from offleash.tools.confidence import LEVEL, normal_quantile, unanimous

RESAMPLES = 1000
ROUNDING = 1e-12  # a deviation this small relative to its value is rounding
ENOUGH = 15.0  # effective blocks from which any spread is trusted
FEW_BLOCKS = 20  # with fewer, some intervals miss more often than they promise
HEAVY_TAIL = 6.0  # a kurtosis above this, twice the normal one, comes from a few blocks


@dataclass(frozen=True)
class Interval:
    """One value with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Intervals:
    """A value, a low and a high end for each measure."""

    value: Floats
    low: Floats
    high: Floats

    def one(self, index: int = 0) -> Interval:
        """Return the interval of one measure."""
        ends = (self.value, self.low, self.high)
        return Interval(*(float(np.ravel(end)[index]) for end in ends))


@dataclass(frozen=True, eq=False)
class Differences(Intervals):
    """Differences B − A, and the two-sided p-value of each against 'no difference'."""

    p: Floats


def caution(blocks: int) -> str:
    """Return what to bear in mind about intervals of so few blocks; empty if there are enough."""
    if blocks >= FEW_BLOCKS:
        return ""
    count = f"{blocks} blocks" if blocks != 1 else "one block"
    return (
        f"With only {count} of shared luck, the intervals are rough: luck that comes up in one "
        f"block of five or six may be missing. Play at least {FEW_BLOCKS} blocks."
    )


def wilson(successes: float, trials: float, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval for a share.

    Only where every block gives one independent 0 or 1: games that share a seed, or seats of
    one game, are not independent trials. For those use `ratio_interval`. No trial: NaN.
    """
    if trials <= 0:
        return Interval(math.nan, math.nan, math.nan)
    z = normal_quantile((1.0 + level) / 2.0)
    share, extra = successes / trials, z * z / trials
    middle = (share + extra / 2.0) / (1.0 + extra)
    half = z / (1.0 + extra) * math.sqrt(share * (1.0 - share) / trials + extra / (4.0 * trials))
    low = 0.0 if successes <= 0 else middle - half
    high = 1.0 if successes >= trials else middle + half
    return Interval(share, low, high)


def share_interval(values: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the interval of the mean of independent shares; of 0s and 1s alone, Wilson's."""
    values = np.asarray(values, float)
    if np.isin(values, (0.0, 1.0)).all():
        return wilson(float(values.sum()), len(values), level)
    return mean_interval(values[:, None], level, share=True).one()


def unanimous_interval(value: float, blocks: float, level: float = LEVEL) -> Interval:
    """Return the interval of a share that is 0, or 1, in every one of these blocks."""
    room = unanimous(blocks, level)
    return Interval(value, value * (1.0 - room), max(value, room))


def mean_interval(values: ArrayLike, level: float = LEVEL, share: ArrayLike = False) -> Intervals:
    """Return the mean over blocks with its interval. See `ratio_interval` for how it is made."""
    values = np.asarray(values, float)
    return ratio_interval(values, np.ones(values.shape), level, share)


def ratio_interval(
    total: ArrayLike, of: ArrayLike, level: float = LEVEL, share: ArrayLike = False
) -> Intervals:
    """Return the ratio Σ total / Σ of over blocks, with an interval that allows for skewness.

    A block with `of` = 0 says nothing about the ratio and does not count. With m blocks that
    count, the deviations e = total − ratio · of give the variance m/(m−1) · Σ e² / (Σ of)², on
    m − 1 degrees of freedom. Each end is the widest of three: Student's t, Hall's correction of
    it for skewness, and, where no total is negative, Fay and Feuer's gamma interval for rates,
    which is right for rare events. `share` marks measures that lie between 0 and 1: what is
    left to 1 counts as a rate too.

    m = 0: value and interval are NaN. m = 1, or all e zero: the interval is NaN. Equal blocks
    are no interval, and how large something may be that never happened depends on how many
    such events one block would have.
    """
    total, of = np.asarray(total, float), np.asarray(of, float)
    value, influence, counted = _ratio(total, of)
    error = _standard_error(influence, counted)
    t = t_quantile((1.0 + level) / 2.0, counted - 1)
    below, above = hall_multiples(influence, counted, t)
    low, high = value - error * below, value + error * above
    is_rate = (total >= 0).all(axis=0)
    is_share = np.broadcast_to(np.asarray(share, bool), value.shape)
    # t leaves the possible range only where it is wrong: there the gamma end alone counts
    is_low_known, is_high_known = ~is_rate | (low > 0), ~is_share | (high < 1)
    first, last = _rate_ends(value, error, t, level)
    low = np.where(is_rate, np.where(is_low_known, np.minimum(low, first), first), low)
    high = np.where(is_rate, np.maximum(high, last), high)
    if is_share.any():
        last, first = (1.0 - end for end in _rate_ends(1.0 - value, error, t, level))
        low = np.where(is_share & is_low_known, np.maximum(np.minimum(low, first), 0.0), low)
        high = np.where(is_share & is_high_known, np.minimum(np.maximum(high, last), 1.0), high)
        high = np.where(is_share & ~is_high_known, last, high)
    is_known = error > 0
    return Intervals(value, np.where(is_known, low, np.nan), np.where(is_known, high, np.nan))


def _rate_ends(rate: Floats, error: Floats, t: Floats, level: float) -> tuple[Floats, Floats]:
    """Return Fay and Feuer's interval for a rate whose events come in clusters.

    The size of a cluster is the variance of a block's events over their mean.
    """
    tail = (1.0 - level) / 2.0
    with np.errstate(divide="ignore", invalid="ignore"):
        cluster = np.square(error) / rate  # as a rate
        variance = np.square(error * t / normal_quantile(1.0 - tail))
        low = gamma_quantile(tail, rate**2 / variance) * variance / rate
        rate, variance = rate + cluster, variance + np.square(cluster)
        high = gamma_quantile(1.0 - tail, rate**2 / variance) * variance / rate
    return low, high


def paired_ratio_difference(
    total_a: ArrayLike, of_a: ArrayLike, total_b: ArrayLike, of_b: ArrayLike, level: float = LEVEL
) -> Differences:
    """Return the ratio of B minus that of A over the same blocks, with an interval and p-value.

    The deviations of both ratios are subtracted block by block, so luck that both variants share
    cancels. Each end is the wider of Student's t and Hall's correction of it for skewness; the
    p-value is below 1 − level exactly where the interval leaves out zero. Where few blocks make
    the spread of one ratio, it is at least what it would be if both variants had the same ratio:
    that A shows none in few games and B a few in many is no difference. Odd cases are those of
    `ratio_interval`. Without any spread, a difference of zero has p = 1 and no interval: what a few
    more blocks would show is unknown. Any other difference has the p-value of a sign test: two
    blocks that agree are no proof, and no interval.
    """
    sides = [
        (np.asarray(total, float), np.asarray(of, float))
        for total, of in ((total_a, of_a), (total_b, of_b))
    ]
    value, influence, counted = _paired(*sides[0], *sides[1])
    error = _standard_error(influence, counted)
    few = np.logical_or(*(has_few_events(_ratio(*side)[1]) for side in sides))
    if few.any():
        error = np.where(few, _pooled_error(sides, counted), error)
    t = t_quantile((1.0 + level) / 2.0, counted - 1)
    below, above = hall_multiples(influence, counted, t)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = _t_of_hall(np.abs(value) / error, np.sign(value) * _skew(influence, counted))
    chance = 2.0 ** (1.0 - counted)  # that so many blocks agree
    spread = np.minimum(2.0 * t_tail(statistic, counted - 1), 1.0)
    p = np.where(error > 0, spread, np.where(value == 0, 1.0, chance))
    p = np.where(np.isnan(error), np.nan, p)
    is_known = (error > 0) | ((value != 0) & (chance < 1.0 - level))
    error = np.where(is_known, error, np.nan)
    return Differences(value, value - error * below, value + error * above, p)


def _pooled_error(sides: Sequence[tuple[Floats, Floats]], counted: Floats) -> Floats:
    """Return the standard error of a difference of two rates that are rare, if they are equal."""
    events, wholes = (np.array([side[part].sum(axis=0) for side in sides]) for part in (0, 1))
    parts = np.array([_ratio(*side)[1] for side in sides])  # sides × blocks × measures
    with np.errstate(divide="ignore", invalid="ignore"):
        widen = counted / (counted - 1.0)
        variances = widen * np.square(parts).sum(axis=1)
        clusters = np.where(events > 0, variances * np.square(wholes) / events, 0.0).max(axis=0)
        pooled = clusters * events.sum(axis=0) / wholes.sum(axis=0) / wholes
        least = np.sqrt(np.maximum(variances, pooled))
        covariance = widen * parts.prod(axis=0).sum(axis=0)
        correlation = np.where(variances.all(axis=0), covariance / np.sqrt(variances.prod(0)), 0.0)
        squares = np.square(least).sum(axis=0) - 2.0 * correlation * least.prod(axis=0)
    return np.asarray(np.sqrt(np.maximum(squares, 0.0)))


def linearised_difference(
    total_a: ArrayLike, of_a: ArrayLike, total_b: ArrayLike, of_b: ArrayLike
) -> Floats:
    """Return one number per block whose mean is the difference of two ratios, B − A.

    The spread of these numbers is that of the difference, so a sequential test can be fed with
    them: at each look, those of the blocks so far.
    """
    value, influence, _ = _paired(total_a, of_a, total_b, of_b)
    return np.asarray(value + influence * len(influence))


def _paired(
    total_a: ArrayLike, of_a: ArrayLike, total_b: ArrayLike, of_b: ArrayLike
) -> tuple[Floats, Floats, Floats]:
    of_a, of_b = np.asarray(of_a, float), np.asarray(of_b, float)
    value_a, influence_a, counted_a = _ratio(np.asarray(total_a, float), of_a)
    value_b, influence_b, counted_b = _ratio(np.asarray(total_b, float), of_b)
    either = np.count_nonzero((of_a != 0) | (of_b != 0), axis=0).astype(float)
    known = (counted_a > 0) & (counted_b > 0)
    # a ratio that stands on one block has no known spread, whatever the other has
    counted = np.where((counted_a > 1) & (counted_b > 1), either, np.where(known, 1.0, 0.0))
    return value_b - value_a, influence_b - influence_a, counted


def _ratio(total: Floats, of: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the ratio, what each block contributes to its error, and how many blocks count."""
    counted = np.count_nonzero(of, axis=0).astype(float)
    whole = of.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(whole != 0, total.sum(axis=0) / whole, np.nan)
        deviation = total - value * of
        # what rounding leaves of equal blocks is no spread
        real = (of != 0) & (np.abs(deviation) > ROUNDING * np.abs(total))
        influence = np.where(real, deviation / whole, 0.0)
    return value, influence, np.where(whole != 0, counted, 0.0)


def _standard_error(influence: Floats, counted: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        widen = np.where(counted > 1, counted / (counted - 1.0), np.nan)
    return np.asarray(np.sqrt(widen * np.square(influence).sum(axis=0)))


def hall_multiples(deviations: Floats, counted: ArrayLike, t: ArrayLike) -> tuple[Floats, Floats]:
    """Return how many standard errors an interval reaches below and above a mean of skewed values.

    The wider of Student's `t` and Hall's (1992) transformation of it, at each end. The
    deviations are those of the values from their mean, in any unit.
    """
    t, skew = np.asarray(t, float), _skew(deviations, np.asarray(counted, float))
    return np.maximum(_hall(t, skew), t), np.maximum(_hall(t, -skew), t)


def _skew(deviations: Floats, counted: Floats) -> Floats:
    """Return the skewness of a mean of values with these deviations."""
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = np.square(deviations).sum(axis=0) / counted
        skewness = (deviations**3).sum(axis=0) / counted / variance**1.5
        return np.where(variance > 0, skewness, 0.0) / np.sqrt(counted)


def _hall(t: Floats, skew: Floats) -> Floats:
    """Return Hall's monotone cubic, inverted: where a skewed statistic has the tail of `t`."""
    safe = np.where(np.abs(skew) < 1e-6, 1.0, skew)
    bent = 3.0 / safe * (np.cbrt(1.0 + safe * (t - safe / 6.0)) - 1.0)
    return np.where(np.abs(skew) < 1e-6, t, bent)


def _t_of_hall(multiple: Floats, skew: Floats) -> Floats:
    """Return by Hall's cubic the largest `t` with at most this multiple (see `hall_multiples`)."""
    cubic = multiple + skew * (multiple**2 / 3.0 + skew * multiple**3 / 27.0 + 1.0 / 6.0)
    return np.minimum(cubic, multiple)


def effective_blocks(values: Floats) -> Floats:
    """Return how many blocks the spread comes from: blocks over kurtosis; 0 if all are equal."""
    square = np.square(values - values.mean(axis=0))
    same = values.max(axis=0) == values.min(axis=0)
    fourth = np.square(square).sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(same, 0.0, np.square(square.sum(axis=0)) / fourth)


def has_few_events(values: Floats) -> NDArray[np.bool_]:
    """Return whether the spread comes from a few blocks that differ from all others."""
    effective = effective_blocks(values)
    return (effective < ENOUGH) & (effective * HEAVY_TAIL < len(values))


def block_weights(blocks: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield for each resample how often each block is drawn; as many draws as there are blocks."""
    generator = np.random.default_rng(seed)
    for _ in range(resamples):
        drawn = generator.integers(0, blocks, blocks)
        yield np.bincount(drawn, minlength=blocks).astype(float)


def bootstrap(
    statistic: Callable[..., ArrayLike],
    *arrays: ArrayLike,
    seed: int,
    resamples: int = RESAMPLES,
    level: float = LEVEL,
) -> Intervals:
    """Return any statistic of arrays whose first axis is the block, with its percentile interval.

    Each resample draws as many blocks as there are, with replacement; all arrays are resampled
    alike. Resamples where the statistic is NaN are left out.
    """
    data = [np.asarray(array) for array in arrays]
    blocks = len(data[0])
    generator = np.random.default_rng(seed)
    value = np.asarray(statistic(*data), float)
    draws = np.empty((resamples, *value.shape))
    for resample in range(resamples):
        sample = generator.integers(0, blocks, blocks)
        draws[resample] = statistic(*(array[sample] for array in data))
    low, high = percentile_ends(draws, level)
    return Intervals(value, low, high)


def percentile_ends(draws: Floats, level: float = LEVEL) -> tuple[Floats, Floats]:
    """Return ends with equal shares of the draws (first axis) below and above; NaN ignored."""
    ordered = np.sort(draws, axis=0)  # NaN last
    valid = np.count_nonzero(~np.isnan(draws), axis=0)
    ends = []
    for share in ((1.0 - level) / 2.0, (1.0 + level) / 2.0):
        place = share * np.maximum(valid - 1, 0)
        below = np.floor(place).astype(np.int64)
        above = np.minimum(below + 1, np.maximum(valid - 1, 0))
        first = np.take_along_axis(ordered, below[None], axis=0)[0]
        second = np.take_along_axis(ordered, above[None], axis=0)[0]
        ends.append(np.asarray(first + (place - below) * (second - first)))
    return ends[0], ends[1]
