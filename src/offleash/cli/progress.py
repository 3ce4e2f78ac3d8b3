"""How far an experiment is: games a second, the time left, and what is known so far."""

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
    from offleash.lab.experiment import Shard
    from offleash.lab.run import Run


class Pace(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


class Shown:
    """A bar on the terminal for one run; nothing where there is no terminal."""

    def __init__(self, run: "Run", quiet: bool, stops: bool = False) -> None:
        from offleash.lab.estimate import LiveEstimate, most_games

        self._experiment = run.experiment
        total = most_games(run)
        self._estimate = LiveEstimate(run)
        self._bar = bar(quiet or not messages.is_terminal)
        self._noted = ""  # what the experiment itself says is known
        run.note = self.note
        known = run.results.games_of_all()
        self._task = self._bar.add_task(
            f"playing {'at most ' * stops}{total:,} games", total=total, completed=known, told=""
        )

    def __enter__(self) -> "Shown":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def told(self, shard: "Shard") -> None:
        """Moves the bar on by a shard."""
        if self._bar.disable:
            return
        games = (shard.work.hi - shard.work.lo) * self._experiment.games_per_block[shard.work.arm]
        if not self._noted:
            self._estimate.add(shard)
        text = self._noted or self._estimate.text()
        self._bar.update(self._task, advance=games, told=text)

    def note(self, text: str) -> None:
        """Shows what the experiment says from now on."""
        self._noted = text
        self._bar.update(self._task, told=text)


def bar(disabled: bool) -> Progress:
    """A bar for games."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn("{task.percentage:>3.0f} %"),
        Pace(),
        TimeRemainingColumn(),
        TextColumn("[dim]{task.fields[told]}", markup=True),
        console=messages,
        transient=True,
        disable=disabled,
    )
