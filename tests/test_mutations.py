"""The short form of the mutation check: see tests/mutations.py and `make soak`."""

import pytest

from tests.mutations import MUTANTS, QUICK, ROOT, SCENARIOS, caught_by, plant, run


def test_the_scenarios_hold_without_a_mutant():
    assert run(ROOT / "src", *SCENARIOS) == 0


@pytest.mark.parametrize("mutant", QUICK, ids=lambda mutant: mutant.name)
def test_a_planted_change_is_caught(mutant):
    assert caught_by(mutant) == "scenarios"


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_every_mutant_still_fits_the_source(mutant, tmp_path):
    plant(mutant, tmp_path)
