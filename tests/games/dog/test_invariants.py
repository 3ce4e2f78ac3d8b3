"""Two million random steps with random options, each checked; 400 million in a soak."""

import os

import numpy as np
import pytest

import offleash
from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.contract import Game
from tests.battery import rebind
from tests.games.dog import invariants
from tests.games.dog.invariants import FINE, NAMES
from tests.games.dog.planted import apply_losing_a_card
from tests.processes import call_interpreted
from tests.variety import random_variants

STEPS = 2_000_000
SOAK_STEPS = 100_000_000
SOAK_SEEDS = range(77, 81)
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply")


def play_checked(game: Game, steps: int, seed: int) -> tuple[int, int]:
    """Plays until so many steps are checked; returns steps and completed rounds."""
    module = specialise(
        game.rules.rule, invariants, **{name: getattr(game.rules, name) for name in RULES}
    )
    variants, rows = random_variants(game, 100_000, seed)
    work, out, chances, counts = (
        game.new_work(),
        game.new_out(),
        game.new_chances(),
        np.zeros(2, int),
    )
    number = 0
    while counts[0] < steps:
        row = int(rows[number % len(rows)])
        options = variants[row : row + 1]
        states, tally = np.zeros(2, game.rules.record), np.zeros(1, game.rules.tally)
        game.rules.setup(states[0], options[0])
        fault = module.play_checked(
            states,
            words(states),
            options[0],
            work[0],
            tally[0],
            streams(),
            out,
            chances,
            counts,
            seed,
            number,
            1_000_000,
        )
        record = (states[1:] if fault == 0 else states[:1], options)
        assert fault == FINE, (
            f"{NAMES[fault]} in game {number} of seed {seed}, {game.changes(options)}: "
            f"{game.notation.format_position(*record)}"
        )
        number += 1
    return int(counts[0]), int(counts[1])


@pytest.mark.more
def test_invariants_hold_over_two_million_steps():
    steps, rounds = play_checked(
        offleash.load_game("dog"), STEPS, seed=int(os.environ.get("SEED", 1))
    )
    assert steps >= STEPS
    assert rounds > STEPS // 1000


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK_SEEDS)
def test_invariants_hold_over_a_hundred_million_steps(seed):
    steps, _ = play_checked(offleash.load_game("dog"), SOAK_STEPS, seed)
    assert steps >= SOAK_STEPS


def planted_fault():
    """What the check says where a card vanishes at every deal."""
    game = rebind(offleash.load_game("dog"), apply=apply_losing_a_card)
    with pytest.raises(AssertionError) as error:
        play_checked(game, 1000, seed=1)
    return str(error.value)


def test_the_check_can_fail():
    """A planted error is found at once; it is played interpreted, since compiling takes longer."""
    assert call_interpreted(planted_fault).startswith("the deck is not whole")
