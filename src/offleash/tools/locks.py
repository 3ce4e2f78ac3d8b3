"""Locks on files and folders, which end with the process that has them, however it ends.

Windows differs in three ways. A folder can't be opened there, so a file next to it is locked in
its place. Nobody else can read what is locked, so the lock is on a byte far behind the contents.
And a wait is a series of attempts.
"""

import errno
import importlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LOCKED_BYTE = 1 << 30
RETRY_INTERVAL_S = 0.05


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        return None


fcntl, msvcrt = _module("fcntl"), _module("msvcrt")


@contextmanager
def lock_file(path: Path, wait: bool = False) -> Iterator[int]:
    """Lock a file, which is created if it is missing, and yield its handle.

    Raises BlockingIOError if another process has locked it, unless it waits for that to end.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _lock(handle, wait)
        yield handle
    finally:
        os.close(handle)


@contextmanager
def lock_folder(path: Path, wait: bool = False) -> Iterator[None]:
    """Lock a folder. Raise BlockingIOError as `lock_file` does, OSError if there is none."""
    if fcntl is None:
        if not path.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
        with lock_file(_substitute(path), wait):
            yield
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        _lock(handle, wait)
        yield
    finally:
        os.close(handle)


def is_locked(path: Path) -> bool:
    """Return whether a process has locked a file or a folder; asking does not lock it."""
    try:
        place = _substitute(path) if fcntl is None and path.is_dir() else path
        handle = os.open(place, os.O_RDONLY if fcntl else os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(handle, wait=False, shared=True)
        return False
    except OSError as error:  # other errors: the file system has no locks
        return isinstance(error, BlockingIOError)
    finally:
        os.close(handle)


def _substitute(folder: Path) -> Path:
    """Return the file that is locked in place of a folder, whichever path names that; it stays."""
    place = folder.resolve()  # "." has no name
    return place.with_name(f".{place.name}.lock")


def _lock(handle: int, wait: bool, shared: bool = False) -> None:
    if fcntl is not None:
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        fcntl.flock(handle, kind if wait else kind | fcntl.LOCK_NB)
        return
    while not _try_lock_byte(handle):
        if not wait:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        time.sleep(RETRY_INTERVAL_S)


def _try_lock_byte(handle: int) -> bool:
    """Lock the byte, and return whether that was possible; for Windows."""
    place = os.lseek(handle, 0, os.SEEK_CUR)
    os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
            raise
        return False
    finally:
        os.lseek(handle, place, os.SEEK_SET)
    return True
