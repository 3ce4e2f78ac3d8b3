"""Games that a player lost because it broke the protocol of bots."""

from dataclasses import dataclass

from offleash.tools.errors import OffleashError


@dataclass(frozen=True)
class Forfeit:
    """The player that forfeited a game, and why; the final position does not show it."""

    game: int  # its number in the series of the seed
    seat: int
    player: str
    problem: str  # follows "it": "answered 99, which is not a legal action"
    saw: str  # the position in notation, as its seat sees it
    seating: int = 0

    def __str__(self) -> str:
        return (
            f"{self.player} on seat {self.seat} forfeits game {self.game}: it {self.problem}; "
            f"it saw {self.saw}"
        )


class Forfeited(OffleashError):
    """Raised if a player breaks the protocol; the caller that runs the game ends it."""

    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit
        super().__init__(str(forfeit))


def forfeited_shares(sides: list[int], loser: int) -> list[float]:
    """Return each seat's share: 0 for the side that forfeits; the other sides share the win."""
    winners = len(set(sides) - {loser})
    return [0.0 if side == loser or not winners else 1.0 / winners for side in sides]


def forfeited_places(sides: list[int], loser: int) -> list[int]:
    """Return the places of all seats: the winning sides share the first, the loser comes last."""
    ahead = sum(side != loser for side in sides)
    return [ahead if side == loser else 0 for side in sides]
