"""English for messages: lists, counted nouns, sentences, hints for typos."""

import pytest

from offleash.tools.errors import OffleashError
from offleash.tools.prose import (
    capitalise,
    closest,
    count_of,
    did_you_mean,
    join_and,
    join_or,
    ordinal,
    to_sentence,
)


def test_a_typo_gets_a_hint():
    bots = {"random": 1, "greedy": 2}
    assert closest("gredy", bots) == "greedy"
    assert did_you_mean("gredy", bots) == ", did you mean greedy"
    assert closest("search", bots) == did_you_mean("search", bots) == ""
    assert did_you_mean("greedy", []) == ""


@pytest.mark.parametrize(
    ("items", "text"),
    [("", ""), ("a", "a"), ("ab", "a and b"), ("abc", "a, b and c"), ("abcd", "a, b, c and d")],
)
def test_lists_are_joined(items, text):
    assert join_and(list(items)) == join_and(iter(items)) == text
    assert join_or(items) == text.replace("and", "or")
    assert join_and(items, "and then") == text.replace("and", "and then")


def test_nouns_are_counted():
    assert [count_of(n, "step") for n in (0, 1, 2)] == ["no steps", "1 step", "2 steps"]
    assert count_of(12_345, "game was", "games were") == "12,345 games were"
    assert count_of(1, "die", "dice") == "1 die"
    assert count_of(0, "die", "dice", zero="0") == "0 dice"


def test_ordinals():
    assert [ordinal(n) for n in (1, 2, 8, 9)] == ["first", "second", "eighth", "9th"]
    assert [ordinal(n) for n in (11, 12, 13, 21)] == ["11th", "12th", "13th", "21st"]
    assert [ordinal(n) for n in (22, 23, 24, 111, 112)] == [
        "22nd",
        "23rd",
        "24th",
        "111th",
        "112th",
    ]


def test_a_capital_leaves_names_alone():
    assert capitalise("the seat of Anna is taken") == "The seat of Anna is taken"
    assert capitalise("") == ""


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("there is no game 'Chess'", "There is no game 'Chess'."),
        ("can't be read.", "Can't be read."),
        ("rules.toml, line 1: no rules", "rules.toml, line 1: no rules."),
        ("loop_len must be even", "loop_len must be even."),
        ("", ""),
    ],
)
def test_messages_become_sentences(message, text):
    assert to_sentence(message) == to_sentence(OffleashError(message)) == text
