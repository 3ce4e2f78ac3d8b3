"""Plays games to count how many pieces of each kind lie on the table at once."""

import numpy as np
from numpy.typing import NDArray

from offleash.bots.lineup import policy
from offleash.contract import Game, Records
from offleash.contract.studio.supplies import Peaks, Supply, smallest_counts
from offleash.engine.batch import play_batch
from offleash.paper import OnProgress
from offleash.tools.errors import OffleashError

GAMES = 2000
BOT = "greedy"
STEP = 7  # actions from one look at the table to the next: not a part of a turn


def most_in_play(
    game: Game,
    options: Records,
    games: int = GAMES,
    seed: int = 0,
    on_progress: OnProgress = lambda done, total: None,
    step: int = STEP,
) -> Peaks:
    """Return the most pieces of each kind in each game.

    A game is played again and again, each time a few actions further, with the kernels that every
    batch uses. A piece or two that lie there for a moment only may be missed.
    """
    count = game.studio.in_play
    if count is None:
        raise OffleashError(f"{game.title} has a fixed number of pieces: there is nothing to count")
    players = policy(game, [BOT] * game.seat_count(options))
    running: NDArray[np.int64] = np.arange(games)
    most: dict[str, NDArray[np.int64]] = {}
    limit = 0
    while len(running):
        batch = play_batch(game, players, len(running), seed, options, limit=limit, numbers=running)
        for kind, values in count(batch.states, options).items():
            kind_most = most.setdefault(kind, np.zeros(games, np.int64))
            kind_most[running] = np.maximum(kind_most[running], values)
        running, limit = running[~batch.finished], limit + step
        on_progress(games - len(running), games)
    return most


def measure_supply(
    game: Game,
    options: Records,
    rules: str,
    games: int = GAMES,
    on_progress: OnProgress = lambda done, total: None,
) -> Supply:
    """Return what 99 of 100 games need of each kind of piece."""
    most = most_in_play(game, options, games, on_progress=on_progress)
    return Supply(rules, game.seat_count(options), games, smallest_counts(most))
