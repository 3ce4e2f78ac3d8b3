"""Reasons for figures, and the evidence behind them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from offleash.contract.lab.measures import Figure


@dataclass(frozen=True)
class Headline:
    """An answer: a figure with its unit, and a sentence that may contain figures."""

    figure: Figure
    unit: str
    sentence: Sequence[str | Figure]


@dataclass(frozen=True)
class Finding:
    """A reason for a figure: in a sentence, in a paragraph, and as a chart of figures."""

    sentence: str
    strength: float  # from 0, barely worth a word, to 1, as strong as can be; cautiously estimated
    title: str  # of the chart
    rows: Mapping[str, Sequence[Figure]]  # of the chart: figures by name, one for each series
    series: Sequence[str] = ()  # names; may be left out for a single one
    paragraph: str = ""  # what follows the sentence in a report


@dataclass(frozen=True)
class Contrast:
    """Two means of seats that are alike but for one thing, and the interval of the difference."""

    one: float
    other: float
    low: float
    high: float


class Evidence(Protocol):
    """The figures of a run, with intervals over blocks, and contrasts between them."""

    @property
    def figures(self) -> Mapping[str, Figure]:
        """Figures by key; a share that was never or always seen has an interval too."""
        ...

    def cases(self, key: str) -> float:
        """Return what the total of a figure was divided by, over all games."""
        ...

    def contrasts(self, pairs: Mapping[str, Sequence[tuple[str, str]]]) -> dict[str, Contrast]:
        """Return by name one figure minus the other within blocks, averaged over pairs of keys.

        Names with too few blocks are left out. All intervals hold together.
        """
        ...
