"""The runs of a server: begun, stopped, gone on with and removed, whichever worker is asked.

A run is the lab's own folder. One process plays at a time, for all workers: see `line` and `work`.
"""

import logging
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from offleash.core.errors import OffleashError
from offleash.lab.experiment import Experiment
from offleash.lab.folder import PLAN, SUMMARY, Folder, is_locked, read_plan
from offleash.lab.plan import Plan, plan_from
from offleash.studio.lab import states
from offleash.studio.lab.line import Line, Now
from offleash.studio.lab.states import NAME, State, Told
from offleash.studio.lab.words import question_of

NO_FOLDER = "This server has no folder of runs: start it with --runs FOLDER."
NO_RUN = "There is no such run."
WORK = "offleash.studio.lab.work"
GONE = ".gone-"  # how the name of what is being removed begins
PATIENCE = 15.0  # seconds for a process to hear that its run was stopped
TRIES = 3  # times that a process may die before it has taken a run

log = logging.getLogger("offleash.lab")


def runs_of(request: HTTPConnection) -> "Runs":
    """The runs of this server; 404 with a sentence where it has no folder for them."""
    state = request.app.state
    folder = getattr(state, "runs", "")
    if not folder:
        raise HTTPException(404, NO_FOLDER)
    if not hasattr(state, "lab"):
        state.lab = Runs(Path(folder))
    found: Runs = state.lab
    return found


class Runs:
    """Every run in a folder. Its methods wait for the disk, so pages call them in threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._line, self._reader = Line(folder), states.Reader()
        self._player = Player(folder, self._line, self._give_up)

    # Asking for something to be done

    def start(self, plan: Plan, title: str = "") -> str:
        """Begins a plan, or goes on with it; the name of its run, which is that of its folder."""
        with self.plainly(), self._line.starting():
            identity, rules = plan.identity, Experiment(plan).rules_digest
            folder = self._place_for(plan, identity, rules)
            if not (folder / PLAN).exists():
                self._line.has_room_for(folder.name)  # or nothing is begun at all
                Folder(folder, identity, rules).close()
            if not (folder / states.FILE).exists():
                question = question_of(plan)
                told = Told(title or question, question, plan.kind, plan.game, made=_now())
                states.write(folder, told)
        if not states.has_report(folder):
            self.go_on(folder.name)
        return folder.name

    def _place_for(self, plan: Plan, identity: dict[str, Any], rules: str) -> Path:
        """The folder where just this was played, or a new one."""
        name = f"{plan.kind}-{plan.game}-{plan.digest[:10]}"
        for number in range(1, 1000):
            folder = self.folder / (name if number == 1 else f"{name}-{number}")
            if not folder.exists():
                return folder
            with suppress(OffleashError):
                if read_plan(folder) == (identity, rules):
                    return folder
        raise OffleashError("this plan was played a thousand times with other rules: remove some")

    def go_on(self, name: str) -> None:
        """Plays what is missing of a run, and makes its report where that is missing."""
        folder = self.place(name)
        with self.plainly():
            if sentence := self.refusal(folder):
                raise OffleashError(sentence)
            told = self._reader.told(folder)
            if told.sentence:
                states.write(folder, replace(told, sentence=""))
            self._line.join(name)
        self._player.call()

    def stop(self, name: str) -> None:
        """Stops a run, or takes it out of the line; what was played stays."""
        self.place(name)
        self._line.leave(name)

    def remove(self, name: str) -> None:
        """Stops a run and removes its folder."""
        folder = self.place(name)
        self._line.leave(name)
        self._await_end(name)
        gone = self.folder / f"{GONE}{name}-{time.time_ns()}"
        with self.plainly():
            try:
                folder.rename(gone)
            except FileNotFoundError:
                raise HTTPException(404, NO_RUN) from None
            except OSError as error:
                raise OffleashError(f"{name} can't be removed ({error.strerror})") from None
        self._reader.forget(name)
        for each in self.folder.glob(f"{GONE}*"):  # those of a server that was killed too
            shutil.rmtree(each, ignore_errors=True)

    def _await_end(self, name: str) -> None:
        """Until the process that plays the run has heard that it was stopped."""
        until = time.monotonic() + PATIENCE
        while self._line.holder() == name or is_locked(self.folder / name):
            if time.monotonic() > until:
                raise OffleashError(f"{name} is still being played: try again in a moment")
            time.sleep(0.02)

    # Looking

    def place(self, name: str) -> Path:
        """The folder of a run: a plain name inside the folder of runs, and no link."""
        folder = self.folder / name
        is_plain = NAME.fullmatch(name) and not folder.is_symlink()
        if not is_plain or not (folder / PLAN).is_file():
            raise HTTPException(404, NO_RUN)
        return folder

    def plan(self, name: str) -> Plan:
        """What a run plays."""
        with self.plainly():
            return plan_from(read_plan(self.place(name))[0])

    def state(self, name: str) -> State:
        """One run; where it could go on but for the rules, it says so."""
        folder = self.place(name)
        self._player.call()
        found = self._state(folder, self._line.now())
        if found.status == states.STOPPED and (sentence := self.refusal(folder)):
            return replace(found, status=states.FAILED, sentence=sentence)
        return found

    def list(self, trials: bool = False) -> Sequence[State]:
        """All runs, those under way first, then the newest; or those of the board editor."""
        self._player.call()
        now = self._line.now()
        found = [self._state(self.folder / name, now) for name in self._names(trials)]
        return sorted(found, key=lambda each: (not each.is_under_way, -each.made, each.name))

    def measures(self, game: str) -> Sequence[str]:
        """What a game is known to count, by the runs that were played here."""
        try:
            text = (self.folder / states.MEASURES / f"{game}.txt").read_text(encoding="utf-8")
        except (OSError, ValueError):
            return []
        return text.splitlines()

    def _names(self, trials: bool) -> Sequence[str]:
        try:
            with os.scandir(self.folder) as entries:
                found = [each.name for each in entries if each.is_dir(follow_symlinks=False)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise OffleashError(f"the folder of runs can't be read ({error.strerror})") from None
        wanted = [n for n in found if NAME.fullmatch(n) and n.startswith(states.TRIALS) == trials]
        return [name for name in wanted if (self.folder / name / PLAN).exists()]

    def _state(self, folder: Path, now: Now) -> State:
        told, name = self._reader.told(folder), folder.name
        status = states.STOPPED
        if name == now.playing:
            status = states.PLAYING
        elif name in now.waiting:
            status = states.WAITING
        elif (folder / SUMMARY).exists():
            status = states.DONE
        elif told.sentence:
            status = states.FAILED
        is_trial = name.startswith(states.TRIALS)
        return State(
            **vars(told),
            name=name,
            status=status,
            has_report=states.has_report(folder),
            is_trial=is_trial,
        )

    def refusal(self, folder: Path) -> str:
        """Why a run can't go on, or nothing."""
        try:
            identity, rules = read_plan(folder)
            if (folder / SUMMARY).exists() or rules == Experiment(plan_from(identity)).rules_digest:
                return ""
        except OffleashError as error:
            return self._plain(str(error))
        return "The rules have changed since its games were played: start it anew."

    @contextmanager
    def plainly(self) -> Iterator[None]:
        """A sentence never tells where on the disk runs lie."""
        try:
            yield
        except OffleashError as error:
            raise OffleashError(self._plain(str(error))) from None

    def _plain(self, sentence: str) -> str:
        return sentence.replace(f"{self.folder}/", "").replace(
            str(self.folder), "the folder of runs"
        )

    # The process

    def close(self) -> None:
        """Ends the process that this worker has begun; its run can go on."""
        self._player.close()

    def _give_up(self, name: str) -> None:
        """A run whose process dies before it has begun anything."""
        self._line.leave(name)
        with suppress(OffleashError, HTTPException):
            folder = self.place(name)
            told = replace(self._reader.told(folder), sentence="Its process could not be started.")
            states.write(folder, told)


