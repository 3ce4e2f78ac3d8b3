"""What is known of a run: told by a small file in its folder, which is always whole.

`run.json` is written by whoever starts a run and by the process that plays it. A run that was made
at the command line has none: then its plan and its summary are read instead.
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

from offleash.core.errors import OffleashError
from offleash.lab.folder import PLAN, SUMMARY
from offleash.lab.report.write import BUILDERS, PAGE

FILE = "run.json"
TAKEN = ("choices", "compare", "runs")  # words that addresses have in the place of a name
NAME = re.compile(rf"(?!(?:{'|'.join(TAKEN)})\Z)[A-Za-z0-9][A-Za-z0-9._-]{{0,119}}")
TRIALS = "trials-"  # how folders begin that the board editor makes
MEASURES = ".measures"  # the folder of what games are known to count
LARGEST = 64 * 1024 * 1024  # bytes of a plan or a summary that is looked at
MOST = 1 << 53  # a number that every browser can hold
WAITING, PLAYING, STOPPED, DONE, FAILED = STATUSES = (
    "waiting",
    "playing",
    "stopped",
    "done",
    "failed",
)


@dataclass(frozen=True)
class Told:
    """What `run.json` says."""

    title: str = ""
    question: str = ""  # in words
    kind: str = ""
    game: str = ""
    games: int = 0
    of: int = 0  # games at most; 0 where that is not known yet
    note: str = ""  # what is known so far
    verdict: str = ""  # one sentence, when it is done
    sentence: str = ""  # why it failed, or why it has no report
    made: int = 0  # when, in seconds since 1970


@dataclass(frozen=True)
class State(Told):
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
        """Whether something is left to be played or written."""
        is_whole = self.status == DONE and (self.has_report or self.kind not in BUILDERS)
        return not self.is_under_way and not is_whole

    @property
    def share(self) -> float:
        """How much of it is played, of what may have to be."""
        return 1.0 if self.status == DONE else min(1.0, self.games / self.of) if self.of else 0.0

    @property
    def plain(self) -> dict[str, Any]:
        """For scripts."""
        return {**asdict(self), "share": self.share, "can_go_on": self.can_go_on}


def sentence_of(text: str) -> str:
    """With a stop, and with a capital where it begins with a word."""
    begins = text[:1].upper() if text.partition(" ")[0].isalpha() else text[:1]
    return f"{begins}{text[1:]}".rstrip(".") + "."


def write(folder: Path, told: Told) -> None:
    """Whole or not at all; it need not survive a power cut, so nothing waits for the disk."""
    draft = folder / f".offleash-{FILE}"
    try:
        draft.write_text(json.dumps(asdict(told), ensure_ascii=False), encoding="utf-8")
        draft.replace(folder / FILE)
    except OSError as error:
        raise OffleashError(f"the run can't be written down ({error.strerror})") from None


def read(folder: Path) -> Told:
    """What is known of the run in a folder; a damaged file is one that says nothing."""
    said = _data(folder / FILE)
    if said is None:
        return _from_lab(folder)
    kinds = {field.name: type(field.default) for field in fields(Told)}
    known = {name: said[name] for name, kind in kinds.items() if type(said.get(name)) is kind}
    return replace(Told(), **{name: _plain(value) for name, value in known.items()})


def _plain(value: Any) -> Any:
    """What a page can show, whoever wrote it: no half signs, and no number without end."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return value if 0 <= value < MOST else 0


def _from_lab(folder: Path) -> Told:
    """Of a run that was made elsewhere; one that can't be read says so."""
    known = _data(folder / PLAN)
    plan = known.get("plan") if known else None
    if not isinstance(plan, Mapping):
        return Told(title=folder.name, sentence="Its plan can't be read: the folder is damaged.")
    summary = _data(folder / SUMMARY) or {}
    games = summary.get("games", 0)
    counts = games if isinstance(games, list) else [games]
    played = sum(each for each in counts if type(each) is int)
    told = Told(
        title=folder.name,
        kind=str(plan.get("kind", "")),
        game=str(plan.get("game", "")),
        games=played,
        of=played,
        made=_made(folder / PLAN),
    )
    return Told(**{name: _plain(value) for name, value in asdict(told).items()})


def _made(file: Path) -> int:
    try:
        return int(file.stat().st_mtime)
    except OSError:  # it was removed in this moment
        return 0


def _data(file: Path) -> dict[str, Any] | None:
    """The keys and values of a JSON file; nothing where it is none, or no plain file."""
    with suppress(OSError, ValueError, RecursionError):
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        with open(handle, "rb") as opened:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return None
            found = json.loads(opened.read(LARGEST))
        return found if isinstance(found, dict) else None
    return None


class Reader:
    """Reads states, and what has not changed since only once."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[int, ...], Told]] = {}

    def told(self, folder: Path) -> Told:
        """What is known of a run; its files are read where they changed."""
        mark = tuple(_mark(folder / name) for name in (FILE, PLAN, SUMMARY))
        known = self._known.get(folder.name)
        if known is None or known[0] != mark:
            known = self._known[folder.name] = (mark, read(folder))
        return known[1]

    def forget(self, name: str) -> None:
        self._known.pop(name, None)


def _mark(file: Path) -> int:
    """Another number whenever a file is another one."""
    try:
        found = file.stat()
    except OSError:
        return 0
    return hash((found.st_ino, found.st_mtime_ns, found.st_size))


def has_report(folder: Path) -> bool:
    """Whether there is one to read."""
    return (folder / PAGE).is_file()
