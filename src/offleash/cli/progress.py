"""How far an experiment is: games a second, the time left, and what is known so far."""

import math
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
    from offleash.core.game import Label
    from offleash.lab.accounts import Account
    from offleash.lab.experiment import Shard
    from offleash.lab.run import Run


class Pace(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.0f} games/s" if task.speed else "")


class Shown:
    """A bar on the terminal for one run; nothing where there is no terminal."""

    def __init__(self, run: "Run", quiet: bool, stops: bool = False) -> None:
        self._experiment = run.experiment
        trials = self._experiment.plan.goal.get("trials", 1)  # each of them plays it all
        total = trials * self._experiment.blocks * sum(self._experiment.cells)
        self._estimate = Estimate(run)
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
        games = (shard.work.hi - shard.work.lo) * self._experiment.cells[shard.work.arm]
        if not self._noted:
            self._estimate.add(shard)
        text = self._noted or self._estimate.text()
        self._bar.update(self._task, advance=games, told=text)

    def note(self, text: str) -> None:
        """Shows what the experiment says from now on."""
        self._noted = text
        self._bar.update(self._task, told=text)


class Estimate:
    """What is known so far of the one measure that matters most, of the first arm."""

    def __init__(self, run: "Run") -> None:
        goal = run.experiment.plan.goal
        self._wanted = goal.get("measure")
        self._label: Label | None = None
        self._columns: list[Account] = []
        for shard in run.results.shards(0):
            self.add(shard)

    def add(self, shard: "Shard") -> None:
        """Takes the measure's column of a shard in."""
        from offleash.lab.accounts import Account

        account = shard.account
        if shard.work.arm != 0 or not account.means:
            return
        if self._label is None:
            named = [label for label in account.means if label.key == self._wanted]
            self._label = (named or account.means)[0]
        at = [account.means.index(self._label)]
        self._columns.append(Account((self._label,), account.totals[:, at], account.of[:, at]))

    def text(self) -> str:
        """Its name and value, with half the width of its interval."""
        from offleash.lab.accounts import joined

        for figure in joined(self._columns).figures() if self._columns else ():
            label, half = figure.label, (figure.high - figure.low) / 2
            scale, unit = (100, " %") if label.is_share else (1, "")
            spread = "" if math.isnan(half) else f" ± {scale * half:,.2g}"
            return f"{label.name} {scale * figure.value:,.1f}{spread}{unit}"
        return ""


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
