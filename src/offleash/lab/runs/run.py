"""Running an experiment: a pool plays the shards, and the results are collected."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, Protocol

from offleash.compiler.seeds import check_seed
from offleash.engine.batch import MOST_THREADS, cores
from offleash.lab.questions.question import EVERYTHING
from offleash.lab.runs.experiment import Experiment, Shard, Work
from offleash.lab.runs.results import Results as Results
from offleash.tools.errors import OffleashError

SHARDS_PER_THREAD = 8
FEWEST_GAMES, MOST_GAMES = 128, 3072  # in a shard
QUEUED_PER_THREAD = 2  # shards queued per thread, so that none idles


class ShardPool(Protocol):
    """Plays shards and yields them in any order."""

    def __call__(self, works: Iterable[Work]) -> Iterator[Shard]: ...


class ShardCancelled(Exception):
    """The result of a shard is no longer needed."""


class ThreadPool:
    """Plays shards on this machine, one per thread."""

    def __init__(
        self, experiment: Experiment, threads: int | None = None, keep_games: bool = False
    ) -> None:
        self._experiment, self._keep_games = experiment, keep_games
        count = check_seed(threads or cores(), "the number of threads")
        self.threads = min(count, MOST_THREADS)

    def __call__(self, works: Iterable[Work]) -> Iterator[Shard]:
        waiting, running = iter(works), set[Future[Shard]]()
        pool, stopped = ThreadPoolExecutor(self.threads), Event()

        def play(work: Work) -> Shard:
            return self._play(work, stopped)

        try:
            while True:
                room = QUEUED_PER_THREAD * self.threads - len(running)
                running |= {pool.submit(play, work) for work in islice(waiting, room)}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            stopped.set()
            pool.shutdown(cancel_futures=True)

    def _play(self, work: Work, stopped: Event) -> Shard:
        """Play a shard. Raise ShardCancelled after an interruption, as it may take seconds."""

        def check_cancelled(_: int) -> None:
            if stopped.is_set():
                raise ShardCancelled

        return self._experiment.play(work, keep_games=self._keep_games, on_progress=check_cancelled)


class SharedThreads:
    """Threads that play the shards of several experiments at once."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = min(check_seed(threads or cores(), "the number of threads"), MOST_THREADS)
        self._pool, self._stopped = ThreadPoolExecutor(self.threads), Event()

    def of(self, experiment: Experiment) -> ShardPool:
        """Return the pool of one experiment, for a thread that waits for its shards."""

        def check_cancelled(_: int) -> None:
            if self._stopped.is_set():
                raise ShardCancelled

        def play(work: Work) -> Shard:
            check_cancelled(0)
            return experiment.play(work, on_progress=check_cancelled)

        def play_all(works: Iterable[Work]) -> Iterator[Shard]:
            yield from [future.result() for future in [self._pool.submit(play, w) for w in works]]

        return play_all

    def close(self) -> None:
        """Stop all shards that are being played."""
        self._stopped.set()
        self._pool.shutdown(cancel_futures=True)


ShardCallback = Callable[[Shard], None]
Note = Callable[[str], None]


def play_through(
    experiment: Experiment,
    results: Results,
    pool: ShardPool,
    blocks: int,
    on_progress: ShardCallback | None = None,
    games_a_shard: int | Sequence[int] | None = None,
) -> None:
    """Play what is missing of the first blocks of every arm; call `on_progress` per shard.

    `games_a_shard` is one size for all arms or a size for each.
    """
    missing = [
        Work(arm, lo, hi)
        for arm in range(len(experiment.plan.arms))
        for lo, hi in results.missing(arm, blocks)
    ]
    games = sum((work.hi - work.lo) * experiment.games_per_block[work.arm] for work in missing)
    size = games_a_shard or usual_games(games, getattr(pool, "threads", cores()))
    sizes = [size] * len(experiment.plan.arms) if isinstance(size, int) else size
    works = [
        work
        for stretch in missing
        for work in experiment.works(stretch.arm, stretch.lo, stretch.hi, sizes[stretch.arm])
    ]
    for shard in pool(sorted(works, key=lambda work: (work.lo, work.arm))):
        results.add(shard)
        if on_progress:
            on_progress(shard)
        del shard  # free its tables, which may be large, before waiting for the next one


