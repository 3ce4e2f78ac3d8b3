"""Intervals from blocks: Wilson, means, ratios, paired differences, bootstrap, Holm.

A block is one seed with all its seatings and variants. Blocks are independent of each other and
games inside one are not, so every interval here is made of one number per block. All of this
needs NumPy alone.

Arrays are [blocks] or [blocks × measures]; results have the shape of one block.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats, normal_quantile, t_quantile, t_tail

LEVEL = 0.95
RESAMPLES = 1000
ROUNDING = 1e-12  # a deviation this small relative to its value is rounding


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
        """The interval of one measure."""
        ends = (self.value, self.low, self.high)
        return Interval(*(float(np.ravel(end)[index]) for end in ends))


@dataclass(frozen=True, eq=False)
class Differences(Intervals):
    """Differences B − A, and the two-sided p-value of each against 'no difference'."""

    p: Floats


def wilson(successes: float, trials: float, level: float = LEVEL) -> Interval:
    """Wilson's score interval for a share.

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


def unanimous(blocks: ArrayLike, level: float = LEVEL) -> Floats:
    """How large a share may be although none of these blocks shows any of it.

    With a true share s, at least a share s of all blocks shows some, so n blocks show none with
    probability at most (1 − s)ⁿ. The bound is where that equals half the error.
    """
    blocks = np.asarray(blocks, float)
    with np.errstate(divide="ignore"):
        bound = -np.expm1(math.log((1.0 - level) / 2.0) / blocks)
    return np.asarray(np.where(blocks > 0, bound, 1.0))


def mean_interval(values: ArrayLike, level: float = LEVEL, share: ArrayLike = False) -> Intervals:
    """The mean over blocks with its t interval. See `ratio_interval` for the odd cases."""
    values = np.asarray(values, float)
    return ratio_interval(values, np.ones(values.shape), level, share)


def ratio_interval(
    total: ArrayLike, of: ArrayLike, level: float = LEVEL, share: ArrayLike = False
) -> Intervals:
    """The ratio Σ total / Σ of over blocks, with the t interval of its linearised form.

    A block with `of` = 0 says nothing about the ratio and does not count. With m blocks that
    count, the deviations e = total − ratio · of give the variance m/(m−1) · Σ e² / (Σ of)², on
    m − 1 degrees of freedom.

    m = 0: value and interval are NaN. m = 1: the interval is NaN. All e zero: the interval is
    the value itself. `share` marks measures that lie between 0 and 1: their interval is cut to
    that range, and where all blocks say 0, or all say 1, it ends at the bound of `unanimous`.
    """
    total, of = np.asarray(total, float), np.asarray(of, float)
    value, influence, counted = _ratio(total, of)
    low, high = _t_ends(value, influence, counted, level)
    is_share = np.broadcast_to(np.asarray(share, bool), value.shape)
    if is_share.any():
        low, high = _within_unit(value, low, high, counted, level, is_share)
    return Intervals(value, low, high)


def paired_ratio_difference(
    total_a: ArrayLike, of_a: ArrayLike, total_b: ArrayLike, of_b: ArrayLike, level: float = LEVEL
) -> Differences:
    """Ratio of B minus ratio of A over the same blocks, with a t interval and p-value.

    The deviations of both ratios are subtracted block by block, so luck that both variants share
    cancels. Odd cases are those of `ratio_interval`; without any spread p is 1 for a difference
    of zero, and that of a sign test for any other: two blocks that agree are no proof.
    """
    value, influence, counted = _paired(total_a, of_a, total_b, of_b)
    low, high = _t_ends(value, influence, counted, level)
    error = _standard_error(influence, counted)
    with np.errstate(divide="ignore", invalid="ignore"):
        statistic = np.abs(value) / error
    spread = 2.0 * t_tail(statistic, counted - 1)
    p = np.where(error > 0, spread, np.where(value == 0, 1.0, 2.0 ** (1.0 - counted)))
    return Differences(value, low, high, np.where(np.isnan(error), np.nan, p))


def linearised_difference(
    total_a: ArrayLike, of_a: ArrayLike, total_b: ArrayLike, of_b: ArrayLike
) -> Floats:
    """One number per block whose mean is the difference of two ratios, B − A.

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
    """The ratio, what each block contributes to its error, and how many blocks count."""
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


def _t_ends(
    value: Floats, influence: Floats, counted: Floats, level: float
) -> tuple[Floats, Floats]:
    half = t_quantile((1.0 + level) / 2.0, counted - 1) * _standard_error(influence, counted)
    return value - half, value + half


def _within_unit(
    value: Floats,
    low: Floats,
    high: Floats,
    counted: Floats,
    level: float,
    is_share: NDArray[np.bool_],
) -> tuple[Floats, Floats]:
    bound = unanimous(counted, level)
    new_high = np.where(value == 0, bound, np.minimum(high, 1.0))
    new_low = np.where(value == 1, 1.0 - bound, np.maximum(low, 0.0))
    several = is_share & (counted > 1)
    return np.where(several, new_low, low), np.where(several, new_high, high)


def block_weights(blocks: int, resamples: int, seed: int) -> Iterator[Floats]:
    """For each resample, how often each block is drawn; as many draws as there are blocks."""
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
    """Any statistic of arrays whose first axis is the block, with its percentile interval.

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
    """The ends that leave equal shares of the draws (first axis) below and above; NaN ignored."""
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


def holm(p_values: ArrayLike) -> Floats:
    """Holm's adjusted p-values for a family; NaN stays NaN and does not count as a member."""
    p = np.asarray(p_values, float)
    flat = p.ravel()
    members = np.flatnonzero(~np.isnan(flat))
    order = members[np.argsort(flat[members], kind="stable")]
    steps = flat[order] * np.arange(len(order), 0, -1)
    adjusted = np.full(flat.shape, np.nan)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted.reshape(p.shape)
