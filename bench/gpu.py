"""Random games of every game on a GPU: the same final records as on the CPU, then the rate.

Run by `make gpu`, on a machine with an NVIDIA GPU. The records of a batch with many options rows
are compared byte by byte, tallies and results too.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from offleash.games import registry

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

CPU_GAMES = """
import sys, time
from offleash.core.batch import cores, play_batch
from bench.gpu import random_batch
name, games, seed, file = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
game, players, variants, rows = random_batch(name, games)
play_batch(game, players, 10)
start = time.perf_counter()
batch = play_batch(game, players, games, seed, variants, rows)
seconds = time.perf_counter() - start
with open(file, "wb") as out:
    for part in (batch.states, batch.tallies, batch.lengths, batch.results, batch.paces):
        out.write(part.tobytes())
print(f"{name}  CPU  {games / seconds:>12,.0f} games/s on {cores()} cores")
"""


def random_batch(name: str, games: int):
    """The game, random players, and a batch's options rows: many variants at once."""
    from tests.variety import random_variants

    from offleash.bots.seats import policy

    game = registry.load(name)
    variants, rows = random_variants(game, games, seed=3)
    return game, policy(game, ["random"] * game.max_seats), variants, rows


def on_the_cpu(name: str, games: int, seed: int) -> bytes:
    """The same batch, played by another process with rules compiled for the CPU."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        subprocess.run(
            [sys.executable, "-c", CPU_GAMES, name, str(games), str(seed), str(file)],
            env={**os.environ, "OFFLEASH_RULES": "compiled", "PYTHONPATH": path},
            check=True,
        )
        return file.read_bytes()


def measure(name: str, games: int, timed: int, seed: int) -> None:
    """Parity of one game, then its rate."""
    from offleash.core.gpu import GpuBatches

    game, players, variants, rows = random_batch(name, games)
    start = time.perf_counter()
    batches = GpuBatches(game, players, games, variants, rows)
    batches.play(seed)
    seconds = time.perf_counter() - start
    print(f"{name}  GPU  compiled and played a first batch in {seconds:.1f} s")
    batch = batches.fetch()
    parts = (batch.states, batch.tallies, batch.lengths, batch.results, batch.paces)
    if b"".join(part.tobytes() for part in parts) != on_the_cpu(name, games, seed):
        sys.exit(f"{name}: the final records differ from the CPU's")
    print(f"{name}  {games:,} games with {len(variants)} variants: byte-identical with the CPU's")
    del batches, batch
    for preset in game.rules.presets or [None]:
        time_preset(game, players, preset, timed, seed)


def time_preset(game, players, preset: str | None, timed: int, seed: int) -> None:
    """The rate of a large batch with the rules as one preset has them."""
    from offleash.core.gpu import GpuBatches

    batches = GpuBatches(game, players, timed, game.options(preset))
    batches.play(0)
    start = time.perf_counter()
    batches.play(seed)
    seconds = time.perf_counter() - start
    nodes = batches.fetch().lengths.sum() / seconds
    label = f"{game.name} {preset}" if preset else game.name
    print(f"{label}  GPU  {timed / seconds:>12,.0f} games/s, {nodes / 1e6:,.0f} M nodes/s")


def main() -> None:
    from offleash.core.errors import OffleashError

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(registry.ROWS), help="default: all")
    parser.add_argument("--games", type=int, default=65_536, help="compared with the CPU")
    parser.add_argument("--timed", type=int, default=1_048_576, help="games of the timed batch")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        for name in arguments.names:
            measure(name, arguments.games, arguments.timed, arguments.seed)
    except OffleashError as error:
        sys.exit(f"offleash: {error}")


if __name__ == "__main__":
    main()
