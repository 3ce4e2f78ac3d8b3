"""Random options and random positions of the games here, with what their batteries bring."""

import os
import random
from functools import cache

from numpy.typing import NDArray

from offleash.checks import sampling
from offleash.checks.sampling import (
    MANY,
    NEARBY,
    OFTEN,
    OTHERS,
    TWINS,
    WITHOUT_A_SECRET,
    applied,
    block_edges,
    choices,
    features,
    filled,
    needed,
    numbers,
    planned,
    sample,
    scores,
    twins,
    view_of,
    viewers,
)
from offleash.contract import Game, Records
from offleash.games import registry
from tests.battery import battery

__all__ = [
    "MANY",
    "NEARBY",
    "OFTEN",
    "OTHERS",
    "TWINS",
    "WITHOUT_A_SECRET",
    "applied",
    "block_edges",
    "choices",
    "features",
    "filled",
    "needed",
    "numbers",
    "planned",
    "sample",
    "scores",
    "twins",
    "view_of",
    "viewers",
]

WALKS = int(os.environ.get("OFFLEASH_WALKS", sampling.WALKS))  # more in a soak


def lively(game: Game) -> sampling.Lively:
    """Values of options that the battery wants seen."""
    return getattr(battery(game.name), "LIVELY", sampling.NONE)


def random_variants(game: Game, games: int, seed: int) -> tuple[Records, NDArray]:
    return sampling.random_variants(game, games, seed, lively(game))


def random_options(game: Game, rng: random.Random) -> Records:
    return sampling.random_options(game, rng, lively(game))


@cache
def positions(name: str, purpose: str) -> list[tuple[Records, Records]]:
    """A sample for one purpose, as (options, states): see `sample`."""
    rng = random.Random(f"{purpose} of {name}")
    game = registry.load(name)
    given = {"rare": rare_positions(game), "lively": lively(game), "walks": WALKS}
    return sample(game, battery(name).SECRETS, rng, **given)


def rare_positions(game: Game) -> list[tuple[Records, Records]]:
    """The positions that a battery gives as `RARE`, rows of preset, options and text."""
    result = []
    for preset, settings, text in getattr(battery(game.name), "RARE", ()):
        options = game.options(preset, **settings)
        result.append((options, game.notation.parse_position(text, options)))
    return result
