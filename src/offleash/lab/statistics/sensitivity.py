"""Which options matter: Morris's elementary effects, Sobol's first-order and total indices.

An elementary effect is the change of a measure when one option moves and all others stay; its
mean size over several centres tells options that matter from the rest, with few points.

The first-order index of an option is the share of the variance that goes away on average once
it is fixed; the total index is the share that stays while all others are fixed. An option that
acts only together with others has a small first and a large total index.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from offleash.lab.statistics.distributions import Floats, t_quantile
from offleash.lab.statistics.intervals import Intervals, percentile_ends
from offleash.lab.statistics.sobol_sequence import sobol_sequence
from offleash.tools.confidence import LEVEL

RESAMPLES = 500


@dataclass(frozen=True, eq=False)
class Sensitivity:
    """Indices of each option for each measure: [measures × options]."""

    first: Intervals
    total: Intervals


def sobol_points(options: int, samples: int, seed: int) -> Floats:
    """Return points of the unit cube to play: [samples · (options + 2) × options].

    The first `samples` rows are the matrix A, the next B, and then for each option A with that
    column taken from B. `samples` must be a power of two. A caller turns a number u of [0, 1)
    into the ⌊u·k⌋-th of k values of its option.
    """
    if samples < 2 or samples & (samples - 1):
        raise ValueError(f"the number of Sobol samples must be a power of two, not {samples}")
    both = sobol_sequence(2 * options, samples, seed)
    a, b = both[:, :options], both[:, options:]
    mixed = np.repeat(a[None], options, axis=0)
    for option in range(options):
        mixed[option, :, option] = b[:, option]
    return np.concatenate((a, b, mixed.reshape(-1, options)))


def sobol_indices(
    values: ArrayLike, options: int, seed: int, level: float = LEVEL, resamples: int = RESAMPLES
) -> Sensitivity:
    """Return indices from a measure, or [points × measures], at the points of `sobol_points`.

    Intervals are percentiles over resampled rows of the design. A measure that never changes
    has NaN everywhere.
    """
    table = np.asarray(values, float)
    table = table[:, None] if table.ndim == 1 else table
    samples, rest = divmod(len(table), options + 2)
    if rest or samples < 2 or samples & (samples - 1):
        raise ValueError(f"{len(table)} values are not a Sobol design of {options} options")
    parts = table.T.reshape(table.shape[1], options + 2, samples)
    first, total = _indices(parts)
    generator = np.random.default_rng(seed)
    draws = np.empty((2, resamples, *first.shape))
    for resample in range(resamples):
        rows = generator.integers(0, samples, samples)
        draws[:, resample] = _indices(parts[:, :, rows])
    return Sensitivity(
        Intervals(first, *percentile_ends(draws[0], level)),
        Intervals(total, *percentile_ends(draws[1], level)),
    )


def _indices(parts: Floats) -> tuple[Floats, Floats]:
    """Return indices of [measures × matrices × samples], by Saltelli et al.'s estimators (2010)."""
    centred = parts - parts[:, :2].mean(axis=(1, 2), keepdims=True)
    a, b, mixed = centred[:, :1], centred[:, 1:2], centred[:, 2:]
    constant = (np.ptp(parts, axis=(1, 2)) == 0)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        variance = centred[:, :2].var(axis=(1, 2))[:, None]
        first = (b * (mixed - a)).mean(axis=2) / variance
        total = np.square(a - mixed).mean(axis=2) / (2.0 * variance)
    # A and B may be constant where the others are not: then nothing is known, which counts as 0.
    first, total = (np.where(variance > 0, index, 0.0) for index in (first, total))
    return np.where(constant, np.nan, first), np.where(constant, np.nan, total)


# Elementary effects


@dataclass(frozen=True, eq=False)
class ElementaryEffects:
    """The effects of each option on each measure: [measures × options]."""

    mean: Floats  # with its sign; Morris's µ
    size: Intervals  # the mean without the sign; Morris's µ*
    luck: Floats  # for each measure, the size that an option without effect shows by luck alone


def radial_points(
    values: Sequence[int], centres: int, moved: float, seed: int
) -> NDArray[np.int64]:
    """Return points to play, [centres × (1 + options) × options], as indices into options' values.

    `values` has the number of values of each option; 0 is the base. The first point of a centre is
    the centre itself; in the others one option after the other has another value, from centre to
    centre as many different ones as it has. The first centre is the base; in the others about
    `moved` options differ from it (Campolongo et al. 2011).
    """
    generator, options = np.random.default_rng(seed), len(values)
    counts = np.asarray(values)
    shares = np.full(options, min(0.5, moved / max(1, options)))
    points = np.empty((centres, 1 + options, options), np.int64)
    orders = [1 + generator.permutation(count - 1) for count in counts]
    for centre in range(centres):
        is_moved = (generator.random(options) < shares) & (centre > 0)
        middle = np.where(is_moved, 1 + generator.integers(0, counts - 1), 0)
        points[centre] = middle
        for option, others in enumerate(orders):
            value = others[centre % len(others)]
            points[centre, 1 + option, option] = 0 if value == middle[option] else value
    return points


def elementary_effects(
    changes: ArrayLike, errors: ArrayLike, level: float = LEVEL
) -> ElementaryEffects:
    """Return effects from changes and their standard errors, [centres × options × measures].

    A change that could not be measured is NaN and does not count. Intervals are those of the mean
    over centres; with a single centre they are NaN.
    """
    steps, noise = np.asarray(changes, float), np.asarray(errors, float)
    known = ~np.isnan(steps)
    count = known.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(known, steps, 0.0).sum(axis=0) / count
        size = np.where(known, np.abs(steps), 0.0).sum(axis=0) / count
        squares = np.where(known, np.square(np.abs(steps) - size), 0.0).sum(axis=0)
        error = np.sqrt(squares / (count - 1) / count)
        half = np.where(count > 1, error * t_quantile((1.0 + level) / 2.0, count - 1), np.nan)
        is_noisy = known & (noise > 0)
        spread = np.where(is_noisy, noise, 0.0).sum(axis=(0, 1)) / is_noisy.sum(axis=(0, 1))
    luck = np.nan_to_num(spread) * math.sqrt(2.0 / math.pi)
    low = np.maximum(size - half, 0.0)
    return ElementaryEffects(mean.T, Intervals(size.T, low.T, (size + half).T), luck)
