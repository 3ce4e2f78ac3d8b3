"""What is known so far of an experiment under way, in a few words."""

import math

from offleash.core.game import Label
from offleash.lab.accounts import MeasureAccount, join_accounts
from offleash.lab.experiment import Shard
from offleash.lab.run import Run


def most_games(run: Run) -> int:
    """How many games it may come to; where rules are tuned, each of the trials plays it all."""
    experiment = run.experiment
    trials: int = experiment.plan.goal.get("trials", 1)
    return trials * experiment.blocks * sum(experiment.games_per_block)


class LiveEstimate:
    """What is known so far of the one measure that matters most, of the first arm."""

    def __init__(self, run: Run) -> None:
        goal = run.experiment.plan.goal
        self._wanted = goal.get("measure")
        self._label: Label | None = None
        self._columns: list[MeasureAccount] = []
        for shard in run.results.shards(0):
            self.add(shard)

    def add(self, shard: Shard) -> None:
        """Takes the measure's column of a shard in."""
        account = shard.account
        if shard.work.arm != 0 or not account.means:
            return
        if self._label is None:
            named = [label for label in account.means if label.key == self._wanted]
            self._label = (named or account.means)[0]
        at = [account.means.index(self._label)]
        self._columns.append(
            MeasureAccount((self._label,), account.totals[:, at], account.of[:, at])
        )

    def text(self) -> str:
        """Its name and value, with half the width of its interval."""
        for figure in join_accounts(self._columns).figures() if self._columns else ():
            label, half = figure.label, (figure.high - figure.low) / 2
            scale, unit = (100, " %") if label.is_share else (1, "")
            spread = "" if math.isnan(half) else f" ± {scale * half:,.2g}"
            return f"{label.name} {scale * figure.value:,.1f}{spread}{unit}"
        return ""
