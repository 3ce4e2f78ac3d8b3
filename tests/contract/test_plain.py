"""Plain text, plain pictures and default rules: what a game has before it has its own."""

import random
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from offleash.compiler.record import EMPTY, record
from offleash.compiler.rule import Rules, source_of
from offleash.contract import BotRules, Game, GameRules
from offleash.contract.rules.actors import EVERYBODY, NOBODY, OVER
from offleash.contract.text.plain import plain_notation, plain_pictures
from offleash.games import registry
from offleash.tools.errors import BadNotation
from offleash.tools.record_text import RecordText
from tests.variety import choices, positions, view_of, viewers

TYPES = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
SHAPES = ((), (1,), (3,), (2, 2))
PHASES = ("deal", "lay a card", "end")
RECORD = record(place=(np.int8, 2), phase=np.int8, score=np.int32, left=(np.uint8, (2, 2)))
TEXT = RecordText(RECORD, {"phase": PHASES})

rule = Rules("offleash.contract", state=RECORD, options=EMPTY, work=EMPTY, tally=EMPTY)


def never(*arguments):
    """A rule that no test calls."""
    raise AssertionError(arguments)


def small_rules(**more):
    """A game in which nothing but the phase decides who acts."""
    own = {
        "actor": lambda state: OVER if state.phase == 2 else int(state.score),
        "legal_actions": never,
        "apply": never,
        "returns": never,
        "rank": never,
        "seat_names": ("north", "east", "south"),
        "action_count": 2,
    }
    return GameRules(rule=rule, options=(), max_actions=2, **{**own, **more})


def small_notation(**more):
    return plain_notation(small_rules(), ("Lay a card", "pass"), **more)


OPTIONS = np.zeros(1, EMPTY)

# Records as text


@st.composite
def records(draw):
    """Any record of whole numbers, with words for some of them."""
    fields = draw(
        st.dictionaries(
            st.sampled_from("abcdef"), st.tuples(st.sampled_from(TYPES), st.sampled_from(SHAPES)),
            min_size=1,
        )
    )  # fmt: skip
    dtype = record(**fields)
    states = np.zeros(1, dtype)
    for name, (kind, shape) in fields.items():
        limits = np.iinfo(kind)
        number = st.one_of(st.just(0), st.integers(int(limits.min), int(limits.max)))
        size = int(np.prod(shape, dtype=int))
        numbers = draw(st.lists(number, min_size=size, max_size=size))
        states[name] = np.array(numbers, kind).reshape(shape)
    words = draw(st.dictionaries(st.sampled_from(sorted(fields)), st.just(PHASES)))
    return RecordText(dtype, words), states


@given(records())
def test_records_and_texts_are_inverse(case):
    text, states = case
    again = np.zeros(1, text.record)
    for name, values in text.parse(text.format(states)).items():
        again[name] = values
    assert again.tobytes() == states.tobytes()


@given(st.text(alphabet="placehsoreft=,-0123456789 \n\u0661", max_size=40))
def test_any_text_is_parsed_or_refused(text):
    """No other error, and a refusal in one line."""
    message = ""
    try:
        TEXT.parse(text)
    except BadNotation as error:
        message = str(error)
    assert "\n" not in message


def test_fields_that_are_zero_are_left_out():
    states = np.zeros(1, RECORD)
    assert TEXT.format(states) == "score=0"  # an empty line would look like a mistake
    states["place"], states["phase"] = (12, -7), 1
    assert TEXT.format(states) == "place=12,-7 phase=lay-a-card"
    states["phase"] = 9
    assert TEXT.format(states) == "place=12,-7 phase=9"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position sets a field: the fields are score, place, phase, left"),
        ("pad=0", "'pad=0' is not a field of a position"),
        ("plase=1,2", "'plase=1,2' is not a field of a position, did you mean place: the fields"),
        ("score", "'score' is not a field of a position: the fields are"),
        ("score=1 score=1", "field score is written twice"),
        ("place=1", "place has 2 numbers, not 1"),
        ("phase=deel", "phase can't be 'deel', did you mean deal"),
        ("score=", "score can't be ''"),
        ("place=1,128", "place can't be 128: its range is -128 to 127"),
        ("left=0,0,0,-1", "left can't be -1: its range is 0 to 255"),
    ],
)
def test_a_wrong_text_gets_one_sentence(text, message):
    with pytest.raises(BadNotation) as caught:
        TEXT.parse(text)
    assert str(caught.value).startswith(message)


# Notation


def test_actions_are_parsed_in_any_case_and_spacing():
    notation = small_notation()
    assert notation.parse_action("  LAY  a card ", OPTIONS) == 0
    assert notation.format_action(0, OPTIONS) == "Lay a card"
    with pytest.raises(BadNotation, match=r"^'pas' is not an action, did you mean pass$"):
        notation.parse_action("pas", OPTIONS)
    with pytest.raises(BadNotation, match=r"^there is no action number 2$"):
        notation.format_action(2, OPTIONS)


@pytest.mark.parametrize("texts", [("pass",), ("pass", "Pass"), ("a", "b", "c")])
def test_every_action_needs_a_text(texts):
    with pytest.raises(ValueError, match="needs 2 different action texts"):
        plain_notation(small_rules(), texts)


