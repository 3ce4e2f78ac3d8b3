"""Learners of others learn here: Stable-Baselines3, sb3-contrib, and PPO in CleanRL's style.

They need torch, gigabytes on Linux: `make test-learners` installs the extra `sb3` and runs these
tests. Without torch they are skipped, and said to be.
"""

import importlib.util
import shutil
from pathlib import Path

import numpy as np
import pytest

from offleash.bots.kinds import register_bot
from tests.adapters.peers import peer

REASON = "not installed: pip install 'offleash[sb3]'"
PPO = Path(__file__).parents[2] / "docs" / "learning" / "ppo.py"
# The Scrapper against the Bruiser: two random players share the games 17 to 83.
GAME = {"seat": 1, "bots": "random", "options": {"seats": 2, "max_rounds": 8}, "skip_forced": True}
RANDOM_SHARE, MARGIN = 0.17, 0.15
pytestmark = [pytest.mark.more, pytest.mark.filterwarnings("ignore")]


def library(name):
    return pytest.importorskip(name, reason=f"{name} is {REASON}")


@pytest.fixture
def torch():
    torch = library("torch")
    torch.set_num_threads(1)
    torch.manual_seed(1)
    return torch


@pytest.fixture
def ppo(torch, tmp_path):
    """The example of the docs, from a folder of its own: its weights are written next to it."""
    shutil.copy(PPO, tmp_path)
    spec = importlib.util.spec_from_file_location("ppo", tmp_path / "ppo.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def play_games(env, choose, games):
    """The rewards of so many games, none of which anything was learned from."""
    rewards, (seen, _) = [], env.reset(seed=10**6)
    while len(rewards) < games:
        seen, reward, ends, cuts, _ = env.step(choose(seen))
        if ends or cuts:
            rewards.append(reward)
            seen, _ = env.reset()
    return np.array(rewards)


def is_above(rewards, share):
    """Whether a share lies below the 95 % interval of independent wins and losses."""
    return rewards.mean() - 1.96 * rewards.std() / len(rewards) ** 0.5 > share


def test_random_actions_win_as_often_as_said():
    peer("gymnasium")
    from offleash.adapters.gymnasium import environment

    env = environment("uri-nation", **GAME)
    env.action_space.seed(1)
    rewards = play_games(env, lambda seen: env.action_space.sample(), 600)
    assert rewards.mean() == pytest.approx(RANDOM_SHARE, abs=0.04)


def test_maskable_ppo_learns(torch):
    """As its documentation shows: `make_vec_env`, `learn`, `predict` with masks."""
    contrib = library("sb3_contrib")
    env_util = library("stable_baselines3.common.env_util")
    from offleash.adapters.gymnasium import SeatEnv

    games = env_util.make_vec_env(SeatEnv, 16, seed=1, env_kwargs={"game": "uri-nation", **GAME})
    settings = {"n_steps": 128, "batch_size": 512, "n_epochs": 4, "learning_rate": 1e-3}
    model = contrib.MaskablePPO("MlpPolicy", games, **settings, gamma=1.0, seed=1)
    model.learn(30_000)
    env = SeatEnv("uri-nation", **GAME)
    rewards = play_games(
        env, lambda seen: model.predict(seen, action_masks=env.action_masks())[0], 300
    )
    assert is_above(rewards, RANDOM_SHARE + MARGIN), rewards.mean()


def test_ppo_of_stable_baselines3_learns_what_is_legal(torch):
    """Without masks an illegal action loses: the mean game gets longer as fewer are chosen."""
    baselines = library("stable_baselines3")
    env_util = library("stable_baselines3.common.env_util")
    from offleash.adapters.gymnasium import SeatEnv

    rules = {"game": "dog", "bots": "random", "illegal": "lose", "options": {"loop_len": 16}}
    games = env_util.make_vec_env(SeatEnv, 16, seed=1, env_kwargs=rules)
    model = baselines.PPO(
        "MlpPolicy", games, n_steps=128, batch_size=512, learning_rate=1e-3, seed=1
    )
    lengths = []
    for _ in range(2):
        model.ep_info_buffer = None
        model.learn(2048 if not lengths else 40_000, reset_num_timesteps=not lengths)
        lengths.append(np.mean([episode["l"] for episode in model.ep_info_buffer]))
    assert lengths[1] > 1.5 * lengths[0], lengths


@pytest.mark.parametrize("head", ["listed", "flat"])
def test_ppo_in_one_file_learns(ppo, head):
    envs = ppo.make(head)
    agent = ppo.train(head, seconds=20)
    rewards = ppo.measure(agent, envs, 600)
    assert is_above(rewards, RANDOM_SHARE + MARGIN), rewards.mean()


def test_what_ppo_learned_is_a_bot(ppo, torch, monkeypatch, tmp_path):
    import offleash

    agent = ppo.train(seconds=1)
    torch.save(agent.state_dict(), ppo.FILE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    register_bot("ppo:Trained")
    session = offleash.watch(
        "uri-nation", ["random", "ppo:Trained"], seed=3, options=GAME["options"]
    )
    assert session.over


def test_what_single_file_learners_expect_of_environments():
    """As CleanRL makes and reads them: thunks of `gym.make`, `final_info`, episodes recorded."""
    gym = peer("gymnasium")
    import offleash.adapters.gymnasium  # noqa: F401  # registers the ids

    def thunk(number):
        def make():
            env = gym.make("offleash/domidog-v1", bots="random", skip_forced=True)
            env = gym.wrappers.RecordEpisodeStatistics(env)
            env.action_space.seed(number)
            return env

        return make

    mode = gym.vector.AutoresetMode.SAME_STEP
    envs = gym.vector.SyncVectorEnv([thunk(number) for number in range(4)], autoreset_mode=mode)
    assert isinstance(envs.single_action_space, gym.spaces.Discrete)
    assert np.prod(envs.single_observation_space.shape) == 382
    seen, _ = envs.reset(seed=1)
    assert seen.shape == (4, *envs.single_observation_space.shape)
    returns = []
    for _ in range(60):
        actions = [env.action_space.sample() for env in envs.envs]
        _, rewards, ends, cuts, infos = envs.step(np.array(actions))
        assert ends.dtype == cuts.dtype == bool and rewards.shape == (4,)
        if "final_info" in infos:
            recorded = infos["final_info"]["episode"]["r"][ends | cuts]
            assert recorded.tolist() == rewards[ends | cuts].tolist()
            returns += recorded.tolist()
    assert {0.0, 1.0} <= {*returns} and len(returns) > 8
