"""Bots and advice at tables: they run in threads, and know only what their seat sees."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from offleash.bots.advice import Advice, advise
from offleash.bots.decision import Decision, decision_in
from offleash.bots.players import Bots
from offleash.contract import Game, Route
from offleash.play.session import GameLuck, Session
from offleash.tables.live.fair_queue import FairQueue
from offleash.tables.live.table import Table
from offleash.web.metrics import Metrics

PLAYOUTS = "1500"  # for advice: the answer takes a second or two

T = TypeVar("T")
ThreadWork = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class FairThreads:
    """Threads that browsers share: one with many tables waits for itself, not others for it."""

    def __init__(self, threads: int, name: str, clock: Callable[[], float]) -> None:
        self._pool, self._free, self._clock = ThreadPoolExecutor(threads, name), threads, clock
        self._queue: FairQueue[ThreadWork] = FairQueue()

    def __len__(self) -> int:
        return len(self._queue)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def run(self, owner: str, work: Callable[[], T]) -> T:
        """Run the work of a browser when it is its turn."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put(owner, (work, future))
        self._start()
        return await future

    def _start(self) -> None:
        while self._free and len(self._queue):
            owner, (work, future) = self._queue.pop()
            if not future.cancelled():
                self._free -= 1
                task = asyncio.get_running_loop().run_in_executor(self._pool, self._timed, work)
                task.add_done_callback(partial(self._finish, owner, future))

    def _timed(self, work: Callable[[], Any]) -> tuple[Any, Exception | None, float]:
        began = self._clock()
        try:
            return work(), None, self._clock() - began
        except Exception as error:
            return None, error, self._clock() - began

    def _finish(self, owner: str, future: "asyncio.Future[Any]", task: Any) -> None:
        self._free += 1
        if task.cancelled():  # the site stops
            return
        value, error, seconds = task.result()
        self._queue.charge(owner, seconds)
        if not future.done():
            future.set_exception(error) if error else future.set_result(value)
        self._start()


class Thinkers:
    """Threads for bots; compiled rules release the interpreter lock while they run."""

    def __init__(
        self,
        threads: int = 1,
        metrics: Metrics | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._threads = FairThreads(threads, "thinking", clock)
        # separate, so that no bot waits for advice
        self._advisers = FairThreads(1, "advising", clock)
        self._guides = FairThreads(1, "routes", clock)
        self._metrics, self._clock = metrics or Metrics(), clock
        self._idle: dict[tuple[str, str, int], list[Bots]] = {}

    def close(self) -> None:
        """Abandon all running decisions."""
        self._threads.close()
        self._advisers.close()
        self._guides.close()

    @property
    def waiting(self) -> int:
        """How many decisions wait for a thread."""
        return len(self._threads)

    async def choose(self, table: Table, owner: str = "") -> tuple[int, GameLuck]:
        """Return the action of the bot to decide, and its random streams after the choice.

        `owner` is the browser that it thinks for.
        """
        decision = decision_in(table.session)
        if (scripted := table.scripted_action) is not None:
            return scripted, decision.luck
        game, name = table.game, table.bot
        self._metrics.set_gauge("bots_waiting", self.waiting)
        action = await self._threads.run(owner, lambda: self._decide(game, name, decision))
        self._metrics.set_gauge("bots_waiting", self.waiting)
        return action, decision.luck

    def _decide(self, game: Game, name: str, decision: Decision) -> int:
        """Take one decision; a bot and its buffers are reused, by one thread at a time."""
        seats, began = game.seat_count(decision.options), self._clock()
        idle = self._idle.setdefault((game.name, name, seats), [])
        bots = idle.pop() if idle else Bots(game, [name] * seats)
        try:
            return bots.decide(decision)
        finally:
            idle.append(bots)
            self._metrics.observe("thinking_seconds", self._clock() - began)

    async def list_routes(self, table: Table, owner: str = "") -> list[Route]:
        """Return what the seat to move can do with one gesture."""
        list_routes, session = table.game.pictures.routes, table.session
        if list_routes is None:
            return []
        view, seat, legal = session.view(session.actor), session.actor, session.legal_numbers
        return await self._guides.run(
            owner, lambda: list_routes(view, session.options, seat, legal)
        )

    async def advise(self, table: Table, owner: str = "") -> list[Advice]:
        """Return what a search would do for the seat to move."""
        session = table.session
        # a copy of the session, since the game may go on meanwhile
        copy = Session(table.game, session.options, position=session.position)
        return await self._advisers.run(owner, lambda: advise(copy, PLAYOUTS))
