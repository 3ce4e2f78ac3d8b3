"""Where compiled rules are kept: folders, files that can't be read wrongly, and their upkeep.

A file that is damaged, half written or not to be read counts as missing, and is written anew. What
can't be written is said once, and the rules run all the same.
"""

import errno
import hashlib
import os
import re
import shutil
import sys
import time
import uuid
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from offleash.core.errors import OffleashError

FORMAT = b"offleash 1\n"  # at the head of every file; its checksum and its contents follow
CHECKSUM = hashlib.sha256().digest_size

OURS = re.compile(r"\w+-[0-9a-f]{16}")  # a folder that is named after a package and a digest
STAMP = "used"  # in each folder: its age is how long the folder has not been used
PRUNED = "pruned"  # in the root: its age is how long nobody has looked for old folders
PACE = "pace"  # in the root: seconds that a rule took, the last time many were compiled
DAY = 24 * 60 * 60.0
UNUSED_DAYS = 60

full_folders: set[Path] = set()  # folders that could not be written, and have been complained about


def cache_root() -> Path:
    """Where compiled rules are kept: `OFFLEASH_CACHE`, or the user's cache folder."""
    if chosen := os.environ.get("OFFLEASH_CACHE"):
        return Path(os.path.abspath(os.path.expanduser(chosen)))
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "offleash"
    except RuntimeError:  # a user without a home, as in a container
        raise OffleashError(
            "there is no home folder to keep compiled rules in: set OFFLEASH_CACHE to a folder"
        ) from None


def digest(facts: str, files: Iterable[Path]) -> str:
    """A name for all that decides the machine code: settings, record types, sources."""
    sha = hashlib.sha256(f"{facts}\n".encode())
    for file in sorted(set(files)):
        sha.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return sha.hexdigest()[:16]


def open_folder(name: str) -> Path:
    """The folder of that name, in use from now on; once a day, others are looked through."""
    folder = cache_root() / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise OffleashError(
                f"compiled rules can't be kept in {folder} ({error.strerror}): "
                "set OFFLEASH_CACHE to a folder that can be written"
            ) from None
        _complain(folder, error)
    now = time.time()
    with suppress(OSError):
        if _age(folder / STAMP, now) > DAY:
            _stamp(folder / STAMP, now)
        if _age(folder.parent / PRUNED, now) > DAY:
            _stamp(folder.parent / PRUNED, now)
            prune(folder.parent, now)
    return folder


def prune(root: Path, now: float) -> None:
    """Removes the folders of compiled rules that nobody has used for long, and nothing else."""
    for folder in root.iterdir():
        is_ours = OURS.fullmatch(folder.name) and not folder.is_symlink() and folder.is_dir()
        if is_ours and (folder / STAMP).is_file():
            if _age(folder / STAMP, now) > UNUSED_DAYS * DAY:
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
    """What was written to a file; None where it is missing or no longer what was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    contents = data[len(FORMAT) + CHECKSUM :]
    is_whole = data.startswith(FORMAT + hashlib.sha256(contents).digest())
    return contents if is_whole else None


def write(path: Path, contents: bytes) -> None:
    """Writes a file whole or not at all; where that fails, says so once and goes on."""
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
            f"offleash: compiled rules can't be kept in {folder} ({error.strerror}), so every run "
            "compiles them anew: make room there, or set OFFLEASH_CACHE to another folder",
            file=sys.stderr,
        )


def read_pace() -> float | None:
    """Seconds that a rule took when many were last compiled here."""
    found = read(cache_root() / PACE)
    return float(found) if found else None


def write_pace(seconds: float) -> None:
    """Keeps what a rule has taken now."""
    write(cache_root() / PACE, f"{seconds:.4f}".encode())
