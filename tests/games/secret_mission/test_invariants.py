"""Random steps with random options, each checked: two million, a hundred million in a soak."""

import os

import numpy as np
import pytest

from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.games.secret_mission import GAME
from tests.battery import rebind
from tests.games.secret_mission import invariants, planted
from tests.games.secret_mission.invariants import FINE, NAMES
from tests.processes import call_interpreted
from tests.variety import random_variants

STEPS = 2_000_000
SOAK_STEPS = 100_000_000
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")


def play_checked(
    game: Game, steps: int, seed: int, options: Records | None = None
) -> tuple[int, int]:
    """Plays until so many steps are checked; returns steps and finished games."""
    module = specialise(
        game.rules.rule, invariants, **{name: getattr(game.rules, name) for name in RULES}
    )
    variants, rows = random_variants(game, 10_000, seed)
    if options is not None:
        variants, rows = options, rows[:1] * 0
    states, tallies = np.zeros(2, game.rules.record), np.zeros(1, game.rules.tally)
    shares, counts = np.zeros(game.max_seats), np.zeros(3, np.int64)
    buffers = (game.new_work(), tallies, streams(), game.new_out(), game.new_chances(), shares)
    fault = module.play_many(states, words(states), variants, rows, *buffers, counts, seed, steps)
    number = int(counts[2])
    record = variants[rows[number % len(rows)] :][:1]
    assert fault == FINE, (
        f"{NAMES[fault]} in game {number} of seed {seed}, {game.changes(record)}: "
        f"{game.notation.format_position(states[1:], record)}"
    )
    return int(counts[0]), int(counts[1])


@pytest.mark.more
def test_invariants_hold_over_two_million_steps():
    steps, games = play_checked(GAME, STEPS, seed=int(os.environ.get("SEED", 1)))
    assert steps >= STEPS
    assert games > STEPS // 80


@pytest.mark.soak
def test_invariants_hold_over_a_hundred_million_steps():
    steps, _ = play_checked(GAME, SOAK_STEPS, seed=77)
    assert steps >= SOAK_STEPS


def planted_faults():
    """What the check says of each planted error."""
    wrong, faults = rebind(GAME, apply=planted.apply_with_errors), {}
    for error, settings in planted.ERRORS.items():
        with pytest.raises(AssertionError) as raised:
            play_checked(wrong, 1000, 1, GAME.options(**settings))
        faults[error] = str(raised.value)
    return faults


def test_the_check_can_fail():
    """Planted errors are found at once; they are played interpreted: compiling takes longer."""
    faults = call_interpreted(planted_faults)
    assert {error for error, fault in faults.items() if error in fault} == {*planted.ERRORS}
