"""Clocks: the time that each player has for all decisions of a game."""

from dataclasses import dataclass, field

MINUTES = (5, 10, 20, 40, 60)  # to choose from
NOBODY_DECIDES = -1


@dataclass
class Clock:
    """What is left of everybody's time, by the times in the log."""

    budget_s: float  # of each seat
    used_s: dict[int, float] = field(default_factory=dict)  # by seat, until `since`
    running: int = NOBODY_DECIDES  # the seat whose time passes
    since: float = 0.0

    def switch(self, seat: int, at: float) -> None:
        """Let the time of another seat pass from now on, or nobody's."""
        at = max(at, self.since)  # a server's clock may be set back
        if self.running != NOBODY_DECIDES:
            self.used_s[self.running] = self.used_s.get(self.running, 0.0) + at - self.since
        self.running, self.since = seat, at

    def end_outage(self, used_s: float, at: float) -> None:
        """Count so much of the time until now, in which the host was away, and no more."""
        if self.running != NOBODY_DECIDES:
            self.used_s[self.running] = self.used_s.get(self.running, 0.0) + used_s
        self.since = at

    def left_s(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left, at least 0."""
        used = self.used_s.get(seat, 0.0)
        if seat == self.running:
            used += max(0.0, now - self.since)
        return max(0.0, self.budget_s - used)
