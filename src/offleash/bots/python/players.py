"""Calling bots written in Python, which may return anything, fail, or never return."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from offleash.bots.decision import Decision
from offleash.bots.python.bots import describe_answer, describe_error
from offleash.bots.python.time_limit import BotThread, MoveTimeout, Overtime, TimeLimit
from offleash.bots.python.views import BotView
from offleash.compiler.rules.random import CHOICES, next_word
from offleash.contract import Game, Records
from offleash.engine.batch import Policy
from offleash.engine.forfeit import Forfeit, Forfeited
from offleash.tools.errors import OffleashError


class BotFailure(Exception):
    """A Python bot broke the rules. The message continues a sentence that begins with "it"."""


class PythonPlayers:
    """The Python bots at one table, constructed again for each game."""

    def __init__(self, game: Game, policy: Policy, time_limit: TimeLimit | None = None) -> None:
        self._game, self._policy = game, policy
        self._time_limit = time_limit
        self._threads: dict[int, BotThread] = {}  # by player, whatever its seat
        self._bots: dict[int, Any] = {}
        self._seating = self._number = 0

    def start_game(self, seating: int, number: int) -> None:
        """Forget the bots of the last game; they are constructed when they first move."""
        self._bots.clear()
        self._seating, self._number = seating, number

    def decide(self, player: int, decision: Decision) -> int:
        """Return the action a Python bot chooses; raise Forfeited if it fails or is illegal."""
        view, options, seat, legal = decision.view, decision.options, decision.seat, decision.legal
        if len(legal) == 1:
            return legal[0]
        word = int(next_word(decision.luck.streams, CHOICES + seat))
        args = (options.copy(), seat, view.copy(), legal, decision.turn, self._number, word)
        try:
            return self._ask(player, BotView(self._game, *args), options, legal)
        except BotFailure as error:
            name = self._policy.players[player]
            position = self._game.notation.format_position(view, options)
            facts = (self._number, seat, name, str(error), position, self._seating, decision.turn)
            raise Forfeited(Forfeit(*facts)) from error.__cause__

    def _ask(self, player: int, view: BotView, options: Records, legal: Sequence[int]) -> int:
        """Call the bot and parse its answer in its thread, since both may run its code."""
        thread = self._threads.setdefault(player, BotThread(self._time_limit))
        seat = view.seat

        def choose() -> int:
            try:
                if seat not in self._bots:
                    factory = self._policy.guests[player].factory
                    self._bots[seat] = factory(self._game, view.options, seat)
                answer = self._bots[seat].choose(view, view.legal)
                return self._parse_answer(answer, options, legal)
            except (BotFailure, Overtime):
                raise
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt) and not thread.time_limit.seconds:
                    raise  # the user pressed Ctrl+C in the caller's thread
                raise BotFailure(describe_error(error)) from error

        try:
            return thread.call(choose)
        except MoveTimeout as error:
            raise BotFailure(str(error)) from None
        except Overtime as error:
            raise BotFailure(describe_error(error)) from error

    def _parse_answer(self, answer: object, options: Records, legal: Sequence[int]) -> int:
        """Return the number of the action that a bot returned as a number or as text."""
        if isinstance(answer, str):
            try:
                number = self._game.notation.parse_action(answer, options)
            except OffleashError:
                raise BotFailure(f"{describe_answer(answer)}, which is not an action") from None
        elif isinstance(answer, int | np.integer) and not isinstance(answer, bool):
            number = int(answer)
        else:
            raise BotFailure(f"{describe_answer(answer)}, which is neither a number nor a text")
        if number not in legal:
            raise BotFailure(f"{describe_answer(answer)}, which is not a legal action")
        return number

    def close(self) -> None:
        """Let the threads of all bots end."""
        for thread in self._threads.values():
            thread.close()
