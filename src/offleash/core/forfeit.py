"""A game that a player lost by misbehaving, as a batch and a session tell it."""

from dataclasses import dataclass

from offleash.core.errors import OffleashError


@dataclass(frozen=True)
class Forfeit:
    """Who forfeited which game, and why: the game's own state says nothing of it."""

    game: int  # whose luck it had, in the series that the seed stands for
    seat: int
    player: str
    problem: str  # behind "it": "answered 99, which is not a legal action"
    saw: str  # the position in notation, as its seat sees it
    seating: int = 0

    def __str__(self) -> str:
        return (
            f"{self.player} on seat {self.seat} forfeits game {self.game}: it {self.problem}; "
            f"it saw {self.saw}"
        )


class Forfeited(OffleashError):
    """Raised where a player misbehaves: whoever holds the game ends it."""

    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit
        super().__init__(str(forfeit))


def forfeited_shares(sides: list[int], loser: int) -> list[float]:
    """What each seat gets: nothing on the side that forfeits, while the others share the win."""
    winners = len(set(sides) - {loser})
    return [0.0 if side == loser or not winners else 1.0 / winners for side in sides]


def forfeited_places(sides: list[int], loser: int) -> list[int]:
    """The places of all seats: those who share the win are first, the others come behind them."""
    ahead = sum(side != loser for side in sides)
    return [ahead if side == loser else 0 for side in sides]
