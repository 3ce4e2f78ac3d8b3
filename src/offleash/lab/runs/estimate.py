"""A live estimate for an experiment in progress."""

import math

from offleash.contract import Label
from offleash.lab.figures.accounts import MeasureAccount, join_accounts
from offleash.lab.runs.experiment import Shard
from offleash.lab.runs.run import Run


def most_games(run: Run) -> int:
    """Return the most games that a run can play; in tuning, each trial plays all of them."""
    experiment = run.experiment
    trials: int = experiment.plan.goal.get("trials", 1)
    return trials * experiment.blocks * sum(experiment.games_per_block)


class LiveEstimate:
    """The current value of the most important measure of the first arm."""

    def __init__(self, run: Run) -> None:
        goal = run.experiment.plan.goal
        self._measure = goal.get("measure")
        self._label: Label | None = None
        self._columns: list[MeasureAccount] = []
        for shard in run.results.shards(0):
            self.add(shard)

    def add(self, shard: Shard) -> None:
        """Add the measure's column of a shard."""
        account = shard.account
        if shard.work.arm != 0 or not account.means:
            return
        if self._label is None:
            named = [label for label in account.means if label.key == self._measure]
            self._label = (named or account.means)[0]
        at = [account.means.index(self._label)]
        self._columns.append(
            MeasureAccount((self._label,), account.totals[:, at], account.of[:, at])
        )

    def text(self) -> str:
        """Return the name and value of the measure, with half the width of its interval."""
        for figure in join_accounts(self._columns).figures() if self._columns else ():
            label, half = figure.label, (figure.high - figure.low) / 2
            scale, unit = (100, " %") if label.is_share else (1, "")
            spread = "" if math.isnan(half) else f" ± {scale * half:,.2g}"
            return f"{label.name} {scale * figure.value:,.1f}{spread}{unit}"
        return ""
