"""The folders of trials: what they are called, and that only the last ones of a project stay."""

import fcntl
import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

from offleash.lab.experiment import Experiment
from offleash.lab.folder import remove

KEPT = 40  # trials of each project
PREFIX = "trials"
LONGEST = 60  # letters of a project's name in that of a folder


def name_of(project: str, experiment: Experiment) -> str:
    """The same games have the same name; other rules, or the same rules changed, have another."""
    known = f"{experiment.plan.digest} {experiment.rules_digest}"
    return f"{PREFIX}-{_letters(project)}-{hashlib.sha256(known.encode()).hexdigest()[:16]}"


def _letters(project: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", project)[:LONGEST]


def mark_used(folder: Path) -> None:
    """The folder is the last to be removed."""
    with suppress(OSError):
        os.utime(folder)


def prune(runs: Path, project: str, kept: int = KEPT) -> None:
    """Removes the trials of a project that were used longest ago; never one in use."""
    ours = re.compile(rf"{PREFIX}-{re.escape(_letters(project))}-[0-9a-f]{{16}}")
    with suppress(OSError):
        found = [each for each in runs.iterdir() if ours.fullmatch(each.name)]
        for old in sorted(found, key=_last_used, reverse=True)[kept:]:
            remove_unused(old)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process was quicker
        return 0.0


def remove_unused(folder: Path) -> bool:
    """Whether it is gone. Who plays there has a lock on the folder, and so have we meanwhile."""
    if folder.is_symlink():
        return False
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(folder)
        finally:
            os.close(handle)
    except OSError:
        return False
    return not folder.exists()