class Player:
    """Sees to it that runs which wait are played: a process each, one after the other."""

    def __init__(self, folder: Path, line: Line, give_up: Any) -> None:
        self._folder, self._line, self._give_up = folder, line, give_up
        self._guard = Lock()
        self._thread: Thread | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def call(self) -> None:
        """Somebody may wait: a process is begun, unless one of ours is there."""
        with self._guard:
            if self._thread is None and not self._is_closed and self._line.has_joined():
                self._thread = Thread(target=self._play, name="lab", daemon=True)
                self._thread.start()

    def _play(self) -> None:
        """Process after process, as long as somebody waits; after a fault the next call begins."""
        tries: dict[str, int] = {}
        try:
            while first := self._begin():
                if self._ends_badly() and first in self._line.now().waiting:  # it has not begun
                    tries[first] = tries.get(first, 0) + 1
                    if tries[first] >= TRIES:
                        self._give_up(first)
        except BaseException:
            with self._guard:
                self._thread = None
            raise

    def _ends_badly(self) -> bool:
        """Waits for the process; whether there was none, or it broke."""
        if self._process is None or self._process.stdin is None:
            return True
        is_broken = self._process.wait() != 0
        self._process.stdin.close()
        return is_broken

    def _begin(self) -> str:
        """Begins the next process; the first in line, or nothing, and no thread of ours either."""
        with self._guard:
            first = next(iter(self._line.now().waiting), "")
            if self._is_closed or not first:
                self._thread = None
                return ""
            # It ends when its standard input does, and so with this process, however that ends.
            command = [sys.executable, "-P", "-m", WORK, str(self._folder)]
            try:
                self._process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
                )
            except OSError as error:  # no memory, no more processes
                self._process = None
                log.warning("no process can be started to play runs: %s", error)
            return first

    def close(self) -> None:
        """Ends the process, and begins no other."""
        with self._guard:
            self._is_closed = True
            thread, process = self._thread, self._process
        if process is not None and process.poll() is None:
            process.kill()  # what was played is on the disk
        if thread is not None:
            thread.join(PATIENCE)


def _now() -> int:
    return int(time.time())
