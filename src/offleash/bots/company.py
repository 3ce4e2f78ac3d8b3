"""One compiled kernel for whoever sits down: it takes its time to compile, once for all bots."""

from collections.abc import Sequence
from typing import Any

from offleash.bots.kinds import SEARCH
from offleash.bots.seats import policy
from offleash.core.batch import Policy, playout_kernels
from offleash.core.game import Game

EVERYONE = ("random", "greedy", "search:2")  # personas and tuned ones are greedy by other weights


def in_company(game: Game, names: Sequence[str]) -> Policy:
    """A policy whose kernel is the same for all bots that a game ships."""
    company = EVERYONE if SEARCH.can_play(game) else EVERYONE[:2]
    return policy(game, names, company=company)


def kernel(game: Game, players: Policy) -> Any:
    """What has to be compiled for it."""
    return playout_kernels(game, players).play_games.machine
