"""Saying that rules are being compiled: what for, how many, and how long that took before."""

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from offleash.core import cache

FEW = 3  # rules that are compiled sooner than a line about them is read
MANY = 50  # so many rules average out: what they took says what as many will take


@dataclass(frozen=True)
class Notice:
    """How far the compiling of one kernel, or of one rule that Python calls, has come."""

    game: str
    rule: str  # what is wanted
    done: int  # rules, the wanted one among them
    total: int  # those that were not in the cache
    seconds: float | None  # what that many took here before, where that is known
    over: bool = False  # no more notices: it is done, or has failed

    @property
    def text(self) -> str:
        """One line about all of it."""
        rules = "one rule" if self.total == 1 else f"{self.total} rules"
        known = f", about {max(1, math.ceil(self.seconds))} s" if self.seconds else ""
        return f"compiling {rules} of {self.game} for {self.rule}{known}, once"


Announce = Callable[[Notice], None]


def print_line(notice: Notice) -> None:
    """A line on the error stream when compiling begins, unless it ends at once."""
    if notice.done == 0 and notice.total > FEW and not notice.over and sys.stderr is not None:
        print(f"offleash: {notice.text}", file=sys.stderr, flush=True)


class Progress:
    """Counts the rules of one task and tells `announce`."""

    def __init__(self, announce: Announce, game: str, rule: str, total: int) -> None:
        pace = cache.read_pace() if total >= MANY else None  # few rules may take any time
        self._announce, self._begun = announce, time.perf_counter()
        self._now = Notice(game, rule, 0, total, pace * total if pace else None)

    def __enter__(self) -> "Progress":
        self._announce(self._now)
        return self

    def advance(self) -> None:
        done = self._now.done + 1
        self._now = replace(self._now, done=done, total=max(done, self._now.total))
        self._announce(self._now)

    def __exit__(self, failed: object, *_: object) -> None:
        self._announce(replace(self._now, over=True))
        if failed is None and self._now.done >= MANY:
            cache.write_pace((time.perf_counter() - self._begun) / self._now.done)
