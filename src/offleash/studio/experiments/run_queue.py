"""The queue of runs to play, as files, so that every worker sees the same one.

A run waits while `.line/waiting/NAME` exists and may be played while `.line/playing/NAME` exists;
removing the file stops it, whichever process plays it. The playing process holds a lock file with
the run's name in it; the lock ends with the process, however that ends.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from offleash.tools import locks
from offleash.tools.errors import OffleashError

MAX_WAITING = 50


@dataclass(frozen=True)
class QueueState:
    """The queue at one moment."""

    waiting: tuple[str, ...]  # in order of arrival
    playing: str  # empty if nothing is being played


class RunQueue:
    """The queue of one folder of runs."""

    def __init__(self, folder: Path) -> None:
        self._home = folder / ".line"
        self._waiting, self._playing = self._home / "waiting", self._home / "playing"
        self._lock = self._home / "lock"

    def join(self, name: str) -> None:
        """Add a run, unless it is waiting already or being played."""
        if not self.has_room_for(name):
            return
        with _write_errors():
            self._waiting.mkdir(parents=True, exist_ok=True)
            (self._waiting / name).touch()

    def has_room_for(self, name: str) -> bool:
        """Return whether a run is not in the queue yet. Raises OffleashError if it is full."""
        state = self.state()
        if name in state.waiting or name == state.playing:
            return False
        if len(state.waiting) >= MAX_WAITING:
            raise OffleashError(
                f"{MAX_WAITING} runs are waiting already: wait until some have been played"
            )
        return True

    def leave(self, name: str) -> None:
        """Remove a run, which stops it if it is being played."""
        for folder in (self._waiting, self._playing):
            with suppress(FileNotFoundError), _write_errors():
                (folder / name).unlink()

    def state(self) -> QueueState:
        """Return which runs are waiting and which is being played."""
        waiting = tuple(_by_age(self._waiting))
        playing = self.lock_owner()
        return QueueState(waiting, playing if playing and self.is_active(playing) else "")

    def has_waiting(self) -> bool:
        """Return whether any run is waiting."""
        return bool(_by_age(self._waiting))

    def lock_owner(self) -> str:
        """Return the run whose process is alive, stopped or not; leaves the lock alone."""
        with suppress(OSError):
            if locks.is_locked(self._lock):
                return self._lock.read_text(encoding="utf-8", errors="replace")
        return ""

    @contextmanager
    def start_lock(self) -> Iterator[None]:
        """Let only one worker start a run at a time, so that two of the same plan become one."""
        with ExitStack() as lock:
            with _write_errors():
                self._home.mkdir(parents=True, exist_ok=True)
                lock.enter_context(locks.lock_file(self._home / "start", wait=True))
            yield

    # For the process that plays

    @contextmanager
    def take_next(self) -> Iterator[str]:
        """Wait until no other process plays; yield the first run in the queue, or nothing."""
        self._playing.mkdir(parents=True, exist_ok=True)
        with locks.lock_file(self._lock, wait=True) as handle:
            os.truncate(handle, 0)
            name = self._pop()
            os.write(handle, name.encode())
            yield name

    def _pop(self) -> str:
        """Take the first run from the queue, after removing those of processes that have died."""
        for stale in _by_age(self._playing):
            (self._playing / stale).unlink(missing_ok=True)
        for name in _by_age(self._waiting):
            with suppress(FileNotFoundError):  # it was stopped just now
                os.rename(self._waiting / name, self._playing / name)
                return name
        return ""

    def is_active(self, name: str) -> bool:
        """Return whether the run being played has not been stopped."""
        return (self._playing / name).exists()


@contextmanager
def _write_errors() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise OffleashError(f"the folder of runs can't be written ({error.strerror})") from None


def _by_age(folder: Path) -> list[str]:
    names = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                names.append((entry.stat().st_mtime_ns, entry.name))
    return [name for _, name in sorted(names)]
