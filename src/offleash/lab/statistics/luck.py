"""Where the spread of results comes from: skill, the seat, the deal, and the rest.

Results y[block, seating, seat] are taken as

    y = mean + skill of the player + advantage of the seat + luck of the deal for that seat + rest

where the deal of a block treats a seat alike in all seatings, whoever sits there. The components
are variances: of the players' effects, of the seats' effects, of the deal, and of the rest (what
differs between seatings beyond who sits there: decisions, later chance, and how a player
gets on with a deal or a seat). Each estimate is unbiased, and can therefore come out below zero.
What one game's seats have to do with each other, as when only one can win, is allowed for:
sampling errors come from the spread between blocks.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats, f_tail
from offleash.lab.statistics.intervals import RESAMPLES, Intervals, block_weights, percentile_ends
from offleash.tools.confidence import LEVEL

TINY = 1e-300

SOURCES = ("skill", "seat", "deal", "rest")


@dataclass(frozen=True, eq=False)
class Luck(Intervals):
    """Shares of `SOURCES` in the spread of results, with intervals; and the variances.

    A variance below zero counts as zero in the shares. Without any spread shares are NaN.
    """

    variances: Floats  # unbiased, in the order of SOURCES


@dataclass(frozen=True)
class Equality:
    """A test that all means are equal: Hotelling's T², as an F of these degrees, and its p."""

    statistic: float
    f: float
    degrees: tuple[int, int]
    p: float


def luck_shares(
    results: ArrayLike,
    players: ArrayLike,
    seed: int,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
) -> Luck:
    """Return the shares of the sources, from results [blocks × seatings × seats].

    `players` [seatings × seats] numbers who sits where, from 0; each must take each seat equally
    often, and there must be two blocks and two seatings at least. Intervals are percentiles over
    resampled blocks.
    """
    y = np.asarray(results, float)
    seated = np.asarray(players, np.int64)
    _check_design(y, seated)
    means = _BlockMeans(y, seated)
    variances = means.variances(np.ones(len(y)))
    weights = block_weights(len(y), resamples, seed)
    draws = np.asarray([_shares(means.variances(row)) for row in weights])
    low, high = percentile_ends(draws, level)
    return Luck(_shares(variances), low, high, variances)


def _check_design(y: Floats, seated: NDArray[np.int64]) -> None:
    if y.ndim != 3 or y.shape[1:] != seated.shape or y.shape[0] < 2 or y.shape[1] < 2:
        raise ValueError("luck needs results of two blocks and two seatings at least")
    times = [np.bincount(seat, minlength=int(seated.max()) + 1) for seat in seated.T]
    if np.ptp(times) != 0:
        raise ValueError("luck needs each player in each seat equally often")


class _BlockMeans:
    """Each block's means by player and by seat, and its variance within seats over seatings."""

    def __init__(self, y: Floats, seated: NDArray[np.int64]) -> None:
        self.seatings = y.shape[1]
        players = range(int(seated.max()) + 1)
        by_player = [y[:, seated == player].mean(axis=1) for player in players]
        self.by_player = np.stack(by_player, axis=1)
        self.by_seat = y.mean(axis=1)
        self.within = y.var(axis=1, ddof=1).mean(axis=1)

    def variances(self, weights: Floats) -> Floats:
        """Return the variance that each source brings, with a weight for each block."""
        skill = _effect_variance(self.by_player, weights)
        seat = _effect_variance(self.by_seat, weights)
        within = float(weights @ self.within / weights.sum())
        # within a seat, seatings differ by who sits there and by the rest
        rest = within - skill * self.seatings / (self.seatings - 1.0)
        between = float(_spread(self.by_seat, weights).mean())
        deal = between - rest / self.seatings
        return np.asarray((skill, seat, deal, rest))


def _spread(values: Floats, weights: Floats) -> Floats:
    """Return the unbiased variance of each column over blocks."""
    blocks = weights.sum()
    off = values - weights @ values / blocks
    return np.asarray(weights @ np.square(off) / (blocks - 1.0))


def _effect_variance(means: Floats, weights: Floats) -> float:
    """Return the variance of the columns' true means, freed of their sampling error."""
    centred = means - means.mean(axis=1, keepdims=True)
    effects = weights @ centred / weights.sum()
    error = _spread(centred, weights) / weights.sum()
    return float((np.square(effects) - error).mean())


def _shares(variances: Floats) -> Floats:
    positive = np.maximum(variances, 0.0)
    whole = float(positive.sum())
    return positive / whole if whole > 0 else np.full(positive.shape, np.nan)


def equal_means(values: ArrayLike) -> Equality:
    """Return whether all columns of [blocks × columns] have the same mean, as wins of equal seats.

    This stands where a chi-square of counts would: wins of one block depend on each other, so the
    covariance is taken from the blocks. T² is the squared distance from equality in units of
    it; T² · (n − r)/(r (n − 1)) is F with r and n − r degrees of freedom for n blocks and r
    independent contrasts. With fewer blocks than columns p is NaN.

    A contrast that is the same in every block and not zero, say because a column never wins,
    has no spread to be measured by: T² is infinite, and p is a bound, k (1 − 1/k)ⁿ, on the chance
    that any of k equal columns stays without a win in n blocks.
    """
    y = np.asarray(values, float)
    blocks, columns = y.shape
    if blocks < columns or columns < 2:
        return Equality(math.nan, math.nan, (max(columns - 1, 0), 0), math.nan)
    contrasts = y - y.mean(axis=1, keepdims=True)
    sizes, axes = np.linalg.eigh(np.cov(contrasts, rowvar=False))
    along = contrasts.mean(axis=0) @ axes
    scale = max(float(np.square(y).mean()), TINY)
    moving = sizes > 1e-12 * scale
    rank = int(np.count_nonzero(moving))
    degrees = (rank, blocks - rank)
    if np.any(np.square(along[~moving]) > 1e-20 * scale):
        bound = min(1.0, columns * (1.0 - 1.0 / columns) ** blocks)
        return Equality(math.inf, math.inf, degrees, bound)
    if rank == 0:
        return Equality(0.0, 0.0, degrees, 1.0)
    statistic = float(blocks * np.sum(np.square(along[moving]) / sizes[moving]))
    f = statistic * (blocks - rank) / (rank * (blocks - 1.0))
    return Equality(statistic, f, degrees, f_tail(f, *degrees))
