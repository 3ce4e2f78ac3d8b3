"""A mistake in a field of a game is an error when the game is made, and says which field."""

from dataclasses import replace

import pytest

import tests.toys  # noqa: F401
from offleash.contract.bots.bot_rules import Persona
from offleash.contract.encoding import Encoding, Span
from offleash.games import registry

LONG = range(10**6)
SPAN = Span("place", 0, 5, "where it is", 3)


def with_part(part, **values):
    return lambda game: {part: replace(getattr(game, part), **values)}


def encoding(*spans, version=1):
    return with_part("learning", encoding=Encoding(version, spans))


MISTAKES = {
    "its name is 'Digs'": lambda game: {"name": "Digs"},
    "its title is ''": lambda game: {"title": ""},
    "its rules_version is 1": lambda game: {"rules_version": 1},
    "rules.actor must be a function": with_part("rules", actor=None),
    "rules.apply must be a function": with_part("rules", apply=3),
    "notation.why_illegal must be a function": with_part("notation", why_illegal="no"),
    "pictures.draw must be a function": with_part("pictures", draw=None),
    "rules.max_actions is 0": with_part("rules", max_actions=0),
    "rules.action_count is 2.5": with_part("rules", action_count=2.5),
    "rules.seat_names has 0 names": with_part("rules", seat_names=()),
    "rules.seat_names has a name twice": with_part("rules", seat_names=("a", "a")),
    "sets 'jokers', which is no option": with_part("rules", presets={"odd": {"jokers": 1}}),
    "the weight 'bid' is 1.5": lambda game: {
        "bots": replace(game.bots, weights_by_name={"bid": 1.5}, personas={})
    },
    "the persona 'odd' has an unknown weight 'odd'": lambda game: {
        "bots": replace(game.bots, personas={"odd": Persona("", {"odd": 1})})
    },
    "field_words has 'phrase'": with_part("notation", field_words={"phrase": ("a",)}),
    "encode is there without learning.encoding": encoding(),
    "learning.encoding must be an Encoding of Spans, not None": with_part(
        "learning", encoding=None
    ),
    "learning.encoding must be an Encoding of Spans, not Encoding": encoding(None),
    "learning.action_encoding must be an Encoding": with_part("learning", action_encoding=[1]),
    "encoding is there without learning.encode": with_part("learning", encode=None),
    "the version of the encoding is 0": encoding(SPAN, version=0),
    "has 'place' twice": encoding(SPAN, SPAN),
    "'place' of the encoding has an axis without labels": encoding(Span("place", 0, 1, "", ())),
    "'place' of the encoding goes from 2 to 1": encoding(Span("place", 2, 1, "")),
    "learning.chance_actions is": with_part("learning", chance_actions=LONG),
    "learning.chance_actions is 5": with_part("learning", chance_actions=5),
    "learning.returns_sum is 0": with_part("learning", returns_sum=0),
    "learning.longest must be a function": with_part("learning", longest=100),
}


@pytest.mark.parametrize("message", MISTAKES)
def test_a_mistake_is_an_error_that_names_the_field(message):
    game = registry.load("digs")
    with pytest.raises(ValueError, match=f"the game '[dD]igs' can't be made: .*{message}"):
        replace(game, **MISTAKES[message](game))


def test_observations_are_made_from_the_encoding():
    """There is one source of what a seat knows, unless a game is given a second one."""
    game = registry.load("digs")
    options = game.options()
    state = game.new_state(options)

    def encode(state, options, seat, out):
        out[:] = 7

    parts = {part: getattr(game, part) for part in ("rules", "pictures", "bots", "lab", "studio")}
    notation = replace(game.notation, observe=None)
    learning = replace(game.learning, encode=encode)
    facts = {"name": "digs", "title": "Digs", "rules_version": "1"}
    other = type(game)(**facts, **parts, notation=notation, learning=learning)
    assert (other.notation.observe(state, options, 0).array == 7).all()
    assert other.notation.observe(state, options, 0).text
