"""Figures over all games of a batch, from its measures."""

import math
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from offleash.contract import LONGEST, MEAN, MEDIAN, SHORTEST, Figure, Measure

EXTENTS: dict[str, Callable[..., Any]] = {SHORTEST: np.min, MEDIAN: np.median, LONGEST: np.max}


def figures_of(measures: Iterable[Measure]) -> list[Figure]:
    """Return the figures over all games, without intervals; measures without games have none."""
    figures = [Figure(m.label, _value(m)) for m in measures if len(m.total)]
    return [figure for figure in figures if not math.isnan(figure.value)]


def _value(measure: Measure) -> float:
    if measure.label.extent != MEAN:
        return float(EXTENTS[measure.label.extent](measure.total))
    of = len(measure.total) if measure.of is None else measure.of.sum()
    return float(measure.total.sum() / of) if of else math.nan
