"""What a batch of games of Digs comes to, seat by seat and by who sat there."""

import numpy as np

from offleash.core.game import Figure, Played
from tests.toys.digs.options import SEAT_NAMES


def summary(played: Played) -> list[Figure]:
    """Wins of each seat, bones and bids of each seat and of each player, then all in all."""
    figures = []
    for seat, name in enumerate(SEAT_NAMES):
        here = np.arange(len(SEAT_NAMES)) == seat
        if (places := played.playing & here).any():
            figures.append(_mean(f"wins of {name}", played.results[places], True, "", "seat"))
            figures += _of("seat", name, played, places)
    for number, name in enumerate(played.players):
        figures += _of("player", name, played, played.playing & (played.who == number))
    visits = played.sums["visits"].sum(axis=0)
    return [
        *figures,
        Figure("cells visited", float((visits > 0).sum()), unit="in all"),
        Figure("rounds", float(played.states["played"].mean())),
        Figure("bones that tied", float(played.tallies["ties"].mean())),
    ]


def _of(group: str, name: str, played: Played, where: np.ndarray) -> list[Figure]:
    """What came of the places that `where` marks, games × seats; nothing where there are none."""
    if not where.any():
        return []
    return [
        _mean(f"bones of {name}", played.states["won"][where], group=group),
        _mean(f"biscuits bid by {name}", played.tallies["paid"][where], group=group),
    ]


def _mean(name: str, values: np.ndarray, *more: object, **named: str) -> Figure:
    return Figure(name, float(values.mean()), *more, **named)
