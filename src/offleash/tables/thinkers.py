"""Bots and advice at tables: they run in threads, and know only what their seat sees."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from offleash.bots.advice import Advice, advise
from offleash.bots.decisions import Decision, decision_in
from offleash.bots.players import Bots
from offleash.core.game import Game, Route
from offleash.play.session import GameLuck, Session
from offleash.tables.table import Table

PLAYOUTS = "1500"  # for advice: the answer takes a second or two


class Thinkers:
    """Threads for bots; compiled rules release the interpreter lock while they run."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, "thinking")
        # separate, so that no bot waits for advice
        self._advisers = ThreadPoolExecutor(1, "advising")
        self._idle: dict[tuple[str, str, int], list[Bots]] = {}

    def close(self) -> None:
        """Abandons all running decisions."""
        for pool in (self._threads, self._advisers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, table: Table) -> tuple[int, GameLuck]:
        """The action of the bot to decide, and its random streams after the choice."""
        decision = decision_in(table.session)
        action = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._decide, table.game, table.bot, decision
        )
        return action, decision.luck

    def _decide(self, game: Game, name: str, decision: Decision) -> int:
        """Takes one decision; a bot and its buffers are reused, by one thread at a time."""
        seats = game.seat_count(decision.options)
        idle = self._idle.setdefault((game.name, name, seats), [])
        bots = idle.pop() if idle else Bots(game, [name] * seats)
        try:
            return bots.decide(decision)
        finally:
            idle.append(bots)

    async def list_routes(self, table: Table) -> list[Route]:
        """What the seat to move can do with one gesture."""
        list_routes, session = table.game.pictures.routes, table.session
        if list_routes is None:
            return []
        view, seat, legal = session.view(session.actor), session.actor, session.legal_numbers
        return await asyncio.get_running_loop().run_in_executor(
            self._advisers, list_routes, view, session.options, seat, legal
        )

    async def advise(self, table: Table) -> list[Advice]:
        """What a search would do for the seat to move."""
        session = table.session
        # a copy of the session, since the game may go on meanwhile
        copy = Session(table.game, session.options, position=session.position)
        return await asyncio.get_running_loop().run_in_executor(
            self._advisers, lambda: advise(copy, PLAYOUTS)
        )
