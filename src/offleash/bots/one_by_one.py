"""Batches that guests take part in: game after game, decision after decision, in plain Python.

The luck, the seats and what is counted are those of `core.batch`: where nobody is a guest, the
games are the same, byte for byte, only later.
"""

from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np

from offleash.bots.seats import MOST_ACTIONS, Bots
from offleash.core.batch import (
    PACE,
    Batch,
    Order,
    Policy,
    Progress,
    order_of,
    play_batch,
)
from offleash.core.forfeit import Forfeit, Forfeited, forfeited_shares
from offleash.core.game import Game, Records
from offleash.core.rules.actors import CHANCE, OVER
from offleash.core.rules.random import pick, seed_streams
from offleash.core.seeds import streams
from offleash.play.session import Luck


def play_any(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Batch:
    """A batch, whoever takes part; the parameters are those of `play_batch`."""
    if policy.guests:
        how.setdefault("limit", MOST_ACTIONS)
        return play_one_by_one(game, policy, games, seed, variants, progress, **how)
    return play_batch(
        game, policy, games, seed, variants, threads=threads, progress=progress, **how
    )


def play_one_by_one(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    progress: Progress | None = None,
    **how: Any,
) -> Batch:
    """The same games as in a batch, in one thread."""
    order = order_of(game, policy, games, seed, variants, **how)
    with closing(Bots(game, policy)) as bots:
        table = Table(game, order, bots)
        for place in range(games):
            table.play(place)
            if progress:
                progress(1)
    return table.batch()


class Table:
    """What is played on, and what has been counted."""

    def __init__(self, game: Game, order: Order, bots: Bots) -> None:
        games = len(order.rows)
        self._game, self._order, self._bots = game, order, bots
        is_new = order.starts is None
        self._states = np.zeros(games, game.record) if is_new else order.starts.copy()  # type: ignore[union-attr]
        self._tallies, self._sums = (
            np.zeros(games, game.tally),
            np.zeros(len(order.variants), game.sums),
        )
        self._lengths = np.zeros(games, np.int64)
        self._results = np.zeros((games, game.max_seats))
        self._paces = np.zeros((games, PACE), np.int64)
        self._finished = np.zeros(games, np.bool_)
        self._forfeits: dict[int, Forfeit] = {}
        self._work, self._out, self._chances = game.new_work(), game.new_out(), game.new_chances()
        self._is_new = is_new

    def play(self, place: int) -> None:
        """One game, to its end or its limit, or until somebody forfeits it."""
        game, order, state = self._game, self._order, self._states[place]
        row = order.rows[place]
        options = order.variants[row : row + 1]
        luck = Luck(streams(), game.new_plans())
        seed_streams(luck.streams, order.seed, int(order.numbers[place]))
        self._bots.sit_down(int(order.seated[place]), int(order.numbers[place]))
        if self._is_new:
            game.setup(state, options[0])
        try:
            self._play_on(place, options, luck, self._count(row))
        except Forfeited as error:
            self._forfeit(place, options, error.forfeit)
        if game.actor(state) == OVER:
            self._finished[place] = True
            game.returns(state, options[0], self._results[place])

    def _play_on(
        self, place: int, options: Records, luck: Luck, count: Callable[..., None]
    ) -> None:
        """As the kernel of that name plays."""
        game, state, work = self._game, self._states[place], self._work[0]
        for taken in range(int(self._order.limits[place])):
            seat = int(game.actor(state))
            if seat == OVER:
                return
            if seat == CHANCE:
                n = game.chance_outcomes(state, options[0], self._out, self._chances)
                action = int(self._out[pick(luck.streams, game.stream(state), self._chances, n)])
            else:
                action = self._decided(place, options, luck, seat, taken)
            count(state, options[0], action)
            game.apply(state, options[0], work, action, self._tallies[place])
            self._lengths[place] = taken + 1

    def _decided(self, place: int, options: Records, luck: Luck, seat: int, turn: int) -> int:
        game, state = self._game, self._states[place]
        n = int(game.legal_actions(state, options[0], self._work[0], self._out))
        legal = [int(action) for action in self._out[:n]]
        self._paces[place] += (1, n == 1, n)
        view, own = self._states[place : place + 1].copy(), luck.of_seat(seat)
        game.hide(view[0], options[0], seat)
        action = self._bots.decide(view, options, own, seat, legal, turn)
        luck.take_over(seat, own)
        return action

    def _count(self, row: int) -> Callable[..., None]:
        """What is added up before each action."""
        count, sums = self._game.count, self._sums[row]
        if count is None:
            return lambda state, options, action: None
        return lambda state, options, action: count(state, options, action, sums)

    def _forfeit(self, place: int, options: Records, forfeit: Forfeit) -> None:
        sides = self._game.sides(options[0])
        shares = forfeited_shares(sides, sides[forfeit.seat])
        self._results[place, : len(shares)] = shares
        self._finished[place] = True
        self._forfeits[place] = forfeit

    def batch(self) -> Batch:
        """What it all came to."""
        order, game, policy = self._order, self._game, self._bots.policy
        variants, rows = order.variants, order.rows
        playing = game.playing(variants, rows)
        told = (variants, rows, policy.players, policy.casts[order.seated], playing)
        ends = (self._results, self._lengths, self._paces, self._finished, self._forfeits)
        return Batch(self._states, self._tallies, self._sums, *told, *ends)
