"""What a batch of games of Digs comes to, seat by seat and by who sat there."""

import numpy as np

from offleash.core.game import Figure, Played
from tests.toys.digs.options import SEAT_NAMES


def summary(played: Played) -> list[Figure]:
    """Wins and bones of each seat and of each player, then what happened in all."""
    seats = played.variants["seats"][played.rows]
    takes_part = np.arange(len(SEAT_NAMES))[None, :] < seats[:, None]
    figures = []
    for seat, name in enumerate(SEAT_NAMES):
        figures += _of("seat", name, played, takes_part & (np.arange(len(SEAT_NAMES)) == seat))
    for number, name in enumerate(played.players):
        figures += _of("player", name, played, takes_part & (played.who == number))
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
        Figure(f"wins of {name}", float(played.results[where].mean()), True, "", group),
        Figure(f"bones of {name}", float(played.states["won"][where].mean()), group=group),
        Figure(f"biscuits bid by {name}", float(played.tallies["paid"][where].mean()), group=group),
    ]
