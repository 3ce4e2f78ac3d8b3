"""Where training looks for weights: an axis for each that may move, and whole numbers on it.

Far from zero steps are shares of a weight, near zero they are plain steps: a weight is
`scale · sinh(coordinate)`. Zero of an axis is where training starts, and one is a first step.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from offleash.core.errors import OffleashError, shown
from offleash.core.game import Weights

STEP = 0.3  # of a coordinate: about a third of the weight
WIDEST = 10  # a weight grows to so many times what it was, at most
WITHIN = 2.0  # and one that makes a persona what it is, or shrinks, by this factor
ABSOLUTE = 100_000  # a weight so large means always or never, and stays
PART = 4  # where a weight is 0, a first step is this part of a usual weight

Coordinates = NDArray[np.float64]


@dataclass(frozen=True)
class WeightAxis:
    """One weight that may move."""

    name: str
    start: int
    low: int
    high: int
    scale: float

    def weight(self, coordinate: float) -> int:
        """The whole number at a place of the axis."""
        value = self.scale * math.sinh(math.asinh(self.start / self.scale) + STEP * coordinate)
        return max(self.low, min(self.high, math.floor(value + 0.5)))

    def coordinate(self, weight: float) -> float:
        """The place of a weight."""
        ends = math.asinh(weight / self.scale) - math.asinh(self.start / self.scale)
        return ends / STEP


@dataclass(frozen=True)
class WeightSpace:
    """All weights of a player; those without an axis stay as they are."""

    start: Weights
    axes: tuple[WeightAxis, ...]

    @property
    def bounds(self) -> Coordinates:
        """The ends of every axis."""
        return np.array([(a.coordinate(a.low), a.coordinate(a.high)) for a in self.axes])

    def weights(self, place: Sequence[float] | Coordinates) -> dict[str, int]:
        """All weights at a place."""
        moved = {a.name: a.weight(float(x)) for a, x in zip(self.axes, place, strict=True)}
        return {**self.start, **moved}


@dataclass(frozen=True)
class WeightLimits:
    """What may move, and how far."""

    only: tuple[str, ...] = ()  # these weights alone
    fix: tuple[str, ...] = ()  # all but these
    free: tuple[str, ...] = ()  # may change their sign
    steps: Mapping[str, int] | None = None  # a first step, for weights that are 0
    within: float = WITHIN


def make_space(
    start: Weights, limits: WeightLimits, signature: Collection[str] = ()
) -> WeightSpace:
    """The space around a player's weights; `signature` are those that make it what it is."""
    steps = dict(limits.steps or {})
    for name in (*limits.only, *limits.fix, *limits.free, *steps):
        if name not in start:
            raise OffleashError(f"there is no weight {shown(name)}; there are {', '.join(start)}")
    if not 1 < limits.within <= 100:
        raise OffleashError(f"--within takes a factor above 1 and up to 100, not {limits.within:g}")
    moving = [
        name
        for name, value in start.items()
        if name in (limits.only or start) and name not in limits.fix and abs(value) < ABSOLUTE
    ]
    sizes = [abs(start[name]) for name in moving if start[name]]
    usual = max(1, round(median(sizes) / PART)) if sizes else 1
    axes = []
    for name in moving:
        if name in signature:
            axis = _near(name, start[name], limits.within)
        else:
            axis = _wide(name, start[name], steps.get(name, usual), name in limits.free)
        if axis.low < axis.high:
            axes.append(axis)
    if not axes:
        raise OffleashError("no weight is left to train: name more with --only or fewer with --fix")
    return WeightSpace(dict(start), tuple(axes))


def _near(name: str, value: int, factor: float) -> WeightAxis:
    """A weight that stays what it is by a factor; nothing stays nothing."""
    ends = sorted((math.ceil(abs(value) / factor), math.floor(abs(value) * factor)))
    low, high = ends if value >= 0 else (-ends[1], -ends[0])
    return WeightAxis(name, value, min(low, value), max(high, value), max(1.0, abs(value) / 3))


def _wide(name: str, value: int, step: int, is_free: bool) -> WeightAxis:
    """A weight that may go anywhere on its side of zero, or to both where it was 0."""
    if step < 1:
        raise OffleashError(f"the first step of {name} must be at least 1, not {step}")
    scale = max(1.0, abs(value) / 3) if value else step / math.sinh(STEP)
    reach = math.floor(WIDEST * (abs(value) or scale))
    low = 0 if value > 0 and not is_free else -reach
    high = 0 if value < 0 and not is_free else reach
    return WeightAxis(name, value, low, high, scale)
