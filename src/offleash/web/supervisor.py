"""Supervises workers: starts them, restarts them when they die, and stops them gracefully.

SIGUSR1 replaces them one after the other, without a moment in which none is serving.

The supervisor binds the address and keeps it: while a worker starts, pages wait instead of being
refused. Workers are forked from a server that has already imported everything.
"""

import errno
import multiprocessing
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from typing import Any

from offleash.tools.errors import OffleashError
from offleash.tools.steady_time import ServerRun, this_run
from offleash.web import worker
from offleash.web.child_process import CAN_FORK
from offleash.web.quotas import Quotas

PRELOADED = ("offleash.web.preloaded",)
STOP_TIMEOUT_S = 5.0  # after which a worker is killed
MAX_FAILED_STARTS = 5  # workers in a row that die before they serve
RESTART_PAUSE_S = 0.1  # before the second start, doubled for each further one
BOT_PACE_S = 0.7
# Replaces the workers one after the other; Windows has no such signal.
RELOAD_SIGNAL = getattr(signal, "SIGUSR1", None)
# SIGHUP: the terminal was closed; SIGBREAK: the same on Windows.
STOP_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
    if hasattr(signal, name)
)
BACKLOG = 512  # connections that wait while no worker is running

Log = Callable[[str], None]


@dataclass(frozen=True)
class Settings:
    """The settings of every worker."""

    database: str = ""
    public_url: str = ""
    warmth: str = ""  # the progress file of compiling: see web.warming
    workers: int = 1
    pace: float = BOT_PACE_S  # seconds that a bot waits before it plays
    projects: str = ""  # the folder of projects; empty if there is none
    owner: str = ""  # the owner's key: see web.owner; empty if there is no owner
    runs: str = ""  # the folder of the lab's runs; empty if there is no lab
    quotas: Quotas = field(default_factory=dict)  # see web.quotas
    metrics: str = ""  # the file of figures: see web.metrics
    logs_json: bool = False
    names: tuple[str, ...] = ()  # further names of the server: see web.headers
    has_lobby: bool = False  # whether the front page lists tables that anyone may join
    network_url: str = ""  # the server's address in the local network, if it is served there
    run: ServerRun = field(default_factory=this_run)  # whose clocks the workers use
    worker: int = 0  # the number of this one