def usual_games(games: int, threads: int) -> int:
    """Return the shard size that keeps all threads busy to the end without tiny shards."""
    return min(MOST_GAMES, max(FEWEST_GAMES, games // (SHARDS_PER_THREAD * threads)))


def _pool(
    experiment: Experiment, threads: int | None, cluster: str | None, keep_games: bool
) -> ShardPool:
    """Return a pool on this machine, or on a cluster if one is named."""
    if cluster is None and threads is None and experiment.guests:
        threads = 1  # guests are Python code: threads would only take turns
    if cluster is None:
        return ThreadPool(experiment, threads, keep_games)
    if threads is not None:
        raise OffleashError(
            "choose either threads or a cluster: threads are for runs on this machine"
        )
    if experiment.guests:
        raise OffleashError(
            f"{experiment.guests[0]} is Python code on this machine, which a cluster can't run: "
            "play without a cluster"
        )
    from offleash.lab.runs.cluster import Cluster

    return Cluster(experiment, cluster, keep_games)


class Run:
    """An experiment in progress, with its pool and its results.

    Without a folder everything stays in memory. `play` may be called again with more blocks;
    `finish` is called once, with the summary. If the folder holds a finished run, `summary` is
    set from the start and nothing is played.
    """

    def __init__(
        self,
        experiment: Experiment,
        threads: int | None = None,
        out: Path | None = None,
        cluster: str | None = None,
        games_a_shard: int | Sequence[int] | None = None,
        keep_games: bool = False,
        pool: ShardPool | None = None,
    ) -> None:
        self.experiment = experiment
        self.note: Note = lambda text: None  # receives a short text about the state of the run
        self.on_loaded: Callable[[int], None] = lambda games: None  # games that need not be played
        self.on_total: Callable[[int], None] = lambda games: None  # games at most, known late
        self.answer_so_far = (
            ""  # the answer so far in words, if the experiment has one before its end
        )
        self._threads, self._cluster = threads, cluster
        self._games_a_shard = games_a_shard
        keeps = keep_games or (out is not None and experiment.plan.record == EVERYTHING)
        self._pool = pool or _pool(experiment, threads, cluster, keeps)
        self.results = _results(experiment, out)
        self.out = out and out.expanduser()

    @property
    def threads(self) -> int:
        """How many threads play, on this machine."""
        return min(self._threads or cores(), MOST_THREADS)

    @property
    def summary(self) -> Mapping[str, Any] | None:
        """The summary of a finished run, else None."""
        return self.results.summary

    def play(self, blocks: int | None = None, on_progress: ShardCallback | None = None) -> Results:
        """Play what is missing of the first blocks, or of all blocks without a number.

        From now on only these blocks count, even if the folder holds more.
        """
        block_count = self.experiment.blocks if blocks is None else blocks
        self.results.blocks_used = block_count
        play_through(
            self.experiment, self.results, self._pool, block_count, on_progress, self._games_a_shard
        )
        return self.results

    def with_experiment(
        self, experiment: Experiment, shared: SharedThreads | None = None, games_a_shard: int = 0
    ) -> "Run":
        """Return an in-memory run of another experiment on the same machines, or shared threads."""
        pool = shared.of(experiment) if shared else None
        return Run(experiment, self._threads, None, self._cluster, games_a_shard or None, pool=pool)

    def share_threads(self) -> SharedThreads | None:
        """Return threads for several experiments at once; None where it would gain nothing."""
        if self._cluster is not None or self.experiment.guests or self._threads == 1:
            return None
        return SharedThreads(self._threads)

    def finish(self, summary: Mapping[str, Any]) -> Mapping[str, Any]:
        """Store the summary if there is a folder, and return it as JSON data."""
        return self.results.finish(summary)

    def close(self) -> None:
        """Release the folder for other processes."""
        self.results.close()


def _results(experiment: Experiment, out: Path | None) -> Results:
    if out is None:
        return Results(experiment)
    from offleash.lab.runs.store import StoredResults

    return StoredResults(experiment, out)
