"""Two million random steps with random options, each checked; 400 million in a soak."""

import json
import os

import numpy as np
import pytest

import offleash
from offleash.compiler.record import words
from offleash.compiler.rule import specialise
from offleash.compiler.seeds import streams
from offleash.contract import Game, Records
from offleash.games.uri_nation.board import BOARDS
from tests.games.uri_nation import invariants
from tests.games.uri_nation.invariants import COUNTS, FINE, LAST, NAMES, PHASES, STEPS
from tests.processes import output_of
from tests.variety import random_variants

ENOUGH = 2_000_000
ENOUGH_SOAKED = 100_000_000
SOAK_SEEDS = range(77, 81)
LONGEST = 1_000_000  # actions of one game
OF_ONE_DRAW = 2_000  # games with the same hundred variants
RULES = ("setup", "actor", "legal_actions", "chance_outcomes", "stream", "apply")


def play_checked(game: Game, steps: int, seed: int, only: Records | None = None) -> np.ndarray:
    """Plays until so many steps are checked; returns what was counted on the way."""
    module = specialise(
        game.rules.rule, invariants, **{name: getattr(game.rules, name) for name in RULES}
    )
    work, out, chances = game.new_work(), game.new_out(), game.new_chances()
    counts, number = np.zeros(COUNTS, int), 0
    variants, rows = only, np.zeros(OF_ONE_DRAW, int)
    while counts[STEPS] < steps:
        if only is None and number % OF_ONE_DRAW == 0:
            variants, rows = random_variants(game, OF_ONE_DRAW, seed + number)
        row = int(rows[number % OF_ONE_DRAW])
        options = variants[row : row + 1].copy()
        states, tally = np.zeros(3, game.rules.record), np.zeros(1, game.rules.tally)
        game.rules.setup(states[0], options[0])
        states[2] = states[0]
        arguments = (states, words(states), options[0], work[0], tally[0], streams(), out, chances)
        fault = module.play_checked(*arguments, counts, seed, number, LONGEST)
        assert fault == FINE, (
            f"{NAMES[fault]} in game {number} of seed {seed}, {game.changes(options)}, "
            f"after action {counts[LAST]} in {game.notation.format_position(states[1:2], options)}"
        )
        number += 1
    return counts


@pytest.mark.more
def test_invariants_hold_over_two_million_steps():
    """And every phase of the game is among them."""
    counts = play_checked(
        offleash.load_game("uri-nation"), ENOUGH, seed=int(os.environ.get("SEED", 1))
    )
    assert counts[STEPS] >= ENOUGH
    assert (counts[PHASES:] > 0).all()


@pytest.mark.soak
@pytest.mark.parametrize("seed", SOAK_SEEDS)
def test_invariants_hold_over_a_hundred_million_steps(seed):
    counts = play_checked(offleash.load_game("uri-nation"), ENOUGH_SOAKED, seed)
    assert counts[STEPS] >= ENOUGH_SOAKED


def test_the_variants_have_every_board_and_number_of_seats():
    game = offleash.load_game("uri-nation")
    draws = [random_variants(game, OF_ONE_DRAW, seed) for seed in range(3)]
    used = np.concatenate([variants[np.unique(rows)] for variants, rows in draws])
    assert len(np.unique(used["board"])) == len(BOARDS)
    assert set(used["seats"].tolist()) == {2, 3, 4}


def test_every_check_can_fail():
    """Planted errors, one at least for each fault, are found as what they are."""
    code = "from tests.games.uri_nation.planted import main; main()"
    rows = json.loads(output_of(code, OFFLEASH_RULES="interpreted"))
    assert {fault for _, fault, _ in rows} == set(NAMES[1:])
    for error, fault, message in rows:
        assert message.startswith(fault), error
