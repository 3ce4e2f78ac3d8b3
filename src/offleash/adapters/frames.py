"""The arrays that steps of a vector show: fresh ones where somebody still holds the last."""

import sys

import numpy as np

from offleash.adapters.templates.steps import StepFrame
from offleash.contract import Game
from offleash.contract.rules.actors import OVER

MOST_IDLE = 3  # frames that wait to be written again


def new_frame(game: Game, games: int, observe: bool, mask: bool, actions: bool) -> StepFrame:
    """Return the arrays of a step, with nothing in them."""
    size = game.learning.encoding.size if observe else 0
    columns = game.learning.action_encoding.size if actions else 0
    rules = game.rules
    return StepFrame(
        np.zeros((games, size), np.int32),
        np.zeros((games, size), np.int32),
        np.zeros((games, rules.max_actions + 1), np.int32),
        np.zeros(games, np.int64),
        np.zeros((games, rules.action_count if mask else 0), np.int8),
        np.zeros((games, rules.max_actions if actions else 0, columns), np.int32),
        np.full(games, OVER, np.int64),
        np.zeros((games, game.max_seats)),
        np.zeros(games, np.int8),
        np.zeros(games, np.int8),
    )


class Frames:
    """The frame that is shown, and others that nobody holds any more.

    With `copy`, a step never writes to an array that somebody holds, be it by a view of it or by
    DLPack: all of them count as references to the array. So a replay memory needs no copies, and a
    program that lets go of what it read pays for none.
    """

    def __init__(
        self, game: Game, games: int, observe: bool, mask: bool, actions: bool, copy: bool
    ) -> None:
        self._shape = (game, games, observe, mask, actions)
        self._copies = copy
        self._idle: list[StepFrame] = []
        self.latest = new_frame(*self._shape)
        self._unheld = _references(self.latest)
        self._with_vector = [count + 1 for count in self._unheld]  # whose attributes they are

    def turn(self) -> StepFrame:
        """Return the frame for the next step: the last one, if nobody else holds its arrays."""
        if self._copies and _references(self.latest) != self._with_vector:
            self._idle = [*self._idle, self.latest][-MOST_IDLE:]
            places = reversed(range(len(self._idle) - 1))
            place = next((n for n in places if self._is_free(self._idle[n])), None)
            self.latest = new_frame(*self._shape) if place is None else self._idle.pop(place)
        return self.latest

    def edit(self) -> StepFrame:
        """Return a frame like the one that is shown, for a change of a few of its games."""
        if self._copies:
            self.latest = StepFrame._make(array.copy() for array in self.latest)
        return self.latest

    def _is_free(self, frame: StepFrame) -> bool:
        return _references(frame) == self._unheld


def _references(frame: StepFrame) -> list[int]:
    return [sys.getrefcount(array) for array in frame]
