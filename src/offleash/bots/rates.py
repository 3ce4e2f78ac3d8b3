"""How fast a game plays: rates measured after the results were seen to agree."""

import hashlib
import time
from dataclasses import dataclass

from offleash.bots.seats import policy, seat_names
from offleash.core.batch import Batch, play_batch
from offleash.core.errors import OffleashError
from offleash.core.game import Game

SHORTEST = 0.2  # seconds of a batch that is long enough to be timed


@dataclass(frozen=True)
class Rate:
    """One measurement."""

    bots: str
    threads: int
    games: int
    nodes: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds


def digest(batch: Batch) -> str:
    """A fingerprint of all final positions."""
    return hashlib.sha256(batch.states.tobytes()).hexdigest()


def measure(game: Game, bots: str, threads: int, seconds: float) -> Rate:
    """The best of many short batches: on a machine with other work, the least disturbed one."""
    names = seat_names(game, bots, game.seat_count(game.options()))
    chosen = policy(game, names)
    check_parity(game, names)
    games, best = 64, None
    end = time.perf_counter() + seconds
    while best is None or time.perf_counter() < end:
        start = time.perf_counter()
        batch = play_batch(game, chosen, games, seed=1, threads=threads)
        taken = time.perf_counter() - start
        rate = Rate(bots, threads, games, int(batch.lengths.sum()), taken)
        if best is None or rate.games_per_second > best.games_per_second:
            best = rate
        if taken < SHORTEST:
            games *= 2
            best = None
    return best


def check_parity(game: Game, names: list[str]) -> None:
    """One thread and two, one batch and two: the same final positions, or no measurement."""
    chosen = policy(game, names)
    whole = play_batch(game, chosen, 64, seed=1, threads=2)
    alone = play_batch(game, chosen, 64, seed=1, threads=1)
    second = play_batch(game, chosen, 32, seed=1, threads=1, first=32)
    if digest(whole) != digest(alone) or whole.states[32:].tobytes() != second.states.tobytes():
        raise OffleashError(f"{game.title} does not play the same games with one and two threads")
