"""Jobs that pages request: queued, each in a child process with limits.

A browser has one job at a time, and the queue is short. A job is niced, has limits on time and
memory, and is killed when the page stops listening. Processes are forked from a server that has
imported everything, so that they start at once.
"""

import asyncio
import logging
import multiprocessing
import os
import resource
import signal
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any

from offleash.core.errors import OffleashError

log = logging.getLogger("offleash.jobs")

NICENESS = 15
MEMORY_LIMIT = 4 << 30  # bytes of address space; the compiler alone reserves 1.5 GiB
GRACE_S = 5  # after the time limit, when a job ends itself if the worker is gone
DONE, MESSAGE, FAILED = range(3)  # kinds of messages from a child process

PRELOADED_MODULES = {"__main__": None}  # of the fork server, which all queues of a worker share

Emit = Callable[[Any], None]
Work = Callable[..., None]  # (emit, *arguments), an importable function


class Busy(OffleashError):
    """The queue is full, or the browser already has a job."""


class JobFailed(OffleashError):
    """A job failed; the message says why."""


@dataclass(frozen=True)
class Waiting:
    """How many jobs are ahead of this one."""

    ahead: int


@dataclass(frozen=True)
class Limits:
    """The limits of a job."""

    seconds: float
    memory: int
    niceness: int


class _Ticket:
    """A place in the queue."""

    def __init__(self, owner: str) -> None:
        self.owner, self.advanced = owner, asyncio.Event()


class Jobs:
    """A queue of jobs, the first few of which are running."""

    def __init__(
        self,
        running: int = 1,
        waiting: int = 8,
        seconds: float = 60.0,
        preload: Sequence[str] = (),
        memory: int = MEMORY_LIMIT,
        niceness: int = NICENESS,
    ) -> None:
        """`preload` names modules that the fork server imports."""
        self.running, self.waiting, self.seconds = running, waiting, seconds
        self._limits = Limits(seconds, memory, niceness)
        self._queue: list[_Ticket] = []
        self._threads = ThreadPoolExecutor(running + 1, "jobs")
        self._context = multiprocessing.get_context("forkserver")
        PRELOADED_MODULES.update(dict.fromkeys(preload))
        self._context.set_forkserver_preload(list(PRELOADED_MODULES))

    def prepare(self) -> None:
        """Starts the fork server, because a page is open that may request a job."""
        self._threads.submit(forkserver.ensure_running)

    def close(self) -> None:
        """Accepts no more jobs; running ones end when their listeners stop."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, owner: str, work: Work, *arguments: Any) -> AsyncGenerator[Any, None]:
        """Yields `Waiting` while queued, then the job's messages. Closing it kills the process.

        Raises Busy if there is no room, JobFailed if the job fails.
        """
        ticket = self._join(owner)
        try:
            async for ahead in self._advance(ticket):
                yield Waiting(ahead)
            process = _Process(self._context, work, arguments, self._limits)
            try:
                async for message in self._listen(process):
                    yield message
            finally:
                process.kill()
                self._threads.submit(process.reap)
        finally:
            self._queue.remove(ticket)
            for other in self._queue:
                other.advanced.set()

    async def result(self, owner: str, work: Work, *arguments: Any) -> Any:
        """The last message of a job. Raises as `run` does."""
        last = None
        async for message in self.run(owner, work, *arguments):
            last = message
        return last

    def _join(self, owner: str) -> _Ticket:
        if any(ticket.owner == owner for ticket in self._queue):
            raise Busy(
                "another page in this browser is waiting for an answer; please do one at a time"
            )
        if len(self._queue) >= self.running + self.waiting:
            raise Busy("too many people are waiting for an answer; please try again in a minute")
        ticket = _Ticket(owner)
        self._queue.append(ticket)
        return ticket

    async def _advance(self, ticket: _Ticket) -> AsyncIterator[int]:
        """Yields the number of jobs ahead whenever it changes, until it is 0."""
        reported = 0
        while (place := self._queue.index(ticket)) >= self.running:
            if (ahead := place - self.running + 1) != reported:
                reported = ahead
                yield ahead
            await ticket.advanced.wait()
            ticket.advanced.clear()

    async def _listen(self, process: "_Process") -> AsyncIterator[Any]:
        """Yields the messages of a process until it is done."""
        loop, until = asyncio.get_running_loop(), time.monotonic() + self.seconds
        step: Callable[[], tuple[int, Any]] = process.start
        while True:
            answer = loop.run_in_executor(self._threads, step)
            try:
                kind, value = await asyncio.wait_for(answer, max(0.0, until - time.monotonic()))
            except TimeoutError:
                raise JobFailed(f"the job was stopped after {self.seconds:g} seconds") from None
            if kind == DONE:
                return
            if kind == FAILED:
                raise JobFailed(value)
            yield value
            step = process.receive


class _Process:
    """The child process of a job. All methods but `kill` may block: call them in threads."""

    def __init__(
        self, context: Any, work: Work, arguments: tuple[Any, ...], limits: Limits
    ) -> None:
        self._parent_pipe, self._child_pipe = context.Pipe()
        self._process = context.Process(
            target=_work, args=(self._child_pipe, limits, work, arguments), daemon=True
        )
        self._has_started = self._is_killed = False

    def start(self) -> tuple[int, Any]:
        """Starts the process, and returns its first message."""
        self._process.start()
        self._has_started = True
        self._child_pipe.close()
        if self._is_killed:  # while it started
            self._process.kill()
        return self.receive()

    def receive(self) -> tuple[int, Any]:
        """The next message."""
        try:
            message: tuple[int, Any] = self._parent_pipe.recv()
        except (EOFError, OSError):
            return FAILED, "the job stopped; it may have needed more memory or time than we allow"
        return message

    def kill(self) -> None:
        """Kills the process at once."""
        self._is_killed = True
        if self._has_started:
            self._process.kill()

    def reap(self) -> None:
        """Waits for the process to end, and frees its resources."""
        if self._has_started:
            self._process.join()
            self._process.close()
        self._parent_pipe.close()
        self._child_pipe.close()


def _work(pipe: Connection, limits: Limits, work: Work, arguments: Any) -> None:
    """Runs in the child process: sets the limits, does the work, sends the last message."""
    _limit(limits)
    Thread(target=_end_with_worker, args=(pipe,), daemon=True).start()
    try:
        work(lambda message: pipe.send((MESSAGE, message)), *arguments)
        pipe.send((DONE, None))
    except OffleashError as error:
        pipe.send((FAILED, str(error)))
    except MemoryError:
        pipe.send((FAILED, "the job needs more memory than we allow"))
    except BrokenPipeError:
        pass  # the worker stopped listening
    except Exception:
        log.exception("a job failed")
        pipe.send((FAILED, "something broke on our side"))


def _end_with_worker(pipe: Connection) -> None:
    """Ends this process with the worker, which never writes to the pipe."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def _limit(limits: Limits) -> None:
    """Lowers the priority and sets limits, which hold even if the worker is gone."""
    os.nice(limits.niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker
    limit_s = int(limits.seconds) + GRACE_S
    signal.alarm(limit_s)
    threads = os.cpu_count() or 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit_s * threads, limit_s * threads))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
