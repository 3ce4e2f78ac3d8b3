"""The progress bar of an experiment: speed, time left, and the estimate so far."""

from typing import TYPE_CHECKING

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

from offleash.cli.terminal import messages

if TYPE_CHECKING:
    from offleash.lab.runs.experiment import Shard
    from offleash.lab.runs.run import Run

EARLY_STOPPING_KINDS = ("compare", "tune", "claim", "propose")  # kinds that may end early


class GamesPerSecond(ProgressColumn):
    """Games per second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


class ProgressBar:
    """A progress bar for one run; does nothing without a terminal."""

    def __init__(self, run: "Run", quiet: bool) -> None:
        from offleash.lab.experiments.kinds import most_games
        from offleash.lab.runs.estimate import LiveEstimate

        self._experiment = run.experiment
        total, may_stop = most_games(run), run.experiment.plan.kind in EARLY_STOPPING_KINDS
        self._estimate = LiveEstimate(run)
        self._bar = make_bar(quiet or not messages.is_terminal)
        self._note_text = ""  # text from the experiment, instead of the estimate
        run.note, run.on_loaded = self.note, self.advance
        self._task = self._bar.add_task(
            f"playing {'at most ' * may_stop}{total:,} games",
            total=total,
            completed=run.results.games_of_all(),
            status="",
        )

    def __enter__(self) -> "ProgressBar":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def on_shard(self, shard: "Shard") -> None:
        """Advance the bar by a shard."""
        if self._bar.disable:
            return
        games = (shard.work.hi - shard.work.lo) * self._experiment.games_per_block[shard.work.arm]
        if not self._note_text:
            self._estimate.add(shard)
        text = self._note_text or self._estimate.text()
        self._bar.update(self._task, advance=games, status=text)

    def advance(self, games: int) -> None:
        """Advance the bar by games that an earlier run has played."""
        self._bar.update(self._task, advance=games)

    def note(self, text: str) -> None:
        """Show a text from the experiment instead of the estimate."""
        self._note_text = text
        self._bar.update(self._task, status=text)


def make_bar(disabled: bool) -> Progress:
    """Make a progress bar that counts games."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>3.0f} %"),
        GamesPerSecond(),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[status]}", markup=True),
        console=messages,
        transient=True,
        disable=disabled,
    )
