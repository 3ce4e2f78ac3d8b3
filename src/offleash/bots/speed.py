"""How fast a game plays, measured after checking that threads give the same results."""

import hashlib
import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from offleash.bots.lineup import policy, seat_names
from offleash.contract import Game, Records
from offleash.engine.batch import Batch, Policy, play_batch
from offleash.tools.errors import OffleashError

MIN_BATCH_S = 0.2  # a shorter batch is too short to be timed
CPUINFO = Path("/proc/cpuinfo")


@dataclass(frozen=True)
class Rate:
    """One measurement."""

    seats: str
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
    """Return a fingerprint of all final positions."""
    return hashlib.sha256(batch.states.tobytes()).hexdigest()


def measure(
    game: Game, seats: str, threads: int, seconds: float, options: Records | None = None
) -> Rate:
    """Return the best of many short batches, which is the least disturbed by other work."""
    options = game.options() if options is None else options
    players = policy(game, seat_names(game, seats, game.seat_count(options)))
    check_parity(game, players, options)
    games, best = 64, None
    end = time.perf_counter() + seconds
    while best is None or time.perf_counter() < end:
        start = time.perf_counter()
        batch = play_batch(game, players, games, seed=1, variants=options, threads=threads)
        elapsed = time.perf_counter() - start
        rate = Rate(seats, threads, games, int(batch.lengths.sum()), elapsed)
        if best is None or rate.games_per_second > best.games_per_second:
            best = rate
        if elapsed < MIN_BATCH_S:
            games *= 2
            best = None
    return best


def check_parity(game: Game, players: Policy, options: Records) -> None:
    """Raise OffleashError if one and two threads, or one and two batches, differ."""

    def batch(games: int, threads: int, first: int = 0) -> Batch:
        return play_batch(game, players, games, 1, options, threads=threads, first=first)

    whole, alone, second = batch(64, 2), batch(64, 1), batch(32, 1, first=32)
    if digest(whole) != digest(alone) or whole.states[32:].tobytes() != second.states.tobytes():
        raise OffleashError(f"{game.title} does not play the same games with one and two threads")


def time_moves(
    game: Game, name: str, options: Records, also_compiled: Sequence[str] = ()
) -> dict[str, float]:
    """Return a bot's milliseconds a move, playing all seats on one core, forced moves left out."""
    players = policy(game, [name] * game.seat_count(options), also_compiled=also_compiled)
    games = 1
    while True:
        start = time.perf_counter()
        batch = play_batch(game, players, games, seed=1, variants=options, threads=1)
        elapsed = time.perf_counter() - start
        if elapsed >= MIN_BATCH_S:
            break
        games *= 4
    decisions, forced, _ = batch.paces.sum(axis=0)
    moves = int(decisions - forced)
    return {"milliseconds": 1000 * elapsed / max(moves, 1), "moves": moves}


def processor_name() -> str:
    """Return the name of the processor."""
    lines = CPUINFO.read_text(encoding="utf-8").splitlines() if CPUINFO.exists() else []
    names = [line.partition(":")[2] for line in lines if line.startswith("model name")]
    return " ".join((names[0] if names else platform.processor() or platform.machine()).split())
