"""Environments and sessions survive what learners do to them: they are copied and pickled."""

import copy
import os
import pickle
import signal

import numpy as np
import pytest

import offleash
from offleash.contract.option_texts import hold_texts, store_text, text_count, text_scope
from offleash.contract.rules.actors import OVER
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
from tests.adapters.peers import peer
from tests.battery import rebind

GAMES = 6
WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def rows(env):
    """All that a vector shows and holds."""
    lists = zip(env.legal_actions, env.legal_counts, strict=True)
    ended = (env.dones | env.truncations).astype(bool)
    arrays = (env.states, env.observations, env.masks, env.actors, env.rewards, env.dones)
    more = (env.truncations, env.last_observations[ended], env.decisions, env.numbers)
    return [row[:n].tolist() for row, n in lists], [a.tobytes() for a in (*arrays, *more)]


def play(env, seed, steps):
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        env.step(env.random_actions(rng))
    return env


SETTINGS = [
    {"skip_forced": True, "mask": True},
    {"auto_reset": False, "limit": 20},
    {"seats": "agent,greedy", "options": {"seats": 2}, "copy": False},
    {"observe": False, "threads": 2, "options": [{"seats": 2}, {"seats": 4}]},
]


@each_way
@pytest.mark.parametrize("settings", SETTINGS, ids=["mask", "over", "bots", "threads"])
def test_copies_of_vectors_are_equal_and_independent(settings, way):
    """Both go on as one that was never copied, also when they play differently."""
    for steps in (0, 7, 31):
        env, fresh = (offleash.vector("digs", GAMES, **settings) for _ in range(2))
        for vector in (env, fresh):
            vector.reset(5)
            play(vector, 1, steps)
        twin = way(env)
        assert rows(twin) == rows(env) == rows(fresh)
        play(env, 2, 9)
        assert rows(twin) == rows(fresh)
        assert rows(play(twin, 3, 9)) == rows(play(fresh, 3, 9))
        assert rows(twin) != rows(env) or (env.actors == OVER).all()


@each_way
@pytest.mark.parametrize("settings", SETTINGS, ids=["mask", "over", "bots", "threads"])
def test_vectors_that_have_not_begun_are_copied(settings, way):
    env = offleash.vector("digs", GAMES, **settings)
    twin = way(env)
    with pytest.raises(OffleashError, match=r"call reset\(\) before"):
        twin.step(np.zeros(GAMES, int))
    for vector in (env, twin):
        vector.reset(5)
    assert rows(twin) == rows(env)


@each_way
@pytest.mark.parametrize("name", ["dog", "digs"])
def test_copies_of_sessions_are_independent(name, way):
    session, fresh = (offleash.new(name, seed=4) for _ in range(2))
    for table in (session, fresh):
        for _ in range(5):
            table.play(table.legal_numbers[0])
    twin = way(session)
    session.play(session.legal_numbers[0])
    for _ in range(6):
        for table in (twin, fresh):
            table.play(table.legal_numbers[-1])
    assert twin.position == fresh.position != session.position
    assert twin.undo().position == fresh.undo().position
    assert len(session.history) != len(twin.history)


@each_way
def test_copies_of_environments_of_other_libraries_are_independent(way):
    for library in ("gymnasium", "pettingzoo"):
        peer(library)
    from offleash.adapters.gymnasium import environment, environments
    from offleash.adapters.pettingzoo import env

    table = env("digs")
    table.reset(seed=3)
    table.step(int(table.last()[-1]["legal_actions"][0]))
    one, many = environment("digs", bots="random"), environments("digs", 3, bots="random")
    for seat in (one, many):
        seat.reset(seed=3)
    for thing, vector in ((table, table.vector), (one, one.vector), (many, many.vector)):
        twin = way(thing)
        before = rows(vector)
        assert rows(twin.vector) == before
        moves = twin.vector.legal_actions[:, 0]
        twin.step(moves if thing is many else moves[0])
        assert rows(vector) == before != rows(twin.vector)


def test_a_game_is_its_own_copy():
    game = registry.load("digs")
    assert all(way(game) is game for way in WAYS.values())
    with pytest.raises(pickle.PicklingError, match=r"not GAME of the package tests\.toys\.digs"):
        pickle.dumps(rebind(game, encode=game.learning.encode))


def test_a_pickle_brings_the_texts_of_its_options():
    with text_scope():
        texts = hold_texts([store_text("name: A text that only this test knows\n")])
        data, count = pickle.dumps(texts), text_count()
        del texts
    assert text_count() == count - 1
    again = pickle.loads(data)
    assert again[0].text.startswith("name: A text") and text_count() == count


# Arrays that are rows_now


def test_a_step_overwrites_no_array_that_somebody_holds():
    env, plain = (
        offleash.vector("digs", GAMES, mask=True),
        offleash.vector("digs", GAMES, copy=False),
    )
    memory, expected = [], []
    for vector in (env, plain):
        vector.reset(2)
    rng = np.random.default_rng(1)
    for step in range(40):
        moves = plain.random_actions(rng)
        arrays, others = env.step(moves), plain.step(moves)
        whole = (env.observations, env.legal_counts, env.actors, env.decisions, env.numbers)
        views = (arrays.rewards[1:], np.from_dlpack(env.masks), env.last_observations[::2])
        rows_now = (*whole, *views) if step % 3 else (arrays.dones,)
        memory.append((rows_now, [array.tobytes() for array in rows_now]))
        expected.append(others.observations.tobytes())
        assert arrays.observations.tobytes() == expected[-1]
    assert all([array.tobytes() for array in rows_now] == then for rows_now, then in memory)


