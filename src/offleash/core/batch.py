"""Many games at once: a batch is cut into slices that a pool of threads plays.

Kernels release the interpreter lock, so threads are enough. Each game has its own random
streams, so the result does not depend on how many threads there are or how slices fall.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.compile import specialise
from offleash.core.game import Game, Records
from offleash.core.rules.actors import OVER
from offleash.core.seeds import check_seed, streams
from offleash.core.templates import playouts

SLICE = 256  # games a thread plays before it reports progress
LIMIT = 10_000_000  # actions after which a game is given up

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Policy:
    """How seats choose: a compiled `choose`, and a persona (a row of numbers) for each seat."""

    choose: Callable[..., Any]
    personas: NDArray[np.int64]


@dataclass(frozen=True)
class Batch:
    """What a batch of games came to, game by game."""

    states: Records  # final positions
    tallies: Records
    lengths: NDArray[np.int64]  # actions, chance included
    finished: NDArray[np.bool_]


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def playout_kernels(game: Game, policy: Policy) -> Any:
    """The playout kernels of one game with one policy: `play_on` and `play_games`."""
    names = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply")
    rules = {name: getattr(game, name) for name in names}
    return specialise(game.rule, playouts, choose=policy.choose, **rules)


def play_batch(
    game: Game,
    policy: Policy,
    games: int,
    seed: int = 0,
    variants: Records | None = None,
    rows: NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    limit: int = LIMIT,
    first: int = 0,
) -> Batch:
    """Plays games number `first` … of the endless series that a seed stands for.

    `variants` is an array of options and `rows` says which of them each game is played with.
    """
    seed = check_seed(seed)
    variants = game.options() if variants is None else variants
    rows = np.zeros(games, np.int64) if rows is None else rows
    module = playout_kernels(game, policy)
    states, tallies = np.zeros(games, game.record), np.zeros(games, game.tally)
    lengths = np.zeros(games, np.int64)

    def play_slice(lo: int, hi: int) -> int:
        work, rng, out, chances = game.new_work(), streams(), game.new_out(), game.new_chances()
        fixed = (states, variants, rows, work, tallies, lengths, rng, out, chances)
        module.play_games(*fixed, policy.personas, seed, first, lo, hi, limit)
        return hi - lo

    _run_slices(play_slice, games, threads or cores(), progress)
    finished = lengths < limit
    for i in np.flatnonzero(~finished):  # one that ended with its last action counts too
        finished[i] = game.actor(states[i]) == OVER
    return Batch(states, tallies, lengths, finished)


def _run_slices(
    play_slice: Callable[[int, int], int], games: int, threads: int, progress: Progress | None
) -> None:
    """Plays all slices; an interruption lets the running ones end and starts no more."""
    size = max(1, min(SLICE, games // (32 * threads)))  # small, so that no thread idles at the end
    pool = ThreadPoolExecutor(threads)
    try:
        slices = [(lo, min(lo + size, games)) for lo in range(0, games, size)]
        for done in as_completed([pool.submit(play_slice, lo, hi) for lo, hi in slices]):
            if progress:
                progress(done.result())
            else:
                done.result()
    finally:
        pool.shutdown(cancel_futures=True)
