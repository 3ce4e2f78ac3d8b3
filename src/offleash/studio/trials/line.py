"""A worker's line to the process that plays: one process, one trial at a time, the newest."""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from offleash.core.game import Game
from offleash.studio.trials.order import GAMES, Order
from offleash.studio.trials.process import ANOTHER

MODULE = "offleash.studio.trials.process"
LONGEST_LINE = 16 << 20  # bytes
BROKE_OFF = "broke off"  # the process ended, whatever ended it
TRIES = 2  # processes that may end over one trial: its games go on where the first has written them
LAST = ("refused", "done")  # after these words nothing more is said of a trial
COMING = "The bots are on their way: the first games come in a few seconds."
REPLACED = "Another page of the studio has games played now; draw on here, and these come back."
ENDED = "The process that plays was ended twice over this board; the next edit starts another."

told = logging.getLogger("offleash.trials")


@dataclass(frozen=True)
class Heard:
    """Something that happened, as JSON, and its first word."""

    word: str
    event: str = ""


class Ticket:
    """Somebody who waits for games."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._heard: asyncio.Queue[Heard] = asyncio.Queue()

    def tell(self, word: str, event: str = "") -> None:
        self._heard.put_nowait(Heard(word, event))

    def refuse(self, why: str) -> None:
        self.tell("refused", _event("refused", why))

    async def hear(self) -> Heard:
        return await self._heard.get()


class Line:
    """Starts the process when it is needed, and again where it has ended; never waits for it."""

    def __init__(self, games: int = GAMES) -> None:
        self.games = games  # of each trial
        self._numbers = count(1)
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._ticket: Ticket | None = None
        self._warmed: set[str] = set()
        self._is_ready = self._is_closed = False

    @property
    def pid(self) -> int | None:
        """Of the process, where there is one."""
        return self._process.pid if self._process else None

    async def prepare(self, game: str) -> None:
        """A page is open that will ask for games: all that they need is loaded meanwhile."""
        await self._start()
        if game not in self._warmed:
            self._warmed.add(game)
            self._is_ready = False
            self._send({"warm": game})

    async def play(self, order: Order) -> AsyncGenerator[str, None]:
        """What happens to a trial, as JSON; close it, and the trial is stopped."""
        ticket = Ticket(next(self._numbers))
        if self._ticket:
            self._ticket.refuse(REPLACED)
        self._ticket = ticket
        try:
            for _ in range(TRIES):
                if not await self._ask(ticket, order):
                    yield _event("waiting", COMING)
                while (heard := await ticket.hear()).word != BROKE_OFF:
                    yield heard.event
                    if heard.word in LAST:
                        return
                if self._is_closed:
                    return  # the page hears that the site went, and asks again
            yield _event("refused", ENDED)
        finally:
            if self._ticket is ticket:
                self._ticket = None
                self._send({"stop": ticket.number})

    async def _ask(self, ticket: Ticket, order: Order) -> bool:
        """Gives an order to the process; whether that is ready for it."""
        await self.prepare(order.game)
        if self._process is None or self._is_closed:
            ticket.tell(BROKE_OFF)
        elif self._ticket is ticket:  # nobody came meanwhile
            self._send({"number": ticket.number, "order": asdict(order)})
        return self._is_ready

    def leave(self) -> None:
        """The worker is about to stop: who listens is let go."""
        self._is_closed = True
        if self._ticket:
            self._ticket.tell(BROKE_OFF)

    async def close(self) -> None:
        """Nothing is left behind."""
        self.leave()
        async with self._starting:
            process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reading:
            await self._reading

    # The process

    async def _start(self) -> None:
        """Not in the task of a request: that may be cancelled, and would leave half a process."""
        await asyncio.shield(asyncio.create_task(self._started()))

    async def _started(self) -> None:
        async with self._starting:
            if self._process is not None or self._is_closed:
                return
            self._warmed, self._is_ready = set(), False
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", MODULE),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=LONGEST_LINE,
                    start_new_session=True,  # Ctrl-C in a terminal is for the supervisor
                )
            except OSError as error:  # no memory, no more processes
                told.warning("no process can be started to play on boards: %s", error)
            else:
                self._reading = asyncio.create_task(self._read(self._process))

    def _send(self, what: dict[str, Any]) -> None:
        if self._process and self._process.stdin and not self._process.stdin.is_closing():
            self._process.stdin.write(json.dumps(what).encode() + b"\n")

    async def _read(self, process: Process) -> None:
        """Hands on what the process says, until it ends."""
        assert process.stdout is not None
        async for line in process.stdout:
            number, word, event = line.decode().rstrip("\n").split(" ", 2)
            self._hear(int(number), word, event)
        status = await process.wait()
        if self._process is process:
            self._process = None
        if self._ticket:
            self._ticket.tell(BROKE_OFF)
        elif status == ANOTHER:  # it had too much in memory
            for game in set(self._warmed):
                await self.prepare(game)

    def _hear(self, number: int, word: str, event: str) -> None:
        if number == 0 and word == "ready":
            self._is_ready = True
        elif self._ticket and number in (0, self._ticket.number):
            self._ticket.tell(word, event)


def line_of(app: Starlette) -> Line:
    """The line of a worker."""
    line: Line | None = getattr(app.state, "trials", None)
    if line is None:
        raise HTTPException(404, "This server has no games played on boards.")
    return line


async def start(app: Starlette) -> None:
    """A worker has one line; the process at its other end comes with the first page."""
    app.state.trials = Line()
    app.state.leaving.append(app.state.trials.leave)


async def stop(app: Starlette) -> None:
    """The process ends with the worker."""
    await app.state.trials.close()


async def prepare(app: Starlette, game: Game) -> None:
    """An editor is open: games will be wanted soon."""
    line: Line | None = getattr(app.state, "trials", None)
    if line and game.workbench and game.workbench.trial:
        await line.prepare(game.name)


def _event(word: str, why: str) -> str:
    return json.dumps({"is": word, "why": why})
