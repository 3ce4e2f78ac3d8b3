"""The positions that conformance tests look at: every phase and every secret, or a failure."""

import random

import pytest

from offleash.games import registry
from tests.battery import battery, rebind
from tests.variety import OFTEN, WITHOUT_A_SECRET, features, needed, positions, sample

GAMES = tuple(registry.ROWS)
PURPOSES = ("knowledge", "reasons")


@pytest.mark.parametrize("purpose", PURPOSES)
@pytest.mark.parametrize("name", GAMES)
def test_samples_show_every_phase_and_secret(name, purpose):
    game, secrets = registry.load(name), battery(name).SECRETS
    actual = set()
    for options, states in positions(name, purpose):
        actual |= features(game, states, options, secrets)
    assert actual >= needed(game, secrets)


def test_a_phase_that_is_never_met_is_a_failure():
    game = registry.load("digs")
    more = rebind(game, field_words={"phase": (*game.notation.field_words["phase"], "nap")})
    with pytest.raises(
        AssertionError, match="no position of Digs that was sampled shows phase nap"
    ):
        sample(more, ("bid",), random.Random(1), most=2)


def test_a_secret_that_never_shows_is_a_failure():
    game = registry.load("digs")
    with pytest.raises(AssertionError, match=r"shows secret place$"):
        sample(game, ("bid", "place"), random.Random(1), most=2)


def test_what_plain_walks_miss_is_looked_for():
    """Even where the first walks see the opening alone, every phase is found."""
    game = registry.load("digs")
    cases = sample(game, ("bid",), random.Random(1), walks=0)
    phases = {int(states["phase"][0]) for _, states in cases}
    assert phases == {0, 1, 2, 3}
    assert len(cases) <= 8 + OFTEN[WITHOUT_A_SECRET]
