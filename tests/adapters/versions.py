"""What stands behind each id, as digests: `python -m tests.adapters.versions` writes them again."""

import hashlib
from pathlib import Path

import numpy as np

import offleash
from offleash.games import registry

FILE = Path(__file__).with_name("versions.txt")
GAMES, STEPS = 8, 150  # that are played at random


def is_shipped(name: str) -> bool:
    return registry.row(name).module.startswith("offleash.")


def digest_of(game: str, preset: str | None = None) -> str:
    """Return a digest of what random games show: legal actions, observations and rewards."""
    env, rng = offleash.vector(game, GAMES, preset=preset), np.random.default_rng(1)
    parts = hashlib.blake2b(digest_size=12)
    parts.update(repr([(s.name, s.size, s.low, s.high) for s in _spans(env.game)]).encode())
    env.reset(seed=1)
    for _ in range(STEPS):
        is_listed = np.arange(env.legal_actions.shape[1]) < env.legal_counts[:, None]
        shown = (env.observations, env.legal_actions[is_listed], env.legal_counts, env.actors)
        for array in (*shown, env.rewards, env.dones):
            parts.update(np.ascontiguousarray(array).tobytes())
        env.step(env.random_actions(rng))
    return parts.hexdigest()


def _spans(game: offleash.Game) -> list:
    return [*game.learning.encoding.spans, *game.learning.action_encoding.spans]


def lines() -> str:
    """Return a line for each id of the games in the box."""
    from offleash.adapters.gymnasium import versioned_ids

    facts = {name: fixed for name, fixed in versioned_ids().items() if is_shipped(fixed["game"])}
    return "".join(f"{name} {digest_of(**fixed)}\n" for name, fixed in sorted(facts.items()))


if __name__ == "__main__":
    FILE.write_text(lines(), encoding="utf-8")
