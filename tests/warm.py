"""Compiles what the tests call, before they fan out over processes: `python -m tests.warm`.

A game is compiled by one process, since its kernels share most of their rules; as many games at a
time as there are cores.
"""

import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib.util import find_spec
from pathlib import Path

import tests.toys  # noqa: F401  # which are warmed too
from offleash.adapters.devices.cpu import step_kernels
from offleash.bots.kinds import SEARCH
from offleash.bots.lineup import kernel, policy, shared_policy
from offleash.compiler.machine import Machine
from offleash.compiler.rule import MODE
from offleash.contract import Game
from offleash.engine.batch import cores, order_kernels
from offleash.engine.perft import tree_kernels
from offleash.games import registry
from offleash.web import warming
from offleash.web.wasm.package import build_modules
from tests.web.wasm_orders import WEB_GAMES, sets_of

ALONE, MIXED = (["random"], ["greedy"]), ["random", "greedy"]
MIXED_GAMES = ("dog", "digs")  # in other games mixed tables share the kernel of a search
DISTINCT_GAMES = ("dog", "domidog", "digs")  # whose distinct positions tests count
SHIPPED = [name for name, row in registry.ROWS.items() if row.module.startswith("offleash.")]


def machines(game: Game) -> Iterator[Machine]:
    """What Python calls: kernels with each kind of bot, bots at a session, rules of the game."""
    seats = game.max_seats
    for names in ALONE:
        players = policy(game, names * seats)
        yield kernel(game, players)
        yield players.choose.machine  # type: ignore[attr-defined]
    if game.name in MIXED_GAMES:
        yield kernel(game, policy(game, (MIXED * seats)[:seats]))
    if SEARCH.can_play(game):
        yield kernel(game, shared_policy(game, ["random"] * seats))
        yield policy(game, ["search:2"] * seats).choose.machine  # type: ignore[attr-defined]
    steps = step_kernels(game, policy(game, ["random"] * seats))
    yield from (steps.step_games.machine, steps.find_illegal.machine)
    yield order_kernels(game).rank_games.machine
    trees = tree_kernels(game)
    yield from (trees.perft.machine, trees.list_actions.machine)
    if game.name in DISTINCT_GAMES:
        yield trees.expand.machine
    yield from (rule.machine for rule in game.compiled_rules())


def warm(name: str) -> float:
    """Compiles one game, and makes it ready for `offleash serve`; returns the seconds it took."""
    start = time.perf_counter()
    for machine in machines(registry.load(name)):
        machine.make()
    if name in SHIPPED:
        with tempfile.TemporaryDirectory() as folder:
            warming.warm(Path(folder) / "warmth.json", [name])
    if name in WEB_GAMES and find_spec("ziglang"):
        game = registry.load(name)
        build_modules(game, sets_of(game))
    return time.perf_counter() - start


def main() -> None:
    if MODE != "compiled":
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(cores(), context, max_tasks_per_child=1) as pool:
        names = {pool.submit(warm, name): name for name in registry.ROWS}
        for future in as_completed(names):
            print(f"Compiled {names[future]} in {future.result():.0f} s.", flush=True)


if __name__ == "__main__":
    main()
