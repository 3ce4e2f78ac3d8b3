"""Asking guests: bots written in Python, who may answer anything, or nothing, or never."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from offleash.bots.guests import answered, raised
from offleash.bots.patience import Overtime, Patience, Thinker, TooLong
from offleash.bots.views import View
from offleash.core.batch import Policy
from offleash.core.errors import OffleashError
from offleash.core.forfeit import Forfeit, Forfeited
from offleash.core.game import Game, Records
from offleash.core.rules.random import CHOICES, next_word
from offleash.play.session import Luck


class Misbehaved(Exception):
    """What a bot did, as it stands behind "it"."""


class Guests:
    """The guests at one table, made anew for each game."""

    def __init__(self, game: Game, policy: Policy, patience: Patience | None = None) -> None:
        self._game, self._policy = game, policy
        self._patience = patience
        self._thinkers: dict[int, Thinker] = {}  # one for each player, whichever seat it has
        self._seated: dict[int, Any] = {}
        self._seating = self._number = 0

    def sit_down(self, seating: int, number: int) -> None:
        """Another game begins."""
        self._seated.clear()
        self._seating, self._number = seating, number

    def decide(
        self,
        view: Records,
        options: Records,
        luck: Luck,
        seat: int,
        who: int,
        legal: Sequence[int],
        turn: int,
    ) -> int:
        """The answer of a guest, which is legal; raises Forfeited where it is not."""
        if len(legal) == 1:
            return legal[0]
        word = int(next_word(luck.streams, CHOICES + seat))
        own = (options.copy(), seat, view.copy(), legal, turn, self._number, word)
        try:
            return self._ask(who, View(self._game, *own), options, legal)
        except Misbehaved as error:
            name, saw = self._policy.players[who], self._game.format_position(view, options)
            told = (self._number, seat, name, str(error), saw, self._seating)
            raise Forfeited(Forfeit(*told)) from None

    def _ask(self, who: int, view: View, options: Records, legal: Sequence[int]) -> int:
        """Its answer is read where it thinks: that may run its code too, or never end."""
        thinker = self._thinkers.setdefault(who, Thinker(self._patience))
        seat = view.seat

        def think() -> int:
            try:
                if seat not in self._seated:
                    make = self._policy.guests[who].make
                    self._seated[seat] = make(self._game, view.options, seat)
                answer = self._seated[seat].choose(view, view.legal)
                return self._number_of(answer, options, legal)
            except (Misbehaved, Overtime):
                raise
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt) and not thinker.patience.seconds:
                    raise  # in the caller's own thread it is the person's
                raise Misbehaved(raised(error)) from None

        try:
            return thinker.call(think)
        except TooLong as error:
            raise Misbehaved(str(error)) from None
        except Overtime as error:
            raise Misbehaved(raised(error)) from None

    def _number_of(self, answer: object, options: Records, legal: Sequence[int]) -> int:
        """The action that an answer means: its number or its text."""
        if isinstance(answer, str):
            try:
                number = self._game.parse_action(answer, options)
            except OffleashError:
                raise Misbehaved(f"{answered(answer)}, which is no action") from None
        elif isinstance(answer, int | np.integer) and not isinstance(answer, bool):
            number = int(answer)
        else:
            raise Misbehaved(f"{answered(answer)}, which is neither a number nor a text")
        if number not in legal:
            raise Misbehaved(f"{answered(answer)}, which is no legal action")
        return number

    def close(self) -> None:
        """Lets the threads of all guests end."""
        for thinker in self._thinkers.values():
            thinker.close()
