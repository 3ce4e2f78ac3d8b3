"""Games of every game on a GPU: the same final records as on the CPU, then the rate.

Part of `make gpu`, on a machine with an NVIDIA GPU. The records of a batch with many options rows
are compared byte by byte, tallies and results too. `--seats` names the bot on every seat, such as
`greedy`, `learned` or `search:8`; `persona` seats one of each archetype.
"""

import argparse
import re
import sys
import time
from typing import Any

from tests.variety import random_variants

from offleash.engine.batch import Batch, cores, play_batch
from offleash.engine.gpu import REGISTERS, THREADS, GpuBatches, GpuPlayers
from offleash.games import registry
from offleash.tools.errors import OffleashError

SMALL = 64  # items of what is no array of a rule


def many_variants(name: str, bot: str, games: int):
    """The game, players, and a batch's options rows: many variants at once."""
    game = registry.load(name)
    variants, rows = random_variants(game, games, seed=3)
    return game, players_of(game, bot), variants, rows


def players_of(game, bot: str):
    """The policy of a table where every seat has this bot; `persona` is one of each archetype."""
    from offleash.bots.lineup import policy

    if bot != "persona":
        return policy(game, [bot] * game.max_seats)
    personas = [f"persona:{name}" for name in game.bots.personas] or ["greedy"]
    return policy(game, (personas * game.max_seats)[: game.max_seats])


def contents(batch: Batch) -> bytes:
    """All that is compared of a batch."""
    parts = (batch.states, batch.tallies, batch.lengths, batch.results, batch.paces)
    return b"".join(part.tobytes() for part in parts)


def on_the_cpu(name: str, bot: str, games: int, seed: int) -> bytes:
    """The same batch, played by this machine's cores."""
    game, players, variants, rows = many_variants(name, bot, games)
    play_batch(game, players, 10)
    start = time.perf_counter()
    batch = play_batch(game, players, games, seed, variants, rows)
    seconds = time.perf_counter() - start
    print(f"{name}  {bot}  CPU  {games / seconds:>12,.0f} games/s on {cores()} cores")
    return contents(batch)


def measure(name: str, arguments: argparse.Namespace) -> None:
    """Parity of one game, then its rate."""
    bot, games, seed = arguments.seats, arguments.games, arguments.seed
    game, players, variants, rows = many_variants(name, bot, games)
    start = time.perf_counter()
    gpu_players = GpuPlayers(game, players, arguments.registers, arguments.threads)
    batches = GpuBatches(gpu_players, games, variants, rows)
    batches.play(seed)
    seconds = time.perf_counter() - start
    print(f"{name}  {bot}  GPU  compiled and played a first batch in {seconds:.1f} s")
    check_code(name, gpu_players.kernel)
    batch = batches.fetch()
    if contents(batch) != on_the_cpu(name, bot, games, seed):
        sys.exit(f"{name}: the final records differ from the CPU's")
    print(
        f"{name}  {bot}  {games:,} games with {len(variants)} variants: "
        "byte-identical with the CPU's"
    )
    del batches, batch
    for preset in game.rules.presets or [None]:
        time_preset(gpu_players, preset, arguments)


def check_code(name: str, kernel: Any) -> None:
    """Stops where the code fills local arrays with zeros, or reads records byte by byte."""
    for code in kernel.inspect_llvm().values():
        zeros = [n for n in re.findall(r"store \[(\d+) x \S+\] zeroinit", code) if int(n) > SMALL]
        loads = re.findall(r"load i(?:16|32|64), .*", code)
        bytewise = [load for load in loads if load.endswith("align 1")]
        print(f"{name}  {len(loads)} loads in the code, {len(bytewise)} of them byte by byte")
        if zeros or bytewise:
            sys.exit(f"{name}: {len(zeros)} arrays set to zeros, {len(bytewise)} loads split")


def time_preset(players, preset: str | None, arguments: argparse.Namespace) -> None:
    """The rate of a large batch with the rules as one preset has them."""
    game = players.game
    batches = GpuBatches(players, arguments.timed, game.options(preset))
    batches.play(0)
    start = time.perf_counter()
    batches.play(arguments.seed)
    seconds = time.perf_counter() - start
    nodes = batches.fetch().lengths.sum() / seconds
    label = f"{game.name} {preset}" if preset else game.name
    rate = f"{arguments.timed / seconds:>12,.0f} games/s, {nodes / 1e6:,.1f} M nodes/s"
    print(f"{label}  {arguments.seats}  GPU  {rate}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(registry.ROWS), help="default: all")
    parser.add_argument("--games", type=int, default=65_536, help="compared with the CPU")
    parser.add_argument("--timed", type=int, default=1_048_576, help="games of the timed batch")
    parser.add_argument("--seats", default="random", help="the bot on every seat")
    parser.add_argument("--registers", type=int, default=REGISTERS, help="of a thread")
    parser.add_argument("--threads", type=int, default=THREADS, help="of a block")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    try:
        for name in arguments.names:
            measure(name, arguments)
    except OffleashError as error:
        sys.exit(f"offleash: {error}")


if __name__ == "__main__":
    main()
