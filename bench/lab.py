"""The lab compared with the bare kernel, and its memory: `make bench-lab`.

`simulate --out` plays the same games as the kernel alone, on the same cores and turn about, and is
to reach 80 % of its rate. Its memory is to stay flat, however many games there are.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from offleash.engine.batch import cores
from offleash.games import registry
from offleash.lab.experiments import kinds
from offleash.lab.plans.plan import make_arm, make_plan
from offleash.lab.runs.experiment import Experiment, Work
from offleash.lab.runs.run import Run

RATE_GOAL = 0.8  # of the kernel's rate
MEMORY_GOAL_MB = 2000  # resident
MEMORY_OF = """
import resource, sys
from offleash.cli.app import run
run(["simulate", sys.argv[1], "--games", sys.argv[2], "--out", sys.argv[3], "--json"])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


def make_experiment(name: str, games: int, seed: int) -> Experiment:
    game = registry.load(name)
    arm = make_arm(game, "", game.options(), ["greedy"])
    return Experiment(make_plan(game, [arm], games, seed), game)


def kernel_seconds(experiment: Experiment) -> float:
    """The bare kernel: final positions and tallies, and nothing made of them."""
    start = time.perf_counter()
    experiment.batch(Work(0, 0, experiment.blocks), threads=cores())
    return time.perf_counter() - start


def lab_seconds(experiment: Experiment) -> float:
    """The same games with figures, tables and shards on the disk."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        kinds.conduct(Run(experiment, out=Path(folder)))
        return time.perf_counter() - start


def measure_rate(name: str, games: int, turns: int) -> bool:
    """Turn about, so that both meet the same weather; the middle of the shares counts."""
    make_experiment(name, 1, 0).play(Work(0, 0, 1), keep_games=True)
    shares = []
    for turn in range(turns):
        experiment = make_experiment(name, games, turn)
        kernel, lab = kernel_seconds(experiment), lab_seconds(experiment)
        played = experiment.blocks * experiment.games_per_block[0]
        shares.append(kernel / lab)
        rates = f"kernel {played / kernel:>8,.0f} games/s   lab {played / lab:>8,.0f} games/s"
        print(f"{name}  {rates}   {100 * kernel / lab:.0f} %")
    middle = statistics.median(shares)
    print(f"{name}  simulate --out reaches {100 * middle:.0f} % of the kernel's rate", flush=True)
    return middle >= RATE_GOAL


def measure_memory(name: str, games: int) -> bool:
    """The most memory that a process held which played so many games."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.run(
            [sys.executable, "-c", MEMORY_OF, name, str(games), f"{folder}/run"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        )
    megabytes = int(process.stderr.split()[-1])
    print(f"{name}  {games:>9,} games   {megabytes:,} MB", flush=True)
    return megabytes < MEMORY_GOAL_MB


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="uri-nation")
    parser.add_argument("--games", type=int, default=10_000, help="of each turn")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument(
        "--memory", type=int, nargs="*", default=[25_000, 50_000, 100_000], help="numbers of games"
    )
    arguments = parser.parse_args()
    fine = (
        [measure_rate(arguments.game, arguments.games, arguments.turns)] if arguments.turns else []
    )
    fine += [measure_memory(arguments.game, games) for games in arguments.memory]
    if not all(fine):
        sys.exit(f"the goals are {RATE_GOAL:.0%} of the kernel's rate and {MEMORY_GOAL_MB:,} MB")


if __name__ == "__main__":
    main()
