"""The run folders of trials: their names, and removing all but a project's latest ones."""

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import remove
from offleash.tools.locks import lock_folder

MAX_FOLDERS = 40  # per project
PREFIX = "trials"
MAX_NAME_LENGTH = 60  # characters of the project's name in a folder's name


def name_of(project: str, experiment: Experiment) -> str:
    """Return the folder's name: the same for the same games and rules, different otherwise."""
    identity = f"{experiment.plan.digest} {experiment.rules_digest}"
    return f"{PREFIX}-{_letters(project)}-{hashlib.sha256(identity.encode()).hexdigest()[:16]}"


def _letters(project: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "_", project)[:MAX_NAME_LENGTH]


def mark_used(folder: Path) -> None:
    """Mark a folder as the most recently used."""
    with suppress(OSError):
        os.utime(folder)


def prune(runs: Path, project: str, limit: int = MAX_FOLDERS) -> None:
    """Remove a project's least recently used trials, but never one in use."""
    pattern = re.compile(rf"{PREFIX}-{re.escape(_letters(project))}-[0-9a-f]{{16}}")
    with suppress(OSError):
        folders = [path for path in runs.iterdir() if pattern.fullmatch(path.name)]
        for old in sorted(folders, key=_last_used, reverse=True)[limit:]:
            remove_unused(old)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0


def remove_unused(folder: Path) -> bool:
    """Remove a folder unless another process has it locked; return whether it is gone."""
    if folder.is_symlink():
        return False
    try:
        with lock_folder(folder):
            remove(folder)
    except OSError:
        return False
    return not folder.exists()
