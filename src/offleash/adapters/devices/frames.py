"""The arrays that steps of a vector show: fresh ones where somebody still holds the last."""

import sys
from collections.abc import Callable
from typing import Any

from offleash.adapters.templates.steps import StepFrame

MOST_IDLE = 3  # frames that wait to be written again


class Frames:
    """The frame that is shown, and others that nobody holds any more.

    With `copy`, a step never writes to an array that somebody holds, be it by a view of it or by
    DLPack: all of them count as references to the array. So a replay memory needs no copies, and a
    program that lets go of what it read pays for none.
    """

    def __init__(
        self, new_frame: Callable[[], StepFrame], copy_array: Callable[[Any], Any], copies: bool
    ) -> None:
        self._new_frame, self._copy_array, self._copies = new_frame, copy_array, copies
        self._idle: list[StepFrame] = []
        self.latest = new_frame()
        self._unheld = _references(self.latest)
        self._with_vector = [count + 1 for count in self._unheld]  # whose attributes they are

    def turn(self) -> StepFrame:
        """Return the frame for the next step: the last one, if nobody else holds its arrays."""
        if self._copies and _references(self.latest) != self._with_vector:
            self._idle = [*self._idle, self.latest][-MOST_IDLE:]
            places = reversed(range(len(self._idle) - 1))
            place = next((n for n in places if self._is_free(self._idle[n])), None)
            self.latest = self._new_frame() if place is None else self._idle.pop(place)
        return self.latest

    def edit(self) -> StepFrame:
        """Return a frame like the one that is shown, for a change of a few of its games."""
        if self._copies:
            self.latest = StepFrame._make(map(self._copy_array, self.latest))
        return self.latest

    def _is_free(self, frame: StepFrame) -> bool:
        return _references(frame) == self._unheld


def _references(frame: StepFrame) -> list[int]:
    return [sys.getrefcount(array) for array in frame]