def test_impossible_positions_are_refused():
    notation = small_notation(check=lambda states, options: "no card" * int(states["left"].any()))
    assert notation.parse_position("score=2", OPTIONS)["score"][0] == 2
    with pytest.raises(BadNotation, match=r"^'left=0,1,0,0' is impossible: no card$"):
        notation.parse_position("left=0,1,0,0", OPTIONS)
    with pytest.raises(BadNotation, match=r"impossible: the seat to move must be one of 0 to 2$"):
        notation.parse_position("score=3", OPTIONS)
    assert notation.read_board("left=0,1,0,0", OPTIONS)["left"].any()


def test_only_written_fields_are_compared():
    notation = small_notation(field_words={"phase": PHASES})
    states = notation.parse_position("place=1,2 score=1", OPTIONS)
    assert notation.position_differs("score=1", states, OPTIONS) == []
    assert notation.position_differs("place=1,3 phase=end score=1", states, OPTIONS) == [
        "place is 1,2, not 1,3",
        "phase is deal, not end",
    ]


def test_own_functions_replace_the_plain_ones():
    notation = small_notation(is_whole=never, news=never)
    assert (notation.is_whole, notation.news) == (never, never)
    assert plain_pictures(small_rules(), notation, draw=never).draw is never


# A real game, with secrets, in plain text


@pytest.fixture(scope="module")
def digs():
    game = registry.load("digs")
    texts = [f"action {number}" for number in range(game.rules.action_count)]
    words = {"phase": game.notation.field_words["phase"]}
    notation = plain_notation(game.rules, texts, field_words=words)
    return replace(game, notation=notation, pictures=plain_pictures(game.rules, notation))


def test_every_view_of_a_real_game_is_written_and_read(digs):
    for options, states in positions("digs", "reasons"):
        for seat in viewers(digs, options):
            view = view_of(digs, states, options, seat)
            text = digs.notation.format_position(view, options)
            assert digs.notation.parse_position(text, options).tobytes() == view.tobytes()


def test_reasons_are_true(digs):
    rng = random.Random(1)
    for options, states in positions("digs", "reasons"):
        legal = choices(digs, states, options)
        for action in [*legal, *rng.sample(range(digs.rules.action_count), 5), -1]:
            reason = digs.notation.why_illegal(states, options, action)
            assert (reason == "") == (action in legal)
            assert len(reason) <= 100
            if reason.startswith("only "):
                assert all(f"action {number}" in reason for number in legal)


def test_plain_views_and_pictures_hide_what_the_game_hides(digs):
    for options, states in positions("digs", "knowledge"):
        for seat in (NOBODY, 0):
            view = view_of(digs, states, options, seat)
            whole, part = (
                digs.notation.observe(position, options, seat) for position in (states, view)
            )
            assert whole.text == part.text == digs.notation.format_position(view, options)
            assert whole.array.dtype == np.int32 and np.array_equal(whole.array, part.array)
            pictures = digs.pictures
            assert pictures.draw(states, options, seat) == pictures.draw(view, options, seat)
            title = f">{digs.notation.format_position(states, options)}</title>"
            assert title in pictures.draw(states, options, EVERYBODY)


def test_the_picture_is_a_table_of_the_fields(digs):
    options, states = positions("digs", "reasons")[3]
    svg = ET.fromstring(digs.pictures.draw(states, options, EVERYBODY))
    texts = {element.text for element in svg.iter("{http://www.w3.org/2000/svg}text")}
    assert {"next", "card", "phase"} <= texts
    assert digs.rules.seat_names[0] in " ".join(filter(None, texts))
    lines = digs.pictures.draw_text(states, options, EVERYBODY).plain.splitlines()
    assert lines[0].startswith("next") and max(map(len, lines)) <= 60


# Default rules


def test_default_rules_are_the_same_compiled_and_interpreted():
    rules = small_rules()
    game = Game(
        name="small",
        title="Small",
        rules_version="1",
        rules=rules,
        notation=plain_notation(rules, ("lay a card", "pass")),
        pictures=plain_pictures(rules, small_notation()),
    )
    states, options, work = np.zeros(1, RECORD), OPTIONS, np.zeros(1, EMPTY)
    rng, out, chances = np.zeros(16, np.uint64), np.zeros(3, np.int32), np.zeros(3, np.int64)
    plan, weights = np.zeros(1, EMPTY), game.weights
    calls = [
        (rules.seats, (options[0],), 3),
        (rules.side, (options[0], 2), 2),
        (rules.setup, (states[0], options[0]), None),
        (rules.chance_outcomes, (states[0], options[0], out, chances), 0),
        (rules.stream, (states[0],), 0),
        (rules.hide, (states[0], options[0], 1), None),
        (rules.seen, (states[0], options[0], 7, 1), 7),
        (rules.resample, (states[0], options[0], work[0], 1, rng, 0), None),
        (rules.canonical, (states[0],), None),
        (game.bots.score, (states[0], options[0], work[0], plan[0], 1, weights), 0),
        (game.bots.evaluate, (states[0], options[0], 1, weights), 0),
    ]
    for function, arguments, result in calls:
        assert function(*arguments) == source_of(function)(*arguments) == result
    assert not states.tobytes().strip(b"\0") and not rng.any()


def test_games_with_other_seats_have_other_rules():
    two, three = small_rules(seat_names=("north", "south")), small_rules()
    assert [int(rules.seats(OPTIONS[0])) for rules in (two, three, two)] == [2, 3, 2]


def test_own_rules_stay():
    assert small_rules(hide=never, seats=never).hide is never
    digs = registry.load("digs")
    assert digs.rules.hide.__module__ == "tests.toys.digs.rules.knowledge"
    assert replace(digs, bots=BotRules(score=never)).bots.score is never
