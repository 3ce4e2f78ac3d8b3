"""The short form of the mutation check: see tests/mutations.py and `make soak`."""

import pytest

from offleash.games import registry
from tests.battery import ROOT, Mutant, battery
from tests.mutations import caught_by, checks, plant, run

MUTANTS = [(game, mutant) for game in registry.ROWS for mutant in battery(game).MUTANTS]
QUICK = [(game, mutant) for game in registry.ROWS for mutant in battery(game).QUICK]


def name_of(value):
    return value.name if isinstance(value, Mutant) else value


@pytest.mark.parametrize("game", registry.ROWS)
def test_the_scenarios_hold_without_a_mutant(game):
    assert run(ROOT, *checks(game)["scenarios"]) == 0


@pytest.mark.parametrize(("game", "mutant"), QUICK, ids=name_of)
def test_a_planted_change_is_caught(game, mutant):
    assert caught_by(game, mutant) == "scenarios"


@pytest.mark.parametrize(("game", "mutant"), MUTANTS, ids=name_of)
def test_every_mutant_still_fits_the_source(game, mutant, tmp_path):
    plant(game, mutant, tmp_path)


def test_a_mutant_that_fits_twice_is_refused(tmp_path):
    twice = Mutant("any rule", "movement", "@rule", "@rule")
    with pytest.raises(SystemExit, match=r"fits \d+ times, not once"):
        plant("dog", twice, tmp_path)
