"""The search space of training: an axis for each weight that may change, with integer values.

Steps are relative far from zero and absolute near zero: a weight is `scale · sinh(coordinate)`.
Training starts at 0 on every axis, and 1 is a first step.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from offleash.contract import Weights
from offleash.lab.questions.train import Train
from offleash.tools.errors import OffleashError, quote

STEP = 0.3  # of a coordinate: about a third of the weight
MOST_GROWTH = 10  # the largest factor by which a weight may grow
LEAST_FIXED = 100_000  # a weight this large means always or never, and is fixed
FIRST_STEP_DIVISOR = 4  # the first step of a weight of 0 is the median weight divided by this

Coordinates = NDArray[np.float64]


@dataclass(frozen=True)
class WeightAxis:
    """One weight that may change."""

    name: str
    start: int
    low: int
    high: int
    scale: float

    def weight(self, coordinate: float) -> int:
        """Return the weight at a coordinate."""
        value = self.scale * math.sinh(math.asinh(self.start / self.scale) + STEP * coordinate)
        return max(self.low, min(self.high, math.floor(value + 0.5)))

    def coordinate(self, weight: float) -> float:
        """Return the coordinate of a weight."""
        ends = math.asinh(weight / self.scale) - math.asinh(self.start / self.scale)
        return ends / STEP


@dataclass(frozen=True)
class WeightSpace:
    """All weights of a player; those without an axis are fixed."""

    start: Weights
    axes: tuple[WeightAxis, ...]

    @property
    def bounds(self) -> Coordinates:
        """The ends of every axis."""
        return np.array([(a.coordinate(a.low), a.coordinate(a.high)) for a in self.axes])

    def weights(self, place: Sequence[float] | Coordinates) -> dict[str, int]:
        """Return all weights at a point."""
        moved = {a.name: a.weight(float(x)) for a, x in zip(self.axes, place, strict=True)}
        return {**self.start, **moved}


@dataclass(frozen=True)
class WeightLimits:
    """Which weights may change, and how far."""

    only: tuple[str, ...] = ()  # only these weights may change
    fix: tuple[str, ...] = ()  # these weights may not change
    free: tuple[str, ...] = ()  # these may change sign
    steps: Mapping[str, int] | None = None  # a first step, for weights that are 0
    within: float = Train.within  # the factor by which a signature weight may grow or shrink


def make_space(
    start: Weights, limits: WeightLimits, signature: Collection[str] = ()
) -> WeightSpace:
    """Return the space around a player's weights; `signature` names those that define it."""
    steps = dict(limits.steps or {})
    for name in (*limits.only, *limits.fix, *limits.free, *steps):
        if name not in start:
            listed = ", ".join(start)
            raise OffleashError(f"there is no weight {quote(name)}; the weights are {listed}")
    if not 1 < limits.within <= 100:
        raise OffleashError(f"--within takes a factor above 1 and up to 100, not {limits.within:g}")
    moving = [
        name
        for name, value in start.items()
        if name in (limits.only or start) and name not in limits.fix and abs(value) < LEAST_FIXED
    ]
    sizes = [abs(start[name]) for name in moving if start[name]]
    usual = max(1, round(median(sizes) / FIRST_STEP_DIVISOR)) if sizes else 1
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
    """Return an axis for a weight that may change by a factor; 0 stays 0."""
    ends = sorted((math.ceil(abs(value) / factor), math.floor(abs(value) * factor)))
    low, high = ends if value >= 0 else (-ends[1], -ends[0])
    return WeightAxis(name, value, min(low, value), max(high, value), max(1.0, abs(value) / 3))


def _wide(name: str, value: int, step: int, is_free: bool) -> WeightAxis:
    """Return an axis for a weight that keeps its sign, unless it is free or starts at 0."""
    if step < 1:
        raise OffleashError(f"the first step of {name} must be at least 1, not {step}")
    scale = max(1.0, abs(value) / 3) if value else step / math.sinh(STEP)
    reach = math.floor(MOST_GROWTH * (abs(value) or scale))
    low = 0 if value > 0 and not is_free else -reach
    high = 0 if value < 0 and not is_free else reach
    return WeightAxis(name, value, low, high, scale)
