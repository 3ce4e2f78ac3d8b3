"""What a bench measures, next to what it should be."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """Something measured, and what it should be."""

    name: str
    value: float
    unit: str
    goal: float
    at_least: bool = False

    @property
    def is_reached(self) -> bool:
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        verdict = "reached" if self.is_reached else "MISSED"
        return f"{self.name:58}{self.value:>9.1f}  {sign} {self.goal:<6g}{self.unit:9} {verdict}"


def milliseconds(times: Sequence[float], share: float) -> float:
    """What this share of all seconds is below."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def end(figures: Sequence[Figure]) -> None:
    """Leaves with a sentence where a goal was missed."""
    missed = [figure for figure in figures if not figure.is_reached]
    if missed:
        sys.exit(f"{len(missed)} of {len(figures)} goals are missed")
