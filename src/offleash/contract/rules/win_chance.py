"""How likely a win is, in whole numbers: a table, so that every machine agrees.

A worth becomes a chance by the logistic curve 1 / (1 + exp(−worth / scale)). Exact decimals make
the table, since the last bit of a machine's own `exp` is its own affair.
"""

from decimal import Decimal, localcontext
from itertools import accumulate, repeat
from operator import mul

import numpy as np

from offleash.compiler.rules.random import rule

CERTAIN = 1 << 16  # a chance of 1
STEPS = 128  # of the table, for each time that the worth holds the scale
REACH = 8 * STEPS  # beyond it a win is as good as sure


def exponentials(first, last, steps):
    """Return exp(step / steps) from first to last step, each a product of the one before."""
    with localcontext(prec=60):
        factor, start = (Decimal(1) / steps).exp(), (Decimal(first) / steps).exp()
        return [*accumulate(repeat(factor, last - first), mul, initial=start)]


EXPONENTIALS = exponentials(-REACH, REACH, STEPS)
CURVE = np.array([round(CERTAIN / (1 + growth)) for growth in reversed(EXPONENTIALS)], np.int64)


@rule
def win_chance(worth, scale):
    """Return the chance that a worth stands for, in 65536ths; half where it is 0."""
    step = worth * STEPS // scale
    return CURVE[min(max(step, -REACH), REACH) + REACH]


GROWTH = np.array([round(CERTAIN * growth) for growth in EXPONENTIALS], np.int64)


@rule
def odds(worth, scale):
    """Return how many times as likely a worth makes a win as one of 0 would, in 65536ths.

    Among several who can win, each has the chance of its own odds in those of all together.
    """
    step = worth * STEPS // scale
    return GROWTH[min(max(step, -REACH), REACH) + REACH]
