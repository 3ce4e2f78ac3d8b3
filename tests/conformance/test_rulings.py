"""The ruling behind an action or a decision, for every game: it is on the rules page."""

import importlib
import inspect
import random
from pathlib import Path

import pytest

from offleash.core.rules.actors import NO_ACTION, NOBODY
from offleash.games import registry
from offleash.web.rulebook import rulebook
from tests.variety import choices, hidden, numbers, positions

GAMES = [name for name in registry.ROWS if registry.load(name).notation.ruling is not None]
TRIED = 60  # illegal actions at a position


def tables(name):
    """The module with a game's tables of rulings."""
    return importlib.import_module(f"{registry.row(name).module}.text.rulings")


def sources(name):
    """The text of all that makes reasons."""
    reasons = importlib.import_module(f"{registry.row(name).module}.text.reasons")
    file = Path(inspect.getfile(reasons))
    files = file.parent.glob("*.py") if file.stem == "__init__" else [file]
    return "\n".join(each.read_text(encoding="utf-8") for each in files)


def asked(name):
    """(game, options, view of who is asked, actions): attempts, what is legal, and neither."""
    game, rng = registry.load(name), random.Random(f"rulings of {name}")
    for options, states in positions(name, "reasons"):
        seat = max(NOBODY, int(game.rules.actor(states[0])))
        legal = choices(game, states, options)
        tried = numbers(game, legal, rng, TRIED)
        tried = rng.sample(tried, min(TRIED, len(tried)))
        known = states if seat == NOBODY else hidden(game, states, options, seat)
        yield game, options, known, [NO_ACTION, *rng.sample(legal, min(TRIED, len(legal))), *tried]


def test_the_games_of_the_box_have_rulings():
    assert {"dog", "domidog", "puppy-park", "secret-mission", "uri-nation"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_and_every_decision_leads_to_a_ruling(name):
    """At every phase, for actions of every kind; and not always to the same one."""
    found, phases, on_page = set(), set(), rulebook(name).rulings
    for game, options, known, actions in asked(name):
        before = known.tobytes()
        rulings = {game.notation.ruling(known, options, action) for action in actions}
        assert rulings <= on_page, game.notation.format_position(known, options)
        assert known.tobytes() == before
        found |= rulings
        phases.add(int(known["phase"][0]))
    assert phases == set(tables(name).OF_PHASE)
    assert len(found) > 4


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_of_the_tables_exists_and_every_phrase_is_said(name):
    told, text = tables(name), sources(name)
    kinds = told.OF_KIND.items() if isinstance(told.OF_KIND, dict) else told.OF_KIND
    named = {*told.OF_PHASE.values(), *(ruling for _, ruling in (*kinds, *told.OF_REASON))}
    assert named <= rulebook(name).rulings
    assert [words for words, _ in told.OF_REASON if words not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_phrase_stands_behind_one_that_it_holds(name):
    """Else it would never be found."""
    phrases = [words for words, _ in tables(name).OF_REASON]
    hidden_ones = [w for i, w in enumerate(phrases) if any(early in w for early in phrases[:i])]
    assert hidden_ones == []
