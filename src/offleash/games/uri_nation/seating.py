"""How dogs change places in experiments: a dog goes with its player, a home with its seat."""

from collections.abc import Mapping
from typing import Any

from offleash.core.game import Records, Seating
from offleash.games.uri_nation.options import HOMES

TWO_SEATS = (0, 2)  # homes of a table for two, across from each other (S4)


def home_rotations(options: Records) -> list[Mapping[str, Any]]:
    """The homes of all seats, rotated round the board: every seat has each of them once.

    Homes that the options name keep their neighbours; for drawn homes the default order is used.
    """
    seats = int(options["seats"][0])
    own = tuple(map(int, options["homes"][0][:seats]))
    usual = TWO_SEATS if seats == len(TWO_SEATS) else tuple(range(seats))
    homes, turns = usual if min(own) < 0 else own, range(len(HOMES))
    return [{"homes": ",".join(_rotate_home(home, turn) for home in homes)} for turn in turns]


def _rotate_home(home: int, turn: int) -> str:
    return HOMES[(home + turn) % len(HOMES)]


# Rotating the seats never changes who sits next to whom, so every order is played.
SEATING = Seating(usual="all", moves=("archetypes",), places=home_rotations)