def test_arrays_that_nobody_holds_are_used_again():
    env = offleash.vector("digs", GAMES)
    env.reset(1)
    places = {play(env, n, 1).observations.ctypes.data for n in range(50)}
    assert len(places) <= 3
    plain = offleash.vector("digs", GAMES, copy=False)
    first = plain.reset(1)
    assert play(plain, 1, 3).observations is first


# Positions


@pytest.mark.parametrize("name", ["dog", "domidog", "secret-mission", "puppy-park", "uri-nation"])
def test_a_vector_goes_on_from_a_position(name):
    """From a record, from its fields and from its text, as a session does."""
    env = offleash.vector(name, 3)
    env.reset(8)
    play(env, 1, 12)
    before = rows(env)
    record = env.state(1)
    forms = (record, env.game.position_fields(record), env.game.notation.format_position)
    for form in forms:
        position = form(record, env.options) if callable(form) else form
        env.set_state([0, 2], position)
        assert env.states[0].tobytes() == env.states[2].tobytes() == record[0].tobytes()
        session = offleash.new(name, position=position)
        legal = env.legal_actions[0, : env.legal_counts[0]].tolist()
        assert legal == session.legal_numbers and env.actors[0] == session.actor
        assert session.clone().fields == env.game.position_fields(record)
    assert env.observations[1].tobytes() == env.observations[0].tobytes()
    assert rows(env)[0][1] == before[0][1]
    env.set_state([0, 1, 2], env.state([1, 0, 2]), check=False)
    assert len(env.step(env.random_actions(np.random.default_rng(1))).dones) == 3


def test_a_finished_position_ends_the_game():
    for settings in ({}, {"auto_reset": False}):
        env = offleash.vector("digs", 1, **settings)
        env.reset(1)
        last = Session(env.game, env.options, seed=1)
        while not last.over:
            last.play(last.legal_numbers[0])
        env.set_state(0, last.state)
        assert env.dones.tolist() == [1] and env.rewards.sum() == 1
        assert (env.actors[0] >= 0) == (not settings)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda fields: {**fields, "sead": 1}, "no field 'sead'"),
        (lambda fields: {name: fields[name] for name in list(fields)[1:]}, "lacks the field"),
        (lambda fields: {**fields, "turn": [1, 2]}, "holds one numbers"),
        (lambda fields: {**fields, "turn": 1.5}, "whole numbers"),
        (lambda fields: {**fields, "turn": 10**9}, "whole numbers from"),
        (lambda fields: {**fields, "turn": 100}, "this is no position of Digs"),
        (lambda fields: 5, "a position of Digs is its text, its fields, or an array"),
        (lambda fields: np.zeros(2), "2 positions are given for 1 places"),
    ],
)
def test_what_is_no_position_is_refused(change, message):
    env = offleash.vector("digs", 2)
    env.reset(1)
    before, fields = rows(env), env.game.position_fields(env.state(0))
    assert "turn" in fields, list(fields)
    with pytest.raises(OffleashError, match=message):
        env.set_state(0, change(fields))
    with pytest.raises(OffleashError, match="places go from 0 to 1"):
        env.state(2)
    assert rows(env) == before


def test_a_snapshot_is_taken_up_by_another_vector():
    env, other = (offleash.vector("digs", GAMES, skip_forced=True) for _ in range(2))
    env.reset(3)
    play(env, 1, 10)
    data, then = env.snapshot(), rows(env)
    play(env, 2, 10)
    assert env.snapshot() != data
    for vector in (env, other):
        vector.restore(data)
        assert rows(vector) == then and vector.snapshot() == data
    assert rows(play(env, 4, 20)) == rows(play(other, 4, 20))


def test_a_snapshot_of_something_else_is_refused():
    env = offleash.vector("digs", 2)
    env.reset(3)
    data, before = env.snapshot(), rows(env)
    wrong = {
        "no snapshot": data[:-1],
        "with games 3; this one has 2": offleash.vector("digs", 3).snapshot(),
        "with game dog": offleash.vector("dog", 2).snapshot(),
        "with options": offleash.vector("digs", 2, options={"seats": 2}).snapshot(),
        "with skip_forced True": offleash.vector("digs", 2, skip_forced=True).snapshot(),
        "is bytes": 5,
    }
    for message, snapshot in wrong.items():
        with pytest.raises(OffleashError, match=message):
            env.restore(snapshot)
    assert rows(env) == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_threads_of_a_vector_survive_a_fork():
    """A child has no threads of its parent, and would wait for them for ever."""
    env = offleash.vector("digs", GAMES, threads=2)
    env.reset(1)
    play(env, 1, 3)
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        play(env, 2, 3)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    play(env, 2, 3)
    env.close()
