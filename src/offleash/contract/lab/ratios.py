"""Figures as data: a sum over games, divided by another. Python and web pages read the same."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.contract.lab.measures import MEAN, FinishedGames, Label, Measure

Json = dict[str, Any]

# Where a number comes from: a field of final positions or of tallies, or an array of a batch
STATE, TALLY, RESULTS, PACES, ONE = "state", "tally", "results", "paces", "one"


@dataclass(frozen=True)
class Sum:
    """What each game adds: a number, or one for each seat that plays.

    An array that is left after `index` is added up. With `equals`, what counts is whether the
    number is that. `seats_with` counts only the seats for which this option of the kind `order`
    has that label, by their numbers.
    """

    source: str = ONE
    field: str = ""
    index: tuple[int, ...] = ()  # after the axis of seats, if there is one
    by_seat: bool = False
    seats_with: tuple[str, int] | None = None
    equals: int | None = None

    def numbers(self, played: FinishedGames) -> NDArray[Any]:
        """Return what each game adds."""
        array = self._array(played)
        part = array[(slice(None),) * (1 + self.by_seat) + self.index]
        numbers = part.reshape(*part.shape[: 1 + self.by_seat], -1).sum(axis=-1)
        if self.equals is not None:
            numbers = numbers == self.equals
        if not self.by_seat:
            return np.asarray(numbers)
        counted = played.playing
        if self.seats_with is not None:
            option, label = self.seats_with
            labels = played.variants[option][played.rows][:, : counted.shape[1]]
            counted = counted & (labels == label)
        return np.asarray((numbers * counted).sum(axis=1))

    def _array(self, played: FinishedGames) -> NDArray[Any]:
        if self.source == STATE:
            return np.asarray(played.states[self.field])
        if self.source == TALLY:
            return np.asarray(played.tallies[self.field])
        if self.source == RESULTS:
            return played.results
        if self.source == PACES:
            return played.paces
        return np.ones(played.playing.shape[: 1 + self.by_seat], np.int64)

    def to_json(self) -> Json:
        """Return it as a page reads it."""
        return {
            "source": self.source,
            "field": self.field,
            "index": list(self.index),
            "bySeat": self.by_seat,
            "seatsWith": list(self.seats_with) if self.seats_with else None,
            "equals": self.equals,
        }


@dataclass(frozen=True)
class Ratio:
    """A figure: its label, what is added up, and what that is divided by."""

    label: Label
    total: Sum
    of: Sum = Sum()

    def measure(self, played: FinishedGames) -> Measure:
        """Return it as the lab counts it."""
        return Measure(self.label, self.total.numbers(played), self.of.numbers(played))

    def to_json(self) -> Json:
        """Return it as a page reads it."""
        label = self.label
        is_part = label.column not in ("", MEAN, "all")
        heading = f"{label.heading}, {label.name}" if is_part else label.heading
        return {
            "key": label.key,
            "group": heading if label.is_share else f"{heading} · {label.unit}".strip(" ·"),
            "name": label.column if is_part else label.name,
            "isShare": label.is_share,
            "total": self.total.to_json(),
            "of": self.of.to_json(),
        }
