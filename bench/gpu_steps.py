"""Environments on a GPU: the same bytes as on the CPU, then steps a second: part of `make gpu`.

Actions are chosen on the GPU, by PyTorch where it is installed, from the arrays that steps show:
all of it counts. The CPU steps the same number of games with a thread for each core.
"""

import argparse
import importlib.util
import time
from typing import Any

import numpy as np
from tests.adapters import same_steps

import offleash
from offleash.compiler.gpu import cuda
from offleash.engine.batch import cores
from offleash.games import registry

GOALS = {"puppy-park": 50, "secret-mission": 50}  # million steps a second; others:
GOAL = 150
SETTINGS: tuple[dict[str, Any], ...] = (
    {"mask": True, "actions": True},
    {"skip_forced": True, "limit": 60},
    {"auto_reset": False},
)


def chooser(env: Any) -> Any:
    """Return a function that picks random legal actions on the GPU, without a copy."""
    if importlib.util.find_spec("torch") is None:
        rng = np.random.default_rng(1)
        actions = env.random_actions(rng)
        return lambda: actions if env.random_actions(rng) is None else env.random_actions(rng)
    import torch

    lists = torch.as_tensor(env.legal_actions, device="cuda")
    counts = torch.as_tensor(env.legal_counts, device="cuda")
    rows = torch.arange(env.games, device="cuda")

    def choose() -> Any:
        places = (torch.rand(env.games, device="cuda") * counts).long()
        return lists[rows, places].long()

    return choose


def gpu_rate(name: str, preset: str | None, games: int, seconds: float, check: bool) -> float:
    env = offleash.vector(name, games, preset=preset, device="cuda", copy=False)
    env.reset(3)
    choose = chooser(env)
    for _ in range(300):  # games then stand everywhere
        env.step(choose(), check=check)
    cuda().synchronize()
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for _ in range(50):
            env.step(choose(), check=check)
        cuda().synchronize()
        steps += 50
    return steps * games / (time.perf_counter() - start)


def cpu_rate(name: str, preset: str | None, games: int, seconds: float) -> float:
    env = offleash.vector(name, games, preset=preset, threads=cores(), copy=False)
    env.reset(3)
    rng, used, steps = np.random.default_rng(1), 0.0, 0
    for step in range(100_000):
        actions = env.random_actions(rng)
        start = time.perf_counter()
        env.step(actions)
        if step >= 30:
            used, steps = used + time.perf_counter() - start, steps + 1
        if used > seconds:
            break
    return steps * games / used


def measure(name: str, arguments: argparse.Namespace) -> None:
    game = registry.load(name)
    start = time.perf_counter()
    for settings in SETTINGS if arguments.steps else ():
        same_steps.check(name, arguments.games, arguments.steps, 100, seats="agent", **settings)
        print(f"{name}  compiled and compared {time.perf_counter() - start:.0f} s", flush=True)
    goal = GOALS.get(name, GOAL)
    for preset in game.rules.presets or [None]:
        label = f"{name} {preset}" if preset else name
        on_cpu = cpu_rate(name, preset, 65_536, arguments.seconds) / 1e6
        print(f"{label}  CPU, {cores()} cores: {on_cpu:.1f} M steps/s", flush=True)
        for games in arguments.sizes:
            rates = [
                gpu_rate(name, preset, games, arguments.seconds, check) / 1e6
                for check in (True, False)
            ]
            print(
                f"{label}  GPU, {games:,} games: {rates[0]:.1f} M steps/s, "
                f"{rates[1]:.1f} with check=False (goal {goal} at 65,536)",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(registry.ROWS), help="default: all")
    parser.add_argument("--games", type=int, default=1024, help="compared with the CPU")
    parser.add_argument("--steps", type=int, default=100, help="of each comparison; 0: none")
    sizes = [16_384, 65_536, 262_144]
    parser.add_argument("--sizes", type=int, nargs="+", default=sizes, help="games at once")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    arguments = parser.parse_args()
    for name in arguments.names:
        measure(name, arguments)


if __name__ == "__main__":
    main()
