"""The story of a finished game: its turns, who was ahead, and the turning point."""

import random

import pytest

from offleash.contract.rules.actors import CHANCE
from offleash.tables.replays.game_story import LEAST_SWING, Story
from offleash.tables.replays.results import describe
from offleash.tables.replays.tape import tape_of_table
from tests.tables.sample_tables import move, seated_table, take

SHORT = {"uri-nation": {"max_rounds": "3"}}


@pytest.fixture(scope="module", params=["domidog", "secret-mission", "puppy-park", "uri-nation"])
def story(request: pytest.FixtureRequest) -> Story:
    table, rng = seated_table(request.param, **SHORT.get(request.param, {})), random.Random(2)
    while table.phase != "over":
        move(table, rng)
    return Story(tape_of_table(table))


def test_turns_follow_each_other_and_have_one_player_each(story: Story) -> None:
    history = story.session.history
    for turn in story.turns:
        actors = {moment.actor for moment in history[turn.first : turn.end]}
        assert actors - {CHANCE} == {turn.seat}
    pairs = zip(story.turns, story.turns[1:], strict=False)
    assert all(a.end == b.first and a.after == b.before for a, b in pairs)
    assert story.turns[-1].end == len(history)


def test_estimates_are_shares_and_end_with_the_result(story: Story) -> None:
    assert all(sum(turn.before) == pytest.approx(1) for turn in story.turns)
    assert story.turns[-1].after == tuple(story.session.returns)


def test_the_turning_point_helped_the_winner_more_than_any_other_turn(story: Story) -> None:
    point, returns = story.turning_point, story.session.returns
    winner = returns.index(max(returns))
    if point is None:  # three rounds of Uri-Nation may decide little before the last turn
        assert story.session.game.name == "uri-nation"
        gains = [turn.after[winner] - turn.before[winner] for turn in story.turns[:-1]]
        assert max(gains) < LEAST_SWING
        return
    assert point in story.turns[:-1]
    gain = point.after[winner] - point.before[winner]
    assert all(gain >= turn.after[winner] - turn.before[winner] for turn in story.turns[:-1])
    assert any(line.seat == point.seat for line in story.lines(point))


@pytest.mark.parametrize("moves", [0, 6])
def test_a_game_that_was_resigned_is_told_without_a_turning_point(moves: int) -> None:
    table, rng = seated_table("puppy-park"), random.Random(2)
    for _ in range(moves):
        move(table, rng)
    take(table, table.resign(0, "medium"))
    context = describe(Story(tape_of_table(table)))
    assert context["result"] == "Name 0 resigned; Name 1 wins"
    assert context["turning_point"] is None and context["ending"] == []
    assert len(context["turns"]) == len({turn.moment for turn in context["turns"]})
    assert bool(context["turns"]) == (moves > 0)
