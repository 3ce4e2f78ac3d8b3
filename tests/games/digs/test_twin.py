"""The rules of Digs against the naive twin: whole games, action by action."""

import os
import random
from dataclasses import asdict

import pytest

from offleash.games import registry
from offleash.play.session import Session
from tests.games.digs import naive

GAMES = int(os.environ.get("OFFLEASH_TWIN_CASES", "6"))
WORDS = {"board": ("garden", "park"), "deck": ("plain", "lively")}


def random_options(rng):
    return naive.Options(
        seats=rng.randint(2, 4),
        board=rng.choice(WORDS["board"]),
        deck=rng.choice(WORDS["deck"]),
        rounds=rng.choice((None, 1, 3, 8)),
        must_walk=rng.random() < 0.5,
        crumbs=rng.randint(0, 3),
        tie=rng.choice(("digger", "poorest", "nobody")),
        biscuits=tuple(rng.randint(0, 9) for _ in range(4)),
    )


def settings_of(options):
    """The twin's options as the game takes them."""
    values = asdict(options)
    return {**values, "rounds": "none" if options.rounds is None else options.rounds}


def assert_same(session, position):
    state, seats = session.state[0], len(position.dogs)
    names = (
        session.game.notation.format_position(session.state, session.options).split()[0].split("|")
    )
    assert names == [naive.name(spot) for spot in position.dogs]
    assert state["biscuits"][:seats].tolist() == list(position.biscuits)
    assert state["won"][:seats].tolist() == list(position.won)
    assert int(state["dug"]).bit_count() == len(position.dug)
    assert (int(state["played"]), int(state["lull"])) == (position.rounds, position.dull)
    assert session.over == position.over


@pytest.mark.parametrize("seed", range(GAMES))
def test_games_from_the_start(seed):
    rng = random.Random(f"digs {seed}")
    options = random_options(rng)
    game = registry.load("digs")
    session = Session(game, game.options(**settings_of(options)))
    position = naive.start(options)
    while not position.over:
        listed = naive.legal(position, options)
        assert sorted(session.legal) == sorted(listed)
        bones = [a for a in listed if a.startswith("walk") and is_bone(options, position, a)]
        action = rng.choice(bones or listed)
        session.play(action)
        position = naive.apply(position, options, action)
        assert_same(session, position)
    assert session.returns == naive.returns(position)


def is_bone(options, position, action):
    return any(
        letter == "B" and naive.name(spot) == action.split()[1] and spot not in position.dug
        for spot, letter in options.yard.items()
    )


def test_the_twin_would_notice():
    """The comparison can fail: another number of crumbs is found out."""
    game, options = registry.load("digs"), naive.Options(crumbs=2)
    session = Session(game, game.options(crumbs=1)).play("draw sniff", "walk a2")
    position = naive.apply(naive.start(options), options, "draw sniff")
    with pytest.raises(AssertionError):
        assert_same(session, naive.apply(position, options, "walk a2"))
