"""Searching for a time: a few playouts say how fast this machine is, the rest of the time is used.

A machine with other work lets a short search through at once and makes a long one wait, so the pace
of the last long search counts too, where it was slower.

A clock decides, so no two machines choose alike: this is for play, and batches refuse it.
"""

import math
from collections.abc import Callable, Sequence

from offleash.bots.budgets import MOST
from offleash.bots.kinds import find
from offleash.core.game import Game
from offleash.play.session import Luck

PILOT = 64  # playouts that are timed
PART = 0.9  # of the time that is left: playouts of other candidates may be longer

Clock = Callable[[], float]
Search = Callable[[int], tuple[int, int]]  # playouts -> the action, and how many there were


class Timed:
    """The players of a table that think for a time."""

    def __init__(self, game: Game, players: Sequence[str], clock: Clock) -> None:
        found = [find(game, name) for name in players]
        times = {who: kind.milliseconds(game, word) for who, (kind, word) in enumerate(found)}
        self._seconds = {who: time / 1000 for who, time in times.items() if time}
        self._clock = clock
        self._is_warm = False
        self._pace: dict[int, float] = {}  # playouts a second of each player's last long search

    def __contains__(self, who: int) -> bool:
        return who in self._seconds

    def search(self, who: int, search: Search, luck: Luck) -> int:
        """The action of the last search that fits; the luck is used up once."""
        before = luck.copy()

        def again(playouts: int) -> tuple[int, int]:
            luck.streams[:], luck.plans[:] = before.streams, before.plans
            return search(playouts)

        if not self._is_warm:  # the first search of all may have to be compiled
            again(PILOT)
            self._is_warm = True
        begun = self._clock()
        action, tried = again(PILOT)
        ready = self._clock()
        pace = min(paced(tried, ready - begun), self._pace.get(who, math.inf))
        playouts = fitting(pace, self._seconds[who] - (ready - begun))
        if playouts <= PILOT:
            return action
        action, tried = again(playouts)
        self._pace[who] = paced(tried, self._clock() - ready)
        return action


def paced(tried: int, taken: float) -> float:
    """Playouts a second."""
    return tried / taken if taken > 0 else math.inf


def fitting(pace: float, left: float) -> int:
    """How many playouts fit into the time that is left."""
    return int(min(MOST, PART * left * pace)) if left > 0 else 0
