"""Random options and random positions of any game, from a seed."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import CHANCE, OVER, Game, Records

PLAIN = 0.25  # the share of variants that keep all defaults


def random_choices(game: Game, rng: np.random.Generator) -> dict[str, str]:
    """Values for some of the switches of a game."""
    if rng.random() < PLAIN:
        return {}
    share = rng.random()
    chosen = [switch for switch in game.switches if rng.random() < share]
    return {s.name: s.format(int(rng.choice(list(s.values)))) for s in chosen}


def random_options(game: Game, rng: np.random.Generator) -> Records:
    return game.options(**random_choices(game, rng))


def random_variants(game: Game, games: int, seed: int) -> tuple[Records, NDArray[np.int64]]:
    """Options for a batch: a hundred variants, and which of them each game has."""
    rng = np.random.default_rng(seed)
    variants = np.concatenate([random_options(game, rng) for _ in range(100)])
    return variants, rng.integers(0, len(variants), games)


def step(game: Game, states: Records, options: Records, rng: np.random.Generator) -> bool:
    """One random action or chance outcome; False when the game is over."""
    actor = game.actor(states[0])
    if actor == OVER:
        return False
    out, chances, work = game.new_out(), game.new_chances(), game.new_work()
    if actor == CHANCE:
        n = game.chance_outcomes(states[0], options[0], out, chances)
        share = chances[:n] / chances[:n].sum()
        action = rng.choice(out[:n], p=share)
    else:
        n = game.legal_actions(states[0], options[0], work[0], out)
        action = rng.choice(out[:n])
    game.apply(states[0], options[0], work[0], int(action), None)
    return True


def random_positions(
    game: Game, seed: int, games: int, every: int = 40
) -> Iterator[tuple[Records, Records]]:
    """Positions met in random games with random options, one in about `every` actions."""
    rng = np.random.default_rng(seed)
    for _ in range(games):
        options = random_options(game, rng)
        states = game.new_state(options)
        while step(game, states, options, rng):
            if rng.random() < 1 / every:
                yield states.copy(), options
        yield states.copy(), options


def legal(game: Game, states: Records, options: Records) -> list[int]:
    """The legal actions, or the chance outcomes."""
    out: Any = game.new_out()
    actor = game.actor(states[0])
    if actor == OVER:
        return []
    if actor == CHANCE:
        n = game.chance_outcomes(states[0], options[0], out, game.new_chances())
    else:
        n = game.legal_actions(states[0], options[0], game.new_work()[0], out)
    return [int(action) for action in out[:n]]