def bind(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raise OffleashError if the address can't be bound."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError, OverflowError):
        raise OffleashError(f"{host!r} is not an address of this machine") from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise OffleashError(_describe_bind_error(host, port, error)) from None
    return listener


def _describe_bind_error(host: str, port: int, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"only root can serve on port {port}: choose 1024 or higher with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"{host!r} is not an address of this machine"
    return f"port {port} is in use by another program: choose a different one with --port"


@dataclass
class WorkerProcess:
    """A worker, and the pipe on which it reports that it is serving."""

    number: int
    process: BaseProcess
    pipe: Any  # a Connection
    is_serving: bool = False
    is_closed: bool = False


class Supervisor:
    """Keeps the workers alive until a signal stops it."""

    def __init__(
        self,
        listener: socket.socket,
        application: str,
        settings: Settings,
        log: Log,
        preloaded: Sequence[str] = PRELOADED,
    ) -> None:
        """Take `application`, as `module:function`: it makes an application from the settings."""
        self._listener, self._application, self._settings = listener, application, settings
        self._log = log
        module = application.partition(":")[0]
        self._context: Any = multiprocessing.get_context("forkserver" if CAN_FORK else "spawn")
        if CAN_FORK:
            self._context.set_forkserver_preload([*preloaded, module])
        self._workers: dict[int, WorkerProcess] = {}
        self._warming: BaseProcess | None = None
        self._failures = 0
        self._warmings = 0
        self._signals = 0
        self._is_reload_due = False
        self._stale: list[WorkerProcess] = []  # to be replaced
        self._retiring: WorkerProcess | None = None  # serves until its successor does
        self._ending: list[BaseProcess] = []  # no longer workers, but still processes

    def run(self) -> None:
        """Run until SIGINT, SIGTERM or SIGHUP. Raise OffleashError if no worker can start."""
        with self._signal_pipe() as self._wakeup:
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
        """Yield a socket that becomes readable on a signal, which ends a wait."""
        reader, writer = socket.socketpair()
        for end in (reader, writer):
            end.setblocking(False)
        old = signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        handlers = {name: signal.signal(name, self._count) for name in STOP_SIGNALS}
        if RELOAD_SIGNAL is not None:
            handlers[RELOAD_SIGNAL] = signal.signal(RELOAD_SIGNAL, self._request_reload)
        try:
            yield reader
        finally:
            for name, handler in handlers.items():
                signal.signal(name, handler)
            signal.set_wakeup_fd(old)
            reader.close()
            writer.close()

    def _count(self, *_: object) -> None:
        self._signals += 1

    def _request_reload(self, *_: object) -> None:
        self._is_reload_due = True

    def _launch(self, target: Callable[..., None], *values: object) -> BaseProcess:
        """Start a process that only the supervisor stops, even if its group gets a signal.

        The fork server blocks all stop signals; a worker unblocks SIGTERM.
        """
        process: BaseProcess = self._context.Process(target=target, args=values)
        if not CAN_FORK:
            process.start()
            return process
        resource_tracker.ensure_running()  # its first start unblocks signals
        signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)  # inherited by children
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
        return process

    def _start(self, number: int) -> None:
        reader, writer = self._context.Pipe(duplex=False)
        settings = replace(self._settings, worker=number)
        values = (self._listener, self._application, settings, writer)
        process = self._launch(worker.run, *values)
        writer.close()
        self._workers[number] = WorkerProcess(number, process, reader)

    def _watch(self) -> None:
        """Wait for one event, and handle it."""
        workers = list(self._workers.values())
        pipes = {
            entry.pipe: entry for entry in workers if not (entry.is_serving or entry.is_closed)
        }
        warming = [self._warming.sentinel] if self._warming else []
        ends = [entry.process.sentinel for entry in workers]
        ends += [process.sentinel for process in self._ending]
        ready = wait([*pipes, *ends, *warming, self._wakeup])
        with suppress(BlockingIOError):
            self._wakeup.recv(64)
        for pipe in pipes.keys() & set(ready):
            self._receive(pipes[pipe])
        for entry in workers:
            if entry.process.sentinel in ready and not self._signals:
                self._replace(entry)
        if not self._signals:
            self._reload()
        if self._warming and self._warming.sentinel in ready and not self._signals:
            self._on_warming_end(self._warming)

    def _receive(self, entry: WorkerProcess) -> None:
        """Note that a worker is serving, or died before."""
        try:
            entry.pipe.recv()
        except (EOFError, OSError):
            entry.is_closed = True
        else:
            entry.is_serving, self._failures = True, 0

    def _replace(self, entry: WorkerProcess) -> None:
        """Replace a dead worker. Raise OffleashError if too many die at the start."""
        entry.process.join()
        entry.pipe.close()
        del self._workers[entry.number]
        ending = _describe_exit(entry.process.exitcode)
        if not entry.is_serving:
            self._failures += 1
            if self._failures >= MAX_FAILED_STARTS and self._retiring:
                self._abandon_reload(self._retiring)
                return
            if self._failures >= MAX_FAILED_STARTS:
                count = MAX_FAILED_STARTS
                raise OffleashError(f"no worker can start: {count} in a row {ending}")
            wait([self._wakeup], RESTART_PAUSE_S * 2 ** (self._failures - 1))
        self._log(f"worker {entry.number + 1} {ending}; starting another")
        self._start(entry.number)

    def _reload(self) -> None:
        """Replace workers one by one: the successor serves before the old one has to stop."""
        self._ending = [process for process in self._ending if process.is_alive()]
        if self._is_reload_due:
            self._is_reload_due, self._stale = False, list(self._workers.values())
        if self._retiring and self._workers[self._retiring.number].is_serving:
            self._retiring.process.terminate()
            self._retiring = None
            self._log(f"replaced a worker; {len(self._stale)} more to replace")
        while self._stale and self._retiring is None:
            entry = self._stale.pop(0)
            if self._workers[entry.number] is entry:  # it has not been replaced since
                self._retiring = entry
                self._ending.append(entry.process)
                self._start(entry.number)

    def _abandon_reload(self, entry: WorkerProcess) -> None:
        """Keep the old workers when new ones can't start."""
        self._log("the new workers can't start; the old ones go on")
        # the old one may have died meanwhile: then it is replaced as any other
        self._ending = [process for process in self._ending if process is not entry.process]
        self._workers[entry.number], self._retiring, self._failures = entry, None, 0
        self._stale.clear()

    def _warm(self) -> None:
        self._warmings += 1
        self._warming = self._launch(worker.warm, self._settings.warmth)

    def _on_warming_end(self, process: BaseProcess) -> None:
        """Handle the end of the compiling process: a failure is retried a few times."""
        process.join()
        self._warming = None
        if process.exitcode and self._warmings < MAX_FAILED_STARTS:
            self._log(
                f"the compiling process {_describe_exit(process.exitcode)}; starting it again"
            )
            self._warm()

    def _stop(self) -> None:
        """Stop every process: gracefully, or by force after a while or a second Ctrl-C."""
        processes = [*self._ending, *(entry.process for entry in self._workers.values())]
        processes += [self._warming] if self._warming else []
        for process in processes:
            if process.is_alive():
                process.terminate()
        until = time.monotonic() + STOP_TIMEOUT_S
        while left := [process for process in processes if process.is_alive()]:
            if self._signals > 1 or time.monotonic() > until:
                for process in left:
                    process.kill()
            wait([process.sentinel for process in left], 0.1)


def _describe_exit(code: int | None) -> str:
    names = {-number.value: number.name for number in signal.Signals}
    if code in names:
        return f"was stopped by {names[code]}"
    return "ended" if code == 0 else f"ended with status {code}"


def link_of(listener: socket.socket) -> str:
    """Return the address to open on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def network_link(listener: socket.socket) -> str | None:
    """Return the address for others in the local network, or None if it is not served there."""
    host, port = listener.getsockname()[:2]
    if host.startswith("127.") or host == "::1":
        return None
    return f"http://{_own_address() if host in ('0.0.0.0', '::') else host}:{port}/"


def _own_address() -> str:
    """Return this machine's address in the local network: nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
