"""A board under trial: what was played on it so far, kept in its run folder where there is one."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from offleash.core.batch import cores
from offleash.core.errors import OffleashError
from offleash.core.game import Records
from offleash.lab import kinds
from offleash.lab.accounts import MeasureAccount
from offleash.lab.experiment import Experiment, Work
from offleash.lab.folder import SUMMARY, read_plan
from offleash.lab.plan import arm_options
from offleash.lab.run import Run
from offleash.lab.store import read_ended
from offleash.studio.trials import folders
from offleash.studio.trials.order import plain

FIRST, FURTHER = 192, 384  # games of the first step, which comes soon, and of every other
NO_FOLDER = "This server has no folder of runs, so these games are not kept."

Look = Callable[[int], None]  # called after every few games; raises where all shall stop


class Board:
    """Plays in steps whose ends hang on the plan alone, so equal boards are told alike."""

    def __init__(self, experiment: Experiment, project: str, runs: str) -> None:
        self.experiment = experiment
        self.threads = max(1, cores() - 1)  # one core is left to the page and to others
        self.name, self.note = folders.name_of(project, experiment), ""
        self._run = self._opened(project, Path(runs)) if runs else self._without(NO_FOLDER)

    def _opened(self, project: str, runs: Path) -> Run:
        try:
            run = self._kept_in(runs / self.name)
        except OffleashError as error:
            return self._without(_unkept(error, runs))
        folders.mark_used(runs / self.name)
        folders.prune(runs, project)
        return run

    def _kept_in(self, folder: Path) -> Run:
        """What is there goes on; what can't be read any more is played again."""
        try:
            return self._run_in(folder)
        except OffleashError:  # a full disk and somebody else who plays there spoil nothing
            if not self._is_spoilt(folder) or not folders.remove_unused(folder):
                raise
        return self._run_in(folder)

    def _is_spoilt(self, folder: Path) -> bool:
        """Whether what is there is not what was written for these games."""
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
        except OSError as error:  # such as a folder that was removed at this moment
            raise OffleashError(error.strerror or "it can't be opened") from None

    def _without(self, why: str) -> Run:
        """Plays all the same, and says that nothing is kept."""
        self.name, self.note = "", why
        return Run(self.experiment, self.threads)

    # What there is

    @property
    def cells(self) -> int:
        """Games of a block."""
        return self.experiment.games_per_block[0]

    @property
    def blocks(self) -> int:
        """How many blocks from the first on are there, one after another."""
        return self._gap[0]

    @property
    def _gap(self) -> tuple[int, int]:
        """The first blocks that nobody has played: where they begin and where they end."""
        every = self.experiment.blocks
        return next(iter(self._run.results.missing(0, every)), (every, every))

    @property
    def games(self) -> int:
        return self.blocks * self.cells

    @property
    def of(self) -> int:
        """How many games there shall be."""
        return self.experiment.blocks * self.cells

    @property
    def is_played(self) -> bool:
        return self.blocks == self.experiment.blocks

    @cached_property
    def options(self) -> Records:
        return arm_options(self.experiment.game, self.experiment.plan.arms[0])

    def account(self, blocks: int) -> MeasureAccount:
        """Of the first blocks."""
        return self._run.results.account(0, blocks)

    def sums(self) -> Records:
        """Counts by place of all games up to the first gap."""
        self._run.results.blocks_used = self.blocks
        return self._run.results.sums(0)

    # What is done

    def step(self, look: Look) -> None:
        """Plays some games more; where they can't be written, they are kept in memory."""
        begin, end = self._gap
        work = Work(0, begin, min(end, begin + self._size(begin)))
        shard = self.experiment.play(work, self.threads, on_progress=look)
        try:
            self._run.results.add(shard)
        except OffleashError as error:
            self._go_on_without(error)
            self._run.results.add(shard)

    def _size(self, begin: int) -> int:
        """Blocks of a step: whole groups of those that accounts add up."""
        games, group = FURTHER if begin else FIRST, self.experiment.group
        return max(1, games // (self.cells * group)) * group

    def _go_on_without(self, error: OffleashError) -> None:
        old, folder = self._run, self._run.out
        self._run = self._without(_unkept(error, folder.parent if folder else Path()))
        for shard in old.results.shards(0):
            self._run.results.add(shard)
        old.close()

    def finish(self) -> None:
        """Writes down what all games came to, where they are kept and it was not done before."""
        if self.name and self._run.summary is None:
            try:
                kinds.conduct(self._run)
            except OffleashError as error:
                self._go_on_without(error)

    def close(self) -> None:
        """Leaves the folder to others."""
        self._run.close()


def _unkept(error: OffleashError, runs: Path) -> str:
    """What is wrong with the folder, without what a command line would say next."""
    reason, is_cut, _ = plain(error, runs).partition("): ")
    return f"These games are not kept: {reason}{')' * bool(is_cut)}."
