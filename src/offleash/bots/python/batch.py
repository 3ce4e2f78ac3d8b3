"""Batches with bots written in Python, played one decision at a time.

The luck, the seats and the counts are those of `engine.batch`: with compiled bots only, the games
are the same byte for byte, only slower.
"""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

import numpy as np

from offleash.bots.decision import Decision
from offleash.bots.players import MAX_ACTIONS, Bots, watch_call
from offleash.compiler.rules.random import pick, seed_streams
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine.batch import PACE, Batch, Order, Policy, Progress, order_of, play_batch
from offleash.engine.forfeit import Forfeit, Forfeited, forfeited_shares
from offleash.play.session import GameLuck


def play_bots(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    **batch_options: Any,
) -> Batch:
    """Play a batch with any bots; the parameters are those of `play_batch`."""
    if policy.guests:
        batch_options.setdefault("limit", MAX_ACTIONS)
        return play_python_batch(game, policy, games, seed, variants, progress, **batch_options)
    return play_batch(
        game, policy, games, seed, variants, threads=threads, progress=progress, **batch_options
    )


def play_python_batch(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    progress: Progress | None = None,
    **batch_options: Any,
) -> Batch:
    """Play the same games as `play_batch`, in one thread."""
    order = order_of(game, policy, games, seed, variants, **batch_options)
    with closing(Bots(game, policy)) as bots:
        batch = PythonBatch(game, order, bots)
        for place in range(games):
            batch.play(place)
            if progress:
                progress(1)
    return batch.result()


class PythonBatch:
    """The positions and counts of a batch that is being played."""

    def __init__(self, game: Game, order: Order, bots: Bots) -> None:
        games = len(order.rows)
        self._game, self._order, self._bots = game, order, bots
        is_new = order.starts is None
        self._states = np.zeros(games, game.rules.record) if is_new else order.starts.copy()  # type: ignore[union-attr]
        self._tallies = np.zeros(games, game.rules.tally)
        self._sums = np.zeros(len(order.variants), game.rules.sums)
        self._lengths = np.zeros(games, np.int64)
        self._results = np.zeros((games, game.max_seats))
        self._paces = np.zeros((games, PACE), np.int64)
        self._finished = np.zeros(games, np.bool_)
        self._forfeits: dict[int, Forfeit] = {}
        self._work, self._out, self._chances = game.new_work(), game.new_out(), game.new_chances()
        self._is_new = is_new

    def play(self, place: int) -> None:
        """Play one game to its end or limit, or until a bot forfeits it."""
        game, order, state = self._game, self._order, self._states[place]
        row = order.rows[place]
        options = order.variants[row : row + 1]
        luck = GameLuck(streams(), game.new_plans())
        seed_streams(luck.streams, order.seed, int(order.numbers[place]))
        self._bots.start_game(int(order.seated[place]), int(order.numbers[place]))
        if self._is_new:
            game.rules.setup(state, options[0])
        try:
            self._play_on(place, options, luck, self._count(row))
        except Forfeited as error:
            self._forfeit(place, options, error.forfeit)
        if game.rules.actor(state) == OVER:
            self._finished[place] = True
            game.rules.returns(state, options[0], self._results[place])

    def _play_on(
        self, place: int, options: Records, luck: GameLuck, count: Callable[..., None]
    ) -> None:
        """Play as the kernel of the same name does."""
        game, state, work = self._game, self._states[place], self._work[0]
        for turn in range(int(self._order.limits[place])):
            seat = int(game.rules.actor(state))
            if seat == OVER:
                return
            if seat == CHANCE:
                n = game.rules.chance_outcomes(state, options[0], self._out, self._chances)
                action = int(
                    self._out[pick(luck.streams, game.rules.stream(state), self._chances, n)]
                )
            else:
                action = self._decide(place, options, luck, seat, turn)
            count(state, options[0], action)
            game.rules.apply(state, options[0], work, action, self._tallies[place])
            self._lengths[place] = turn + 1

    def _decide(self, place: int, options: Records, luck: GameLuck, seat: int, turn: int) -> int:
        game, state = self._game, self._states[place]
        n = int(game.rules.legal_actions(state, options[0], self._work[0], self._out))
        legal = [int(action) for action in self._out[:n]]
        self._paces[place] += (1, n == 1, n)
        view, seat_luck = self._states[place : place + 1].copy(), luck.of_seat(seat)
        game.rules.hide(view[0], options[0], seat)
        action = self._bots.decide(Decision(view, options, seat_luck, seat, legal, turn))
        luck.update_seat(seat, seat_luck)
        return action

    def _count(self, row: int) -> Callable[..., None]:
        """Return the function that counts before each action."""
        count, sums = self._game.rules.count, self._sums[row]
        if count is None:
            return lambda state, options, action: None
        return lambda state, options, action: count(state, options, action, sums)

    def _forfeit(self, place: int, options: Records, forfeit: Forfeit) -> None:
        sides = self._game.sides(options[0])
        shares = forfeited_shares(sides, sides[forfeit.seat])
        self._results[place, : len(shares)] = shares
        self._finished[place] = True
        order, policy = self._order, self._bots.policy
        cast = policy.casts[order.seated[place]][: len(sides)]
        names = [policy.players[player] for player in cast]
        luck = (order.seed, int(order.numbers[place]))
        call = watch_call(self._game, options, names, *luck) if self._is_new else ""
        self._forfeits[place] = replace(forfeit, seed=order.seed, call=call)

    def result(self) -> Batch:
        """Return the batch as `play_batch` returns it."""
        order, game, policy = self._order, self._game, self._bots.policy
        variants, rows = order.variants, order.rows
        playing = game.playing(variants, rows)
        setup = (variants, rows, policy.players, policy.casts[order.seated], playing)
        ends = (self._results, self._lengths, self._paces, self._finished, self._forfeits)
        return Batch(self._states, self._tallies, self._sums, *setup, *ends)
