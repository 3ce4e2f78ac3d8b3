"""Many games at once: a batch is cut into slices that a pool of threads plays.

Kernels release the interpreter lock, so threads are enough. Each game has its own random
streams, so the result does not depend on how many threads there are or how slices fall.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.compiler.record import EMPTY, scratch, words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import check_seed, streams
from offleash.compiler.study import POSITIONS
from offleash.contract import FinishedGames, Game, Records
from offleash.contract.rules.actors import NOBODY, OVER
from offleash.engine.forfeit import Forfeit, forfeited_places
from offleash.engine.templates import finishing_order, playouts
from offleash.engine.templates.playouts import Desk, Games
from offleash.tools.errors import OffleashError

FIRST_SLICE = 16  # games that a thread plays at most before it knows how long they take,
SLICE_S = 0.05  # then seconds that it plays before it reports progress,
SHORT_SLICE_S = 0.0005  # and that taking a slice is worth the effort for
INSTANT_S = 1e-6  # where the clock did not advance
MOST_THREADS = 1024  # more than any machine has cores
LIMIT = 10_000_000  # actions after which a game is given up
PACE = 3  # decisions, forced ones, what there was to choose from

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Policy:
    """How players choose: a compiled `choose`, and a row of numbers for each of them."""

    choose: Callable[..., Any]
    personas: NDArray[np.int64]  # players × (which policy, its weights)
    casts: NDArray[np.int64]  # seatings × seats: the player on each seat, or NOBODY
    players: Sequence[str] = ()  # what to call them
    note: np.dtype[Any] = field(default=EMPTY)  # the record of `choose`'s own workspace
    notes: int = 1  # how many of those it owns
    positions: int = POSITIONS  # that it has room for
    # Players that `choose` can't be asked for, by number: whoever plays such a batch knows them
    guests: Mapping[int, Any] = field(default_factory=dict)
    # What a `choose` of several kinds calls, by the first number of a persona
    kinds: Sequence[Callable[..., Any]] = ()

    def check_seats(self, seating: int, seats: int) -> None:
        """Check that seats have players, and players rows: compiled code would not notice."""
        cast = self.casts[seating]
        named = int((cast != NOBODY).sum()) if cast.ndim == 1 else 0
        if named < seats:
            raise OffleashError(f"{named} players are named for {seats} seats")
        if not 0 <= cast[:seats].min() <= cast[:seats].max() < len(self.personas):
            raise OffleashError(f"a seat has a player that is not one of the {len(self.personas)}")


@dataclass(frozen=True)
class Batch(FinishedGames):
    """What a batch of games came to, game by game."""

    finished: NDArray[np.bool_]
    forfeits: Mapping[int, Forfeit] = field(default_factory=dict)  # by the place of the game


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spare_cores() -> int:
    """Return how many cores work in the background may use: all but one, for the server."""
    return max(1, cores() - 1)


def playout_kernels(game: Game, policy: Policy) -> Any:
    """Return the playout kernels of one game with one policy: `play_on` and `play_games`."""
    names = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")
    rules = {name: getattr(game.rules, name) for name in names}
    if game.rules.count is not None:
        rules["count"] = game.rules.count
    return specialise(game.rules.rule, playouts, note=policy.note, choose=policy.choose, **rules)


def order_kernels(game: Game) -> Any:
    """Return the kernel that says who came in where, bound to one game."""
    return specialise(game.rules.rule, finishing_order, rank=game.rules.rank)


def new_desk(game: Game, policy: Policy, variants: int) -> Desk:
    """Return the buffers of one thread."""
    plans = game.new_plans()
    return Desk(
        game.new_work(),
        scratch(variants, game.rules.sums),
        plans,
        words(plans),
        game.new_study(policy.note, policy.notes, policy.positions),
        streams(),
        game.new_out(),
        game.new_chances(),
    )


@dataclass(frozen=True)
class Order:
    """What a batch plays, checked: compiled code trusts its caller."""

    seed: int
    variants: Records
    rows: NDArray[np.int64]
    seated: NDArray[np.int64]
    numbers: NDArray[np.int64]
    limits: NDArray[np.int64]
    starts: Records | None


def play_batch(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    rows: NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    limit: int | NDArray[np.int64] = LIMIT,
    first: int = 0,
    seated: NDArray[np.int64] | None = None,
    numbers: NDArray[np.int64] | None = None,
    starts: Records | None = None,
) -> Batch:
    """Play games number `first` … of the endless series that a seed stands for.

    `variants` is an array of options and `rows` says which of them each game is played with;
    `seated` says which seating of the policy it has. `numbers`, in place of `first`, says whose
    luck each game has: games of one number meet the same dice and cards as far as they can.
    `limit` is the most actions of a game, of all or of each. `starts` are positions to go on from.
    """
    details = (rows, limit, first, seated, numbers, starts)
    order = order_of(game, policy, games, seed, variants, *details)
    if policy.guests:
        raise OffleashError("players that are not compiled are asked one by one, not in a batch")
    threads = check_seed(threads or cores(), "the number of threads")
    return _play(game, policy, order, min(threads, max(1, games), MOST_THREADS), progress)


def order_of(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    rows: NDArray[np.int64] | None = None,
    limit: int | NDArray[np.int64] = LIMIT,
    first: int = 0,
    seated: NDArray[np.int64] | None = None,
    numbers: NDArray[np.int64] | None = None,
    starts: Records | None = None,
) -> Order:
    """Return what `play_batch` takes, checked."""
    seed, first = check_seed(seed), check_seed(first, "the number of the first game")
    games, limits = check_seed(games, "the number of games"), _limits(limit, games)
    variants = game.options() if variants is None else variants
    rows = np.zeros(games, np.int64) if rows is None else rows
    seated = np.zeros(games, np.int64) if seated is None else seated
    if numbers is None:
        numbers = np.int64(first) + np.arange(games)
    else:
        check_numbers(games, numbers)
    if starts is not None and len(starts) != games:
        raise OffleashError(f"{len(starts)} positions are given for {games} games")
    check_rows(game, policy, games, variants, rows, seated)
    return Order(seed, variants, rows, seated, numbers, limits, starts)


def _play(
    game: Game, policy: Policy, order: Order, threads: int, progress: Progress | None
) -> Batch:
    """Play what was ordered, slice by slice."""
    module, games = playout_kernels(game, policy), len(order.rows)
    states = np.zeros(games, game.rules.record) if order.starts is None else order.starts.copy()
    tallies, lengths = np.zeros(games, game.rules.tally), np.zeros(games, np.int64)
    results, paces = np.zeros((games, game.max_seats)), np.zeros((games, PACE), np.int64)
    variants, rows, seated = order.variants, order.rows, order.seated
    rows_of = (lengths, results, paces, order.limits, order.numbers)
    played = Games(states, tallies, *rows_of, variants, rows, policy.personas, policy.casts, seated)
    is_begun = int(order.starts is not None)
    desks = [new_desk(game, policy, len(variants)) for _ in range(threads)]

    def play_slice(thread: int, lo: int, hi: int) -> None:
        module.play_games(played, desks[thread], is_begun, order.seed, lo, hi)

    Slices(play_slice, games, threads).play(progress)
    finished = lengths < order.limits
    for i in np.flatnonzero(~finished):  # one that ended with its last action counts too
        finished[i] = game.rules.actor(states[i]) == OVER
    sums = added([desk.ledger for desk in desks])
    tables = (variants, rows, policy.players, policy.casts[seated], game.playing(variants, rows))
    return Batch(states, tallies, sums, *tables, results, lengths, paces, finished)


def _limits(limit: int | NDArray[np.int64], games: int) -> NDArray[np.int64]:
    """Return the most actions of each game."""
    if not isinstance(limit, np.ndarray):
        return np.full(games, check_seed(limit, "the limit"), np.int64)
    if limit.shape != (games,) or (games and limit.min() < 0):
        raise OffleashError("the limit must be a number of actions, from 0 up, for each game")
    return limit.astype(np.int64)


def finishing_orders(game: Game, batch: Batch) -> NDArray[np.int64]:
    """Return games × seats: the place of each seat, 0 for the first."""
    places = np.zeros((len(batch.states), game.max_seats), np.int64)
    order_kernels(game).rank_games(batch.states, batch.variants, batch.rows, places)
    for place, forfeit in batch.forfeits.items():
        sides = game.sides(batch.variants[batch.rows[place]])
        places[place, : len(sides)] = forfeited_places(sides, sides[forfeit.seat])
    return places


def check_rows(
    game: Game,
    policy: Policy,
    games: int,
    variants: Records,
    rows: NDArray[np.int64],
    seated: NDArray[np.int64],
) -> None:
    """Refuse numbers that point outside: compiled code trusts its caller."""
    for name, numbers, count in (("rows", rows, variants), ("seated", seated, policy.casts)):
        if len(numbers) != games or (
            games and not 0 <= numbers.min() <= numbers.max() < len(count)
        ):
            raise OffleashError(f"{name} must have a number below {len(count)} for each game")
    pairs = rows.astype(np.int64) * len(policy.casts) + seated
    for pair in np.flatnonzero(np.bincount(pairs)):  # much faster than sorting them
        row, seating = divmod(int(pair), len(policy.casts))
        policy.check_seats(seating, game.seat_count(variants[row : row + 1]))


def check_numbers(games: int, numbers: NDArray[np.int64]) -> None:
    """Check that every game has a number, and that none is beyond the series."""
    if numbers.shape != (games,) or numbers.dtype != np.int64 or (games and numbers.min() < 0):
        raise OffleashError("numbers must be one number per game, from 0 up")


def added(ledgers: Sequence[Records]) -> Records:
    """Return the sums of all threads together: whole numbers, so their order does not matter."""
    total = ledgers[0].copy()
    for ledger in ledgers[1:]:
        total.view(np.int64)[:] += ledger.view(np.int64)
    return total


class Slices:
    """A batch that threads take slice by slice: long ones first, short ones last.

    Long ones are few, and with short ones at the end no thread waits long for the others.
    """

    def __init__(
        self, play_slice: Callable[[int, int, int], None], games: int, threads: int
    ) -> None:
        self._play_slice, self._games, self._threads = play_slice, games, threads
        self._next = 0
        self._lock = Lock()
        self._played: SimpleQueue[int] = SimpleQueue()  # games of each slice, to be reported

    def play(self, progress: Progress | None) -> None:
        """Play everything, with this thread and others; only this one reports progress.

        An interruption lets the running slices end and starts no more.
        """

        def report() -> None:
            while progress and not self._played.empty():
                progress(self._played.get())

        others = self._threads - 1
        with ThreadPoolExecutor(max(1, others)) as pool:  # which starts no thread without a task
            try:
                tasks = [pool.submit(self._play_on, 1 + number) for number in range(others)]
                self._play_on(0, report)
                for task in tasks:
                    task.result()
            finally:
                self._stop()
        report()

    def _play_on(self, thread: int, report: Callable[[], None] = lambda: None) -> None:
        """Play slices, as each thread does, while there are any and while none fails."""
        seconds = None
        try:
            while games := self._take(seconds):
                start = time.perf_counter()
                self._play_slice(thread, games.start, games.stop)
                seconds = max(time.perf_counter() - start, INSTANT_S) / len(games)
                self._played.put(len(games))
                report()
        finally:
            self._stop()

    def _stop(self) -> None:
        """Leave nothing to be taken."""
        with self._lock:
            self._next = self._games

    def _take(self, seconds: float | None) -> range:
        """Return the next slice for a thread whose games take so many seconds each, if known."""
        with self._lock:
            first = self._next
            size = (self._games - first) // (2 * self._threads)
            if seconds is None:
                size = min(FIRST_SLICE, size)
            else:
                size = max(min(size, int(SLICE_S / seconds)), int(SHORT_SLICE_S / seconds))
            self._next = min(first + max(1, size), self._games)
            return range(first, self._next)
