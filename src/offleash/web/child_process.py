"""A child process with limits that exchanges messages with its parent, and ends with it.

Processes are forked from a server that has imported everything, so that they start at once. Windows
can't fork: there every process imports for itself, and only its time is limited.
"""

import asyncio
import logging
import multiprocessing
import os
import queue
import signal
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Thread, Timer
from typing import Any

log = logging.getLogger("offleash.processes")

GRACE_S = 5  # after the time limit, when a process ends itself if its parent does not end it

Target = Callable[..., None]  # (pipe, *arguments), an importable function

CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
_context: Any = multiprocessing.get_context("forkserver" if CAN_FORK else "spawn")
_preloaded = {"__main__": None}  # modules of the fork server, which all child processes share


def preload(*modules: str) -> None:
    """Name modules that the fork server imports; without effect once it is running."""
    _preloaded.update(dict.fromkeys(modules))
    if CAN_FORK:
        _context.set_forkserver_preload(list(_preloaded))


def start_fork_server() -> None:
    """Start the fork server in the background, because a child process may be needed soon."""
    if CAN_FORK:
        from multiprocessing import forkserver

        Thread(target=forkserver.ensure_running, daemon=True).start()


@dataclass(frozen=True)
class Limits:
    """The limits of a process, which hold even if its parent is gone; 0 for none."""

    niceness: int
    seconds: float = 0
    address_space: int = 0  # bytes
    data: int = 0  # bytes in use, whatever the address space

    def apply(self) -> None:
        """Lower the priority of this process and set its limits."""
        lower_priority(self.niceness)
        limit_s = int(self.seconds) + GRACE_S if self.seconds else 0
        try:
            import resource
        except ModuleNotFoundError:  # Windows
            if limit_s:
                timer = Timer(limit_s, os._exit, (1,))
                timer.daemon = True
                timer.start()
            return
        signal.alarm(limit_s)  # 0 for none
        limits = {
            resource.RLIMIT_AS: self.address_space,
            resource.RLIMIT_DATA: self.data,
            resource.RLIMIT_CPU: limit_s * (os.cpu_count() or 1),
        }
        for kind, limit in limits.items():
            if limit:
                with suppress(ValueError, OSError):  # macOS refuses some of them
                    resource.setrlimit(kind, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def lower_priority(niceness: int) -> None:
    """Lower the priority of this process, where the system has niceness."""
    if hasattr(os, "nice"):
        os.nice(niceness)


class ChildProcess:
    """A process that calls `target(pipe, *arguments)`, where `pipe` is a `ParentPipe`."""

    def __init__(self, limits: Limits, target: Target, *arguments: Any) -> None:
        self._pipe, self._child_pipe = _context.Pipe()
        self._process = _context.Process(
            target=_main, args=(self._child_pipe, limits, target, arguments), daemon=True
        )
        self._outgoing: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._has_started = self._is_killed = False

    @property
    def pid(self) -> int | None:
        """The process id, once the process has started."""
        return self._process.pid if self._has_started else None

    def run(self, on_message: Callable[[Any], None] = lambda message: None) -> int:
        """Run the process to its end and return its exit status; it blocks, so use a thread."""
        try:
            self._start()
        except (EOFError, OSError) as error:  # no memory, no more processes
            log.warning("can't start a child process: %s", error)
            self._child_pipe.close()
            return 1
        writer = Thread(target=self._write, daemon=True)
        writer.start()
        with suppress(EOFError, OSError):
            while True:
                on_message(self._pipe.recv())
        self._process.join()
        self._outgoing.put(None)
        writer.join()
        self._pipe.close()
        return self._process.exitcode or 0

    def _start(self) -> None:
        self._process.start()
        self._has_started = True
        self._child_pipe.close()
        if self._is_killed:  # while it started
            self._process.kill()

    async def messages(self) -> AsyncGenerator[Any, None]:
        """Run the process and yield its messages until it has ended; closing this kills it."""
        loop, messages = asyncio.get_running_loop(), asyncio.Queue[tuple[Any, ...]]()

        def put(*message: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed, so nobody is listening
                loop.call_soon_threadsafe(messages.put_nowait, message)

        def run() -> None:
            self.run(put)
            put()

        Thread(target=run, name="child process", daemon=True).start()
        try:
            while message := await messages.get():
                yield message[0]
        finally:
            self.kill()

    def send(self, message: Any) -> None:
        """Send a message to the process, unless it ends before; never block."""
        self._outgoing.put(message)

    def _write(self) -> None:
        with suppress(OSError):
            while (message := self._outgoing.get()) is not None:
                self._pipe.send(message)

    def kill(self) -> None:
        """Kill the process at once."""
        self._is_killed = True
        if self._has_started:
            self._process.kill()


class ParentPipe:
    """The pipe of a child process to its parent; when that is gone, the process ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._messages: queue.Queue[Any] = queue.Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                self._messages.put(self._connection.recv())
        os._exit(1)

    def send(self, message: Any) -> None:
        """Send a message to the parent."""
        self._connection.send(message)

    def receive(self, timeout: float | None) -> Any:
        """Return the next message of the parent, or None after so many seconds without one."""
        with suppress(queue.Empty):
            return self._messages.get(timeout=timeout)
        return None

    def pending(self) -> list[Any]:
        """Return the messages that have arrived and are yet to be received."""
        return list(self._messages.queue)


def _main(connection: Connection, limits: Limits, target: Target, arguments: Any) -> None:
    """Run in the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    os.dup2(2, 1)  # prints go to the log
    limits.apply()
    target(ParentPipe(connection), *arguments)
