"""Random steps with random options, each checked: two million, a hundred million in a soak."""

import os

import numpy as np
import pytest
from numpy.typing import NDArray

from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.games.puppy_park import GAME
from offleash.games.tiles.rules.hexes import CELLS
from tests.battery import rebind
from tests.games.puppy_park import invariants, planted
from tests.games.puppy_park.invariants import EMPTY, FINE, GAMES, HOUSES, NAMES
from tests.processes import call_interpreted
from tests.variety import random_variants

STEPS = 2_000_000
SOAK_STEPS = 100_000_000
SOON = 9  # a seed with which all planted errors show soon
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply", "returns")


def play_checked(
    game: Game, steps: int, seed: int, variants: Records, rows: NDArray[np.int64]
) -> tuple[int, int]:
    """Plays until so many steps are checked; returns steps and finished games."""
    module = specialise(
        game.rules.rule, invariants, **{name: getattr(game.rules, name) for name in RULES}
    )
    states, counts = np.zeros(2, game.rules.record), np.zeros(HOUSES + game.max_seats, int)
    dogs, heights, tops = np.full(CELLS, EMPTY, np.int8), *np.zeros((2, CELLS), np.int8)
    fault = module.play_checked(
        states,
        words(states),
        variants,
        rows,
        game.new_work()[0],
        game.new_tally()[0],
        streams(),
        game.new_out(),
        game.new_chances(),
        np.zeros(game.max_seats),
        counts,
        dogs,
        heights,
        tops,
        seed,
        steps,
    )
    number = int(counts[GAMES])
    options = variants[rows[number % len(rows)]][None]
    assert fault == FINE, (
        f"{NAMES[fault]} in game {number} of seed {seed}, {game.changes(options)}: "
        f"{game.notation.format_position(states[1:], options)}"
    )
    return int(counts[0]), number


@pytest.mark.more
def test_invariants_hold_over_two_million_steps():
    seed = int(os.environ.get("SEED", 1))
    steps, games = play_checked(GAME, STEPS, seed, *random_variants(GAME, 10_000, seed))
    assert steps >= STEPS
    assert games > STEPS // 200


@pytest.mark.soak
def test_invariants_hold_over_a_hundred_million_steps():
    steps, _ = play_checked(GAME, SOAK_STEPS, 77, *random_variants(GAME, 10_000, 77))
    assert steps >= SOAK_STEPS


def planted_faults():
    """What the check says of each planted error."""
    game, faults = rebind(GAME, apply=planted.apply_wrongly), {}
    for error, settings in planted.ERRORS.items():
        with pytest.raises(AssertionError) as raised:
            play_checked(game, 1000, SOON, GAME.options(**settings), np.zeros(1, np.int64))
        faults[error] = str(raised.value)
    return faults


def test_the_check_can_fail():
    """Planted errors are found at once; they are played interpreted: compiling takes longer."""
    faults = call_interpreted(planted_faults)
    assert {error for error, fault in faults.items() if error in fault} == {*planted.ERRORS}
