"""The process that plays one run.

It waits until no other process plays, takes the first run in the queue, and exits when that is
played or stopped, or when the server has gone. The games played until then are in the run's folder,
and a later process resumes from there.
"""

import os
import time
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from offleash.studio.experiments import states
from offleash.studio.experiments.run_queue import RunQueue
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence

if TYPE_CHECKING:
    from offleash.compiler.notice import Notice
    from offleash.contract.text.wording import Wording
    from offleash.lab.runs.experiment import Shard
    from offleash.lab.runs.run import Run

POLL_INTERVAL_S = 0.1  # between checks whether the run was stopped
WRITE_INTERVAL_S = 0.4  # between writes of the progress
MAX_PLAY_S = 24 * 3600  # per process: a longer run can be resumed
BROKEN = "Something went wrong on the server; its log has the details."
TOO_LARGE = "It needs more memory than the server has."


def play_next(_: object, folder: Path) -> None:
    """Play the first run in the queue, if there is one."""
    queue = RunQueue(folder)
    with queue.take_next() as name:
        if not name:
            return
        Thread(target=_exit_when_stopped, args=(queue, name), daemon=True).start()
        try:
            play(folder, name)
        finally:
            queue.leave(name)


def _exit_when_stopped(queue: RunQueue, name: str) -> None:
    deadline = time.monotonic() + MAX_PLAY_S
    while queue.is_active(name) and time.monotonic() < deadline:
        time.sleep(POLL_INTERVAL_S)
    os._exit(0)  # shards are written atomically


def play(runs: Path, name: str) -> None:
    """Play a run and write its report; an error is recorded in its folder."""
    folder = runs / name
    progress = ProgressWriter(folder)
    try:
        _conduct(folder, progress)
    except OffleashError as error:
        progress.fail(str(error).replace(f"{runs}/", ""))
    except MemoryError:
        progress.fail(TOO_LARGE)
    except Exception:
        progress.fail(BROKEN)
        raise


def _conduct(folder: Path, progress: "ProgressWriter") -> None:
    from offleash.compiler import machine
    from offleash.engine.batch import spare_cores
    from offleash.lab.experiments import kinds
    from offleash.lab.plans.plan import plan_from
    from offleash.lab.report.write import BUILDERS, write_report
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.folder import read_plan
    from offleash.lab.runs.run import Run
    from offleash.studio.experiments.descriptions import verdict_of

    machine.announce = progress.on_compile
    experiment = Experiment(plan_from(read_plan(folder)[0]))
    run = Run(experiment, spare_cores(), folder)
    progress.begin(run)
    summary = kinds.conduct(run, progress.on_shard)
    progress.end(verdict_of(summary))
    if experiment.plan.kind in BUILDERS:
        progress.write(note="writing the report")
        write_report(folder)
    progress.write(note="")


class ProgressWriter:
    """Writes the progress of a run into its folder now and then."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._info = folder, replace(states.read(folder), sentence="")
        self._wording: Wording | None = None
        self._note = ""  # the experiment's own description of its results so far
        self._last_write = 0.0

    def begin(self, run: "Run") -> None:
        """Count the games that the folder already has."""
        from offleash.lab.experiments.kinds import most_games
        from offleash.lab.plans.plan import wording_of_plan
        from offleash.lab.runs.estimate import LiveEstimate

        self._wording = wording_of_plan(run.experiment.game, run.experiment.plan)
        self._run, self._estimate = run, LiveEstimate(run)
        run.note, run.on_loaded = self.on_note, self.on_loaded
        trials = len(list((self._folder / "trials").glob("*.json")))
        trial_games = run.experiment.blocks * sum(run.experiment.games_per_block)
        games = run.results.games_of_all() + trials * trial_games
        self.write(games=games, of=most_games(run), note="")

    def on_shard(self, shard: "Shard") -> None:
        """Count the games of a finished shard."""
        work, games_per_block = shard.work, self._run.experiment.games_per_block
        games = (work.hi - work.lo) * games_per_block[work.arm]
        if not self._note:
            self._estimate.add(shard)
        self._info = replace(self._info, games=self._info.games + games)
        if time.monotonic() - self._last_write > WRITE_INTERVAL_S:
            self.write(note=self._note or self._estimate.text())

    def on_loaded(self, games: int) -> None:
        """Count games that an earlier process has played."""
        self._info = replace(self._info, games=self._info.games + games)

    def on_note(self, text: str) -> None:
        """Record the experiment's description of the results so far."""
        self._note = self._wording.text(text) if self._wording else text
        self._info = replace(self._info, note=self._note)

    def on_compile(self, notice: "Notice") -> None:
        """Report that rules are being compiled."""
        if time.monotonic() - self._last_write > WRITE_INTERVAL_S or notice.over:
            note = self._note if notice.over else f"compiling rule {notice.done} of {notice.total}"
            self.write(note=note)

    def end(self, verdict: str) -> None:
        """Write the verdict."""
        known = self._note or self._estimate.text()
        fallback = to_sentence(f"{known} in {self._info.games:,} games") if known else ""
        self.write(verdict=verdict or fallback, note="")

    def fail(self, sentence: str) -> None:
        """Write why the run failed."""
        self.write(sentence=to_sentence(sentence), note="")

    def write(self, **changes: Any) -> None:
        """Write some fields of the run's state, texts in own names."""
        if self._wording is not None:
            changes = self._wording.everything(changes)
        self._info = replace(self._info, **changes)
        self._last_write = time.monotonic()
        states.write(self._folder, self._info)
