"""A board under trial: the games played on it so far, saved in a run folder if possible."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from offleash.contract import Records
from offleash.engine.batch import spare_cores
from offleash.lab.experiments import kinds
from offleash.lab.figures.accounts import MeasureAccount
from offleash.lab.plans.plan import arm_options
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.folder import SUMMARY, read_plan
from offleash.lab.runs.run import Run
from offleash.lab.runs.store import read_ended
from offleash.studio.boards.bot_games import folders
from offleash.studio.boards.bot_games.order import hide_paths
from offleash.tools.errors import OffleashError

FIRST_STEP_GAMES, STEP_GAMES = 192, 384  # the first step is short, for quick results
NO_FOLDER = "This server has no folder of runs, so these games are not saved."

CheckStop = Callable[[int], None]  # called every few games; raises to stop


class TrialBoard:
    """Plays in steps whose ends depend only on the plan, so equal boards get equal results."""

    def __init__(self, experiment: Experiment, project: str, runs: str) -> None:
        self.experiment = experiment
        self.threads = spare_cores()
        self.name, self.note = folders.name_of(project, experiment), ""
        self._run = self._open_run(project, Path(runs)) if runs else self._run_in_memory(NO_FOLDER)

    def _open_run(self, project: str, runs: Path) -> Run:
        try:
            run = self._resume_or_replay(runs / self.name)
        except OffleashError as error:
            return self._run_in_memory(_describe_unsaved(error, runs))
        folders.mark_used(runs / self.name)
        folders.prune(runs, project)
        return run

    def _resume_or_replay(self, folder: Path) -> Run:
        """Resume the run in a folder; replay it if its files can't be read."""
        try:
            return self._run_in(folder)
        except OffleashError:  # a full disk or a folder in use is not damage
            if not self._is_damaged(folder) or not folders.remove_unused(folder):
                raise
        return self._run_in(folder)

    def _is_damaged(self, folder: Path) -> bool:
        """Return whether the folder does not hold a valid run of these games."""
        experiment = self.experiment
        try:
            if read_plan(folder) != (experiment.plan.identity, experiment.rules_digest):
                return True
            if (folder / SUMMARY).exists():
                read_ended(folder, experiment)
        except OffleashError:
            return True
        return False

    def _run_in(self, folder: Path) -> Run:
        try:
            return Run(self.experiment, self.threads, folder)
        except OSError as error:  # such as a folder removed just now
            raise OffleashError(error.strerror or "it can't be opened") from None

    def _run_in_memory(self, reason: str) -> Run:
        """Return a run without a folder; the note says why."""
        self.name, self.note = "", reason
        return Run(self.experiment, self.threads)

    # Results

    @property
    def cells(self) -> int:
        """Return the number of games in a block."""
        return self.experiment.games_per_block[0]

    @property
    def blocks(self) -> int:
        """Return how many blocks are complete before the first gap."""
        return self._gap[0]

    @property
    def _gap(self) -> tuple[int, int]:
        """Return the start and end of the first blocks that are missing."""
        total = self.experiment.blocks
        return next(iter(self._run.results.missing(0, total)), (total, total))

    @property
    def games(self) -> int:
        return self.blocks * self.cells

    @property
    def total_games(self) -> int:
        """Return how many games the trial has in all."""
        return self.experiment.blocks * self.cells

    @property
    def is_complete(self) -> bool:
        return self.blocks == self.experiment.blocks

    @cached_property
    def options(self) -> Records:
        return arm_options(self.experiment.game, self.experiment.plan.arms[0])

    def account(self, blocks: int) -> MeasureAccount:
        """Return the account of the first blocks."""
        return self._run.results.account(0, blocks)

    def sums(self) -> Records:
        """Return counts by place of all games before the first gap."""
        self._run.results.blocks_used = self.blocks
        return self._run.results.sums(0)

    # Playing

    def step(self, check_stop: CheckStop) -> None:
        """Play some more games; if they can't be written, keep them in memory."""
        begin, end = self._gap
        work = Work(0, begin, min(end, begin + self._size(begin)))
        shard = self.experiment.play(work, self.threads, on_progress=check_stop)
        try:
            self._run.results.add(shard)
        except OffleashError as error:
            self._continue_in_memory(error)
            self._run.results.add(shard)

    def _size(self, begin: int) -> int:
        """Return the blocks of a step: whole groups, as accounts add them up."""
        games, group = STEP_GAMES if begin else FIRST_STEP_GAMES, self.experiment.group
        return max(1, games // (self.cells * group)) * group

    def _continue_in_memory(self, error: OffleashError) -> None:
        old, folder = self._run, self._run.out
        self._run = self._run_in_memory(
            _describe_unsaved(error, folder.parent if folder else Path())
        )
        for shard in old.results.shards(0):
            self._run.results.add(shard)
        old.close()

    def finish(self) -> None:
        """Write the summary, if there is a folder and it has none yet."""
        if self.name and self._run.summary is None:
            try:
                kinds.conduct(self._run)
            except OffleashError as error:
                self._continue_in_memory(error)

    def close(self) -> None:
        """Release the folder."""
        self._run.close()


def _describe_unsaved(error: OffleashError, runs: Path) -> str:
    """Return what is wrong with the folder, without the advice for the command line."""
    cause, is_cut, _ = hide_paths(error, runs).partition("): ")
    return f"These games are not saved: {cause}{')' * bool(is_cut)}."
