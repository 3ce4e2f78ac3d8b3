"""Two million random steps with random options, each checked (many more in a soak)."""

import os

import numpy as np
import pytest

from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.games.domidog import GAME
from offleash.games.domidog.rules.course import apply
from offleash.games.domidog.rules.record import rule
from tests.battery import rebind
from tests.games.domidog import invariants
from tests.games.domidog.invariants import FINE, NAMES
from tests.processes import call_interpreted
from tests.variety import random_variants

STEPS = 2_000_000
SOAK_STEPS = 100_000_000
SOAK_SEEDS = range(77, 79)
SERIES = 100  # games with the same options
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply")


def play_checked(game, steps, seed):
    """Plays until so many steps are checked; returns how many, and how many forks."""
    module = specialise(
        game.rules.rule, invariants, **{name: getattr(game.rules, name) for name in RULES}
    )
    variants, rows = random_variants(game, 1_000, seed)
    work, out, chances, counts = (
        game.new_work(),
        game.new_out(),
        game.new_chances(),
        np.zeros(3, int),
    )
    states, tally, rng = np.zeros(2, game.rules.record), np.zeros(1, game.rules.tally), streams()
    first = 0
    while counts[0] < steps:
        row = int(rows[first // SERIES % len(rows)])
        options = variants[row : row + 1]
        fixed = (states, words(states), options[0], work[0], tally[0], rng, out, chances, counts)
        fault = module.play_series(*fixed, seed, first, SERIES)
        if fault != FINE:
            text = game.notation.format_position(states[:1], options)
            message = f"game {counts[2]}, {game.changes(options)}"
            raise AssertionError(f"{NAMES[fault]} in {message}: {text}")
        first += SERIES
    return int(counts[0]), int(counts[1])


@pytest.mark.more
def test_invariants_hold_over_two_million_steps():
    steps, forks = play_checked(GAME, STEPS, seed=int(os.environ.get("SEED", 1)))
    assert steps >= STEPS
    assert forks > STEPS // 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK_SEEDS)
def test_invariants_hold_over_a_hundred_million_steps(seed):
    steps, _ = play_checked(GAME, SOAK_STEPS, seed)
    assert steps >= SOAK_STEPS


@rule
def apply_forgetting_a_house(state, options, work, action, tally):
    """Shuts no end, whatever is done: a planted error."""
    apply(state, options, work, action, tally)
    state.house[0] = -1


def planted_fault():
    """What the check says where a house vanishes."""
    with pytest.raises(AssertionError) as error:
        play_checked(rebind(GAME, apply=apply_forgetting_a_house), 50_000, seed=1)
    return str(error.value)


def test_the_check_can_fail():
    """A third end is open, and found; played interpreted, since compiling takes longer."""
    assert "two open ends" in call_interpreted(planted_fault)
