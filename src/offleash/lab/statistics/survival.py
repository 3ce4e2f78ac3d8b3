"""How long games last and how they end: Kaplan–Meier and Aalen–Johansen.

A game that was broken off at time t is known to have lasted at least t, and no more. One that
is broken off at the very time at which others end was still in play there.

Games of one block share their luck. With `blocks` given, the variance is that of the block sums
of the estimator's influence function (n/(n−1) · Σ, t on n − 1 degrees of freedom for n blocks);
without, every game stands for itself, and for Kaplan–Meier it is Greenwood's.

Intervals are made on the scale log(−log v), so they stay between 0 and 1. Where v is 0 or 1 that
scale ends; there the interval reaches as far as `unanimous` says.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats, t_quantile
from offleash.lab.statistics.intervals import Intervals
from offleash.tools.confidence import LEVEL, normal_quantile, unanimous

Ints = NDArray[np.int64]

CHUNK = 1 << 22  # numbers held at once while block sums are made
EDGE = 1e-12  # a share this close to 0 or 1 is there


@dataclass(frozen=True, eq=False)
class Curve(Intervals):
    """A share at each of these times, right after what happened then: [times]."""

    times: Floats


@dataclass(frozen=True, eq=False)
class Incidence(Intervals):
    """The share that has ended in each way by each of these times: [causes × times]."""

    times: Floats


def kaplan_meier(
    times: ArrayLike, ended: ArrayLike, blocks: ArrayLike | None = None, level: float = LEVEL
) -> Curve:
    """Return the share of games in play after each time; `ended` is 0 where one was broken off."""
    causes = np.asarray(ended).astype(bool).astype(np.int64)
    data = _Endings(np.asarray(times, float), causes, 1)
    if blocks is None:
        variance, groups = data.greenwood(), len(causes)
        quantile = normal_quantile((1.0 + level) / 2.0)
    else:
        rows = _BlockSums(data, np.asarray(blocks))
        variance, groups = rows.variance_of_survival(), rows.groups
        quantile = float(t_quantile((1.0 + level) / 2.0, groups - 1))
    value = data.survival
    low, high = _log_log(value, np.sqrt(variance), quantile, groups, level)
    return Curve(value, low, high, data.grid)


def aalen_johansen(
    times: ArrayLike,
    causes: ArrayLike,
    kinds: int,
    blocks: ArrayLike | None = None,
    level: float = LEVEL,
) -> Incidence:
    """Return the share of games that have ended in each way, by each time.

    `causes` holds 1 to `kinds`, or 0 where a game was broken off; row k of the result belongs to
    cause k + 1. All rows and the share still in play add up to one.
    """
    causes = np.asarray(causes, np.int64)
    if causes.size and (causes.min() < 0 or causes.max() > kinds):
        raise ValueError(f"causes of endings must lie between 0 and {kinds}")
    data = _Endings(np.asarray(times, float), causes, kinds)
    rows = _BlockSums(data, None if blocks is None else np.asarray(blocks))
    variance = rows.variance_of_incidence()
    if blocks is None:
        quantile = normal_quantile((1.0 + level) / 2.0)
    else:
        quantile = float(t_quantile((1.0 + level) / 2.0, rows.groups - 1))
    value = data.incidence()
    low, high = _log_log(value, np.sqrt(variance), quantile, rows.groups, level)
    return Incidence(value, low, high, data.grid)


class _Endings:
    """Counts at each time: endings by cause, games at risk, and the curves they give."""

    def __init__(self, times: Floats, causes: Ints, kinds: int) -> None:
        if len(times) != len(causes) or not len(times):
            raise ValueError("survival needs one time and one ending for each game, and a game")
        self.grid, self.place = np.unique(times, return_inverse=True)
        self.causes, self.kinds, steps = causes, kinds, len(self.grid)
        cell = causes * steps + self.place
        counts = np.bincount(cell, minlength=(kinds + 1) * steps).reshape(kinds + 1, steps)
        self.ended = counts[1:].astype(float)
        self.at_risk = np.cumsum(counts.sum(axis=0)[::-1])[::-1].astype(float)
        self.hazard = self.ended / self.at_risk
        self.all_hazards = np.minimum(self.ended.sum(axis=0) / self.at_risk, 1.0)
        self.survival = np.cumprod(1.0 - self.all_hazards)
        self.before = np.concatenate(([1.0], self.survival[:-1]))

    def incidence(self) -> Floats:
        return np.asarray(np.cumsum(self.before * self.hazard, axis=1))

    def greenwood(self) -> Floats:
        ended = self.ended.sum(axis=0)
        left = self.at_risk - ended
        with np.errstate(divide="ignore", invalid="ignore"):
            terms = np.where(left > 0, ended / (self.at_risk * left), 0.0)
        return np.asarray(np.square(self.survival) * np.cumsum(terms))


class _BlockSums:
    """Sums of influence over blocks, squared and added up; a few blocks at a time."""

    def __init__(self, data: _Endings, blocks: NDArray[np.generic] | None) -> None:
        self.data, steps = data, len(data.grid)
        cell = data.causes * steps + data.place
        if blocks is None:  # games that end alike have the same influence: one row for all
            self.cell, counts = np.unique(cell, return_counts=True)
            self.row = np.arange(len(counts))
            self.weight, self.groups, self.widen = counts.astype(float), len(cell), 1.0
        else:
            names, row = np.unique(blocks, return_inverse=True)
            order = np.argsort(row, kind="stable")
            self.row, self.cell = row[order], cell[order]
            self.weight, self.groups = np.ones(len(names)), len(names)
            self.widen = self.groups / (self.groups - 1.0) if self.groups > 1 else np.nan
        self.rows = len(self.weight)

    def variance_of_survival(self) -> Floats:
        data = self.data
        total = np.zeros(len(data.grid))
        for start, noise in self._noise():
            shift = np.cumsum(self._relative(noise.sum(axis=1)), axis=1) * data.survival
            total += self.weight[start : start + len(noise)] @ np.square(shift)
        return np.asarray(total * self.widen)

    def variance_of_incidence(self) -> Floats:
        data = self.data
        total = np.zeros(data.hazard.shape)
        for start, noise in self._noise():
            shift = np.cumsum(self._relative(noise.sum(axis=1)), axis=1)
            earlier = np.concatenate((np.zeros((len(noise), 1)), shift[:, :-1]), axis=1)
            change = data.before * (noise - data.hazard * earlier[:, None, :])
            influence = np.cumsum(change, axis=2)
            weight = self.weight[start : start + len(noise)]
            total += np.einsum("r,rkt->kt", weight, np.square(influence))
        return np.asarray(total * self.widen)

    def _relative(self, noise: Floats) -> Floats:
        """Return what a change of the hazard does to the logarithm of survival (downwards)."""
        left = 1.0 - self.data.all_hazards
        return np.where(left > EDGE, noise / np.where(left > EDGE, left, 1.0), 0.0)

    def _noise(self) -> Iterator[tuple[int, Floats]]:
        """Yield in chunks what each row adds to each hazard's error: [rows × causes × times]."""
        data, steps = self.data, len(self.data.grid)
        width = (data.kinds + 1) * steps
        chunk = max(1, CHUNK // width)
        for start in range(0, self.rows, chunk):
            size = min(chunk, self.rows - start)
            first, last = np.searchsorted(self.row, (start, start + size))
            cells = (self.row[first:last] - start) * width + self.cell[first:last]
            counts = np.bincount(cells, minlength=size * width).reshape(size, -1, steps)
            at_risk = np.cumsum(counts.sum(axis=1)[:, ::-1], axis=1)[:, ::-1]
            noise = counts[:, 1:] - at_risk[:, None, :] * data.hazard
            yield start, noise / data.at_risk


def _log_log(
    value: Floats, error: Floats, quantile: float, groups: int, level: float
) -> tuple[Floats, Floats]:
    inside = (value > EDGE) & (value < 1.0 - EDGE)
    safe = np.where(inside, value, 0.5)
    spread = np.exp(quantile * error / (safe * -np.log(safe)))
    bound = unanimous(groups, level)
    low = np.where(inside, safe**spread, np.where(value < 0.5, 0.0, 1.0 - bound))
    high = np.where(inside, safe ** (1.0 / spread), np.where(value < 0.5, bound, 1.0))
    unknown = np.isnan(error) | np.isnan(quantile)
    return np.where(unknown, np.nan, low), np.where(unknown, np.nan, high)
