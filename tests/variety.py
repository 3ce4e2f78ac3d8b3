"""Random options and random positions of any game, from a seed."""

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import Game, Records
from offleash.core.rules.actors import CHANCE, OVER
import tests.toys  # noqa: F401
from offleash.games import registry

PLAIN = 0.25  # the share of a batch's variants that keep all defaults
WALKS = 32  # games played at random for `positions`, each with options of its own
SNAPSHOTS = 3  # positions kept of each
LONGEST_WALKS = (20, 80, 500)  # decisions
TO_THE_END = 15  # every so many-th game is played to its end
AMID_CHANCE = 0.1  # how often a position is kept while chance is to act


def random_variants(game: Game, games: int, seed: int) -> tuple[Records, NDArray[np.int64]]:
    """Options for a batch: a hundred variants, and which of them each game has."""
    rng = np.random.default_rng(seed)
    variants = np.concatenate([_some_options(game, rng) for _ in range(100)])
    return variants, rng.integers(0, len(variants), games)


def _some_options(game: Game, rng: np.random.Generator) -> Records:
    """Values for some of the switches, few or many."""
    share = 0 if rng.random() < PLAIN else rng.random()
    luck = random.Random(int(rng.integers(1 << 60)))
    preset = luck.choice([*game.presets]) if game.presets else None
    chosen = [switch for switch in game.switches if rng.random() < share]
    return game.options(preset, **{s.name: s.format(s.any_value(luck)) for s in chosen})


def random_options(game: Game, rng: random.Random) -> Records:
    """Any value for every switch."""
    preset = rng.choice([*game.presets]) if game.presets else None
    return game.options(preset, **{s.name: s.format(s.any_value(rng)) for s in game.switches})


def choices(game: Game, states: Records, options: Records) -> list[int]:
    """The legal actions, or the possible chance outcomes."""
    out = game.new_out()
    actor = game.actor(states[0])
    if actor == OVER:
        return []
    if actor == CHANCE:
        n = game.chance_outcomes(states[0], options[0], out, game.new_chances())
    else:
        n = game.legal_actions(states[0], options[0], game.new_work()[0], out)
    return [int(action) for action in out[:n]]


def scores(game: Game, states: Records, options: Records, actions: list[int]) -> list[int]:
    """What the greedy thinks of each action."""
    work = game.new_work()
    plan = np.zeros(1, game.plan)
    if game.prepare is not None and actions:
        game.prepare(states[0], options[0], work[0], plan[0], game.weights)
    fixed = (states[0], options[0], work[0], plan[0])
    return [int(game.score(*fixed, action, game.weights)) for action in actions]


def applied(game: Game, states: Records, options: Records, action: int) -> Records:
    """The next position, in a record of its own."""
    after = states.copy()
    game.apply(after[0], options[0], game.new_work()[0], action, game.new_tally()[0])
    return after


def _pick(
    game: Game,
    states: Records,
    options: Records,
    actions: list[int],
    rng: random.Random,
    skill: float,
) -> int:
    """Any action, or now and then the one that scores best: that gets games to their end."""
    if game.actor(states[0]) == CHANCE or rng.random() >= skill:
        return rng.choice(actions)
    values = scores(game, states, options, actions)
    return actions[values.index(max(values))]


def _walk(game: Game, rng: random.Random, whole: bool) -> Iterator[tuple[Records, Records]]:
    """Some positions of one game, rarely amid chance, with its options."""
    options = random_options(game, rng)
    states = game.new_state(options)
    longest = 20_000 if whole else rng.choice(LONGEST_WALKS)
    wanted = sorted(rng.randrange(longest) for _ in range(SNAPSHOTS))
    skill = 0.9 if whole else rng.choice((0, 0.8))
    taken = 0
    while wanted:
        actions = choices(game, states, options)
        by_chance = game.actor(states[0]) == CHANCE
        if not actions or (taken >= wanted[0] and (not by_chance or rng.random() < AMID_CHANCE)):
            yield options, states.copy()
            wanted.pop(0)
        if not actions:
            return
        states = applied(game, states, options, _pick(game, states, options, actions, rng, skill))
        taken += not by_chance


@cache
def positions(name: str, purpose: str) -> list[tuple[Records, Records]]:
    """The opening and positions of random games, as (options, states)."""
    game = registry.load(name)
    rng = random.Random(f"{purpose} of {name}")
    found = [(game.options(), game.new_state(game.options()))]
    for i in range(WALKS):
        found += _walk(game, rng, i % TO_THE_END == 0)
    return found
