"""A test that looks at fixed block counts and stops as soon as the answer is clear.

The looks are fixed before the first game. At look k, after n of at most N blocks, the interval
is a repeated confidence interval: with the stated probability (95 %) the truth lies inside the
intervals of *all* looks at once, so it may be printed after any stop. By n blocks no more than
√(n/N) of the error has been spent; the critical values follow from that by integrating the
Brownian motion that the standardised sum of the differences becomes.

Three corrections keep this honest with few or odd blocks:
- the critical value is Student's t with the same tail, on n − 1 degrees of freedom;
- each end is the wider of the plain one and Hall's (1992), which corrects for skewness;
- where the spread comes from a few blocks (`has_few_events`, say because a rare event makes all
  the difference), the interval is Clopper and Pearson's for the rare event times
  `bound`, the largest difference that a block can show. Without a bound it is unlimited. Only at
  the last look is a difference that is the same in all blocks taken at its word.

It needs NumPy alone.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import (
    Floats,
    incomplete_beta,
    normal_tail,
    t_quantile,
    t_tail,
)
from offleash.lab.statistics.early_stops import StopRule, corrected_mean
from offleash.lab.statistics.intervals import (
    ENOUGH,
    Intervals,
    effective_blocks,
    hall_multiples,
    has_few_events,
)
from offleash.tools.confidence import LEVEL, normal_quantile

Ints = NDArray[np.int64]

FIRST = 64  # blocks at the first look
FACTOR = 2.0  # from one look to the next, at most
CLOSEST = 1.1  # looks closer than this would need a finer grid
NODES = 96  # points of the integration
HIGHEST = 12.0  # no critical value is above this
LOG_ERRORS = np.linspace(0.0, math.log(1e-10), 24)  # where p-values are tabulated


class Verdict(StrEnum):
    """What a look says about the difference, or about a mean and a figure."""

    DIFFERS = "differs by more than the margin"
    DOES_NOT = "does not differ by more than the margin"
    UNDECIDED = "undecided"
    ABOVE = "is above the figure"
    BELOW = "is below the figure"


@dataclass(frozen=True)
class Look:
    """What is known after so many blocks. `more` blocks would probably decide it."""

    blocks: int
    effect: float
    low: float
    high: float
    verdict: Verdict
    more: int
    last: bool  # nothing more may be played


def schedule(largest: int, first: int = FIRST, factor: float = FACTOR) -> tuple[int, ...]:
    """Return block counts in equal ratios from `first` to `largest`, at most `factor` apart."""
    if largest < 2 or first < 2:
        raise ValueError("a sequential test needs at least two blocks")
    if factor < CLOSEST:
        raise ValueError(f"the looks of a sequential test must be a factor of {CLOSEST} apart")
    if largest <= first * CLOSEST:
        return (largest,)
    steps = math.ceil(math.log(largest / first) / math.log(factor) - 1e-9)
    ratio = (largest / first) ** (1.0 / steps)
    return tuple(round(first * ratio**step) for step in range(steps)) + (largest,)


def root_spending(fraction: float) -> float:
    """Return the share of the error that may be spent by a fraction of the blocks: its root."""
    return math.sqrt(fraction)


_gauss_legendre = lru_cache(np.polynomial.legendre.leggauss)


@lru_cache(maxsize=512)
def boundaries(
    fractions: tuple[float, ...], error: float, spending: Callable[[float], float] = root_spending
) -> tuple[float, ...]:
    """Return two-sided critical values of a standardised Brownian motion at these fractions.

    At each one, just as much is spent as `spending` allows by then. The density of the paths
    that have not crossed is carried from look to look on Gauss–Legendre nodes.
    """
    nodes, weights = _gauss_legendre(NODES)
    criticals: list[float] = []
    place, mass = np.zeros(1), np.ones(1)  # where the paths are, and how many: all start at 0
    spent = before = 0.0
    for fraction in fractions:
        allowed = error * spending(fraction)
        deviation = math.sqrt(fraction - before)
        critical = _critical(place, mass, math.sqrt(fraction), deviation, allowed - spent)
        edge = critical * math.sqrt(fraction)
        step = (edge * nodes[:, None] - place) / deviation
        density = np.exp(-0.5 * step**2) @ mass / (deviation * math.sqrt(2.0 * math.pi))
        place, mass = edge * nodes, edge * weights * density
        criticals.append(critical)
        spent, before = allowed, fraction
    return tuple(criticals)


def _critical(place: Floats, mass: Floats, scale: float, deviation: float, target: float) -> float:
    """Return where the paths cross first with the target probability, by Newton on its log."""
    critical = 1.0
    for _ in range(100):
        above = (critical * scale - place) / deviation
        below = (critical * scale + place) / deviation
        crossing = float(mass @ (normal_tail(above) + normal_tail(below)))
        slope = float(mass @ (np.exp(-0.5 * above**2) + np.exp(-0.5 * below**2)))
        slope *= scale / (deviation * math.sqrt(2.0 * math.pi))
        step = math.log(crossing / target) * crossing / slope
        critical = min(max(critical + step, 1e-9), HIGHEST)
        if abs(step) < 1e-12:
            break
    return critical


@dataclass(frozen=True)
class Sequential:
    """A three-way test of 'the difference is larger than the margin', over fixed looks.

    `level` is the probability that the intervals of all looks hold the truth. `bound` is the
    largest difference that one block can show, where that is known.
    """

    margin: float
    looks: tuple[int, ...]
    level: float = LEVEL
    bound: float | None = None

    def look(self, differences: ArrayLike) -> Look:
        """Return what the first blocks' differences say; as many as one of the looks asks for."""
        values = np.asarray(differences, float)
        blocks = len(values)
        interval = self.intervals(values[:, None]).one()
        effect, low, high = interval.value, interval.low, interval.high
        verdict = self.verdict(low, high)
        last = blocks == self.looks[-1]
        spread = float(values.std(ddof=1)) if blocks > 1 else 0.0
        more = self._more(blocks, effect, spread) if verdict is Verdict.UNDECIDED else 0
        if more and has_few_events(values) and (known := float(effective_blocks(values))):
            more = max(more, math.ceil(blocks * (ENOUGH / known - 1.0)))
        return Look(blocks, effect, low, high, verdict, more, last)

    def verdict(self, low: float, high: float) -> Verdict:
        """Return whether an interval is outside the margins, inside them, or across one of them."""
        if low > self.margin or high < -self.margin:
            return Verdict.DIFFERS
        if -self.margin < low and high < self.margin:
            return Verdict.DOES_NOT
        return Verdict.UNDECIDED

    def intervals(self, values: ArrayLike) -> Intervals:
        """Return the intervals of many measures at one look: [blocks × measures].

        They hold after any stop, whichever measure decided it.
        """
        values = np.asarray(values, float)
        low, high = _ends(values, self.critical(len(values)))
        rare = has_few_events(values)
        if rare.any():
            low[rare], high[rare] = self._rare_ends(values[:, rare])
        return Intervals(values.mean(axis=0), low, high)

    def corrected(self, differences: ArrayLike) -> float | None:
        """Return the effect without what the chance to stop early adds to it, see `early_stops`.

        None if there is only one look, or if few blocks make the spread.
        """
        values = np.asarray(differences, float)
        if len(self.looks) == 1 or has_few_events(values):
            return None
        spread = float(values.std(ddof=1))
        reaches = tuple(self.critical(look) / math.sqrt(look) for look in self.looks)
        rule = StopRule(self.looks, reaches, self.margin / spread)
        return spread * corrected_mean(rule, float(values.mean()) / spread)

    def p_values(self, values: ArrayLike) -> Floats:
        """Return two-sided p-values of many measures against no difference, valid after any stop.

        Each is the smallest error for which the plain interval of this look would leave out
        zero. Where the spread stands on few blocks it is 1.
        """
        values = np.asarray(values, float)
        blocks = len(values)
        error = values.std(axis=0, ddof=1) / math.sqrt(blocks)
        enough = ~has_few_events(values)
        statistic = np.abs(values.mean(axis=0)) / np.where(enough, error, 1.0)
        tails = np.maximum(t_tail(statistic, blocks - 1), float(normal_tail(HIGHEST)))
        squares = [normal_quantile(float(tail)) ** 2 for tail in tails]
        table = _critical_squares(self._fractions(), self._index(blocks))
        return np.where(enough, np.exp(np.interp(squares, table, LOG_ERRORS)), 1.0)

    def critical(self, blocks: int) -> float:
        """Return the critical value at a look, for a standard normal statistic."""
        return boundaries(self._fractions(), 1.0 - self.level)[self._index(blocks)]

    def _fractions(self) -> tuple[float, ...]:
        return tuple(look / self.looks[-1] for look in self.looks)

    def _index(self, blocks: int) -> int:
        if blocks not in self.looks:
            raise ValueError(f"{blocks} blocks is not one of the looks {self.looks}")
        return self.looks.index(blocks)

    def _rare_ends(self, values: Floats) -> tuple[Floats, Floats]:
        """Return ends for measures where few blocks make the difference."""
        blocks = len(values)
        usual = np.median(values, axis=0)
        events = np.count_nonzero(values != usual, axis=0)
        reach = np.full(usual.shape, math.inf)
        if self.bound is not None:
            tail = float(normal_tail(self.critical(blocks)))
            reach = self.bound * _largest_chance(events, blocks, tail)
        elif blocks == self.looks[-1]:
            reach = np.where(events == 0, 0.0, math.inf)
        return usual - reach, usual + reach

    def _more(self, blocks: int, effect: float, spread: float) -> int:
        """Return how many more blocks would decide it, should effect and spread stay the same."""
        # an effect right at the margin is at least half a standard error off, most likely
        gap = max(abs(abs(effect) - self.margin), 0.5 * spread / math.sqrt(blocks))
        later = [look for look in self.looks if look > blocks]
        if gap <= 0:
            return later[0] - blocks if later else blocks
        for look in later:
            if self.critical(look) * spread < gap * math.sqrt(look):
                return look - blocks
        needed = (self.critical(self.looks[-1]) * spread / gap) ** 2
        return max(math.ceil(needed) - blocks, 1)


