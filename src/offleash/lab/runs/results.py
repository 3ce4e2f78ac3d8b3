"""The results of finished shards, in the order of their blocks."""

import hashlib
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from offleash.contract import Records
from offleash.lab.figures.accounts import MeasureAccount, join_accounts
from offleash.lab.figures.forfeits import Forfeits, add_forfeits
from offleash.lab.runs.experiment import Experiment, Shard, Work


class Results:
    """The results of finished shards, kept in memory.

    Blocks beyond `blocks_used` do not count: a resumed run may find more blocks than its test has
    asked for so far.
    """

    summary: dict[str, Any] | None = None  # of a finished run

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.blocks_used: int | None = None  # None: all
        self._shards: dict[Work, Shard] = {}

    def add(self, shard: Shard) -> None:
        """Add a finished shard."""
        self._shards[shard.work] = shard

    def drop(self, work: Work) -> None:
        """Remove a shard."""
        del self._shards[work]

    def shards(self, arm: int) -> list[Shard]:
        """Return all shards of an arm, in the order of their blocks."""
        shards = [shard for shard in self._shards.values() if shard.work.arm == arm]
        return sorted(shards, key=lambda shard: shard.work.lo)

    def _of(self, arm: int, blocks: int | None = None) -> list[Shard]:
        """Return the shards of an arm up to a number of blocks."""
        limit = self._limit(blocks)
        return [shard for shard in self.shards(arm) if shard.work.hi <= limit]

    def _limit(self, blocks: int | None) -> int:
        known = (blocks, self.blocks_used, self.experiment.blocks)
        return next(number for number in known if number is not None)

    def missing(self, arm: int, blocks: int) -> list[tuple[int, int]]:
        """Return the ranges of an arm's first blocks that are not played yet.

        A shard that extends beyond them is dropped: its games are played again, in two shards.
        """
        gaps, next_block = [], 0
        for shard in self.shards(arm):
            if shard.work.lo >= blocks:
                break
            if shard.work.hi > blocks:
                self.drop(shard.work)
                break
            if shard.work.lo > next_block:
                gaps.append((next_block, shard.work.lo))
            next_block = shard.work.hi
        return [*gaps, (next_block, blocks)] if next_block < blocks else gaps

    def account(self, arm: int, blocks: int | None = None) -> MeasureAccount:
        """Return the totals of an arm's measures."""
        limit = self._limit(blocks)
        shards = [shard for shard in self.shards(arm) if shard.work.lo < limit]
        whole = join_accounts([shard.account for shard in shards])
        if shards[-1].work.hi > limit:
            return whole.upto(limit // self.experiment.group)
        return whole

    def games(self, arm: int) -> int:
        """Return how many games of an arm have been played."""
        blocks = sum(shard.work.hi - shard.work.lo for shard in self._of(arm))
        return blocks * self.experiment.games_per_block[arm]

    def games_of_all(self) -> int:
        """Return how many games of all arms have been played, with blocks that do not count."""
        works = self._shards
        return sum(
            (work.hi - work.lo) * self.experiment.games_per_block[work.arm] for work in works
        )

    def unfinished(self, arm: int) -> int:
        """Return how many games did not finish."""
        return sum(shard.unfinished for shard in self._of(arm))

    def forfeits(self, *arms: int) -> Forfeits:
        """Return the forfeited games of these arms."""
        return add_forfeits(shard.forfeits for arm in arms for shard in self._of(arm))

    def sums(self, arm: int) -> Records:
        """Return counts by place, over all games of an arm."""
        total = np.zeros(1, self.experiment.game.rules.sums)
        for shard in self._of(arm):
            if total.dtype.itemsize:
                total.view(np.int64)[:] += shard.sums.view(np.int64)
        return total

    def digest(self) -> str:
        """Return a fingerprint of every final position."""
        sha = hashlib.sha256()
        for arm in range(len(self.experiment.plan.arms)):
            for shard in self._of(arm):
                sha.update(shard.digest)
        return sha.hexdigest()

    def finish(self, summary: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the summary as JSON data; subclasses also store it."""
        plain: dict[str, Any] = to_json(summary)
        return plain

    def close(self) -> None:
        """Release resources; here there are none."""


def to_json(data: Any) -> Any:
    """Convert data to plain JSON types; NaN and infinities become None."""
    if isinstance(data, Mapping):
        return {str(key): to_json(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [to_json(value) for value in data]
    if isinstance(data, float | np.floating):
        return float(data) if math.isfinite(data) else None
    if isinstance(data, np.generic):
        return data.item()
    return data
