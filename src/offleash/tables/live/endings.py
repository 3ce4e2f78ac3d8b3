"""Games that end before their rules end them: players resign, agree to stop, or run out of time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from offleash.tools.prose import join_and

AGREED, RESIGNED, TIME, SILENT = "agreed", "resigned", "time", "silent"
EVENTS = {
    RESIGNED: "resigned",
    TIME: "ran out of time",
    SILENT: "is out: the link for the luck did not arrive",
}


@dataclass(frozen=True)
class LeftGame:
    """A player gave up, ran out of time, or was missing in a draw of live luck."""

    at: int  # actions of the game by then
    seat: int
    reason: str

    def describe(self, names: Sequence[str]) -> str:
        """Return what happened, in words."""
        return f"{names[self.seat]} {EVENTS[self.reason]}"


@dataclass(frozen=True)
class EarlyEnd:
    """Why a game ended early, and what each seat has won; nothing if it has no winner."""

    reason: str
    seat: int  # that resigned last, or whose time ran out; -1 if all agreed
    shares: tuple[float, ...]

    def describe(self, names: Sequence[str]) -> str:
        """Return what happened, in words."""
        if self.reason == AGREED:
            return "The players have ended the game"
        event = f"{names[self.seat]} {EVENTS[self.reason]}"
        winners = [names[seat] for seat, share in enumerate(self.shares) if share]
        if not winners:
            return f"{event}; nobody wins"
        return f"{event}; {join_and(winners)} {'win' if len(winners) > 1 else 'wins'}"


def is_decided(sides: Sequence[int], people: Collection[int], resigned: Collection[int]) -> bool:
    """Return whether a game ends with these resignations: one side is left, or no person."""
    playing = {side for seat, side in enumerate(sides) if seat not in resigned}
    return len(playing) < 2 or set(people) <= set(resigned)


def shares_of(sides: Sequence[int], resigned: Collection[int]) -> tuple[float, ...]:
    """Return what each seat won: all of the only side without a resignation; else nobody wins."""
    losing = {sides[seat] for seat in resigned}
    winning = set(sides) - losing
    is_won = len(winning) == 1
    return tuple(float(is_won and side in winning) for side in sides)