@dataclass(frozen=True)
class Threshold:
    """A test of 'the mean of the blocks is above a figure', over fixed looks.

    A block's value is a share, from 0 to 1. This is the test of the difference from the figure with
    no margin: the mean is above when the lower end, which holds at all looks, exceeds the figure.
    Only where the spread stands on few blocks there is a sharper interval for shares.
    """

    figure: float
    looks: tuple[int, ...]
    level: float = LEVEL

    def look(self, shares: ArrayLike) -> Look:
        """Return what the first blocks' shares say; as many as one of the looks asks for."""
        values = np.asarray(shares, float)
        test = Sequential(0.0, self.looks, self.level, bound=1.0)
        known = test.look(values - self.figure)
        interval = self.intervals(values[:, None]).one()
        effect, low, high = interval.value, interval.low, interval.high
        verdict = self.verdict(low, high)
        more = known.more if verdict is Verdict.UNDECIDED else 0
        return replace(known, effect=effect, low=low, high=high, verdict=verdict, more=more)

    def corrected(self, shares: ArrayLike) -> float | None:
        """Return the mean without what stopping early adds to its distance from the figure."""
        values = np.asarray(shares, float)
        distance = Sequential(0.0, self.looks, self.level).corrected(values - self.figure)
        return None if distance is None else self.figure + distance

    def verdict(self, low: float, high: float) -> Verdict:
        """Return whether an interval is above the figure, below it or across it."""
        if low > self.figure:
            return Verdict.ABOVE
        return Verdict.BELOW if high < self.figure else Verdict.UNDECIDED

    def intervals(self, shares: ArrayLike) -> Intervals:
        """Return the intervals of many bots at one look: [blocks × bots]."""
        values = np.asarray(shares, float)
        if values.min() < 0.0 or values.max() > 1.0:
            raise ValueError("a block's value must be a share, from 0 to 1")
        critical = Sequential(0.0, self.looks, self.level).critical(len(values))
        low, high = _ends(values, critical)
        rare = has_few_events(values)
        if rare.any():
            tail = float(normal_tail(critical))
            high[rare] = _largest_mean(values[:, rare], tail)
            low[rare] = 1.0 - _largest_mean(1.0 - values[:, rare], tail)
        return Intervals(values.mean(axis=0), np.maximum(low, 0.0), np.minimum(high, 1.0))


