"""Work asked for by a page: in a process of its own, bounded, one after the other.

A browser has one job at a time, and few wait. A job is niced, has a limit of time and of memory,
and its process is killed when nobody listens any more. Processes are forked from one that has
imported everything, so that they begin at once.
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
MEMORY = 4 << 30  # bytes of addresses; the compiler alone takes up one and a half, mostly unused
GRACE = 5  # seconds after which a job ends itself, should nobody be left to end it
DONE, CAME, FAILED = range(3)  # what a process says

WANTED = {"__main__": None}  # all lines of a worker fork from one process, which imports for all

Say = Callable[[Any], None]
Work = Callable[..., None]  # (say, *arguments), a function that can be imported


class Busy(OffleashError):
    """There is no room for another job now."""


class Broken(OffleashError):
    """A job came to no end, for a reason in words."""


@dataclass(frozen=True)
class Waiting:
    """So many are before this job."""

    ahead: int


@dataclass(frozen=True)
class Limits:
    """What a job may take."""

    seconds: float
    memory: int
    niceness: int


class _Ticket:
    """A place in the line."""

    def __init__(self, owner: str) -> None:
        self.owner, self.moved = owner, asyncio.Event()


class Jobs:
    """A line of jobs, the first few of which are under way."""

    def __init__(
        self,
        running: int = 1,
        waiting: int = 8,
        seconds: float = 60.0,
        preload: Sequence[str] = (),
        memory: int = MEMORY,
        niceness: int = NICENESS,
    ) -> None:
        """`preload` names what processes have imported when they begin."""
        self.running, self.waiting, self.seconds = running, waiting, seconds
        self._limits = Limits(seconds, memory, niceness)
        self._line: list[_Ticket] = []
        self._threads = ThreadPoolExecutor(running + 1, "jobs")
        self._context = multiprocessing.get_context("forkserver")
        WANTED.update(dict.fromkeys(preload))
        self._context.set_forkserver_preload(list(WANTED))

    def prepare(self) -> None:
        """Begins to import what processes need: a page is open that may ask for a job."""
        self._threads.submit(forkserver.ensure_running)

    def close(self) -> None:
        """No more jobs; those under way end with whoever listens to them."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def run(self, owner: str, work: Work, *arguments: Any) -> AsyncGenerator[Any, None]:
        """What a job says, and `Waiting` before it begins. Close it, and its process is gone.

        Raises `Busy` where there is no room, `Broken` with a reason where it fails.
        """
        ticket = self._join(owner)
        try:
            async for ahead in self._advance(ticket):
                yield Waiting(ahead)
            process = _Process(self._context, work, arguments, self._limits)
            try:
                async for came in self._listen(process):
                    yield came
            finally:
                process.kill()
                self._threads.submit(process.reap)
        finally:
            self._line.remove(ticket)
            for other in self._line:
                other.moved.set()

    async def result(self, owner: str, work: Work, *arguments: Any) -> Any:
        """The last thing that a job says."""
        last = None
        async for came in self.run(owner, work, *arguments):
            last = came
        return last

    def _join(self, owner: str) -> _Ticket:
        if any(ticket.owner == owner for ticket in self._line):
            raise Busy("another page of this browser has asked for something: one at a time")
        if len(self._line) >= self.running + self.waiting:
            raise Busy("too many wait for an answer already: please try again in a minute")
        ticket = _Ticket(owner)
        self._line.append(ticket)
        return ticket

    async def _advance(self, ticket: _Ticket) -> AsyncIterator[int]:
        """How many are ahead, whenever that changes, until nobody is."""
        said = 0
        while (place := self._line.index(ticket)) >= self.running:
            if (ahead := place - self.running + 1) != said:
                said = ahead
                yield ahead
            await ticket.moved.wait()
            ticket.moved.clear()

    async def _listen(self, process: "_Process") -> AsyncIterator[Any]:
        """What a process says until it is done."""
        loop, until = asyncio.get_running_loop(), time.monotonic() + self.seconds
        ask: Callable[[], tuple[int, Any]] = process.start
        while True:
            answer = loop.run_in_executor(self._threads, ask)
            try:
                kind, what = await asyncio.wait_for(answer, max(0.0, until - time.monotonic()))
            except TimeoutError:
                raise Broken(f"it was given up after {self.seconds:g} seconds") from None
            if kind == DONE:
                return
            if kind == FAILED:
                raise Broken(what)
            yield what
            ask = process.hear


class _Process:
    """The process of one job. All but `kill` may wait, and is called in threads."""

    def __init__(
        self, context: Any, work: Work, arguments: tuple[Any, ...], limits: Limits
    ) -> None:
        self._heard, self._said = context.Pipe()
        self._made = context.Process(
            target=_work, args=(self._said, limits, work, arguments), daemon=True
        )
        self._has_started = self._is_killed = False

    def start(self) -> tuple[int, Any]:
        """Begins, and gives the first thing that it says."""
        self._made.start()
        self._has_started = True
        self._said.close()
        if self._is_killed:  # while it started
            self._made.kill()
        return self.hear()

    def hear(self) -> tuple[int, Any]:
        """The next thing that it says."""
        try:
            heard: tuple[int, Any] = self._heard.recv()
        except (EOFError, OSError):
            return FAILED, "it broke off: it may have needed more memory or time than we allow"
        return heard

    def kill(self) -> None:
        """Ends it at once, whatever it does."""
        self._is_killed = True
        if self._has_started:
            self._made.kill()

    def reap(self) -> None:
        """Gives back what it took up."""
        if self._has_started:
            self._made.join()
            self._made.close()
        self._heard.close()
        self._said.close()


def _work(say: Connection, limits: Limits, work: Work, arguments: Any) -> None:
    """The life of a process: limits first, then the work, then its last word."""
    _limit(limits)
    Thread(target=_end_with_worker, args=(say,), daemon=True).start()
    try:
        work(lambda came: say.send((CAME, came)), *arguments)
        say.send((DONE, None))
    except OffleashError as error:
        say.send((FAILED, str(error)))
    except MemoryError:
        say.send((FAILED, "it needs more memory than we allow"))
    except BrokenPipeError:
        pass  # nobody listens any more
    except Exception:
        log.exception("a job failed")
        say.send((FAILED, "something broke on our side"))


def _end_with_worker(line: Connection) -> None:
    """A worker says nothing to its jobs: what can be heard is that it is gone."""
    with suppress(EOFError, OSError):
        line.recv()
    os.kill(os.getpid(), signal.SIGKILL)


def _limit(limits: Limits) -> None:
    """Others come first, and nothing lasts for ever, should the worker be gone."""
    os.nice(limits.niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the site by hand stops the worker
    most = int(limits.seconds) + GRACE
    signal.alarm(most)
    threads = os.cpu_count() or 1
    resource.setrlimit(resource.RLIMIT_CPU, (most * threads, most * threads))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
