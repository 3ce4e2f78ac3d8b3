"""The runs of a server: starting, stopping, resuming and removing them from any worker.

A run is a folder of the lab. One process plays for all workers: see `run_queue` and `run_process`.
"""

import os
import shutil
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from offleash.lab.plans.plan import Plan, plan_from
from offleash.lab.runs.experiment import Experiment
from offleash.lab.runs.folder import PLAN, SUMMARY, Folder, read_plan
from offleash.studio.experiments import run_process, states
from offleash.studio.experiments.descriptions import question_of
from offleash.studio.experiments.run_queue import QueueState, RunQueue
from offleash.studio.experiments.states import NAME, RunInfo, RunState
from offleash.tools.errors import OffleashError
from offleash.tools.locks import is_locked
from offleash.web import child_process
from offleash.web.child_process import ChildProcess, Limits

NO_FOLDER = "This server has no folder of runs: start it with --runs FOLDER."
NO_RUN = "There is no such run."
REMOVED_PREFIX = ".gone-"  # of folders that are being removed
NICENESS = 15
MEMORY_SHARE = 0.75  # of the machine's
STOP_TIMEOUT_S = 15.0  # for a process to notice that its run was stopped
MAX_ATTEMPTS = 3  # of a process that dies before it has taken a run
CREATION_LOCK = Lock()  # requests come in threads, and a server has one object of its runs


def runs_of(request: HTTPConnection) -> "Runs":
    """Return the runs of this server. Raises HTTPException if it has no folder of runs."""
    state = request.app.state
    folder = getattr(state, "runs", "")
    if not folder:
        raise HTTPException(404, NO_FOLDER)
    with CREATION_LOCK:
        if not hasattr(state, "lab"):
            state.lab = Runs(Path(folder))
    runs: Runs = state.lab
    return runs


class Runs:
    """Every run in a folder. Its methods block on the disk, so pages call them in threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._queue, self._reader = RunQueue(folder), states.RunInfoReader()
        self._player = RunPlayer(folder, self._queue, self._give_up)

    # Commands

    def start(self, plan: Plan, title: str = "") -> str:
        """Start or resume a plan; return the name of its run, which is its folder's name."""
        with self.without_paths(), self._queue.start_lock():
            identity, rules = plan.identity, Experiment(plan).rules_digest
            folder = self._folder_for(plan, identity, rules)
            if not (folder / PLAN).exists():
                self._queue.has_room_for(folder.name)  # raises before anything is created
                Folder(folder, identity, rules).close()
            if not (folder / states.FILE).exists():
                question, now = question_of(plan), int(time.time())
                info = RunInfo(title or question, question, plan.kind, plan.game, start_time=now)
                states.write(folder, info)
        if not states.has_report(folder):
            self.go_on(folder.name)
        return folder.name

    def _folder_for(self, plan: Plan, identity: dict[str, Any], rules: str) -> Path:
        """Return the folder of the same plan and rules, or a new one."""
        name = f"{plan.kind}-{plan.game}-{plan.digest[:10]}"
        for number in range(1, 1000):
            folder = self.folder / (name if number == 1 else f"{name}-{number}")
            if not folder.exists():
                return folder
            with suppress(OffleashError):
                if read_plan(folder) == (identity, rules):
                    return folder
        raise OffleashError("this plan has a thousand runs with other rules: remove some")

    def go_on(self, name: str) -> None:
        """Play the missing games of a run, and write its report if that is missing."""
        folder = self.folder_of(name)
        with self.without_paths():
            if problem := self.resume_problem(folder):
                raise OffleashError(problem)
            info = self._reader.read(folder)
            if info.sentence:
                states.write(folder, replace(info, sentence=""))
            self._queue.join(name)
        self._player.wake()

    def stop(self, name: str) -> None:
        """Stop a run or remove it from the queue; its games stay."""
        self.folder_of(name)
        self._queue.leave(name)

    def remove(self, name: str) -> None:
        """Stop a run and remove its folder."""
        folder = self.folder_of(name)
        self._queue.leave(name)
        self._wait_for_end(name)
        doomed = self.folder / f"{REMOVED_PREFIX}{name}-{time.time_ns()}"
        with self.without_paths():
            try:
                folder.rename(doomed)
            except FileNotFoundError:
                raise HTTPException(404, NO_RUN) from None
            except OSError as error:
                raise OffleashError(f"{name} can't be removed ({error.strerror})") from None
        self._reader.forget(name)
        for path in self.folder.glob(f"{REMOVED_PREFIX}*"):  # including those of a killed server
            shutil.rmtree(path, ignore_errors=True)

    def _wait_for_end(self, name: str) -> None:
        """Wait until the process has stopped playing the run. Raises OffleashError on timeout."""
        until = time.monotonic() + STOP_TIMEOUT_S
        while self._queue.lock_owner() == name or is_locked(self.folder / name):
            if time.monotonic() > until:
                raise OffleashError(f"{name} is still being played: try again in a moment")
            time.sleep(0.02)

    # Queries

    def folder_of(self, name: str) -> Path:
        """Return the folder of a run. Raises HTTPException if there is none, or it is a link."""
        folder = self.folder / name
        is_valid = NAME.fullmatch(name) and not folder.is_symlink()
        if not is_valid or not (folder / PLAN).is_file():
            raise HTTPException(404, NO_RUN)
        return folder

    def plan(self, name: str) -> Plan:
        """Return the plan of a run."""
        with self.without_paths():
            return plan_from(read_plan(self.folder_of(name))[0])

    def state(self, name: str) -> RunState:
        """Return one run's state; a stopped run that can't be resumed says why."""
        folder = self.folder_of(name)
        self._player.wake()
        state = self._state(folder, self._queue.state())
        if state.status == states.STOPPED and (problem := self.resume_problem(folder)):
            return replace(state, status=states.FAILED, sentence=problem)
        return state

    def list(self, trials: bool = False) -> Sequence[RunState]:
        """Return all runs, active ones first, then the newest; or the board editor's trials."""
        self._player.wake()
        queue_state = self._queue.state()
        run_states = [self._state(self.folder / name, queue_state) for name in self._names(trials)]
        return sorted(run_states, key=lambda run: (not run.is_under_way, -run.start_time, run.name))

    def _names(self, trials: bool) -> Sequence[str]:
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise OffleashError(f"the folder of runs can't be read ({error.strerror})") from None
        matching = [n for n in names if NAME.fullmatch(n) and n.startswith(states.TRIALS) == trials]
        return [name for name in matching if (self.folder / name / PLAN).exists()]

    def _state(self, folder: Path, queue_state: QueueState) -> RunState:
        info, name = self._reader.read(folder), folder.name
        status = states.STOPPED
        if name == queue_state.playing:
            status = states.PLAYING
        elif name in queue_state.waiting:
            status = states.WAITING
        elif (folder / SUMMARY).exists():
            status = states.DONE
        elif info.sentence:
            status = states.FAILED
        return RunState(
            **vars(info),
            name=name,
            status=status,
            has_report=states.has_report(folder),
            is_trial=name.startswith(states.TRIALS),
        )

    def resume_problem(self, folder: Path) -> str:
        """Return why a run can't be resumed; empty if it can."""
        try:
            identity, rules = read_plan(folder)
            if (folder / SUMMARY).exists() or rules == Experiment(plan_from(identity)).rules_digest:
                return ""
        except OffleashError as error:
            return self._hide_paths(str(error))
        return "The rules have changed since its games were played: start a new run."

    @contextmanager
    def without_paths(self) -> Iterator[None]:
        """Remove the path of the folder of runs from the messages of errors."""
        try:
            yield
        except OffleashError as error:
            raise OffleashError(self._hide_paths(str(error))) from None

    def _hide_paths(self, message: str) -> str:
        named = message.replace(f"{self.folder}/", "")
        return named.replace(str(self.folder), "the folder of runs")

    # The process

    def close(self) -> None:
        """End the process of this worker; its run can be resumed."""
        self._player.close()

    def _give_up(self, name: str) -> None:
        """Fail a run whose process dies before it has started."""
        self._queue.leave(name)
        with suppress(OffleashError, HTTPException):
            folder = self.folder_of(name)
            info = replace(self._reader.read(folder), sentence="Its process could not be started.")
            states.write(folder, info)


