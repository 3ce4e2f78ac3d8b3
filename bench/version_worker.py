"""Plays and measures for `bench/versions.py`, in a process whose path leads to one of two versions.

It reads one JSON request in a line and answers with one value in a line, so it may use only what
both versions have.
"""

# isort: skip_file

import hashlib
import json
import sys
import time
from functools import cache
from typing import Any

from bench import earlier_names

earlier_names.lend()  # before anything else of the package is imported

from bench import search  # noqa: E402
from offleash.bots.lineup import policy, seat_names  # noqa: E402
from offleash.bots.players import Bots  # noqa: E402
from offleash.contract.lab.general_measures import measures_of  # noqa: E402
from offleash.engine.batch import Batch, play_batch  # noqa: E402
from offleash.games import registry  # noqa: E402
from offleash.tools.errors import OffleashError  # noqa: E402
from tests.games.dog import bench as dog_bench  # noqa: E402

TURNS = 9  # of one thread and of two


@cache
def table(name: str, preset: str, seats: str) -> tuple[Any, Any, Any]:
    """A game, its options and who plays."""
    game = registry.load(name)
    options = game.options(preset or None)
    return game, options, policy(game, seat_names(game, seats, game.seat_count(options)))


def batch(name: str, preset: str, seats: str, games: int, threads: int = 1) -> Batch:
    game, options, players = table(name, preset, seats)
    return play_batch(game, players, games, seed=7, variants=options, threads=threads)


def is_known(name: str, preset: str, bot: str) -> bool:
    """Whether this version has a preset and a bot."""
    game = registry.load(name)
    try:
        return bool(seat_names(game, bot, game.seat_count(game.options(preset or None))))
    except OffleashError:
        return False


def digest(name: str, preset: str, bot: str, every_bot: list[str], games: int) -> str:
    """A digest of all that a batch of one bot leaves behind; all bots share a kernel."""
    game = registry.load(name)
    options = game.options(preset or None)
    players = policy(game, [bot] * game.seat_count(options), also_compiled=every_bot)
    played = play_batch(game, players, games, seed=7, variants=options, threads=2)
    parts = (played.states, played.tallies, played.sums, played.results, played.paces)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


def games_rate(name: str, preset: str, seats: str, games: int) -> float:
    """Games in a second of one core, whatever else runs on it."""
    start = time.process_time()
    batch(name, preset, seats, games)
    return games / (time.process_time() - start)


def two_threads(name: str, preset: str, seats: str, games: int) -> float:
    """How many times as fast two threads play a batch as one, the best of turns each."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(TURNS):
        for threads, times in seconds.items():
            start = time.perf_counter()
            batch(name, preset, seats, games, threads)
            times.append(time.perf_counter() - start)
    return min(seconds[1]) / min(seconds[2])


def against_peer(name: str, preset: str, seats: str, seconds: int) -> float:
    """How many times as many nodes as OpenSpiel's game in the same time."""
    ours, theirs = dog_bench.side_by_side(registry.load(name), seconds)
    return ours / theirs


@cache
def searched(name: str, playouts: int) -> tuple[Any, Any]:
    """Positions, and the bots that search there."""
    sessions = search.middles(registry.load(name))
    game = sessions[0].game
    return sessions, Bots(game, [f"search:{playouts}"] * game.seat_count(sessions[0].options))


def playouts_rate(name: str, preset: str, seats: str, playouts: int) -> float:
    """Playouts of a search in a second of one core."""
    sessions, bots = searched(name, playouts)
    start = time.process_time()
    played = sum(sum(search.search_move(bots, session)[1]) for session in sessions)
    return played / (time.process_time() - start)


@cache
def finished_games(name: str, preset: str, seats: str, games: int) -> Batch:
    return batch(name, preset, seats, games)


def measures_rate(name: str, preset: str, seats: str, games: int) -> float:
    """Games whose figures are added up in a second of one core."""
    played = finished_games(name, preset, seats, games)
    start = time.process_time()
    measures_of(table(name, preset, seats)[0], played)
    return games / (time.process_time() - start)


MEASURES = {
    measure.__name__: measure
    for measure in (
        is_known,
        digest,
        games_rate,
        two_threads,
        against_peer,
        playouts_rate,
        measures_rate,
    )
}


def main() -> None:
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        print(json.dumps(MEASURES[name](*arguments)), flush=True)


if __name__ == "__main__":
    main()
