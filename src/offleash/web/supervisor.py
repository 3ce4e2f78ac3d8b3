"""Workers under supervision: started, watched, started anew when they die, stopped gently.

One process binds the address and never lets go of it: while a worker is born, pages wait instead
of being turned away. Workers are forked from a server that has everything imported already.
"""

import errno
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.context import ForkServerProcess
from typing import Any

from offleash.core.errors import OffleashError
from offleash.web import worker

PRELOADED = ("offleash.web.preloaded",)
GRACE = 5.0  # seconds to end, after which a worker is killed
BIRTHS = 5  # workers in a row that may die before they serve
PAUSE = 0.1  # seconds before the second one is tried, doubled for each further one
PACE = 0.7
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # the last when its terminal is closed
BACKLOG = 512  # pages that wait while no worker is there

Say = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """What every worker is told."""

    database: str = ""
    public_url: str = ""
    warmth: str = ""  # the file that says how far compiling has come: see web.warming
    workers: int = 1
    pace: float = PACE  # seconds that a bot waits before it plays
    projects: str = ""  # the folder of projects; empty where there is none
    owner: str = ""  # the owner's key: see web.owner; empty where nobody is the owner
    runs: str = ""  # the folder of the lab's runs; empty where nothing is played for the owner


def bind(host: str, port: int) -> socket.socket:
    """The address, bound for as long as the program runs."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError, OverflowError):
        raise OffleashError(f"{host!r} is no address of this machine") from None
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise OffleashError(_not_bound(host, port, error)) from None
    return bound


def _not_bound(host: str, port: int, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"only root may serve on port {port}: choose one from 1024 on with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is no address of this machine"
    return f"port {port} is in use: another program has it, choose one with --port"


@dataclass
class Watched:
    """A worker, and the pipe by which it says that it serves."""

    number: int
    process: ForkServerProcess
    word: Any  # a Connection
    serves: bool = False
    is_silent: bool = False


class Supervisor:
    """Keeps so many workers alive until it is told to stop."""

    def __init__(
        self,
        bound: socket.socket,
        application: str,
        settings: Settings,
        say: Say,
        preloaded: Sequence[str] = PRELOADED,
    ) -> None:
        """`application` names a function, `module:function`, that makes one from the settings."""
        self._bound, self._application, self._settings = bound, application, settings
        self._say = say
        module = application.partition(":")[0]
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([*preloaded, module])
        self._workers: dict[int, Watched] = {}
        self._warming: ForkServerProcess | None = None
        self._failures = 0
        self._warmings = 0
        self._signals = 0

    def run(self) -> None:
        """Until SIGINT, SIGTERM or SIGHUP; raises a sentence where no worker can live."""
        with self._signal_pipe() as self._wakes:
            try:
                for number in range(self._settings.workers):
                    self._start(number)
                if self._settings.warmth:
                    self._warm()
                while not self._signals:
                    self._watch()
            finally:
                self._stop()

    @contextmanager
    def _signal_pipe(self) -> Iterator[socket.socket]:
        """A socket that can be read from when a signal came, which ends a wait."""
        reads, writes = socket.socketpair()
        for end in (reads, writes):
            end.setblocking(False)
        old = signal.set_wakeup_fd(writes.fileno(), warn_on_full_buffer=False)
        kept = {name: signal.signal(name, self._count) for name in ENDS}
        try:
            yield reads
        finally:
            for name, handler in kept.items():
                signal.signal(name, handler)
            signal.set_wakeup_fd(old)
            reads.close()
            writes.close()

    def _count(self, *_: object) -> None:
        self._signals += 1

    def _launch(self, target: Callable[..., None], *values: object) -> ForkServerProcess:
        """A process that only the supervisor ends, though all of a group may get a signal.

        The server that forks them hears nothing at all; a worker lets SIGTERM in again.
        """
        process = self._context.Process(target=target, args=values)
        resource_tracker.ensure_running()  # which, when first started, lets signals in again
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # which children inherit
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)
        return process

    def _start(self, number: int) -> None:
        hears, speaks = self._context.Pipe(duplex=False)
        values = (self._bound, self._application, self._settings, speaks)
        process = self._launch(worker.run, *values)
        speaks.close()
        self._workers[number] = Watched(number, process, hears)

    def _watch(self) -> None:
        """Waits until something happens, and does what follows from it."""
        every = list(self._workers.values())
        words = {each.word: each for each in every if not (each.serves or each.is_silent)}
        warming = [self._warming.sentinel] if self._warming else []
        ends = [each.process.sentinel for each in every]
        found = wait([*words, *ends, *warming, self._wakes])
        for word in words.keys() & set(found):
            self._hear(words[word])
        for watched in every:
            if watched.process.sentinel in found and not self._signals:
                self._replace(watched)
        if self._warming and self._warming.sentinel in found and not self._signals:
            self._end_warming(self._warming)

    def _hear(self, watched: Watched) -> None:
        """A worker serves now, or died before it did."""
        try:
            watched.word.recv()
        except (EOFError, OSError):
            watched.is_silent = True
        else:
            watched.serves, self._failures = True, 0

    def _replace(self, watched: Watched) -> None:
        """One that died: another takes its place, unless they all die at birth."""
        watched.process.join()
        watched.word.close()
        del self._workers[watched.number]
        how = _ending(watched.process.exitcode)
        if not watched.serves:
            self._failures += 1
            if self._failures >= BIRTHS:
                raise OffleashError(f"no worker can serve: {BIRTHS} in a row {how} at the start")
            wait([self._wakes], PAUSE * 2 ** (self._failures - 1))
        self._say(f"worker {watched.number + 1} {how}, another takes its place")
        self._start(watched.number)

    def _warm(self) -> None:
        self._warmings += 1
        self._warming = self._launch(worker.warm, self._settings.warmth)

    def _end_warming(self, process: ForkServerProcess) -> None:
        """All is compiled; where it ended otherwise it is begun again, a few times."""
        process.join()
        self._warming = None
        if process.exitcode and self._warmings < BIRTHS:
            self._say(f"what compiles ahead {_ending(process.exitcode)}, it begins again")
            self._warm()

    def _stop(self) -> None:
        """Ends every process: gently, and by force after a while or at the second Ctrl-C."""
        every = [each.process for each in self._workers.values()]
        every += [self._warming] if self._warming else []
        for process in every:
            if process.is_alive():
                process.terminate()
        until = time.monotonic() + GRACE
        while left := [process for process in every if process.is_alive()]:
            if self._signals > 1 or time.monotonic() > until:
                for process in left:
                    process.kill()
            wait([process.sentinel for process in left], 0.1)


def _ending(code: int | None) -> str:
    names = {-each.value: each.name for each in signal.Signals}
    if code in names:
        return f"was ended by {names[code]}"
    return "ended" if code == 0 else f"ended with status {code}"


def link_of(bound: socket.socket) -> str:
    """The address to open on this machine."""
    host, port = bound.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def network_link(bound: socket.socket) -> str | None:
    """The address for others in the local network, where it is served there."""
    host, port = bound.getsockname()[:2]
    if host.startswith("127.") or host == "::1":
        return None
    return f"http://{_own_address() if host in ('0.0.0.0', '::') else host}:{port}/"


def _own_address() -> str:
    """This machine's address in the local network: nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