class RunPlayer:
    """Plays waiting runs one after another, each in a process of its own."""

    def __init__(self, folder: Path, queue: RunQueue, give_up: Any) -> None:
        self._folder, self._queue, self._give_up = folder, queue, give_up
        self._guard = Lock()
        self._thread: Thread | None = None
        self._process: ChildProcess | None = None
        self._is_closed = False
        child_process.preload(run_process.__name__)

    def wake(self) -> None:
        """Start playing if a run is waiting and this worker has no process."""
        with self._guard:
            if self._thread is None and not self._is_closed and self._queue.has_waiting():
                self._thread = Thread(target=self._play, name="lab", daemon=True)
                self._thread.start()

    def _play(self) -> None:
        """Run process after process while runs are waiting."""
        attempts: Counter[str] = Counter()
        try:
            while first := self._next_run():
                assert self._process is not None
                has_failed = self._process.run() != 0
                if has_failed and first in self._queue.state().waiting:  # never started
                    attempts[first] += 1
                    if attempts[first] >= MAX_ATTEMPTS:
                        self._give_up(first)
        except BaseException:
            with self._guard:
                self._thread = None
            raise

    def _next_run(self) -> str:
        """Return the first waiting run, with a process for it, or nothing to end the thread."""
        with self._guard:
            first = next(iter(self._queue.state().waiting), "")
            if self._is_closed or not first:
                self._thread = None
                return ""
            memory = int(MEMORY_SHARE * os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
            limits = Limits(NICENESS, data=memory)  # the address space is free
            self._process = ChildProcess(limits, run_process.play_next, self._folder)
            return first

    def close(self) -> None:
        """End the process and start no other."""
        with self._guard:
            self._is_closed = True
            thread, process = self._thread, self._process
        if process is not None:
            process.kill()  # its games are on disk
        if thread is not None:
            thread.join(STOP_TIMEOUT_S)
