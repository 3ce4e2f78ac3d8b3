"""The same steps on two devices, compared array by array: for the simulator, and for `make gpu`.

`python -m tests.adapters.same_steps domidog --games 4 --steps 30`
"""

import argparse
import sys

import numpy as np

import offleash
from offleash.contract.rules.actors import OVER
from offleash.games import registry
from tests.variety import random_variants

SEED = 7
SHOWN = ("observations", "legal_counts", "masks", "actors", "rewards", "dones", "truncations")


def on_host(array):
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.array(array)


def arrays_of(env) -> dict[str, np.ndarray]:
    """Return all that a step shows, without what lies behind the ends of lists."""
    arrays = {name: on_host(getattr(env, name)) for name in SHOWN}
    counts = arrays["legal_counts"]
    for name in ("legal_actions", "action_features"):
        lists = on_host(getattr(env, name))
        if lists.size:
            within = np.arange(lists.shape[1]) < counts[:, None]
            arrays[name] = np.where(
                within.reshape(*within.shape, *[1] * (lists.ndim - 2)), lists, 0
            )
    ended = (arrays["dones"] | arrays["truncations"]).astype(bool)
    arrays["last_observations"] = on_host(env.last_observations)[ended]
    arrays["states"] = env.states.view(np.uint8)
    arrays["decisions"], arrays["numbers"] = env.decisions, env.numbers
    return arrays


def compare(one, other, when: str) -> None:
    others = arrays_of(other)
    for name, array in arrays_of(one).items():
        if not np.array_equal(array, others[name]):
            sys.exit(f"{one.game.name}: {name} differs {when}")


def play(pair, steps: int, rng: np.random.Generator, when: str) -> None:
    """Step both, with the same random actions, and compare all that they show."""
    for step in range(steps):
        actions = np.asarray(pair[0].random_actions(rng), np.int64)
        is_late = step % 5 == 4  # now and then some games begin anew
        begin = rng.random(len(actions)) < 0.2 if is_late else None
        for env in pair:
            env.step(actions, begin=begin)
        compare(*pair, f"{when}, after step {step}")


def check(name: str, games: int, steps: int, variants: int, **settings) -> None:
    """Play on both devices from a reset, from positions set by hand, and from a snapshot."""
    game = registry.load(name)
    options = random_variants(game, variants, seed=3)[0]
    pair = [
        offleash.vector(game, games, options=options, device=device, **settings)
        for device in ("cpu", "cuda")
    ]
    rng = np.random.default_rng(SEED)
    for env in pair:
        env.reset(SEED)
    compare(*pair, "after reset")
    play(pair, steps, rng, "from the start")
    places = np.flatnonzero(on_host(pair[0].actors) != OVER)[: max(1, games // 2)]
    states = pair[0].state(places)
    for env in pair:
        env.reset()
        env.set_state(places, states, check=False)
    compare(*pair, "with positions set by hand")
    play(pair, steps // 2, rng, "from positions set by hand")
    data = [env.snapshot() for env in pair]
    if data[0] != data[1]:
        sys.exit(f"{name}: the snapshots differ")
    for env, other in zip(pair, reversed(data), strict=True):
        env.reset(1)
        env.restore(other)
    play(pair, steps // 2, rng, "from a snapshot")
    label = f"{name} {settings['seats']}: {games:,} games of {variants} variants"
    print(f"{label}, {2 * steps} steps: the same bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument("--variants", type=int, default=100)
    parser.add_argument("--seats", default="agent")
    parser.add_argument("--limit", type=int, default=100_000)
    for flag in ("mask", "actions", "skip-forced", "no-auto-reset", "no-observe"):
        parser.add_argument(f"--{flag}", action="store_true")
    arguments = parser.parse_args()
    check(
        arguments.name,
        arguments.games,
        arguments.steps,
        arguments.variants,
        seats=arguments.seats,
        limit=arguments.limit,
        mask=arguments.mask,
        actions=arguments.actions,
        skip_forced=arguments.skip_forced,
        auto_reset=not arguments.no_auto_reset,
        observe=not arguments.no_observe,
    )


if __name__ == "__main__":
    main()
