"""A worker's client of the process that plays trials: one process, only the newest trial."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import asdict
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from offleash.contract import Game
from offleash.engine.batch import cores
from offleash.studio.boards.bot_games import process
from offleash.studio.boards.bot_games.order import GAMES, TrialOrder
from offleash.web import child_process
from offleash.web.child_process import ChildProcess, Limits

NICENESS = 5
ADDRESS_SPACE_BYTES, THREAD_BYTES = 4 << 30, 128 << 20  # the compiler alone needs much
BROKE_OFF = ("broke off", "")  # the process ended for any reason
MAX_PROCESSES = 2  # per trial: the second resumes from the games that the first has written
FINAL_WORDS = ("refused", "done")  # after these a trial sends nothing more
STARTING = "Starting the bots: the first games take a few seconds."
REPLACED = "Another studio page is playing games now; edit this board to play here again."
ENDED = "The process that plays ended twice on this board; the next edit starts a new one."


class Subscriber(asyncio.Queue[tuple[str, str]]):
    """A page that is waiting for a trial's games: a queue of kinds of events and their JSON."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class TrialClient:
    """Starts the process when it is needed and restarts it when it has ended."""

    def __init__(self, games: int = GAMES) -> None:
        self.games = games  # per trial
        self._numbers = count(1)
        self._process: ChildProcess | None = None
        self._reading: asyncio.Task[None] | None = None
        self._subscriber: Subscriber | None = None
        self._warm_games: set[str] = set()
        self._is_ready = self._is_closed = False
        child_process.preload(process.__name__)

    @property
    def pid(self) -> int | None:
        """Return the process id, if there is a process."""
        return self._process.pid if self._process else None

    def prepare(self, game: str) -> None:
        """Load a game in the process before a page requests games of it."""
        self._start()
        if game not in self._warm_games:
            self._warm_games.add(game)
            self._is_ready = False
            self._send({"warm": game})

    async def play(self, order: TrialOrder) -> AsyncGenerator[str, None]:
        """Yield the events of a trial as JSON; closing the generator stops the trial."""
        subscriber = Subscriber(next(self._numbers))
        if self._subscriber:
            self._subscriber.put_nowait(("refused", _event("refused", REPLACED)))
        self._subscriber = subscriber
        try:
            for _ in range(MAX_PROCESSES):
                if not self._submit(subscriber, order):
                    yield _event("waiting", STARTING)
                while (message := await subscriber.get()) != BROKE_OFF:
                    word, event = message
                    yield event
                    if word in FINAL_WORDS:
                        return
                if self._is_closed:
                    return  # the page notices and requests again
            yield _event("refused", ENDED)
        finally:
            if self._subscriber is subscriber:
                self._subscriber = None
                self._send({"stop": subscriber.number})

    def _submit(self, subscriber: Subscriber, order: TrialOrder) -> bool:
        """Send an order to the process; return whether it is ready."""
        self.prepare(order.game)
        if self._is_closed:
            subscriber.put_nowait(BROKE_OFF)
        elif self._subscriber is subscriber:  # not replaced meanwhile
            self._send({"number": subscriber.number, "order": asdict(order)})
        return self._is_ready

    def leave(self) -> None:
        """End the current trial's events because the worker is about to stop."""
        self._is_closed = True
        if self._subscriber:
            self._subscriber.put_nowait(BROKE_OFF)

    async def close(self) -> None:
        """Kill the process and wait for it."""
        self.leave()
        if self._process:
            self._process.kill()
        if self._reading:
            await self._reading

    # The process

    def _start(self) -> None:
        if self._process is None and not self._is_closed:
            self._warm_games, self._is_ready = set(), False
            limit = ADDRESS_SPACE_BYTES + THREAD_BYTES * cores()
            limits = Limits(NICENESS, address_space=limit)
            self._process = ChildProcess(limits, process.play_orders)
            self._reading = asyncio.create_task(self._read(self._process))

    def _send(self, message: dict[str, Any]) -> None:
        if self._process:
            self._process.send(message)

    async def _read(self, process: ChildProcess) -> None:
        """Run the process and pass on its events until it ends."""
        async for number, word, event in process.messages():
            self._on_message(number, word, event)
        self._process = None
        if self._subscriber:
            self._subscriber.put_nowait(BROKE_OFF)

    def _on_message(self, number: int, word: str, event: str) -> None:
        if number == 0 and word == "ready":
            self._is_ready = True
        elif self._subscriber and number in (0, self._subscriber.number):
            self._subscriber.put_nowait((word, event))


def client_of(app: Starlette) -> TrialClient:
    """Return the worker's client. Raises HTTPException if it has none."""
    client: TrialClient | None = getattr(app.state, "trials", None)
    if client is None:
        raise HTTPException(404, "This server does not play trials.")
    return client


async def start(app: Starlette) -> None:
    """Give the worker a client; the process starts with the first page."""
    app.state.trials = TrialClient()
    app.state.leaving.append(app.state.trials.leave)


async def stop(app: Starlette) -> None:
    """End the process with the worker."""
    await app.state.trials.close()


async def prepare(app: Starlette, game: Game) -> None:
    """Prepare for the games that an open editor will request."""
    client: TrialClient | None = getattr(app.state, "trials", None)
    if client and game.studio.workbench and game.studio.workbench.trial:
        client.prepare(game.name)


def _event(word: str, reason: str) -> str:
    return json.dumps({"is": word, "why": reason})
