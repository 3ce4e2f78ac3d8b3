"""Many games as one environment of gymnasium, with bots on the other seats."""

import numpy as np
import pytest

import offleash
from offleash.tools.errors import OffleashError
from tests.adapters.peers import peer


@pytest.fixture
def make_envs():
    peer("gymnasium")
    from offleash.adapters.gymnasium import environments

    return environments


def test_steps_are_those_of_the_vector(make_envs):
    settings = {"options": {"seats": 3}, "skip_forced": True}
    envs = make_envs("digs", 6, seat=1, bots="greedy", **settings)
    vector = offleash.vector("digs", 6, seats="greedy,agent,greedy", **settings)
    observations, info = envs.reset(seed=3)
    vector.reset(3)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(80):
        assert envs.observation_space.contains(observations)
        assert observations.tobytes() == vector.observations.tobytes()
        assert info["legal_actions"].tobytes() == vector.legal_actions.tobytes()
        moves = vector.random_actions(rng)
        assert info["action_mask"][np.arange(6), moves].all()
        observations, rewards, ends, cuts, info = envs.step(moves)
        vector.step(moves)
        assert rewards.tolist() == vector.rewards[:, 1].tolist() and not cuts.any()
        assert ends.tolist() == vector.dones.astype(bool).tolist()
        if ends.any():
            ended += 1
            assert info["_final_obs"].tolist() == ends.tolist()
            assert info["final_obs"][ends].tobytes() == vector.last_observations[ends].tobytes()
        else:
            assert "final_obs" not in info
    assert ended > 0
    envs.close()


def test_a_wrapper_of_gymnasium_counts_episodes(make_envs):
    wrappers = peer("gymnasium.wrappers.vector")
    envs = wrappers.RecordEpisodeStatistics(make_envs("digs", 4, seat=0, bots="random"))
    _, info = envs.reset(seed=1)
    rng, returns = np.random.default_rng(2), []
    for _ in range(150):
        places = (rng.random(4) * info["legal_counts"]).astype(int)
        _, rewards, ends, _, info = envs.step(info["legal_actions"][np.arange(4), places])
        if ends.any():
            assert info["episode"]["r"][ends].tolist() == pytest.approx(rewards[ends].tolist())
            returns += rewards[ends].tolist()
    assert len(returns) == envs.episode_count > 4


def test_a_wrong_seat_is_refused(make_envs):
    with pytest.raises(OffleashError, match="the seat is 4; it must be from 0 to 3"):
        make_envs("dog", 2, seat=4)


def test_games_take_rows_of_options_in_turn(make_envs):
    rows = [{"seats": 2, "tie": "nobody"}, {"seats": 2}]
    envs = make_envs("digs", 4, seat=1, bots="random", options=rows)
    envs.reset(seed=1)
    assert envs.vector.options["tie"].tolist() == [
        envs.vector.game.options(None, row)["tie"][0] for row in rows
    ]
