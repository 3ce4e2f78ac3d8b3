"""Several goals at once: the Pareto front, and the best compromise on it."""

import math
from collections.abc import Sequence

Costs = Sequence[Sequence[float]]  # a row per candidate: a cost for every goal, lower is better


def front(costs: Costs) -> list[int]:
    """The rows that no other row dominates."""
    return [i for i, row in enumerate(costs) if not any(_dominates(other, row) for other in costs)]


def _dominates(other: Sequence[float], row: Sequence[float]) -> bool:
    pairs = list(zip(other, row, strict=True))
    return all(a <= b for a, b in pairs) and any(a < b for a, b in pairs)


def compromise(costs: Costs, among: Sequence[int]) -> int:
    """The row nearest to the best of every goal, each goal measured from its best to its worst.

    Best and worst are taken among the given rows; of equal rows the first wins.
    """
    rows = [costs[i] for i in among]
    lows = [min(column) for column in zip(*rows, strict=True)]
    spans = [max(column) - low for column, low in zip(zip(*rows, strict=True), lows, strict=True)]

    def distance(row: Sequence[float]) -> float:
        parts = zip(row, lows, spans, strict=True)
        return math.hypot(*((value - low) / span for value, low, span in parts if span))

    return min(among, key=lambda i: distance(costs[i]))
