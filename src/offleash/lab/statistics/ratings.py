"""Strengths from results, fitted in one batch: Bradley–Terry and Plackett–Luce.

A result is a ranking of entrants. An entrant is whatever is rated: a bot, a side of several
players (rated as one), or an archetype at a home in a seat. In Plackett–Luce's model the first
place goes to an entrant with probability proportional to exp(strength), the second likewise among
the rest, and so on; with two entrants that is Bradley and Terry's.

- *Ties are shared*: the logarithm of the likelihood is the mean over all strict orders that agree
  with the result. Two entrants that draw have half a win each.
- *Prior*: every parameter is normal around 0 with deviation `PRIOR`, so a bot that wins every
  game gets a large but finite strength. It also makes the parameters of each factor add up to 0.
- *Factors*: strengths may be a linear function of fewer parameters, strength = design @ parameter.
- *Intervals*: blocks are drawn with replacement, and the prior's centre is drawn from the prior
  with each resample: a bot that never loses then has a wide interval instead of a single point.
- *Order does not matter*: equal results are counted before anything is added up, so shuffled games
  give the same bytes.

Strengths are natural logarithms of odds; `elo` turns them into Elo points.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats
from offleash.lab.statistics.intervals import Intervals, block_weights, percentile_ends
from offleash.tools.confidence import LEVEL

Ints = NDArray[np.int64]

PRIOR = 3.0  # natural logs, about 520 Elo points
RESAMPLES = 400
ABSENT = -1  # an empty place in a table of entrants
MOST_NUMBERS = 500_000  # of one table of sets and resamples
MOST_TIED = 12  # a shared place of more entrants has too many orders

ELO = 400.0 / math.log(10.0)


@dataclass(frozen=True, eq=False)
class Rankings:
    """Results of games, counted: `counts` games of each pattern in each block.

    A pattern's log likelihood is the strengths of `selected` (weighted) minus the logarithms of
    the summed exp(strength) over each of the `sets` it chose from (weighted).
    """

    entrants: int
    blocks: int
    block: Ints  # [cells] of the table of counts
    pattern: Ints  # [cells]
    counts: Floats  # [cells]
    selected: Floats  # [patterns × entrants]
    sets: Floats  # [sets × entrants], how often each entrant is in it
    set_pattern: Ints  # [uses of a set]
    set_index: Ints  # [uses of a set]
    set_weight: Floats  # [uses of a set]

    def weigh(self, weights: Floats | None = None) -> tuple[Floats, Floats]:
        """Return weights of strengths and of sets over all games, with a weight for each block."""
        cells = self.counts if weights is None else self.counts * weights[self.block]
        games = np.bincount(self.pattern, cells, minlength=len(self.selected))
        uses = self.set_weight * games[self.set_pattern]
        sets = np.bincount(self.set_index, uses, minlength=len(self.sets))
        return games @ self.selected, sets.astype(float)


@dataclass(frozen=True, eq=False)
class Ratings(Intervals):
    """Parameters in natural logs with their intervals; `draws` [resamples × parameters]."""

    draws: Floats


def elo(strength: ArrayLike) -> Floats:
    """Return natural logs of odds as Elo points: 400 points are odds of ten to one."""
    return np.asarray(strength, float) * ELO


def collect(
    entrants: ArrayLike, ranks: ArrayLike, blocks: ArrayLike, size: int, top: int | None = None
) -> Rankings:
    """Count results. Rows are games, columns places at the table.

    `entrants` numbers who sat there, from 0 to `size` − 1, or `ABSENT`; `ranks` says how they
    came out: the smaller the better, equal ranks share a place. The same entrant may take several
    places. With `top`, only who takes the first `top` places counts, not the order of the rest
    (`top=1`: winners only).
    """
    players, rank = np.atleast_2d(np.asarray(entrants, np.int64)), np.atleast_2d(np.asarray(ranks))
    names = np.asarray(blocks)
    if players.shape != rank.shape or len(names) != len(players) or not len(players):
        raise ValueError("ratings need a rank for each entrant, a block for each game, and a game")
    if players.max() >= size or players.min() < ABSENT:
        raise ValueError(f"entrants must be numbered from 0 to {size - 1}")
    rows = _canonical(players, rank, size)
    patterns, pattern = _unique_rows(rows)
    labels, block = np.unique(names, return_inverse=True)
    cells, counts = np.unique(block * len(patterns) + pattern, return_counts=True)
    selected, sets, uses = _likelihood(patterns, size, top)
    return Rankings(
        size,
        len(labels),
        cells // len(patterns),
        cells % len(patterns),
        counts.astype(float),
        selected,
        sets,
        np.asarray([use[0] for use in uses], np.int64),
        np.asarray([use[1] for use in uses], np.int64),
        np.asarray([use[2] for use in uses], float),
    )


def _canonical(players: Ints, rank: NDArray[np.generic], size: int) -> Ints:
    """Return games as place · size + entrant in rising order, ABSENT last; ties by entrant."""
    present = players != ABSENT
    _, dense = np.unique(rank, return_inverse=True)
    key = np.where(present, dense.reshape(rank.shape) * size + players, np.iinfo(np.int64).max)
    key = np.sort(key, axis=1)
    is_present = np.sort(~present, axis=1) == 0
    place = np.where(is_present, key // size, 0)
    rises = np.zeros(key.shape, np.int64)
    rises[:, 1:] = place[:, 1:] != place[:, :-1]
    packed = np.cumsum(rises, axis=1) * size + np.where(is_present, key % size, 0)
    return np.where(is_present, packed, ABSENT)


def _unique_rows(rows: Ints) -> tuple[Ints, Ints]:
    """Return the different rows in order, and which of them each row is."""
    base = int(rows.max()) + 2
    if base ** rows.shape[1] >= 2**62:
        distinct, back = np.unique(rows, axis=0, return_inverse=True)
        return distinct, back.ravel()
    key = np.zeros(len(rows), np.int64)
    for column in rows.T:  # one number a row sorts ten times as fast
        key = key * base + column + 1
    _, first, back = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], back


def _likelihood(
    patterns: Ints, size: int, top: int | None
) -> tuple[Floats, Floats, list[tuple[int, int, float]]]:
    """Return for each pattern who was chosen and from which sets, with weights."""
    selected = np.zeros((len(patterns), size))
    set_numbers: dict[tuple[int, ...], int] = {}
    uses: list[tuple[int, int, float]] = []
    for number, row in enumerate(patterns):
        groups = _places(row[row != ABSENT], size)
        weights: dict[tuple[int, ...], float] = {}
        for at, open_places, group in _choices(groups, top):
            rest = [entrant for later in groups[at + 1 :] for entrant in later]
            share = open_places / len(group)
            for entrant in group:
                selected[number, entrant] += share
            for left, members in _subsets(group, open_places):
                key = tuple(sorted((*members, *rest)))
                weights[key] = weights.get(key, 0.0) + left
        for key in sorted(weights):
            uses.append((number, set_numbers.setdefault(key, len(set_numbers)), weights[key]))
    sets = np.zeros((len(set_numbers), size))
    for key, index in set_numbers.items():
        np.add.at(sets[index], list(key), 1.0)
    return selected, sets, uses


def _places(row: Ints, size: int) -> list[list[int]]:
    """Return the entrants of each place, best first."""
    groups: dict[int, list[int]] = {}
    for code in row.tolist():
        groups.setdefault(code // size, []).append(code % size)
    return list(groups.values())


def _choices(groups: list[list[int]], top: int | None) -> Iterable[tuple[int, int, list[int]]]:
    """Yield each place that counts: its number, how many are chosen from it, who shares it."""
    left = sum(map(len, groups)) if top is None else top
    for at, group in enumerate(groups):
        if left <= 0:
            return
        if len(group) > MOST_TIED:
            raise ValueError(f"more than {MOST_TIED} entrants share a place")
        yield at, min(left, len(group)), group
        left -= len(group)


def _subsets(group: list[int], selected: int) -> Iterable[tuple[float, tuple[int, ...]]]:
    """Yield who of a shared place may be there at each choice, with its share of all orders."""
    for removed in range(selected):
        size = len(group) - removed
        share = 1.0 / math.comb(len(group), size)
        for members in combinations(group, size):
            yield share, members


def factor_design(*levels: ArrayLike) -> tuple[Floats, tuple[slice, ...]]:
    """Return a design of factors: one column a level, and which columns belong to each factor.

    Each argument gives the level (from 0) of every entrant in one factor, as archetype, home and
    seat. Within a factor the fitted parameters add up to 0.
    """
    columns, slices, start = [], [], 0
    for factor in levels:
        level = np.asarray(factor, np.int64)
        columns.append(np.eye(int(level.max()) + 1)[level])
        slices.append(slice(start, start + columns[-1].shape[1]))
        start = slices[-1].stop
    return np.concatenate(columns, axis=1), tuple(slices)


def fit(rankings: Rankings, design: ArrayLike | None = None, prior: float = PRIOR) -> Floats:
    """Return the most probable parameters."""
    matrix = np.eye(rankings.entrants) if design is None else np.asarray(design, float)
    selected, uses = rankings.weigh()
    start = np.zeros(matrix.shape[1])
    goals = _Goals(matrix, rankings.sets, selected[None], uses[None], prior, start[None])
    return np.asarray(_maximise(goals, start)[0])


@dataclass(frozen=True, eq=False)
class _Goals:
    """The log posteriors of several resamples as functions of their parameters."""

    design: Floats
    sets: Floats
    selected: Floats  # [resamples × entrants]
    uses: Floats  # [resamples × sets]
    prior: float
    centre: Floats  # [resamples × parameters]

    def rows(self, rows: Ints | slice) -> "_Goals":
        """Return some of the resamples."""
        return replace(
            self, selected=self.selected[rows], uses=self.uses[rows], centre=self.centre[rows]
        )

    def values(self, points: Floats) -> Floats:
        strength = points @ self.design.T
        top = strength.max(axis=1, keepdims=True)
        sums = np.log(np.exp(strength - top) @ self.sets.T) + top
        off = (points - self.centre) / self.prior
        likelihood = (self.selected * strength).sum(axis=1) - (self.uses * sums).sum(axis=1)
        return np.asarray(likelihood - 0.5 * (off * off).sum(axis=1))

    def steps(self, points: Floats) -> Floats:
        """Return Newton's steps from here."""
        strength = points @ self.design.T
        part = self.sets * np.exp(strength - strength.max(axis=1, keepdims=True))[:, None]
        part /= part.sum(axis=2, keepdims=True)
        expected = (self.uses[:, None] @ part)[:, 0]
        slope = (self.selected - expected) @ self.design
        slope -= (points - self.centre) / self.prior**2
        mean = part @ self.design  # of the parameters in each set
        bend = (expected[:, None] * self.design.T) @ self.design
        bend -= mean.swapaxes(1, 2) @ (self.uses[:, :, None] * mean)
        bend += np.eye(points.shape[1]) / self.prior**2
        return np.asarray(np.linalg.solve(bend, slope[:, :, None])[:, :, 0])


