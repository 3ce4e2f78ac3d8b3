"""Progress messages while rules are compiled: how many, for what, and the expected time."""

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from offleash.compiler import cache_files

FEW = 3  # rules; compiling them takes less time than reading a line about it
MANY = 50  # rules; their mean time predicts the next ones


@dataclass(frozen=True)
class Notice:
    """The progress of compiling one kernel, or one rule that Python calls."""

    game: str
    rule: str  # the one that is called
    done: int  # rules compiled, the one that is called included
    total: int  # rules that were not in the cache
    seconds: float | None  # expected, if many rules were compiled on this machine before
    over: bool = False  # the last notice: it has finished or failed

    @property
    def text(self) -> str:
        """One line about the whole task."""
        rules = "one rule" if self.total == 1 else f"{self.total} rules"
        estimate = f", about {max(1, math.ceil(self.seconds))} s" if self.seconds else ""
        return f"compiling {rules} of {self.game} for {self.rule}{estimate}, once"


Announce = Callable[[Notice], None]


def print_line(notice: Notice) -> None:
    """Print a line on stderr when compiling begins, unless it takes only a moment."""
    if notice.done == 0 and notice.total > FEW and not notice.over and sys.stderr is not None:
        print(f"offleash: {notice.text}", file=sys.stderr, flush=True)


class Progress:
    """Counts the compiled rules of one task and passes notices to `announce`."""

    def __init__(self, announce: Announce, game: str, rule: str, total: int) -> None:
        pace = (
            cache_files.read_pace() if total >= MANY else None
        )  # the time of a few varies too much
        self._announce, self._start = announce, time.perf_counter()
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
            cache_files.write_pace((time.perf_counter() - self._start) / self._now.done)
