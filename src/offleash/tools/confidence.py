"""Confidence: the level of every interval, and what is known of a share that was never seen."""

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

LEVEL = 0.95  # unless a question sets another one
_NORMAL = NormalDist()


def normal_quantile(probability: float) -> float:
    """Return the number that a standard normal one stays below with this probability."""
    return _NORMAL.inv_cdf(probability)


def unanimous(trials: ArrayLike, level: float = LEVEL) -> NDArray[np.float64]:
    """Return how large a share may be although none of these independent trials shows any of it.

    With a true share s, at least a share s of all trials shows some, so n trials show none with
    probability at most (1 − s)ⁿ. The bound is where that equals half the error.
    """
    trials = np.asarray(trials, float)
    with np.errstate(divide="ignore"):
        bound = -np.expm1(math.log((1.0 - level) / 2.0) / trials)
    return np.asarray(np.where(trials > 0, bound, 1.0))
