"""Searches with a time limit: a few playouts measure the speed, then a search fills the time.

A busy machine lets a short search through at once and delays a long one, so the speed of the last
long search is used if it was slower.

The result depends on the clock and differs between machines, so batches refuse such searches.
"""

import math
from collections.abc import Callable, Sequence

from offleash.bots.bot_names import MAX_PLAYOUTS
from offleash.bots.kinds import find
from offleash.contract import Game
from offleash.play.session import GameLuck

PILOT_PLAYOUTS = 64  # of the short search that is timed
TIME_SHARE = 0.9  # of the remaining time: playouts of other candidates may be longer

Clock = Callable[[], float]
Search = Callable[[int], tuple[int, int]]  # playouts -> the action, and the playouts played


class TimedSearches:
    """The players of a table whose searches have a time limit."""

    def __init__(self, game: Game, players: Sequence[str], clock: Clock) -> None:
        kinds = [find(game, name) for name in players]
        times = {n: kind.milliseconds(game, word) for n, (kind, word) in enumerate(kinds)}
        self._seconds = {player: time / 1000 for player, time in times.items() if time}
        self._clock = clock
        self._is_warm = False
        self._pace: dict[int, float] = {}  # playouts/s of each player's last long search

    def __contains__(self, player: int) -> bool:
        return player in self._seconds

    def search(self, player: int, search: Search, luck: GameLuck) -> int:
        """Return the action of the longest search that fits; consume the luck of one search."""
        before = luck.copy()

        def run(playouts: int) -> tuple[int, int]:
            luck.streams[:], luck.plans[:] = before.streams, before.plans
            return search(playouts)

        if not self._is_warm:  # the first search may have to be compiled
            run(PILOT_PLAYOUTS)
            self._is_warm = True
        start = self._clock()
        action, tried = run(PILOT_PLAYOUTS)
        ready = self._clock()
        pace = min(playouts_per_second(tried, ready - start), self._pace.get(player, math.inf))
        playouts = playouts_within(pace, self._seconds[player] - (ready - start))
        if playouts <= PILOT_PLAYOUTS:
            return action
        action, tried = run(playouts)
        self._pace[player] = playouts_per_second(tried, self._clock() - ready)
        return action


def playouts_per_second(playouts: int, seconds: float) -> float:
    """Return the speed of a search."""
    return playouts / seconds if seconds > 0 else math.inf


def playouts_within(pace: float, seconds: float) -> int:
    """Return how many playouts fit into the remaining time."""
    return int(min(MAX_PLAYOUTS, TIME_SHARE * seconds * pace)) if seconds > 0 else 0
