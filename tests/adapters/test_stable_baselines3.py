"""Environments with Stable-Baselines3 and sb3-contrib, as their documentation uses them.

They need torch, gigabytes on Linux, so the extra `sb3` is not among those of the tests: `make
test-learners` installs it. Without it these tests are skipped.
"""

from functools import partial

import numpy as np
import pytest

from tests.adapters.peers import each_table

REASON = "Stable-Baselines3 is not installed: pip install 'offleash[sb3]'"


def library(name):
    return pytest.importorskip(name, reason=REASON)


@pytest.fixture
def make_env():
    library("sb3_contrib")
    library("torch").set_num_threads(1)
    from offleash.adapters.gymnasium import environment

    return environment


@each_table
@pytest.mark.filterwarnings("ignore")
def test_the_check_of_stable_baselines3_passes(make_env, name, preset, options):
    checker = library("stable_baselines3.common.env_checker")
    settings = {"preset": preset, "options": options, "illegal": "lose"}
    checker.check_env(make_env(name, bots="random", **settings))


@pytest.mark.filterwarnings("ignore")
def test_environments_play_in_processes_of_stable_baselines3(make_env):
    vectors = library("stable_baselines3.common.vec_env")
    masks = library("sb3_contrib.common.maskable.utils")
    make = [partial(make_env, "dog", bots="random")] * 2
    envs = vectors.SubprocVecEnv(make, start_method="fork")
    try:
        envs.seed(3)
        observations = envs.reset()
        first, info = make_env("dog", bots="random").reset(seed=3)
        assert observations[0].tobytes() == first.tobytes()
        allowed = masks.get_action_masks(envs)
        assert np.flatnonzero(allowed[0]).tolist() == info["legal_actions"]
        envs.step(allowed.argmax(axis=1))
    finally:
        envs.close()
