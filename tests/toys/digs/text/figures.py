"""What is counted in games of Digs, seat by seat and by who sat there."""

import numpy as np

from offleash.contract import FinishedGames, Label, Measure
from tests.toys.digs.options import SEAT_NAMES


def measures(played: FinishedGames) -> list[Measure]:
    """Wins of each seat, bones and bids of each seat and of each player, then all in all."""
    result = []
    for seat, name in enumerate(SEAT_NAMES):
        mask = played.playing & (np.arange(len(SEAT_NAMES)) == seat)
        result.append(_mean(f"wins of {name}", played.results, mask, "seat", True))
        result += _of("seat", name, played, mask)
    for number, name in enumerate(played.players):
        result += _of("player", name, played, played.playing & (played.players_by_seat == number))
    return [
        *result,
        Measure(Label("rounds"), played.states["played"]),
        Measure(Label("bones that tied"), played.tallies["ties"]),
    ]


def _of(group: str, name: str, played: FinishedGames, mask: np.ndarray) -> list[Measure]:
    """What came of the places that `where` marks, games × seats."""
    return [
        _mean(f"bones of {name}", played.states["won"], mask, group),
        _mean(f"biscuits bid by {name}", played.tallies["paid"], mask, group),
    ]


def _mean(
    name: str, values: np.ndarray, mask: np.ndarray, group: str, is_share: bool = False
) -> Measure:
    label = Label(name, is_share, "" if is_share else "per game", group)
    return Measure(label, (values * mask).sum(axis=1), mask.sum(axis=1))
