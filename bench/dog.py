"""Speed of Dog, beside OpenSpiel's C++ race game `maedn` in the same run: `make bench`.

Parity comes first: one and two threads, one batch and two, must end in the same records.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

import offleash
from offleash.bots.rates import measure
from offleash.bots.seats import policy
from offleash.core.batch import play_batch
from offleash.core.game import Game

HISTORY = Path(__file__).parent / "history.jsonl"
GOALS = {
    "random games/s": 2500,
    "greedy games/s": 3500,
    "nodes/s against OpenSpiel": 3,
    "two threads against one": 1.8,
}
PEER_GAMES = 500  # timed at once: enough that their lengths average out
COLD_GOAL, WARM_GOAL = 30, 1.5  # seconds

FIRST_GAME = """
import time
start = time.perf_counter()
import offleash
from offleash.bots.seats import policy
from offleash.core.batch import play_batch
game = offleash.load("dog")
play_batch(game, policy(game, ["random"] * 4), 1, threads=1)
print(time.perf_counter() - start)
"""


def side_by_side(game: Game, seconds: float) -> tuple[float, float]:
    """Nodes a second of random games: Dog, and OpenSpiel's `maedn` for four players.

    OpenSpiel's is its own C++ game loop with its C++ random bots. The two take turns, so that
    other work on the machine disturbs both alike; each is the best of its turns.
    """
    import pyspiel

    peer = pyspiel.load_game("maedn(players=4)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(4)]
    mean = sum(random_length(peer, seed) for seed in range(PEER_GAMES)) / PEER_GAMES
    players = policy(game, ["random"] * 4)
    ours = theirs = 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        batch = play_batch(game, players, 200, seed=1, threads=1)
        ours = max(ours, float(batch.lengths.sum()) / (time.perf_counter() - start))
        start = time.perf_counter()
        for seed in range(PEER_GAMES):
            pyspiel.evaluate_bots(peer.new_initial_state(), bots, seed)
        theirs = max(theirs, PEER_GAMES * mean / (time.perf_counter() - start))
    return ours, theirs


def two_against_one(game: Game, seconds: float) -> float:
    """How much faster two threads play the same batch than one, the best of turns each."""
    players = policy(game, ["random"] * 4)
    best = {1: 0.0, 2: 0.0}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for threads in best:
            start = time.perf_counter()
            play_batch(game, players, 1000, seed=1, threads=threads)
            best[threads] = max(best[threads], 1 / (time.perf_counter() - start))
    return best[2] / best[1]


def random_length(game, seed: int) -> int:
    """Actions and chance outcomes of one random game, counted in Python."""
    import random

    rng, state, nodes = random.Random(seed), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        nodes += 1
    return nodes


def first_game(cache: str) -> float:
    """Seconds until a new process has played its first game."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_GAME],
        env={**os.environ, "OFFLEASH_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6, help="of each measurement")
    parser.add_argument("--note", default="", help="kept in bench/history.jsonl")
    chosen = parser.parse_args()
    game = offleash.load("dog")
    found: dict[str, float] = {}
    one = measure(game, "random", 1, chosen.seconds)
    best, peer = side_by_side(game, 3 * chosen.seconds)
    greedy = measure(game, "greedy", 1, chosen.seconds)
    again = measure(game, "random", 1, chosen.seconds)
    alone = max(one.games_per_second, again.games_per_second)
    found["random games/s"] = alone
    found["greedy games/s"] = greedy.games_per_second
    found["nodes/s against OpenSpiel"] = best / peer
    found["two threads against one"] = two_against_one(game, 2 * chosen.seconds)
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = first_game(cache), min(first_game(cache) for _ in range(3))
    print(f"random nodes/s                {best:>12,.0f}")
    print(f"OpenSpiel maedn nodes/s       {peer:>12,.0f}")
    for name, goal in GOALS.items():
        reached = "reached" if found[name] >= goal else "MISSED"
        print(f"{name:30}{found[name]:>12,.2f}   goal {goal:>8,}   {reached}")
    for name, seconds, goal in (("cold", cold, COLD_GOAL), ("cached", warm, WARM_GOAL)):
        reached = "reached" if seconds <= goal else "MISSED"
        print(f"first game, {name:18}{seconds:>12.2f} s goal {goal:>8}   {reached}")
    row = {"date": str(date.today()), "machine": platform.machine(), "note": chosen.note}
    row |= {name: round(value, 2) for name, value in found.items()}
    row |= {"nodes/s": round(best), "OpenSpiel nodes/s": round(peer)}
    row |= {"cold s": round(cold, 1), "cached s": round(warm, 2)}
    with HISTORY.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
