"""Time that only goes forward, for all processes of one run of the server.

The wall clock was read once, when the run began: setting it, or suspending the machine, changes
nothing. So times of one run can be compared, and times before it belong to another run.
"""

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class ServerRun:
    """When a run of the server began, by the wall clock and by the clock that nobody can set."""

    began_s: float  # seconds since 1970
    monotonic_s: float

    def now(self) -> float:
        """Return the seconds since 1970, as far as this run knows."""
        return self.began_s + time.monotonic() - self.monotonic_s


def begin_run() -> ServerRun:
    """Read both clocks."""
    return ServerRun(time.time(), time.monotonic())


_run = begin_run()


def join_run(run: ServerRun) -> None:
    """Take over the run of the process that started this one."""
    global _run
    _run = run


def this_run() -> ServerRun:
    """Return the run to which this process belongs."""
    return _run


def steady_now() -> float:
    """Return the seconds since 1970 by the clocks of this run."""
    return _run.now()
