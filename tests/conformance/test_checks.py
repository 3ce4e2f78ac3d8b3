"""What `offleash check` examines, for every game; and each check finds what is planted."""

import pytest

from offleash.checks.check import run_check
from offleash.checks.every import AREAS, CHECKS
from offleash.cli import check as command
from offleash.games import registry
from tests.subjects import subject

GAMES = tuple(registry.ROWS)
QUICK = "digs"  # a small game that uses the whole contract
SLOWER = [pytest.param(name, marks=pytest.mark.more) for name in GAMES if name != QUICK]

each_game = pytest.mark.parametrize("name", GAMES)
each_check = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.promise)


@each_game
@each_check
def test_the_promise_is_kept(check, name):
    assert run_check(check, subject(name)).breaches == ()


@pytest.mark.parametrize("name", [QUICK, *SLOWER])
@each_check
def test_a_planted_breach_is_caught(check, name):
    outcome = run_check(check, subject(name), planted=True)
    assert outcome.breaches == outcome.missed == ()


@each_check
def test_every_check_can_fail(check):
    """In some game at least one fault can be planted for it."""
    subjects = [subject(name) for name in GAMES]
    assert any(check.concerns(game) and check.plants(game) for game in subjects)


def test_areas_and_promises_have_names_of_their_own():
    assert command.AREAS.split(", ") == [*AREAS]
    assert len({check.promise for check in CHECKS}) == len(CHECKS)
