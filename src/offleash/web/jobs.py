"""Jobs that pages request: queued, each in a child process with limits.

A browser has one job at a time, and the queue is short. A job is niced, has limits on time and
memory, and is killed when the page stops listening.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from offleash.tools.errors import OffleashError
from offleash.web import child_process
from offleash.web.child_process import ChildProcess, Limits, ParentPipe

log = logging.getLogger("offleash.jobs")

NICENESS = 15
MEMORY_LIMIT_BYTES = 4 << 30  # bytes of address space; the compiler alone reserves 1.5 GiB
DONE, MESSAGE, FAILED = range(3)  # kinds of messages from a child process

ENDED = "the job stopped; it may have needed more memory or time than we allow"

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
        memory: int = MEMORY_LIMIT_BYTES,
        niceness: int = NICENESS,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up the queue; `preload` names modules that the fork server imports.

        `on_change` is called whenever the queue has changed.
        """
        self._on_change = on_change
        self.running, self.waiting, self.seconds = running, waiting, seconds
        self._limits = Limits(niceness, seconds, memory)
        self._queue: list[_Ticket] = []
        child_process.preload(*preload)

    def __len__(self) -> int:
        """Return how many jobs are running or waiting."""
        return len(self._queue)

    async def run(self, owner: str, work: Work, *arguments: Any) -> AsyncGenerator[Any, None]:
        """Yield `Waiting` while queued, then the job's messages. Closing it kills the process.

        Raises Busy if there is no room, JobFailed if the job fails.
        """
        ticket = self._join(owner)
        try:
            async for ahead in self._advance(ticket):
                yield Waiting(ahead)
            process = ChildProcess(self._limits, _work, work, arguments)
            async with aclosing(process.messages()) as messages:
                async for message in self._listen(messages):
                    yield message
        finally:
            self._queue.remove(ticket)
            self._on_change()
            for other in self._queue:
                other.advanced.set()

    async def result(self, owner: str, work: Work, *arguments: Any) -> Any:
        """Return the last message of a job. Raise as `run` does."""
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
        self._on_change()
        return ticket

    async def _advance(self, ticket: _Ticket) -> AsyncIterator[int]:
        """Yield the number of jobs ahead whenever it changes, until it is 0."""
        reported = 0
        while (place := self._queue.index(ticket)) >= self.running:
            if (ahead := place - self.running + 1) != reported:
                reported = ahead
                yield ahead
            await ticket.advanced.wait()
            ticket.advanced.clear()

    async def _listen(self, messages: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """Yield the messages of a process until it is done."""
        until = asyncio.get_running_loop().time() + self.seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    kind, value = await anext(messages)
            except TimeoutError:
                raise JobFailed(f"the job was stopped after {self.seconds:g} seconds") from None
            except StopAsyncIteration:
                raise JobFailed(ENDED) from None
            if kind == DONE:
                return
            if kind == FAILED:
                raise JobFailed(value)
            yield value


def _work(pipe: ParentPipe, work: Work, arguments: Any) -> None:
    """Run in the child process: do the work, and send the last message."""
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
