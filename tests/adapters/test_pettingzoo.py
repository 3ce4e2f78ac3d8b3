"""PettingZoo's own tests over every game, and the same games as in sessions."""

import warnings
from functools import partial

import numpy as np
import pytest

from offleash.play.session import Session
from offleash.tools.errors import IllegalAction, OffleashError
from tests.adapters.peers import TABLES, each_table, peer

KNOWN_WARNINGS = ("Observation is not a NumPy array", "Observation space for each agent probably")


@pytest.fixture
def make_env():
    peer("pettingzoo")
    from offleash.adapters.pettingzoo import env

    return env


@each_table
def test_the_tests_of_pettingzoo_pass(make_env, name, preset, options, capsys):
    tests = peer("pettingzoo.test")
    make = partial(make_env, name, preset=preset, options=options)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tests.api_test(make(), num_cycles=120)
    others = [str(w.message) for w in caught if not str(w.message).startswith(KNOWN_WARNINGS)]
    assert not others  # the known ones are about observations with a mask, as in its own games
    assert "Passed API test" in capsys.readouterr().out
    tests.seed_test(make, num_cycles=60)


@pytest.mark.parametrize("name", sorted({name for name, _, _ in TABLES}))
def test_pictures_pass_the_test_of_pettingzoo(make_env, name, capsys):
    is_picture = {"svg": lambda picture: picture.startswith("<svg")}
    peer("pettingzoo.test").render_test(partial(make_env, name), custom_tests=is_picture)
    assert capsys.readouterr().out


@each_table
def test_a_game_is_that_of_a_session(make_env, name, preset, options):
    env = make_env(name, preset=preset, options=options)
    env.reset(seed=5)
    session = Session(env.game, env.game.options(preset, options), seed=5)
    rng = np.random.default_rng(5)
    for _ in range(80):
        observation, _, is_over, _, info = env.last()
        assert env.vector.states.tobytes() == session.state.tobytes()
        if session.over:
            assert is_over and list(env.rewards.values()) == session.returns
            return
        assert np.flatnonzero(observation["action_mask"]).tolist() == session.legal_numbers
        assert info["legal_actions"].tolist() == session.legal_numbers
        for agent, seat in zip(env.agents, range(4), strict=False):
            array = env.game.notation.observe(session.state, session.options, seat).array
            assert env.observe(agent)["observation"].tobytes() == array.tobytes()
        action = int(rng.choice(session.legal_numbers))
        env.step(action)
        session.play(action)


def test_only_the_agent_to_move_has_a_mask(make_env):
    env = make_env("dog")
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].any() for agent in env.agents}
    assert [agent for agent, mask in masks.items() if mask] == [env.agent_selection]


def test_games_of_a_series_differ_and_repeat(make_env):
    env = make_env("domidog")
    first = []
    for seed in (7, None, 7):
        env.reset(seed=seed)
        first.append(env.vector.states.tobytes())
    assert first[0] == first[2] != first[1]


def test_mistakes_are_refused(make_env):
    with pytest.raises(OffleashError, match="no render mode 'film'"):
        make_env("dog", render_mode="film")
    env = make_env("dog")
    for use in (env.last, lambda: env.step(0), lambda: env.agents):
        with pytest.raises(AttributeError, match=r"there after reset\(\)"):
            use()
    with pytest.raises(AttributeError, match="TableEnv has no attribute 'agnets'"):
        env.agnets  # noqa: B018
    env.reset(seed=1)
    with pytest.raises(OffleashError, match="no agent 'player_9', did you mean player_"):
        env.observe("player_9")
    with pytest.raises(IllegalAction, match="action '0'"):
        env.step(0)
    with pytest.raises(OffleashError, match="the seed"):
        env.reset(seed=-1)


def test_a_long_game_is_truncated(make_env):
    env = make_env("dog", limit=3)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(env.last()[-1]["legal_actions"][0]))
    assert all(env.truncations.values()) and not any(env.terminations.values())