@lru_cache(maxsize=64)
def _critical_squares(fractions: tuple[float, ...], look: int) -> Floats:
    """Return the squared critical values of a look by `LOG_ERRORS`, nearly a straight line."""
    used = fractions[: look + 1]
    return np.square([boundaries(used, math.exp(error))[-1] for error in LOG_ERRORS])


def _ends(values: Floats, critical: float) -> tuple[Floats, Floats]:
    """Return at each end the wider of the plain t interval and Hall's for skewed values."""
    blocks, mean = len(values), values.mean(axis=0)
    centred = values - mean
    error = np.sqrt(np.square(centred).mean(axis=0) / (blocks - 1))
    t = t_quantile(1.0 - float(normal_tail(critical)), blocks - 1)
    below, above = hall_multiples(centred, blocks, t)
    return mean - error * below, mean + error * above


def _largest_mean(shares: Floats, tail: float) -> Floats:
    """Return an exact upper end for the mean of shares: E ≤ ½ P(share > 0) + ½ P(share > ½)."""
    counts = (np.count_nonzero(shares > least, axis=0) for least in (0.0, 0.5))
    some, most = (_largest_chance(count, len(shares), tail / 2.0) for count in counts)
    return (some + most) / 2.0


def _largest_chance(events: Ints, blocks: int, tail: float) -> Floats:
    """Return Clopper and Pearson's upper end for the chance of an event, by bisection."""
    distinct, back = np.unique(events, return_inverse=True)
    low, high = distinct / blocks, np.ones(distinct.shape)
    for _ in range(60):
        middle = (low + high) / 2.0
        rest = np.maximum(blocks - distinct, 0.5)  # if all blocks are events, the end is 1
        fewer = incomplete_beta(rest, distinct + 1.0, 1.0 - middle, middle)  # P(events ≤ count)
        low, high = np.where(fewer > tail, middle, low), np.where(fewer > tail, high, middle)
    return np.asarray(np.where(distinct >= blocks, 1.0, high)[back])
