"""Advice: what it says is what the search found, from what the seat sees; nothing is changed."""

import json
import math

import pytest
import scipy.stats as st

from offleash.bots import advice
from offleash.bots.players import Bots, watch_game
from offleash.contract import Point
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.battery import rebind
from tests.cli.test_cli import error_of, output

DOG = registry.load("dog")


def session_of(text, **settings):
    return Session(DOG, position=text, **settings)


def new_session(seed=4):
    return Session(DOG, seed=seed)


def test_a_chance_has_the_interval_of_its_playouts():
    half = 1 << 15
    # Four playouts of 1/2, 1/2, 1 and 0: mean 1/2, variance 1/8, over the root of 3
    chance, low, high, playouts = advice.estimate(4 * half, (2 * half**2 + 4 * half**2), 4)
    assert (chance, playouts) == (0.5, 4)
    assert high - 0.5 == pytest.approx(1.959964 * math.sqrt(0.125 / 3))
    assert 0.5 - low == pytest.approx(high - 0.5)
    chance, low, high, _ = advice.estimate(2 << 16, 2 << 32, 2)
    assert (chance, high) == (1.0, 1.0)  # that two of two were won makes nobody sure
    assert low == pytest.approx(st.binomtest(2, 2).proportion_ci(0.95).low)
    assert advice.estimate(half, half**2, 1) == (0.5, 0.0, 1.0, 1)  # one alone makes nobody sure


def test_only_differing_points_are_listed():
    points_by_action = {
        1: [Point("water", 1, "leaves 1 water"), Point("yard", 3, "claims a third yard")],
        2: [Point("water", 1, "leaves 1 water"), Point("yard", 0, "claims nothing")],
        3: [Point("water", 1, "leaves 1 water")],
    }
    game = rebind(DOG, points=lambda view, options, seat, action: points_by_action[action])
    reasons = advice.describe_reasons(game, None, None, 0, [1, 2, 3])
    assert reasons == ["claims a third yard", "claims nothing", "leaves 1 water"]


def test_advice_changes_nothing_and_is_repeatable():
    session = new_session()
    before = (session.state.tobytes(), session.luck.streams.tobytes(), len(session.history))
    advice_list = advice.advise(session, "40")
    assert advice_list == advice.advise(session, "40")
    assert (session.state.tobytes(), session.luck.streams.tobytes(), len(session.history)) == before
    assert len(advice_list) == 3
    assert {item.action for item in advice_list} <= set(session.legal_numbers)
    assert all(0 <= item.low <= item.chance <= item.high <= 1 for item in advice_list)


def test_other_hands_make_no_difference():
    session = new_session()
    position = DOG.notation.format_position(session.view(session.actor), session.options)
    assert position != session.position
    from_view = Session(DOG, position=position, whole=False)
    from_all = Session(DOG, position=session.position)
    assert advice.advise(from_view, "40") == advice.advise(from_all, "40")


def test_a_forced_action_is_advised_without_a_search():
    (only,) = advice.advise(session_of("P10||| hands=5||| seat=0"), "40")
    assert only.text == "5 a"
    assert only.playouts == 0
    assert math.isnan(only.chance)


FIVE_CHOICES = (
    "table=blue-white@-2,0E,brown-grey@0,0E hands=blue-blue,white-grey,black-black|blue-yellow,"
    "blue-grey,grey-grey houses=hand|hand seat=0 first=1 phase=house"
)


def test_a_choice_without_playouts_is_not_called_forced():
    """Puppy Park compares the replies to five actions at once."""
    game = registry.load("puppy-park")
    best = advice.advise(Session(game, position=FIVE_CHOICES), "75")[0]
    text = output("advise", "puppy-park", FIVE_CHOICES, "--playouts", 75)
    assert "only legal action" not in text
    assert f"\n1. {best.text}" in text and "\n3. " in text
    assert not json.loads(output("advise", "puppy-park", FIVE_CHOICES, "--json"))["forced"]


def test_what_replies_put_first_is_said_to_have_the_weakest_reply():
    """Its chance in playouts may be lower than that of the next action."""
    park = registry.load("puppy-park")
    session, bots = Session(park, park.options(), seed=4), Bots(park, ["greedy"] * 2)
    is_explained = []
    while not session.over:
        if len(session.legal_numbers) > 1:
            first, *others = advice.advise(session, "75")
            is_lower = bool(others) and first.chance < others[0].chance
            assert first.why.endswith(advice.WEAKEST_REPLY) == is_lower
            assert not any(advice.WEAKEST_REPLY in other.why for other in others)
            is_explained.append(is_lower)
        bots.play(session)
    assert {*is_explained} == {True, False}


def test_no_decision_to_advise_on_gives_one_error_message():
    someone_else = DOG.notation.format_position(new_session().view(1), DOG.options())
    with pytest.raises(OffleashError, match="omits some of what Red"):
        advice.advise(Session(DOG, position=someone_else, whole=False), "40")
    with pytest.raises(OffleashError, match="chance is next"):
        advice.advise(Session(DOG), "40")
    with pytest.raises(OffleashError, match="Dog has no search"):
        advice.check_can_advise(Session(rebind(DOG, outlook=None), seed=4))


def test_the_command_line():
    position = new_session().position
    text = output("advise", "dog", position, "--playouts", 40, "--count", 2)
    assert text.startswith("Dog, Red to move\n1. give ")
    assert "\n2. give " in text
    assert "\n3. " not in text
    data = json.loads(output("advise", "dog", position, "--playouts", 40, "--json"))
    assert [action["text"] for action in data["actions"]][:2] == [
        line.split("  wins")[0][3:].strip() for line in text.splitlines() if "  wins" in line
    ]
    assert not data["forced"]
    forced = output("advise", "dog", "P10||| hands=5||| seat=0")
    assert forced == "Dog, Red to move\n5 a is the only legal action.\n"
    assert "not both" in error_of("advise", "dog", position, "--playouts", 9, "--time", 9)
    over = watch_game(DOG, DOG.options(), ["greedy"] * 4, seed=1).position
    assert "the game is over" in error_of("advise", "dog", over)
