"""Bots and advice at tables: they run in threads, and know only what their seat sees."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from offleash.bots.advice import Advice, advise
from offleash.bots.players import Bots
from offleash.core.game import Game, Records
from offleash.play.session import GameLuck, Session
from offleash.tables.table import Table

PLAYOUTS = "1500"  # for advice: the answer takes a second or two


@dataclass(frozen=True)
class Question:
    """A decision, as the deciding bot sees it."""

    game: Game
    name: str
    seat: int
    view: Records
    options: Records
    luck: GameLuck
    legal: list[int]
    turn: int


class Thinkers:
    """Threads for bots; compiled rules release the interpreter lock while they run."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, "thinking")
        self._advisers = ThreadPoolExecutor(
            1, "advising"
        )  # separate, so that no bot waits for advice
        self._idle: dict[tuple[str, str, int], list[Bots]] = {}

    def close(self) -> None:
        """Abandons all running decisions."""
        for pool in (self._threads, self._advisers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, table: Table) -> tuple[int, GameLuck]:
        """The action of the bot to decide, and its random streams after the choice."""
        session, seat = table.session, table.actor
        question = Question(
            game=table.game,
            name=table.bot,
            seat=seat,
            view=session.view(seat),
            options=session.options,
            luck=session.luck.of_seat(seat),
            legal=session.legal_numbers,
            turn=len(session.history),
        )
        action = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._decide, question
        )
        return action, question.luck

    def _decide(self, question: Question) -> int:
        """Takes one decision; a bot and its buffers are reused, by one thread at a time."""
        seats = question.game.seat_count(question.options)
        idle = self._idle.setdefault((question.game.name, question.name, seats), [])
        bots = idle.pop() if idle else Bots(question.game, [question.name] * seats)
        try:
            return bots.decide(
                question.view,
                question.options,
                question.luck,
                question.seat,
                question.legal,
                question.turn,
            )
        finally:
            idle.append(bots)

    async def advise(self, table: Table) -> list[Advice]:
        """What a search would do for the seat to move."""
        session = table.session
        # a copy of the session, since the game may go on meanwhile
        copy = Session(table.game, session.options, position=session.position)
        return await asyncio.get_running_loop().run_in_executor(
            self._advisers, lambda: advise(copy, PLAYOUTS)
        )
