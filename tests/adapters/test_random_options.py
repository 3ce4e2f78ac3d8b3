"""The peers' own tests over every game under random options."""

import random
import warnings
from functools import partial

import pytest

from offleash.games import registry
from tests.adapters.peers import TABLES, peer
from tests.variety import random_options

FEW, MANY = 1, 20
GAMES = sorted({name for name, _, _ in TABLES})
SIMULATED = [name for name in GAMES if name != "dog"]  # whose random games may never end
each_game = pytest.mark.parametrize("name", GAMES)
how_many = pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.more)])


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


@pytest.mark.parametrize("name", SIMULATED)
@how_many
def test_openspiel_passes_under_random_options(name, count):
    pyspiel = peer("pyspiel")
    from offleash.adapters.openspiel import register

    for rules in drawn_rules(name, count):
        preset = {"preset": rules["preset"]} if rules["preset"] else {}
        named = {**preset, **rules["options"]}
        parameters = ";".join(f"{option}:{value}" for option, value in named.items())
        listed = parameters.replace(",", "/")
        game = pyspiel.load_game(f"{register(name)}(rules={listed})")
        state = game.new_initial_state()
        assert state.game.changes(state.options) == rules["options"]
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
