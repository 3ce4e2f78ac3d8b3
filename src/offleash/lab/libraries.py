"""Optional libraries that extras install."""

import os
from importlib import import_module
from pathlib import Path

from offleash.tools.errors import OffleashError

POLARS = "polars"
THREADS = Path("/proc/self/task")  # Linux lists the threads of a process there


class Fork:
    """Whether this process was forked from one in which polars had threads.

    A fork copies none of them, but all that waits for them, so polars would wait for ever.
    """

    def __init__(self) -> None:
        self._is_used = self._had_threads = self.lacks_threads = False

    def note_use(self) -> None:
        self._is_used = True

    def look(self) -> None:
        """Look, just before a fork, whether polars has threads."""
        if not THREADS.is_dir():
            self._had_threads = self._is_used
            return
        names = [_name_of(thread) for thread in THREADS.iterdir()]
        self._had_threads = any(name.startswith("polars-") and name[-1].isdigit() for name in names)

    def enter(self) -> None:
        """Remember it in the child."""
        self.lacks_threads = self.lacks_threads or self._had_threads


def _name_of(thread: Path) -> str:
    try:
        return (thread / "comm").read_text().strip()
    except OSError:  # it has ended
        return ""


FORK = Fork()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=FORK.look, after_in_child=FORK.enter)


def require(feature: str, *libraries: str, extra: str = "lab") -> None:
    """Raise OffleashError if a library that `feature` needs is missing or can't work here."""
    for name in libraries:
        try:
            import_module(name)
        except ImportError:
            raise OffleashError(
                f"{feature} needs {name}, which is not installed: pip install 'offleash[{extra}]'"
            ) from None
    if POLARS in libraries:
        FORK.note_use()
        if FORK.lacks_threads:
            raise OffleashError(
                f"{feature} needs polars, which was used before this process was forked and does "
                "not survive that: start processes with multiprocessing.get_context('spawn')"
            )
