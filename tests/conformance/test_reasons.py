"""What is not legal: refused without consequences, and looked for among many action numbers."""

import random

import pytest

from offleash.checks.texts import illegal_numbers, reason_breaches, refusal, snapshot
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import IllegalAction
from tests.subjects import subject
from tests.toys.digs.rules.actions import DRAW
from tests.variety import MANY, NEARBY, OTHERS, choices, numbers

GAMES = tuple(registry.ROWS)
FEW = 2  # illegal actions that are tried before each one that is played

each_game = pytest.mark.parametrize("name", GAMES)


@pytest.mark.soak
@each_game
def test_a_reason_at_every_position_for_many_others(name):
    assert next(reason_breaches(subject(name), OTHERS), "") == ""


# Where a reason is left out: by the legal actions and the action.
PLANTED = {
    "nowhere": lambda legal, action: False,
    "beside a legal action": lambda legal, action: any(action - step in legal for step in NEARBY),
    "at the edge of a block": lambda legal, action: action == DRAW,
    "far from everything": lambda legal, action: 50_000 <= action < 51_000,
}


@pytest.mark.parametrize("place", PLANTED)
def test_of_many_actions_a_missing_reason_is_found(place):
    """Digs with many numbers that mean nothing."""
    digs = registry.load("digs")

    def why_illegal(states, options, action):
        left_out = PLANTED[place](choices(digs, states, options), action)
        return "" if left_out else digs.notation.why_illegal(states, options, action)

    large_digs = subject("digs").planted(action_count=2 * MANY, why_illegal=why_illegal)
    assert any(reason_breaches(large_digs, 50)) == (place != "nowhere")


def test_of_many_actions_some_are_looked_at():
    digs = registry.load("digs")
    large_digs = subject("digs").planted(action_count=2 * MANY)
    looked_at = numbers(large_digs.game, [70_000], random.Random(6), OTHERS)
    assert {69_999, 70_000, 70_001, DRAW - 1, DRAW, 0} <= {*looked_at}
    assert OTHERS <= len(looked_at) < OTHERS + 100
    assert numbers(digs, [], random.Random(6), 1) == [*range(digs.rules.action_count)]


# Sessions


@each_game
def test_a_seeded_session_survives_illegal_actions(name):
    """Chance must not move on either: the game goes on as if nothing had been tried."""
    game = registry.load(name)
    rng = random.Random(2)
    session, plain = Session(game, seed=7), Session(game, seed=7)
    for _ in range(60):
        if session.over:
            break
        before = snapshot(session)
        illegal = illegal_numbers(subject(name), session.state, session.options, rng, 100)
        for action in rng.sample(illegal, FEW):
            assert refusal(session, action)
            assert snapshot(session) == before
        action = rng.choice(session.legal)
        session.play(action)
        plain.play(action)
        assert snapshot(session) == snapshot(plain), plain.position


@each_game
def test_actions_before_an_illegal_one_remain_played(name):
    game = registry.load(name)
    session, other = Session(game, seed=3), Session(game, seed=3)
    action = session.legal[0]
    other.play(action)
    rng = random.Random(3)
    wrong = illegal_numbers(subject(name), other.state, other.options, rng, 100)[0]
    with pytest.raises(IllegalAction):
        session.play(action, wrong)
    assert snapshot(session) == snapshot(other)
