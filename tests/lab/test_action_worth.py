"""What an action is worth: two futures of a game that differ in one action alone."""

import json

import pytest

import tests.toys  # noqa: F401  # so that Digs can be played
from offleash.cli.app import run as command
from offleash.games import registry
from offleash.lab.experiments.action_worth import ActionWorth, measure_worth
from offleash.tools.errors import OffleashError

URI = registry.load("uri-nation")
PERSONAS = ["persona:bruiser", "persona:scrapper", "persona:diplomat", "persona:yapper"]


def measure(word: str, **settings: int) -> ActionWorth:
    return measure_worth(URI, URI.options(), PERSONAS, word, 4, **settings)


def test_the_same_seed_measures_the_same() -> None:
    first = measure("claim", futures=4, seed=3, threads=1)
    assert first == measure("claim", futures=4, seed=3, threads=2)
    assert first != measure("claim", futures=4, seed=4, threads=1)
    chances = (first.chance_with, first.chance_without)
    assert all(0 <= chance.low <= chance.value <= chance.high for chance in chances)
    gap = first.chance_with.value - first.chance_without.value
    assert first.difference.value == pytest.approx(gap)
    assert first.difference.low < first.difference.value < first.difference.high


def test_claiming_is_worth_more_than_an_alliance_to_personas() -> None:
    """They take every claim, and hardly ever found an alliance."""
    claim, ally = (measure(word, futures=4, seed=1, threads=1) for word in ("claim", "ally"))
    assert claim.own_share > 0.5 > ally.own_share


def test_an_action_that_is_never_legal_is_refused() -> None:
    short = URI.options(max_rounds=1)
    with pytest.raises(OffleashError, match="'fly' is legal in too few of the first 20 games"):
        measure_worth(URI, short, PERSONAS, "fly", 6, futures=1)


def test_the_command_prints_both_chances(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["worth", "uri-nation", "ally", "-n", "2", "--futures", "2", "--threads", "1"]
    command(arguments)
    text = capsys.readouterr().out
    assert "with ally" in text and "without" in text and "2 games split, 2 futures" in text
    command([*arguments, "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["seats"] == PERSONAS and data["splits"] == 2 and data["action"] == "ally"
