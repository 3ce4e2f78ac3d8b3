"""Confidence: the level of every interval, and what is known of a share that was never seen."""

import math

LEVEL = 0.95  # unless a question sets another one


def normal_quantile(probability: float) -> float:
    """Return the number that a standard normal one stays below with this probability."""
    from statistics import NormalDist  # slow to import

    return NormalDist().inv_cdf(probability)


def unanimous(trials: float, level: float = LEVEL) -> float:
    """Return how large a share may be although none of these independent trials shows any of it.

    With a true share s, at least a share s of all trials shows some, so n trials show none with
    probability at most (1 − s)ⁿ. The bound is where that equals half the error.
    """
    return -math.expm1(math.log((1.0 - level) / 2.0) / trials) if trials > 0 else 1.0
