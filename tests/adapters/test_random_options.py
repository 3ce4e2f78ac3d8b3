"""The peers' own tests over every game under random options."""

import random
import warnings
from functools import partial

import numpy as np
import pytest

from offleash.games import registry
from tests.adapters.peers import TABLES, peer
from tests.variety import random_options

FEW, MANY = 1, 20
GAMES = sorted({name for name, _, _ in TABLES})
each_game = pytest.mark.parametrize("name", GAMES)
how_many = pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.more)])


def load_spiel(name, rules):
    """A game of OpenSpiel under these rules."""
    from offleash.adapters.openspiel import register

    preset = {"preset": rules["preset"]} if rules["preset"] else {}
    named = {**preset, **rules["options"]}
    parameters = ";".join(f"{option}:{value}" for option, value in named.items())
    listed = parameters.replace(",", "/")
    return peer("pyspiel").load_game(f"{register(name)}(rules={listed})")


def drawn_rules(name, count):
    """Yield a preset and changes of it as text, as a user would name them."""
    game, rng = registry.load(name), random.Random(f"peers of {name}")
    for _ in range(count):
        options = random_options(game, rng)
        yield {"preset": game.base(options) or None, "options": game.changes(options)}


@each_game
@how_many
def test_pettingzoo_passes_under_random_options(name, count, capsys):
    tests = peer("pettingzoo.test")
    from offleash.adapters.pettingzoo import env

    for rules in drawn_rules(name, count):
        make = partial(env, name, **rules)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tests.api_test(make(), num_cycles=30)
        tests.seed_test(make, num_cycles=20)
    assert capsys.readouterr().out.count("Passed API test") == count


@each_game
@how_many
def test_gymnasium_passes_under_random_options(name, count):
    check = peer("gymnasium.utils.env_checker")
    from offleash.adapters.gymnasium import environment

    for rules in drawn_rules(name, count):
        env = environment(name, bots="random", illegal="lose", **rules)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check.check_env(env, skip_render_check=True)


@each_game
@how_many
def test_gymnasiums_vectors_play_the_same_under_random_options(name, count):
    """Many games at once, in gymnasium's own vector, and one by one: within their spaces."""
    vectors = peer("gymnasium.vector")
    from offleash.adapters.gymnasium import environment, environments

    for rules in drawn_rules(name, count):
        make = partial(environment, name, bots="random", **rules)
        mode = vectors.AutoresetMode.SAME_STEP
        theirs = vectors.SyncVectorEnv([make, make], autoreset_mode=mode)
        own = environments(name, 2, bots="random", **rules)
        seen, info = own.reset(seed=7)
        first = theirs.reset(seed=[7, 8])[0]
        assert first[0].tobytes() == seen[0].tobytes()  # game 0 of the same seed
        own.action_space.seed(1)
        for _ in range(30):
            assert own.observation_space.contains(seen) and seen.dtype == np.int32
            actions = own.action_space.sample()
            assert own.action_space.contains(actions)
            assert info["action_mask"][[0, 1], actions].all()
            seen, rewards, ends, cuts, info = own.step(actions)
            assert rewards.shape == ends.shape == cuts.shape == (2,) and ends.dtype == bool
            theirs.step([env.action_space.sample() for env in theirs.envs])


@each_game
@how_many
def test_stable_baselines3_passes_under_random_options(name, count):
    checker = pytest.importorskip(
        "stable_baselines3.common.env_checker", reason="pip install 'offleash[sb3]'"
    )
    from offleash.adapters.gymnasium import environment

    for rules in drawn_rules(name, count):
        env = environment(name, bots="random", illegal="lose", **rules)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            checker.check_env(env)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "dog"])
@how_many
def test_openspiel_passes_under_random_options(name, count):
    pyspiel = peer("pyspiel")
    for rules in drawn_rules(name, count):
        if name == "uri-nation":
            rules["options"]["max_rounds"] = "3"  # OpenSpiel replays a game whenever it copies one
        game = load_spiel(name, rules)
        state = game.new_initial_state()
        assert state.game.changes(state.options) == rules["options"]
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@how_many
def test_openspiel_plays_dog_under_random_options(count):
    """A stretch of a game, as `random_sim_test` ends with the game, and random ones may never."""
    pyspiel, rng = peer("pyspiel"), random.Random(4)
    for rules in drawn_rules("dog", count):
        game = load_spiel("dog", rules)
        state = game.new_initial_state()
        for _ in range(80):
            actions = state.legal_actions()
            assert actions == sorted(set(actions)) and actions
            if state.is_chance_node():
                assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
                assert actions[-1] < game.max_chance_outcomes()
            else:
                assert 0 <= actions[0] <= actions[-1] < game.num_distinct_actions()
                assert len(state.observation_tensor()) == game.observation_tensor_size()
            state.apply_action(rng.choice(actions))
        assert state.game.changes(state.options) == rules["options"]
        again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
        assert again.position == state.position
