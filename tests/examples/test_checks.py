"""What every example promises, and how short each is."""

import pytest

from offleash.checks.every import run_checks
from tests.examples.loading import EXAMPLES, NAMES, example

MOST_LINES = 250


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "planted",
    [pytest.param(False, marks=pytest.mark.more), pytest.param(True, marks=pytest.mark.soak)],
)
def test_an_example_keeps_what_every_game_promises(name, planted):
    with example(name) as game:
        outcomes = [*run_checks(game, planted=planted)]
    assert [(o.check.promise, o.breaches, o.missed) for o in outcomes if not o.has_passed] == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short(name):
    files = [*(EXAMPLES / name).rglob("*.py")]
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert 0 < lines <= MOST_LINES
