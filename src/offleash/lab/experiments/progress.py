"""The progress of an experiment: games, speed, time left, and the estimate so far."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from offleash.lab.experiments.kinds import most_games
from offleash.lab.runs.estimate import LiveEstimate
from offleash.lab.runs.experiment import Shard
from offleash.lab.runs.run import Run

EARLY_STOPPING_KINDS = ("compare", "tune", "claim", "propose")  # kinds that may end early


class RunProgress:
    """Follows a run: how many games it has played, of how many at most, and how it stands."""

    def __init__(self, run: Run, show: Callable[["RunProgress"], None]) -> None:
        """Call `show` whenever something changes."""
        self.done, self.total = run.results.games_of_all(), most_games(run)
        may_stop = run.experiment.plan.kind in EARLY_STOPPING_KINDS
        self.title = f"playing {'at most ' * may_stop}{self.total:,} games"
        self._experiment, self._estimate, self._show = run.experiment, LiveEstimate(run), show
        self._note = ""  # text from the experiment, instead of the estimate
        run.note, run.on_loaded, run.on_total = self.note, self.advance, self.set_total

    @property
    def status(self) -> str:
        """The text of the experiment, or the estimate so far."""
        return self._note or self._estimate.text()

    def on_shard(self, shard: Shard) -> None:
        """Advance by a shard."""
        if not self._note:
            self._estimate.add(shard)
        blocks = shard.work.hi - shard.work.lo
        self.advance(blocks * self._experiment.games_per_block[shard.work.arm])

    def advance(self, games: int) -> None:
        """Advance by games, which an earlier run may have played."""
        self.done += games
        self._show(self)

    def set_total(self, games: int) -> None:
        """Take over the number of games at most, where a run finds it out as it begins."""
        self.total = games
        self._show(self)

    def note(self, text: str) -> None:
        """Show a text from the experiment instead of the estimate."""
        self._note = text
        self._show(self)


class GamesPerSecond(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


class ProgressBar:
    """A progress bar for one run; does nothing without a terminal."""

    def __init__(self, run: Run, console: Console, quiet: bool = False) -> None:
        self._bar = make_bar(console, quiet)
        progress = RunProgress(run, self._show)
        self.on_shard = None if self._bar.disable else progress.on_shard
        self._task = self._bar.add_task(
            progress.title, total=progress.total, completed=progress.done, status=""
        )

    def __enter__(self) -> "ProgressBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def _show(self, progress: RunProgress) -> None:
        if not self._bar.disable:
            self._bar.update(
                self._task, completed=progress.done, total=progress.total, status=progress.status
            )


def make_bar(console: Console, quiet: bool = False) -> Progress:
    """Make a progress bar that counts games; it shows nothing without a terminal."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>3.0f} %"),
        GamesPerSecond(),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[status]}", markup=True),
        console=console,
        transient=True,
        disable=quiet or not console.is_terminal,
    )