def _maximise(goals: _Goals, start: Floats) -> Floats:
    """Return each goal's best parameters by Newton's method with halved steps; all are concave."""
    points = np.tile(start, (len(goals.centre), 1))
    best = goals.values(points)
    going = np.arange(len(points))
    for _ in range(200):
        part = goals.rows(going)
        steps = part.steps(points[going])
        values = part.values(points[going] + steps)
        worse = np.flatnonzero(values < best[going])
        for _ in range(30):
            if not len(worse):
                break
            steps[worse] /= 2.0
            values[worse] = part.rows(worse).values(points[going[worse]] + steps[worse])
            worse = worse[values[worse] < best[going[worse]]]
        points[going] += steps
        best[going] = values
        going = going[np.abs(steps).max(axis=1) >= 1e-10]
        if not len(going):
            break
    return points


def rate(
    rankings: Rankings,
    design: ArrayLike | None = None,
    prior: float = PRIOR,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Ratings:
    """Return parameters with percentile intervals from resampled blocks; NaN with one block."""
    matrix = np.eye(rankings.entrants) if design is None else np.asarray(design, float)
    best = fit(rankings, matrix, prior)
    if rankings.blocks < 2:
        unknown = np.full(best.shape, np.nan)
        return Ratings(best, unknown, unknown, np.empty((0, len(best))))
    weights = block_weights(rankings.blocks, resamples, seed)
    centres = np.random.default_rng([seed, 1]).normal(0.0, prior, (resamples, len(best)))
    centres = centres - centres @ _shifts(matrix)
    weighed = [rankings.weigh(weight) for weight in weights]
    selected, uses = (np.asarray(table) for table in zip(*weighed, strict=True))
    goals = _Goals(matrix, rankings.sets, selected, uses, prior, centres)
    size = max(1, MOST_NUMBERS // max(1, rankings.sets.size))  # resamples at a time
    draws = np.concatenate(
        [
            _maximise(goals.rows(slice(first, first + size)), best)
            for first in range(0, resamples, size)
        ]
    )
    low, high = percentile_ends(draws, level)
    return Ratings(best, low, high, draws)


def _shifts(design: Floats) -> Floats:
    """Return the projection on directions that move all strengths alike, which no result tells."""
    _, values, directions = np.linalg.svd(design - design.mean(axis=0))
    rank = int(np.count_nonzero(values > 1e-9 * max(values.max(initial=0.0), 1.0)))
    return np.asarray(directions[rank:].T @ directions[rank:])


def pair_totals(
    entrants: ArrayLike, ranks: ArrayLike, blocks: ArrayLike, size: int
) -> tuple[Floats, Floats]:
    """Return for a win matrix how often i was ahead of j in each block (ties half), of how many.

    Both are [blocks × size × size]; `ratio_interval` of the two gives shares with intervals. Two
    places of the same entrant say nothing about it and are left out.
    """
    players, rank = np.atleast_2d(np.asarray(entrants, np.int64)), np.atleast_2d(np.asarray(ranks))
    labels, block = np.unique(np.asarray(blocks), return_inverse=True)
    wins = np.zeros(len(labels) * size * size)
    met = np.zeros(len(labels) * size * size)
    for first in range(players.shape[1]):
        for second in range(players.shape[1]):
            i, j = players[:, first], players[:, second]
            fine = (i != ABSENT) & (j != ABSENT) & (i != j)
            cell = ((block * size + i) * size + j)[fine]
            ahead, level = rank[:, first] < rank[:, second], rank[:, first] == rank[:, second]
            wins += np.bincount(cell, (ahead + 0.5 * level)[fine], minlength=len(wins))
            met += np.bincount(cell, minlength=len(met))
    shape = (len(labels), size, size)
    return wins.reshape(shape), met.reshape(shape)
