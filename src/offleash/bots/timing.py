"""Searching for a time: a few playouts say how fast this machine is, the rest of the time is used.

A clock decides, so no two machines choose alike: this is for play, and batches refuse it.
"""

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
        playouts = fitting(tried, self._clock() - begun, self._seconds[who])
        return again(playouts)[0] if playouts > PILOT else action


def fitting(tried: int, taken: float, seconds: float) -> int:
    """How many playouts fit behind a pilot that took part of the time."""
    left = seconds - taken
    if left <= 0:
        return 0
    return MOST if taken <= 0 else min(MOST, int(PART * left * tried / taken))
