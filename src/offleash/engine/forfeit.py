"""Games that a player lost because it broke the protocol of bots."""

from dataclasses import dataclass
from typing import Any

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
    turn: int = 0  # how many actions had been played
    seed: int | None = None
    call: str = ""  # of Python, which plays the game again up to there

    def __str__(self) -> str:
        series = "" if self.seed is None else f" of seed {self.seed}"
        again = f"; play it again in Python: {self.call}" if self.call else ""
        return (
            f"{self.player} on seat {self.seat} forfeits game {self.game}{series} at action "
            f"{self.turn + 1}: it {self.problem}; it saw {self.saw}{again}"
        )


class Forfeited(OffleashError):
    """Raised if a player breaks the protocol; the caller that runs the game ends it."""

    def __init__(self, forfeit: Forfeit, hint: str = "") -> None:
        self.forfeit, self.hint = forfeit, hint
        super().__init__(f"{forfeit}{hint}")

    def __reduce__(self) -> Any:
        return type(self), (self.forfeit, self.hint)


def forfeited_shares(sides: list[int], loser: int) -> list[float]:
    """Return each seat's share: 0 for the side that forfeits; the other sides share the win."""
    winners = len(set(sides) - {loser})
    return [0.0 if side == loser or not winners else 1.0 / winners for side in sides]


def forfeited_places(sides: list[int], loser: int) -> list[int]:
    """Return the places of all seats: the winning sides share the first, the loser comes last."""
    ahead = sum(side != loser for side in sides)
    return [ahead if side == loser else 0 for side in sides]
