"""One compiled kernel for all bots that a game ships, so that it is compiled only once."""

from collections.abc import Sequence
from typing import Any

from offleash.bots.kinds import SEARCH
from offleash.bots.seats import policy
from offleash.core.batch import Policy, playout_kernels
from offleash.core.game import Game

# Personas and tuned bots are greedy with other weights.
SHARED_BOTS = ("random", "greedy", "search:2")


def shared_policy(game: Game, names: Sequence[str]) -> Policy:
    """A policy whose kernel is the same for all bots that a game ships."""
    also_compiled = SHARED_BOTS if SEARCH.can_play(game) else SHARED_BOTS[:2]
    return policy(game, names, also_compiled=also_compiled)


def kernel(game: Game, players: Policy) -> Any:
    """The kernel that plays batches with this policy."""
    return playout_kernels(game, players).play_games.machine
