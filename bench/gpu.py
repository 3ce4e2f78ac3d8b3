"""Random games of Dog on a GPU: first the same final records as on the CPU, then the rate.

Run by `make gpu`, on a machine with an NVIDIA GPU.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CPU_GAMES = """
import sys
import offleash
from offleash.bots.seats import policy
from offleash.core.batch import cores, play_batch
import time
game = offleash.load("dog")
chosen = policy(game, ["random"] * 4)
play_batch(game, chosen, 10)
start = time.perf_counter()
batch = play_batch(game, chosen, int(sys.argv[1]), seed=int(sys.argv[2]))
seconds = time.perf_counter() - start
open(sys.argv[3], "wb").write(batch.states.tobytes() + batch.tallies.tobytes())
print(f"CPU  {len(batch.states) / seconds:>12,.0f} games/s on {cores()} cores")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=131_072, help="compared with the CPU")
    parser.add_argument("--timed", type=int, default=1_048_576, help="games of the timed batch")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    import offleash
    from offleash.bots.seats import policy
    from offleash.core.errors import OffleashError
    from offleash.core.gpu import GpuBatches

    game = offleash.load("dog")
    try:
        start = time.perf_counter()
        batches = GpuBatches(game, policy(game, ["random"] * 4), chosen.games, game.options())
        batches.play(chosen.seed)
    except OffleashError as error:
        sys.exit(f"offleash: {error}")
    print(f"GPU  compiled and played a first batch in {time.perf_counter() - start:.1f} s")
    found = batches.fetch()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records"
        subprocess.run(
            [sys.executable, "-c", CPU_GAMES, str(chosen.games), str(chosen.seed), str(file)],
            env={**os.environ, "OFFLEASH_RULES": "compiled"},
            check=True,
        )
        expected = file.read_bytes()
    if found.states.tobytes() + found.tallies.tobytes() != expected:
        sys.exit("the final records differ from the CPU's")
    print(f"{chosen.games:,} final records and tallies are byte-identical with the CPU's")
    del batches
    timed = GpuBatches(game, policy(game, ["random"] * 4), chosen.timed, game.options())
    timed.play(0)
    start = time.perf_counter()
    timed.play(chosen.seed)
    seconds = time.perf_counter() - start
    nodes = timed.fetch().lengths.sum()
    print(f"GPU  {chosen.timed / seconds:>12,.0f} games/s, {nodes / seconds / 1e6:,.0f} M nodes/s")


if __name__ == "__main__":
    main()
