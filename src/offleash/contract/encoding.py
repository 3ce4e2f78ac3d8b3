"""A position as numbers for programs that learn: names, bounds and meaning of each number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

SEATS_FROM_OWN = ("own", "2nd", "3rd", "4th")  # in order of play from the observing seat


class Span:
    """Neighbouring numbers with one meaning: one number, or one for each label of its axes."""

    def __init__(
        self, name: str, low: int, high: int, meaning: str, *axes: Sequence[str] | int
    ) -> None:
        self.name, self.low, self.high, self.meaning = name, low, high, meaning
        self.axes = tuple(
            tuple(map(str, range(axis))) if isinstance(axis, int) else tuple(axis) for axis in axes
        )

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(map(len, self.axes))

    @property
    def names(self) -> list[str]:
        """A name for each of its numbers, the last axis first to change."""
        if not self.axes:
            return [self.name]
        return [f"{self.name}[{','.join(labels)}]" for labels in product(*self.axes)]


@dataclass(frozen=True)
class Encoding:
    """What the rule `encode` of a game writes. A new layout or meaning is a new version."""

    version: int
    spans: tuple[Span, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        return sum(span.size for span in self.spans)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each number."""
        return tuple(name for span in self.spans for name in span.names)

    @cached_property
    def low(self) -> Numbers:
        """The least value of each number, under any options."""
        return self._repeat([span.low for span in self.spans])

    @cached_property
    def high(self) -> Numbers:
        """The greatest value of each number, under any options."""
        return self._repeat([span.high for span in self.spans])

    def place(self, name: str) -> slice:
        """Return where the numbers of a span are."""
        first = 0
        for span in self.spans:
            if span.name == name:
                return slice(first, first + span.size)
            first += span.size
        raise KeyError(name)

    def _repeat(self, values: Sequence[int]) -> Numbers:
        return np.repeat(np.array(values, np.int32), [span.size for span in self.spans])


@dataclass(frozen=True)
class Observation:
    """What a seat may know: as numbers of a fixed shape, and as text, which is made when asked."""

    make_text: Callable[[], str]
    array: Numbers

    @cached_property
    def text(self) -> str:
        """The view of the seat in the notation of positions."""
        return self.make_text()


FormatPosition = Callable[[NDArray[Any], NDArray[Any]], str]
Observe = Callable[[NDArray[Any], NDArray[Any], int], Observation]


def observer(
    encoding: Encoding,
    encode: Callable[..., Any],
    hide: Callable[..., Any],
    format_position: FormatPosition,
) -> Observe:
    """Return the function `observe` of a game with an encoding."""

    def observe(states: NDArray[Any], options: NDArray[Any], seat: int) -> Observation:
        views = states.copy()
        array = np.zeros(encoding.size, np.int32)
        encode(views[0], options[0], seat, array)

        def make_text() -> str:
            hide(views[0], options[0], seat)
            return format_position(views, options)

        return Observation(make_text, array)

    return observe
