"""A pool that plays shards on a Dask cluster.

A worker gets the plan as plain data and builds its own experiment from it, once. It plays only if
its rules are those of the sender. A shard that is lost with a worker is played again by another, so
results depend neither on the number of workers nor on whether one dies.
"""

import json
import logging
import pickle
import socket
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any, NamedTuple

from offleash import __version__
from offleash.contract import Label
from offleash.lab.plans.plan import plan_from
from offleash.lab.runs.experiment import Experiment, Shard, Work
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import count_of

QUEUED_PER_THREAD = 2  # shards queued per thread of the cluster, so that none idles
CONNECT_TIMEOUT_S = 10.0  # until an address counts as dead
WORKERLESS_TIMEOUT_S = 60.0  # how long a run waits without any worker
FETCH_TIMEOUT_S = 30.0  # to fetch a shard before it counts as lost with its worker
CLOSE_TIMEOUT_S = 5.0  # to close the connection
POLL_INTERVAL_S = 1.0  # between checks of the cluster while no shard arrives
COMPRESSION_LEVEL = 1  # low: the data are mostly zeros and names
MOST_CACHED_PLANS = 4  # per worker


class Versions(NamedTuple):
    """The version and rules digest of this machine or a worker."""

    version: str
    rules: str = ""

    def __str__(self) -> str:
        return f"offleash {self.version}" + (f" with rules {self.rules}" if self.rules else "")


class Cluster:
    """Plays shards on the workers of a Dask scheduler; a `ShardPool`."""

    def __init__(self, experiment: Experiment, address: str, keep_games: bool = False) -> None:
        self._library = _library()
        self._experiment, self._address, self._keep_games = experiment, address, keep_games
        self._labels: dict[Label, Label] = {}
        self._play = _worker_function()
        with self._connect() as client:
            self.threads = _threads(client)
            if not self.threads:
                raise OffleashError(
                    f"the cluster at {address} has no workers: start some with `dask worker`"
                )

    def __call__(self, works: Iterable[Work]) -> Iterator[Shard]:
        waiting = iter(works)
        with self._connect() as client:
            arguments = self._arguments(client)
            under_way, done = set[Any](), SimpleQueue[Any]()
            while True:
                self._check(client)
                room = QUEUED_PER_THREAD * max(1, _threads(client)) - len(under_way)
                for work in islice(waiting, max(0, room)):
                    future = self._submit(client, work, arguments)
                    under_way.add(future)
                    future.add_done_callback(done.put)
                if not under_way:
                    return
                future, shard = self._next(client, done)
                under_way.discard(future)
                yield shard
                del future, shard  # free the shard, which may be large

    def _arguments(self, client: Any) -> tuple[Any, ...]:
        """Return all shards' shared arguments; the plan is a task that each worker fetches once."""
        plan = json.dumps(self._experiment.plan.identity).encode()
        packed = client.submit(zlib.decompress, zlib.compress(plan), pure=False)
        return packed, (__version__, self._experiment.rules_digest), self._keep_games

    def _submit(self, client: Any, work: Work, arguments: tuple[Any, ...]) -> Any:
        stretch = (work.arm, work.lo, work.hi)
        return client.submit(self._play, *arguments, stretch, pure=False, priority=-work.lo)

    def _next(self, client: Any, done: SimpleQueue[Any]) -> tuple[Any, Shard]:
        """Wait for the next shard. Raise OffleashError if the cluster has no workers for long."""
        waited = 0.0
        while True:
            with suppress(Empty):
                future = done.get(timeout=POLL_INTERVAL_S)
                shard = self._receive(future)
                if shard is not None:
                    return future, shard
                future.add_done_callback(done.put)
            waited = 0.0 if _threads(client) else waited + POLL_INTERVAL_S
            self._check(client)
            if waited > WORKERLESS_TIMEOUT_S:
                raise OffleashError(
                    f"the cluster at {self._address} has lost all of its workers: start new ones"
                )

    def _receive(self, future: Any) -> Shard | None:
        """Return the shard of a finished task; None if it was lost with its worker after all."""
        try:
            answer = future.result(timeout=FETCH_TIMEOUT_S)
        except self._library.KilledWorker as error:
            count = error.allowed_failures + 1
            raise OffleashError(
                f"a shard was lost with {count_of(count, 'worker')} of the cluster at "
                f"{self._address}, the last of them {error.last_worker.address}: see its log"
            ) from None
        except TimeoutError:
            return None
        except (OSError, self._library.CancelledError):
            raise self._scheduler_lost() from None
        except Exception as error:
            name, problem = type(error).__name__, " ".join(str(error).split())
            raise OffleashError(
                f"a worker of the cluster at {self._address} failed: {name}: {problem}"
            ) from None
        if isinstance(answer, str):
            raise OffleashError(answer)
        return self._with_known_labels(pickle.loads(zlib.decompress(answer)))

    def _with_known_labels(self, shard: Shard) -> Shard:
        """Return the same shard with shared label objects, of which there may be a thousand."""
        known, account = self._labels, shard.account
        labels = tuple(known.setdefault(label, label) for label in account.labels)
        spreads = {known.setdefault(label, label): n for label, n in account.spreads.items()}
        return replace(shard, account=replace(account, labels=labels, spreads=spreads))

    def _check(self, client: Any) -> None:
        """Raise OffleashError if the scheduler is gone: its tasks are lost even if it returns."""
        if client.status != "running":
            raise self._scheduler_lost()

    def _scheduler_lost(self) -> OffleashError:
        return OffleashError(f"the scheduler at {self._address} disconnected during the run")

    @contextmanager
    def _connect(self) -> Iterator[Any]:
        """Yield a connected client, closed at the end."""
        self._probe()
        _silence_dask()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about versions, which are checked separately
                client = self._library.Client(
                    self._address, timeout=CONNECT_TIMEOUT_S, set_as_default=False
                )
        except (OSError, ImportError):
            raise self._connection_error("another program does") from None
        try:
            yield client
        finally:
            try:
                client.close(timeout=CLOSE_TIMEOUT_S)
            except OSError:
                _unclosed.append(client)

    def _probe(self) -> None:
        """Raise OffleashError if nothing listens: a client would leave threads behind."""
        from distributed.comm.addressing import get_address_host_port

        try:
            place = get_address_host_port(self._address)
            socket.create_connection(place, CONNECT_TIMEOUT_S).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise self._connection_error(
                getattr(error, "strerror", None) or "it is unknown"
            ) from None
        except (ValueError, NotImplementedError):
            raise self._connection_error("write tcp://HOST:PORT") from None

    def _connection_error(self, reason: str) -> OffleashError:
        return OffleashError(f"no Dask scheduler answers at {quote(self._address)}: {reason}")


