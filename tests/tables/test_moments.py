"""Three moments of a finished game: what people lost, judged by search and by playing on."""

import pytest

from offleash.bots.players import Bots
from offleash.games import registry
from offleash.play.session import Session
from offleash.tables.replays.moments import LEAST_GAIN, MOST_MOMENTS, duel, luck_of_seats, review
from offleash.tables.replays.results import harder_bot, next_games, same_company, teams
from offleash.tables.replays.tape import Tape

DAY = "2026-11-19"


def tape_of(game: str, *players: str) -> Tape:
    """Play a game; who is no bot plays anything."""
    rules = registry.load(game)
    bots = Bots(rules, [p if p in ("greedy", "medium") else "random" for p in players])
    session = Session(rules, rules.options(), seed=7)
    while not session.over:
        action, luck = bots.choose(session)
        session.play(action)
        session.luck = luck
    return Tape(session, players, DAY)


@pytest.fixture(scope="module")
def tape() -> Tape:
    return tape_of("domidog", "Ann", "medium")


def test_moments_are_decisions_of_people_that_cost_more_than_chance_explains(tape: Tape) -> None:
    result = review(tape)
    assert result.people == (0,) and result.is_whole
    assert 0 < len(result.moments) <= MOST_MOMENTS
    for moment in result.moments:
        past = tape.session.past(moment.at)
        assert past.actor == moment.seat == 0
        legal = {past.game.notation.format_action(n, past.options) for n in past.legal_numbers}
        assert {moment.played.action, moment.better.action} <= legal
        assert moment.played != moment.better and moment.better.clicks
        assert moment.low > 0 and LEAST_GAIN <= moment.gain <= moment.high
    assert review(tape) == result  # the same for everybody who asks


def test_a_blunder_is_judged_by_what_the_seat_knew_and_not_by_hidden_tiles(tape: Tape) -> None:
    past = tape.session.past(review(tape).moments[0].at)
    legal = past.legal_numbers
    pair = (legal[0], legal[-1])
    other = past.state.copy()
    past.game.rules.hide(other[0], past.options[0], 0)
    known = duel(past.game, past.options, past.view(0), 0, pair)
    assert known.tolist() == duel(past.game, past.options, other, 0, pair).tolist()
    assert (duel(past.game, past.options, other, 0, (legal[0], legal[0])) == 0).all()


def test_luck_is_what_chance_gave_one_side_and_took_from_the_other(tape: Tape) -> None:
    luck = luck_of_seats(tape.session, float("inf"))
    assert sum(luck) == pytest.approx(0, abs=1e-3) and luck[0] != 0
    assert luck_of_seats(tape.session, 0.0) == ()  # no time


def test_ways_to_go_on(tape: Tape) -> None:
    assert next_games(tape, 0) == {
        "Rematch": ("me", "medium"),
        "Swap seats": ("medium", "me"),
        "A harder bot": ("me", "strong"),
    }
    domidog = tape.game
    assert [harder_bot(domidog, bot) for bot in ("expert", "greedy")] == ["expert", "strong"]
    assert harder_bot(registry.load("uri-nation"), "easy:yapper") == "medium:yapper"
    people = Tape(tape.session, ("Ann", "Bob"), DAY)
    assert same_company(people, 1)[1] == "me" and same_company(people, 1)[0] != "Ann"


def test_partners_have_one_line() -> None:
    rules = registry.load("dog")
    assert teams(Tape(Session(rules, rules.options(), seed=1), ("a", "b", "c", "d"), DAY)) == [
        [0, 2],
        [1, 3],
    ]
