"""What is counted in games of Digs, seat by seat and by who sat there."""

import numpy as np

from offleash.core.game import FinishedGames, Label, Measure
from tests.toys.digs.options import SEAT_NAMES


def measures(played: FinishedGames) -> list[Measure]:
    """Wins of each seat, bones and bids of each seat and of each player, then all in all."""
    found = []
    for seat, name in enumerate(SEAT_NAMES):
        here = played.playing & (np.arange(len(SEAT_NAMES)) == seat)
        found.append(_mean(f"wins of {name}", played.results, here, "seat", True))
        found += _of("seat", name, played, here)
    for number, name in enumerate(played.players):
        found += _of("player", name, played, played.playing & (played.players_by_seat == number))
    return [
        *found,
        Measure(Label("rounds"), played.states["played"]),
        Measure(Label("bones that tied"), played.tallies["ties"]),
    ]


def _of(group: str, name: str, played: FinishedGames, where: np.ndarray) -> list[Measure]:
    """What came of the places that `where` marks, games × seats."""
    return [
        _mean(f"bones of {name}", played.states["won"], where, group),
        _mean(f"biscuits bid by {name}", played.tallies["paid"], where, group),
    ]


def _mean(
    name: str, values: np.ndarray, where: np.ndarray, group: str, is_share: bool = False
) -> Measure:
    label = Label(name, is_share, "" if is_share else "per game", group)
    return Measure(label, (values * where).sum(axis=1), where.sum(axis=1))
