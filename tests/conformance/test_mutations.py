"""The short form of the mutation check: see tests/mutations.py and `make soak`."""

import pytest

from offleash.games import registry
from tests.battery import Mutant, battery, folder
from tests.mutations import SCENARIOS, catch_mutant, mutated_source, run

MUTANTS = [(game, mutant) for game in registry.ROWS for mutant in battery(game).MUTANTS]


def name_of(value):
    return value.name if isinstance(value, Mutant) else value


def sample_scenarios(game):
    return str(folder(game) / "scenarios" / battery(game).SAMPLE_SCENARIOS)


@pytest.mark.parametrize("game", registry.ROWS)
def test_a_planted_change_is_caught(game):
    commands = {"scenarios": (*SCENARIOS, sample_scenarios(game))}
    assert catch_mutant(game, battery(game).SAMPLE_MUTANT, commands) == "scenarios"


def test_without_a_mutant_scenarios_hold():
    """Of one game: the scenarios of all have a test of their own."""
    assert run(*SCENARIOS, sample_scenarios("digs")) == 0


@pytest.mark.parametrize(("game", "mutant"), MUTANTS, ids=name_of)
def test_every_mutant_still_fits_the_source(game, mutant):
    file, text = mutated_source(game, mutant)
    assert text != file.read_text(encoding="utf-8")


def test_a_mutant_that_fits_twice_is_refused():
    twice = Mutant("any rule", "movement", "@rule", "@rule")
    with pytest.raises(SystemExit, match=r"fits \d+ times, not once"):
        mutated_source("dog", twice)
