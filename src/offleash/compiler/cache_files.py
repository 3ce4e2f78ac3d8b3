"""The cache of compiled rules: its folders, and files with checksums.

A file that is damaged, incomplete or unreadable counts as missing and is written again. If a file
can't be written, the user is told once and the rules run all the same.
"""

import errno
import hashlib
import os
import re
import shutil
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path

from offleash.tools.errors import OffleashError

FORMAT = b"offleash 1\n"  # the start of every file; its checksum and its contents follow
CHECKSUM = hashlib.sha256().digest_size

OURS = re.compile(r"\w+-[0-9a-f]{16}")  # folders are named after a package and a digest
STAMP = "used"  # a file in each folder; its age is the time since the folder was used
PRUNED = "pruned"  # a file in the root; its age is the time since old folders were removed
PACE = "pace"  # a file in the root: seconds per rule when many were last compiled
DAY_S = 24 * 60 * 60.0
UNUSED_DAYS = 60

full_folders: set[Path] = set()  # that could not be written; the user has been told


def cache_root() -> Path:
    """Return the folder of the cache: `OFFLEASH_CACHE`, or the user's cache folder."""
    if folder := os.environ.get("OFFLEASH_CACHE"):
        return Path(os.path.abspath(os.path.expanduser(folder)))
    try:
        places = (os.environ.get(name) for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"))
        return Path(next(filter(None, places), "") or Path.home() / ".cache") / "offleash"
    except RuntimeError:  # a user without a home, as in a container
        raise OffleashError(
            "there is no home folder to store compiled rules in: set OFFLEASH_CACHE to a folder"
        ) from None


def open_folder(name: str) -> Path:
    """Return the folder of that name; once a day, remove folders that are no longer used."""
    folder = cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise OffleashError(
                f"compiled rules can't be stored in {folder} ({error.strerror}): "
                "set OFFLEASH_CACHE to a folder that can be written"
            ) from None
        _complain(folder, error)
    now = time.time()
    with suppress(OSError):
        if _age(folder / STAMP, now) > DAY_S:
            _stamp(folder / STAMP, now)
        if _age(folder.parent / PRUNED, now) > DAY_S:
            _stamp(folder.parent / PRUNED, now)
            prune(folder.parent, now)
    return folder


def prune(root: Path, now: float) -> None:
    """Remove the folders of compiled rules that have not been used for long, and nothing else."""
    for folder in root.iterdir():
        is_ours = OURS.fullmatch(folder.name) and not folder.is_symlink() and folder.is_dir()
        if is_ours and (folder / STAMP).is_file():
            if _age(folder / STAMP, now) > UNUSED_DAYS * DAY_S:
                shutil.rmtree(folder, ignore_errors=True)


def _stamp(file: Path, now: float) -> None:
    file.touch()
    os.utime(file, (now, now))


def _age(file: Path, now: float) -> float:
    try:
        return now - file.stat().st_mtime
    except OSError:
        return float("inf")


def read(path: Path) -> bytes | None:
    """Return the contents of a file, or None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    contents = data[len(FORMAT) + CHECKSUM :]
    is_whole = data.startswith(FORMAT + hashlib.sha256(contents).digest())
    return contents if is_whole else None


def write(path: Path, contents: bytes) -> None:
    """Write a file completely or not at all; if that fails, tell the user once and continue."""
    if path.parent in full_folders:
        return
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            draft.write_bytes(FORMAT + hashlib.sha256(contents).digest() + contents)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        _complain(path.parent, error)


def _complain(folder: Path, error: OSError) -> None:
    first = not full_folders
    full_folders.add(folder)
    if first and sys.stderr is not None:
        print(
            f"offleash: compiled rules can't be stored in {folder} ({error.strerror}), so every "
            "run compiles them again: make room there, or set OFFLEASH_CACHE to another folder",
            file=sys.stderr,
        )


def read_pace() -> float | None:
    """Return seconds per rule when many were last compiled here, if that is known."""
    contents = read(cache_root() / PACE)
    return float(contents) if contents else None


def write_pace(seconds: float) -> None:
    """Store the seconds per rule of the last compilation."""
    write(cache_root() / PACE, f"{seconds:.4f}".encode())
