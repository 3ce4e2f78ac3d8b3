"""The line of runs that want to be played, as files, so that every worker sees the same one.

A run waits while `.line/waiting/NAME` is there, and may be played while `.line/playing/NAME` is:
removing the file is how it is stopped, whoever plays it. Whoever plays holds the lock and has
written into it which run that is; the lock ends with the process, however that ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from offleash.core.errors import OffleashError

MOST_WAITING = 50


@dataclass(frozen=True)
class Now:
    """The line at one moment."""

    waiting: tuple[str, ...]  # in the order in which they came
    playing: str  # empty where nothing is played


class Line:
    """The line of one folder of runs."""

    def __init__(self, folder: Path) -> None:
        self._home = folder / ".line"
        self._waiting, self._playing = self._home / "waiting", self._home / "playing"
        self._lock = self._home / "lock"

    def join(self, name: str) -> None:
        """Lets a run wait, unless it does so already or is being played."""
        if not self.has_room_for(name):
            return
        with _told():
            self._waiting.mkdir(parents=True, exist_ok=True)
            (self._waiting / name).touch()

    def has_room_for(self, name: str) -> bool:
        """Whether a run can join; not if it has, and where too many wait that is refused."""
        now = self.now()
        if name in now.waiting or name == now.playing:
            return False
        if len(now.waiting) >= MOST_WAITING:
            raise OffleashError(
                f"{MOST_WAITING} runs are waiting: let some of them be played first"
            )
        return True

    def leave(self, name: str) -> None:
        """It is not to be played, or not any more."""
        for place in (self._waiting, self._playing):
            with suppress(FileNotFoundError), _told():
                (place / name).unlink()

    def now(self) -> Now:
        """Who waits, and who is being played."""
        waiting = tuple(_by_age(self._waiting))
        playing = self.holder()
        return Now(waiting, playing if playing and self.is_wanted(playing) else "")

    def has_joined(self) -> bool:
        """Whether anybody waits."""
        return bool(_by_age(self._waiting))

    def holder(self) -> str:
        """The run whose process lives, stopped or not; asking takes the lock from nobody."""
        try:
            handle = os.open(self._lock, os.O_RDONLY)
        except OSError:
            return ""
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return ""
        except OSError:
            return os.read(handle, 1000).decode("utf-8", "replace")
        finally:
            os.close(handle)

    @contextmanager
    def starting(self) -> Iterator[None]:
        """While one worker begins a run, no other does: two of the same plan become one."""
        with _told():
            self._home.mkdir(parents=True, exist_ok=True)
            handle = os.open(self._home / "start", os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    # For the process that plays

    @contextmanager
    def alone(self) -> Iterator[str]:
        """Waits until no other process plays; the first in line, or nothing."""
        self._playing.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            os.truncate(handle, 0)
            name = self._take()
            os.write(handle, name.encode())
            yield name
        finally:
            os.close(handle)

    def _take(self) -> str:
        """The first in line; whoever is left of processes that are gone has left the line."""
        for left in _by_age(self._playing):
            (self._playing / left).unlink(missing_ok=True)
        for name in _by_age(self._waiting):
            with suppress(FileNotFoundError):  # it was stopped in this moment
                os.rename(self._waiting / name, self._playing / name)
                return name
        return ""

    def is_wanted(self, name: str) -> bool:
        """Whether nobody has stopped the run that is being played."""
        return (self._playing / name).exists()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise OffleashError(f"the folder of runs can't be written ({error.strerror})") from None


def _by_age(folder: Path) -> list[str]:
    found = []
    with suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                found.append((entry.stat().st_mtime_ns, entry.name))
    return [name for _, name in sorted(found)]
