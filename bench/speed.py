"""Speed of every game, compared with its peers in the same run: `make bench`.

Parity comes first: one and two threads, one batch and two, must end in the same records. What is
measured, the goals and the peers stand with each game, in `tests/games/<game>/bench.py`.
"""

import argparse
import importlib
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from types import ModuleType

from offleash.bots.lineup import policy
from offleash.bots.speed import measure
from offleash.contract import Game
from offleash.engine.batch import play_batch
from offleash.games import registry

ROOT = Path(__file__).parent.parent
HISTORY = ROOT / "bench" / "history.jsonl"
sys.path.insert(0, str(ROOT))

Row = tuple[str, str | None, str]  # a label, a preset, who sits where

FIRST_GAME = """
import sys, time
start = time.perf_counter()
import offleash
from offleash.bots.lineup import policy, seat_names
from offleash.engine.batch import play_batch
game = offleash.load_game(sys.argv[1])
options = game.options(sys.argv[2] or None)
names = seat_names(game, sys.argv[3], game.seat_count(options))
play_batch(game, policy(game, names), 1, variants=options, threads=1)
print(time.perf_counter() - start)
"""


def two_against_one(game: Game, seconds: float) -> float:
    """How much faster two threads play the same batch than one, the best of turns each."""
    players = policy(game, ["random"] * int(game.rules.seats(game.options()[0])))
    best = {1: 0.0, 2: 0.0}
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        for threads in best:
            start = time.perf_counter()
            play_batch(game, players, 1000, seed=1, threads=threads)
            best[threads] = max(best[threads], 1 / (time.perf_counter() - start))
    return best[2] / best[1]


def first_game(name: str, row: Row, cache: str) -> float:
    """Seconds until a new process has played its first game."""
    _, preset, seats = row
    process = subprocess.run(
        [sys.executable, "-c", FIRST_GAME, name, preset or "", seats],
        env={**os.environ, "OFFLEASH_CACHE": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(process.stdout)


def measure_game(game: Game, rows: ModuleType, seconds: float) -> dict[str, float]:
    """Every rate of one game; the first is taken twice, since the machine warms up."""
    figures: dict[str, float] = {}
    for label, preset, seats in (*rows.ROWS, rows.ROWS[0]):
        options = game.options(preset)
        rate = measure(game, seats, 1, seconds, options).games_per_second
        figures[f"{label} games/s"] = max(rate, figures.get(f"{label} games/s", 0))
    figures |= rows.beside_peers(game, 3 * seconds)
    figures["two threads against one"] = two_against_one(game, 2 * seconds)
    with tempfile.TemporaryDirectory() as cache:
        figures["first game, cold s"] = first_game(game.name, rows.ROWS[0], cache)
        warm = (first_game(game.name, rows.ROWS[0], cache) for _ in range(3))
        figures["first game, cached s"] = min(warm)
    return figures


def report(name: str, figures: dict[str, float], rows: ModuleType) -> None:
    """Each figure, and whether it reaches its goal."""
    most = {"first game, cold s": rows.COLD_GOAL, "first game, cached s": rows.WARM_GOAL}
    for figure, value in figures.items():
        words = ""
        if figure in rows.GOALS:
            goal = rows.GOALS[figure]
            words = f"   goal ≥ {goal:,}   {'reached' if value >= goal else 'MISSED'}"
        elif figure in most:
            goal = most[figure]
            words = f"   goal ≤ {goal:,}   {'reached' if value <= goal else 'MISSED'}"
        print(f"{name}  {figure:30}{value:>14,.2f}{words}")


def shipped() -> list[str]:
    """The games of the program itself that name rows to measure; the tests have toys as well."""
    modules = {name: row.module.rpartition(".") for name, row in registry.ROWS.items()}
    return [
        name
        for name, (package, _, module) in modules.items()
        if package == "offleash.games" and (ROOT / "tests/games" / module / "bench.py").exists()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=shipped(), help="default: all")
    parser.add_argument("--seconds", type=float, default=6, help="of each measurement")
    parser.add_argument("--note", default="", help="kept in bench/history.jsonl")
    arguments = parser.parse_args()
    for name in arguments.games:
        game = registry.load(name)
        rows = importlib.import_module(f"tests.games.{game.rules.rule.name}.bench")
        figures = measure_game(game, rows, arguments.seconds)
        report(name, figures, rows)
        row = {"date": str(date.today()), "machine": platform.machine(), "game": name}
        row |= {
            "note": arguments.note,
            **{figure: round(value, 2) for figure, value in figures.items()},
        }
        with HISTORY.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
