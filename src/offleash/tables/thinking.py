"""Bots at tables, and advice: they think in threads, from what their seat sees."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from offleash.bots.advice import Advice, advise
from offleash.bots.seats import Bots
from offleash.core.game import Game, Records
from offleash.play.session import GameLuck, Session
from offleash.tables.table import Table

PLAYOUTS = "1500"  # of advice: a table answers within a second or two


@dataclass(frozen=True)
class Question:
    """A decision as the bot that takes it sees it."""

    game: Game
    name: str
    seat: int
    view: Records
    options: Records
    luck: GameLuck
    legal: list[int]
    turn: int


class Thinkers:
    """Threads for bots; compiled rules leave the interpreter to others while they think."""

    def __init__(self, threads: int = 1) -> None:
        self._threads = ThreadPoolExecutor(threads, "thinking")
        self._advisers = ThreadPoolExecutor(1, "advising")  # so that no bot waits for advice
        self._idle: dict[tuple[str, str, int], list[Bots]] = {}

    def close(self) -> None:
        """What is being thought about is of no more use."""
        for pool in (self._threads, self._advisers):
            pool.shutdown(wait=False, cancel_futures=True)

    async def choose(self, table: Table) -> tuple[int, GameLuck]:
        """The action of the bot that is to decide, and what choosing it used up."""
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

    def _decide(self, asked: Question) -> int:
        """One decision; a bot with its buffers serves one thread at a time, and is used again."""
        seats = asked.game.seat_count(asked.options)
        idle = self._idle.setdefault((asked.game.name, asked.name, seats), [])
        bots = idle.pop() if idle else Bots(asked.game, [asked.name] * seats)
        try:
            return bots.decide(
                asked.view, asked.options, asked.luck, asked.seat, asked.legal, asked.turn
            )
        finally:
            idle.append(bots)

    async def advise(self, table: Table) -> list[Advice]:
        """What a search would do in the place of the seat to move."""
        session = table.session
        # a session of its own: others go on with theirs meanwhile
        still = Session(table.game, session.options, position=session.position)
        return await asyncio.get_running_loop().run_in_executor(
            self._advisers, lambda: advise(still, PLAYOUTS)
        )
