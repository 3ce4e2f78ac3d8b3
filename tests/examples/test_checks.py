"""What every example promises, and how short each is."""

import pytest

from offleash.checks.every import run_checks
from tests.examples.loading import EXAMPLES, NAMES, example

MOST_LINES = 250
QUICK = "nim"
SLOWER = [pytest.param(name, marks=pytest.mark.more) for name in NAMES if name != QUICK]


@pytest.mark.parametrize("name", [QUICK, *SLOWER])
def test_an_example_keeps_what_every_game_promises(name):
    with example(name) as game:
        outcomes = [*run_checks(game)]
    assert [(o.check.promise, o.breaches) for o in outcomes if not o.has_passed] == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name):
    files = [*(EXAMPLES / name).rglob("*.py")]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert 0 < lines <= MOST_LINES
