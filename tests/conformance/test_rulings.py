"""The ruling behind an action or a decision, for every game: it is on the rules page."""

import importlib
import inspect
import random
from pathlib import Path

import pytest

from offleash.contract.rules.actors import NO_ACTION, NOBODY
from offleash.games import registry
from offleash.web.rulebook import rulebook
from tests.variety import choices, numbers, positions, view_of

GAMES = [name for name in registry.ROWS if registry.load(name).notation.ruling is not None]
SAMPLE_SIZE = 60  # illegal actions at a position


def tables(name):
    """The module with a game's tables of rulings."""
    return importlib.import_module(f"{registry.row(name).module}.text.rulings")


def sources(name):
    """The text of all that makes reasons."""
    reasons = importlib.import_module(f"{registry.row(name).module}.text.why_illegal")
    file = Path(inspect.getfile(reasons))
    files = file.parent.glob("*.py") if file.stem == "__init__" else [file]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def ruling_cases(name):
    """(game, options, view of who is asked, actions): attempts, what is legal, and neither."""
    game, rng = registry.load(name), random.Random(f"rulings of {name}")
    for options, states in positions(name, "reasons"):
        seat = max(NOBODY, int(game.rules.actor(states[0])))
        legal = choices(game, states, options)
        candidates = numbers(game, legal, rng, SAMPLE_SIZE)
        candidates = rng.sample(candidates, min(SAMPLE_SIZE, len(candidates)))
        view = states if seat == NOBODY else view_of(game, states, options, seat)
        yield (
            game,
            options,
            view,
            [NO_ACTION, *rng.sample(legal, min(SAMPLE_SIZE, len(legal))), *candidates],
        )


def test_the_games_of_the_box_have_rulings():
    assert {"dog", "domidog", "puppy-park", "secret-mission", "uri-nation"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_action_and_every_decision_leads_to_a_ruling(name):
    """At every phase, for actions of every kind; and not always to the same one."""
    cited, phases, on_page = set(), set(), rulebook(name).rulings
    for game, options, view, actions in ruling_cases(name):
        before = view.tobytes()
        rulings = {game.notation.ruling(view, options, action) for action in actions}
        assert rulings <= on_page, game.notation.format_position(view, options)
        assert view.tobytes() == before
        cited |= rulings
        phases.add(int(view["phase"][0]))
    assert phases == set(tables(name).OF_PHASE)
    assert len(cited) > 4


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_of_the_tables_exists_and_every_phrase_is_used(name):
    module, text = tables(name), sources(name)
    kinds = module.OF_KIND.items() if isinstance(module.OF_KIND, dict) else module.OF_KIND
    cited = {*module.OF_PHASE.values(), *(ruling for _, ruling in (*kinds, *module.OF_REASON))}
    assert cited <= rulebook(name).rulings
    assert [words for words, _ in module.OF_REASON if words not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_phrase_follows_a_phrase_that_it_contains(name):
    """Else it would never be found."""
    phrases = [words for words, _ in tables(name).OF_REASON]
    unreachable = [w for i, w in enumerate(phrases) if any(early in w for early in phrases[:i])]
    assert unreachable == []