_unclosed: list[Any] = []  # clients without a scheduler: garbage collection could hang


def _silence_dask() -> None:
    """Keep Dask from writing to the terminal; errors reach the user as exceptions."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)
    logging.getLogger("asyncio").addFilter(_is_not_from_dask)


def _is_not_from_dask(record: logging.LogRecord) -> bool:
    return "distributed" not in record.getMessage()


def _library() -> Any:
    try:
        import distributed
    except ImportError:
        raise OffleashError(
            "a cluster needs Dask, which is not installed: pip install 'offleash[cluster]'"
        ) from None
    return distributed


def _threads(client: Any) -> int:
    """Return the number of threads of all workers; 0 if the scheduler does not answer."""
    try:
        return sum(client.nthreads().values())
    except Exception:
        return 0


# On a worker

_building = Lock()


def _worker_function() -> Callable[..., bytes | str]:
    """Return the function that workers call.

    A nested function is pickled by value, not by name: the scheduler does not need Offleash, and a
    worker without it can report that.
    """

    def play(*arguments: Any) -> bytes | str:
        from distributed import get_worker

        address: str = get_worker().address
        try:
            from offleash.lab.runs.cluster import play_shard
        except ImportError as error:
            return f"worker {address} can't play ({error}): install the same version there"
        return play_shard(address, *arguments)

    return play


def play_shard(
    address: str, plan: bytes, sender: tuple[str, str], keep_games: bool, stretch: tuple[int, ...]
) -> bytes | str:
    """Return the compressed shard on a worker, or a text that says why it can't be played here."""
    expected = Versions(*sender)
    try:
        if __version__ != expected.version:
            return _refusal(address, Versions(__version__), expected)
        with _building:  # the threads of a worker share one experiment per plan
            experiment = _experiment(plan)
        own = Versions(__version__, experiment.rules_digest)
        if own != expected:
            return _refusal(address, own, expected)
        shard = experiment.play(Work(*stretch), keep_games=keep_games)
    except OffleashError as error:
        return f"worker {address}: {error}"
    return zlib.compress(pickle.dumps(shard, pickle.HIGHEST_PROTOCOL), COMPRESSION_LEVEL)


def _refusal(address: str, own: Versions, expected: Versions) -> str:
    return f"worker {address} has {own}, and this machine has {expected}: install the same on both"


@lru_cache(MOST_CACHED_PLANS)
def _experiment(plan: bytes) -> Experiment:
    """Return the experiment of a plan, cached."""
    return Experiment(plan_from(json.loads(plan)))
