"""The state of a run, from a small file in its folder that is always complete.

The worker that starts a run writes `run.json`, and so does the process that plays it. A run from
the command line has none; its plan and summary are read instead.
"""

import json
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from offleash.lab.report.write import BUILDERS, PAGE
from offleash.lab.runs.folder import PLAN, SUMMARY
from offleash.tools.errors import OffleashError

FILE = "run.json"
KEYS = {"start_time": "made"}  # its keys that are not the names of fields
RESERVED_NAMES = ("choices", "compare", "runs")  # path segments of other URLs
NAME = re.compile(rf"(?!(?:{'|'.join(RESERVED_NAMES)})\Z)[A-Za-z0-9][A-Za-z0-9._-]{{0,119}}")
TRIALS = "trials-"  # the prefix of the board editor's folders
MAX_BYTES = 64 * 1024 * 1024  # of a plan or a summary
MAX_NUMBER = 1 << 53  # the largest integer that JavaScript represents
WAITING, PLAYING, STOPPED = "waiting", "playing", "stopped"
DONE, FAILED = "done", "failed"


@dataclass(frozen=True)
class RunInfo:
    """The contents of `run.json`."""

    title: str = ""
    question: str = ""  # in words
    kind: str = ""
    game: str = ""
    games: int = 0
    of: int = 0  # games at most; 0 if not known yet
    note: str = ""  # the results so far
    verdict: str = ""  # one sentence, when it is done
    sentence: str = ""  # why it failed, or why it has no report
    start_time: int = 0  # in seconds since 1970


@dataclass(frozen=True)
class RunState(RunInfo):
    """A run as pages show it."""

    name: str = ""
    status: str = STOPPED
    has_report: bool = False
    is_trial: bool = False

    @property
    def is_under_way(self) -> bool:
        return self.status in (WAITING, PLAYING)

    @property
    def can_go_on(self) -> bool:
        """Return whether something is left to be played or written."""
        is_whole = self.status == DONE and (self.has_report or self.kind not in BUILDERS)
        return not self.is_under_way and not is_whole

    @property
    def share(self) -> float:
        """Return the share of the games that have been played."""
        return 1.0 if self.status == DONE else min(1.0, self.games / self.of) if self.of else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return the state for scripts."""
        return {**_to_data(self), "share": self.share, "can_go_on": self.can_go_on}


def _to_data(info: RunInfo) -> dict[str, Any]:
    return {KEYS.get(name, name): value for name, value in asdict(info).items()}


def write(folder: Path, info: RunInfo) -> None:
    """Write atomically, but without syncing: it need not survive a power cut."""
    draft = folder / f".offleash-{FILE}"
    try:
        draft.write_text(json.dumps(_to_data(info), ensure_ascii=False), encoding="utf-8")
        draft.replace(folder / FILE)
    except OSError as error:
        raise OffleashError(f"the run's state can't be written ({error.strerror})") from None


def read(folder: Path) -> RunInfo:
    """Read the state of the run in a folder; damaged fields get their defaults."""
    data = _read_json(folder / FILE)
    if data is None:
        return _read_lab_files(folder)
    kinds = {field.name: type(field.default) for field in fields(RunInfo)}
    values = {name: data.get(KEYS.get(name, name)) for name in kinds}
    known = {name: value for name, value in values.items() if type(value) is kinds[name]}
    return replace(RunInfo(), **{name: _clean(value) for name, value in known.items()})


def _clean(value: Any) -> Any:
    """Return a value that a page can show: no lone surrogates, no huge numbers."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return value if 0 <= value < MAX_NUMBER else 0


def _read_lab_files(folder: Path) -> RunInfo:
    """Return the facts of a run that was made elsewhere; one that can't be read says so."""
    known = _read_json(folder / PLAN)
    plan = known.get("plan") if known else None
    if not isinstance(plan, Mapping):
        return RunInfo(title=folder.name, sentence="Its plan can't be read: the folder is damaged.")
    summary = _read_json(folder / SUMMARY) or {}
    games = summary.get("games", 0)
    counts = games if isinstance(games, list) else [games]
    played = sum(count for count in counts if type(count) is int)
    info = RunInfo(
        title=folder.name,
        kind=str(plan.get("kind", "")),
        game=str(plan.get("game", "")),
        games=played,
        of=played,
        start_time=_created_at(folder / PLAN),
    )
    return RunInfo(**{name: _clean(value) for name, value in asdict(info).items()})


def _created_at(file: Path) -> int:
    try:
        return int(file.stat().st_mtime)
    except OSError:  # it was removed just now
        return 0


def _read_json(file: Path) -> dict[str, Any] | None:
    """Return the object in a JSON file; None if it is not one, or not a regular file."""
    with suppress(OSError, ValueError, RecursionError):
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with open(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            data = json.loads(opened.read(MAX_BYTES))
        return data if isinstance(data, dict) else None
    return None


class RunInfoReader:
    """Reads run files, and only those again that have changed."""

    def __init__(self) -> None:
        self._cache: dict[str, tuple[tuple[int, ...], RunInfo]] = {}

    def read(self, folder: Path) -> RunInfo:
        """Return what is known of a run, from its files if they have changed."""
        fingerprint = tuple(_fingerprint(folder / name) for name in (FILE, PLAN, SUMMARY))
        known = self._cache.get(folder.name)
        if known is None or known[0] != fingerprint:
            known = self._cache[folder.name] = (fingerprint, read(folder))
        return known[1]

    def forget(self, name: str) -> None:
        self._cache.pop(name, None)


def _fingerprint(file: Path) -> int:
    """Return a number that changes with the file."""
    try:
        info = file.stat()
    except OSError:
        return 0
    return hash((info.st_ino, info.st_mtime_ns, info.st_size))


def has_report(folder: Path) -> bool:
    """Return whether the run has a report."""
    return (folder / PAGE).is_file()
