"""What an early stop does to an estimate, and Whitehead's (1986) correction for it.

A test that stops as soon as a difference is clear stops while luck is on its side, so the mean of
the blocks overstates the difference. The corrected estimate is the truth under which the mean at
the stop would be, on average, the one that was observed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from offleash.lab.statistics.distributions import Floats

# Points and weights of the integration over each interval in which a test goes on
NODES, WEIGHTS = np.polynomial.legendre.leggauss(32)
BISECTIONS = 24
WIDEST = 10.0  # where an interval is cut off, in standard errors around the expected sum


@dataclass(frozen=True)
class StopRule:
    """A test of means around zero: it goes on at look k while it is within `reaches[k]` of ±margin.

    Means and margin are in units of the spread of one block.
    """

    looks: tuple[int, ...]  # in blocks
    reaches: tuple[float, ...]
    margin: float

    def open_intervals(self, look: int) -> list[tuple[float, float]]:
        """Return means with which the test goes on after a look; none after the last."""
        if look == len(self.looks) - 1:
            return []
        near, far = self.margin - self.reaches[look], self.margin + self.reaches[look]
        return [(-far, -near), (near, far)] if near > 0 else [(-far, far)]


def expected_mean(rule: StopRule, truth: float) -> float:
    """Return the expected mean of the blocks when the test stops.

    The density of the sums that are still open is carried from look to look. What stops at a look
    is all that arrives there less what goes on.
    """
    sums, mass, before, total = np.zeros(1), np.ones(1), 0, 0.0
    for look, blocks in enumerate(rule.looks):
        step = blocks - before
        drift, deviation = truth * step, math.sqrt(step)
        arriving = float(mass @ (sums + drift))
        centre, width = truth * blocks, WIDEST * math.sqrt(blocks)
        limits = [
            (max(low * blocks, centre - width), min(high * blocks, centre + width))
            for low, high in rule.open_intervals(look)
        ]
        nodes, weights = _quadrature([(low, high) for low, high in limits if low < high])
        distance = (nodes[:, None] - sums - drift) / deviation
        density = np.exp(-0.5 * distance**2) @ mass / (deviation * math.sqrt(2.0 * math.pi))
        sums, mass, before = nodes, weights * density, blocks
        total += (arriving - float(mass @ sums)) / blocks
    return total


def _quadrature(intervals: Sequence[tuple[float, float]]) -> tuple[Floats, Floats]:
    """Return Gauss–Legendre nodes and weights over several intervals."""
    pairs = [((low + high) / 2, (high - low) / 2) for low, high in intervals]
    nodes = [centre + half * NODES for centre, half in pairs]
    return np.concatenate([*nodes, []]), np.concatenate([*(h * WEIGHTS for _, h in pairs), []])


def corrected_mean(rule: StopRule, mean: float) -> float:
    """Return the truth under which the expected mean at the stop is the observed one."""
    low, high = (0.0, mean) if mean > 0 else (mean, 0.0)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (low, middle) if expected_mean(rule, middle) > mean else (middle, high)
    return (low + high) / 2
