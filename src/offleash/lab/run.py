"""Running an experiment: shards are played by a pool, and what they came to is gathered."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from offleash.core.batch import cores
from offleash.core.game import Records
from offleash.lab.accounts import Account, joined
from offleash.lab.experiment import Experiment, Shard, Work

AHEAD = 2  # shards that wait for each thread, so that none idles


class Pool(Protocol):
    """Whatever plays shards, in any order."""

    def __call__(self, works: Iterable[Work]) -> Iterator[Shard]: ...


class Threads:
    """Plays shards on this machine, one a thread."""

    def __init__(
        self, experiment: Experiment, threads: int | None = None, keep_games: bool = False
    ) -> None:
        self._experiment, self._keep_games = experiment, keep_games
        self.threads = threads or cores()

    def __call__(self, works: Iterable[Work]) -> Iterator[Shard]:
        waiting, running = iter(works), set[Future[Shard]]()
        pool = ThreadPoolExecutor(self.threads)
        try:
            while True:
                room = AHEAD * self.threads - len(running)
                running |= {pool.submit(self._play, work) for work in islice(waiting, room)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            pool.shutdown(cancel_futures=True)

    def _play(self, work: Work) -> Shard:
        return self._experiment.play(work, keep_games=self._keep_games)


class Results:
    """What finished shards came to, gathered in memory."""

    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self._shards: dict[Work, Shard] = {}

    def add(self, shard: Shard) -> None:
        """Takes a finished shard in."""
        self._shards[shard.work] = shard

    def _of(self, arm: int, blocks: int | None = None) -> list[Shard]:
        """The shards of an arm in the order of their blocks, up to a number of those."""
        limit = self.experiment.blocks if blocks is None else blocks
        found = [s for s in self._shards.values() if s.work.arm == arm and s.work.hi <= limit]
        return sorted(found, key=lambda shard: shard.work.lo)

    def missing(self, arm: int, blocks: int) -> list[tuple[int, int]]:
        """The stretches of an arm's first blocks that nobody has played."""
        found, next_block = [], 0
        for shard in self._of(arm, blocks):
            if shard.work.lo > next_block:
                found.append((next_block, shard.work.lo))
            next_block = shard.work.hi
        return [*found, (next_block, blocks)] if next_block < blocks else found

    def account(self, arm: int, blocks: int | None = None) -> Account:
        """What an arm's measures add up to."""
        return joined([shard.account for shard in self._of(arm, blocks)])

    def games(self, arm: int) -> int:
        """How many games of an arm have been played."""
        blocks = sum(shard.work.hi - shard.work.lo for shard in self._of(arm))
        return blocks * self.experiment.cells[arm]

    def unfinished(self, arm: int) -> int:
        """How many games were given up."""
        return sum(shard.unfinished for shard in self._of(arm))

    def sums(self, arm: int) -> Records:
        """Counts by place, over all games of an arm."""
        total = np.zeros(1, self.experiment.game.sums)
        for shard in self._of(arm):
            if total.dtype.itemsize:
                total.view(np.int64)[:] += shard.sums.view(np.int64)
        return total

    def digest(self) -> str:
        """A fingerprint of every final position."""
        sha = hashlib.sha256()
        for arm in range(len(self.experiment.plan.arms)):
            for shard in self._of(arm):
                sha.update(shard.digest)
        return sha.hexdigest()


Told = Callable[[Shard], None]


def play_through(
    experiment: Experiment,
    results: Results,
    pool: Pool,
    blocks: int,
    told: Told | None = None,
    games_a_shard: int | None = None,
) -> None:
    """Plays what is missing of the first blocks of every arm; `told` hears of each shard."""
    works = [
        work
        for arm in range(len(experiment.plan.arms))
        for lo, hi in results.missing(arm, blocks)
        for work in experiment.works(arm, lo, hi, games_a_shard)
    ]
    for shard in pool(sorted(works, key=lambda work: (work.lo, work.arm))):
        results.add(shard)
        if told:
            told(shard)


class Run:
    """An experiment under way: where its shards are played, and where what they came to is kept.

    Without a folder everything stays in memory. `play` may be called again with more blocks;
    `finish` says what it all came to, once.
    """

    def __init__(
        self,
        experiment: Experiment,
        threads: int | None = None,
        out: Path | None = None,
        cluster: str | None = None,
    ) -> None:
        self.experiment, self.out = experiment, out
        self.results = Results(experiment)
        self._pool: Pool = Threads(experiment, threads)

    def play(self, blocks: int | None = None, told: Told | None = None) -> Results:
        """Plays what is missing of the first blocks, all of them unless a number is given."""
        wanted = self.experiment.blocks if blocks is None else blocks
        play_through(self.experiment, self.results, self._pool, wanted, told)
        return self.results

    def finish(self, summary: Mapping[str, Any]) -> None:
        """Writes down what the whole came to, where there is a folder."""
