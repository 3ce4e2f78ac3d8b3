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

HISTORY = Path(__file__).parent / "history.jsonl"
GOALS = {
    "random games/s": 2500,
    "greedy games/s": 3500,
    "nodes/s against OpenSpiel": 3,
    "two threads against one": 1.8,
}
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


def openspiel_nodes(seconds: float) -> float:
    """Nodes a second of OpenSpiel's own C++ game loop with its C++ random bots.

    The best of short runs on `maedn`, for four players as in Dog.
    """
    import pyspiel

    game = pyspiel.load_game("maedn(players=4)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    lengths = [random_length(game, seed) for seed in range(200)]
    mean, best, games = sum(lengths) / len(lengths), 0.0, 20
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        best = max(best, games * mean / (time.perf_counter() - start))
    return best


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
    peer = openspiel_nodes(chosen.seconds)
    greedy = measure(game, "greedy", 1, chosen.seconds)
    two = measure(game, "random", 2, chosen.seconds)
    again = measure(game, "random", 1, chosen.seconds)
    best = max(one.nodes_per_second, again.nodes_per_second)
    found["random games/s"] = max(one.games_per_second, again.games_per_second)
    found["greedy games/s"] = greedy.games_per_second
    found["nodes/s against OpenSpiel"] = best / peer
    found["two threads against one"] = two.nodes_per_second / best
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
