"""Seconds for kinds of decisions: what is accepted, and the minutes of any game."""

import numpy as np
import pytest

from offleash.bots.lineup import policy
from offleash.contract.lab.general_measures import measures_of
from offleash.contract.lab.playing_time import check_seconds, parse_seconds, seconds_of
from offleash.engine.batch import play_batch
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests.battery import battery  # noqa: F401  # which brings the toys
from tests.figures import figures_of

DIGS = "digs"


def test_seconds_are_parsed():
    game = registry.load(DIGS)
    assert parse_seconds(game, "choice=12, chance=0.5") == {"choice": 12.0, "chance": 0.5}
    assert seconds_of(game, {"choice": 12.0}) == {"choice": 12.0, "forced": 3.0, "chance": 1.0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("choise=3", "Digs has no kind of decision 'choise', did you mean choice; the kinds are"),
        ("choice", "'choice' is not a kind of decision with its seconds: kind=5"),
        ("", "'' is not a kind of decision"),
        ("choice=many", "the seconds for choice can't be 'many'; they must be a number from 0"),
        ("choice=-1", "can't be -1.0"),
        ("choice=3601", "from 0 to 3600"),
        ("choice=nan", "can't be 'nan'"),
        ("choice=inf", "can't be 'inf'"),
    ],
)
def test_other_seconds_are_refused(text, message):
    with pytest.raises(OffleashError) as error:
        parse_seconds(registry.load(DIGS), text)
    assert message in str(error.value)


@pytest.mark.parametrize("number", [True, "3", None, [3]])
def test_seconds_are_numbers(number):
    with pytest.raises(OffleashError, match="the seconds for choice"):
        check_seconds(registry.load(DIGS), {"choice": number})


def test_minutes_of_any_game():
    """Decisions, forced ones and chance, added up by hand from the batch."""
    game = registry.load(DIGS)
    batch = play_batch(game, policy(game, ["random"] * 4), 5, 2)
    values = {f.label.key: f.value for f in figures_of(measures_of(game, batch, {"forced": 6}))}
    decisions, forced, _ = batch.paces.T
    chance = batch.lengths - decisions
    minutes = (10 * (decisions - forced) + 6 * forced + chance) / 60
    assert forced.any() and chance.any()
    assert values["Playing time: minutes, mean"] == pytest.approx(minutes.mean())
    assert values["Playing time: minutes, longest"] == np.rint(minutes).max()
    others = batch.playing.sum(axis=1) - 1
    wait = (others * minutes).sum() / decisions.sum()
    assert values["Playing time: wait between own decisions"] == pytest.approx(wait)
    assert not any("% of the games" in key for key in values if key.startswith("Playing"))


def test_turns_where_a_game_has_them():
    """In Dog a turn is a card played or a hand thrown."""
    game = registry.load("dog")
    batch = play_batch(game, policy(game, ["random"] * 4), 2, 2)
    values = {f.label.key: f.value for f in figures_of(measures_of(game, batch))}
    turns = (batch.tallies["plays"] + batch.tallies["throws"]).sum()
    own = values["Playing time: own turn"]
    assert own == pytest.approx(2 * values["Playing time: minutes, mean"] / turns)
    assert values["Playing time: wait between own turns"] == pytest.approx(3 * own)
