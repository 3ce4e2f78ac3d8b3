"""Compiles every game's kernels once, before the tests fan out over processes."""

import tests.toys  # noqa: F401  # which are warmed too
from offleash.bots.seats import policy
from offleash.core.batch import playout_kernels
from offleash.core.perft import tree_kernels
from offleash.games import registry

POLICIES = (["random"], ["greedy"], ["random", "greedy"])


def warm() -> None:
    for name in registry.ROWS:
        game = registry.load(name)
        seats = game.max_seats
        for names in POLICIES:
            playout_kernels(game, policy(game, (names * seats)[:seats]))
        tree_kernels(game)


if __name__ == "__main__":
    warm()
