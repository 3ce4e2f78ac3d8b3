"""Many games as one environment of gymnasium, with bots on the other seats."""

import warnings
from functools import partial

import numpy as np
import pytest

import offleash
from offleash.tools.errors import IllegalAction, OffleashError
from tests.adapters.peers import each_table, peer


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
        assert info["legal_counts"].tolist() == vector.legal_counts.tolist()
        is_listed = np.arange(vector.legal_actions.shape[1]) < vector.legal_counts[:, None]
        assert ((info["legal_actions"] == vector.legal_actions) | ~is_listed).all()
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


@each_table
def test_the_check_of_gymnasium_passes(name, preset, options):
    gym = peer("gymnasium")
    check = peer("gymnasium.utils.env_checker")
    import offleash.adapters.gymnasium  # noqa: F401  # registers the ids

    settings = {"preset": preset, "options": options, "illegal": "lose", "render_mode": "ansi"}
    env = gym.make(f"offleash/{name}-v1", bots="random", **settings).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check.check_env(env)
    env.reset(seed=1)
    for _ in range(20):
        action = env.action_space.sample()
        assert env.action_masks()[action]
        *_, ends, cuts, info = env.step(action)
        if ends or cuts:
            break
        assert info["legal_actions"] == np.flatnonzero(env.action_masks()).tolist()


def test_an_illegal_action_is_refused_or_loses(make_envs):
    from offleash.adapters.gymnasium import environment

    for illegal in ("raise", "lose"):
        env = environment("dog", bots="random", illegal=illegal)
        with pytest.raises(OffleashError, match=r"call reset\(\)"):
            env.step(0)
        env.reset(seed=1)
        if illegal == "raise":
            with pytest.raises(IllegalAction):
                env.step(0)
            continue
        _, reward, ends, _, info = env.step(0)
        assert (reward, ends) == (-1.0, True) and "action '0'" in info["illegal"]
        with pytest.raises(OffleashError, match=r"call reset\(\)"):
            env.step(0)
    with pytest.raises(OffleashError, match="illegal= is 'raise' or 'lose', not 'draw'"):
        environment("dog", illegal="draw")


def play_to_ends(envs, steps=80):
    """Random legal actions; returns how each step looked that ended games."""
    _, info = envs.reset(seed=4)
    envs.action_space.seed(4)
    for _ in range(steps):
        before, over = info, envs.vector.actors < 0
        _, rewards, ends, cuts, info = envs.step(envs.action_space.sample())
        yield over, before, rewards, ends | cuts, info


def test_a_game_ends_as_each_autoreset_mode_says(make_envs):
    """In the next step, with an action that is ignored; or when the caller asks for it."""
    gym = peer("gymnasium")
    import offleash.adapters.gymnasium  # noqa: F401

    make = {"num_envs": 4, "vectorization_mode": "vector_entry_point", "bots": "random"}
    same, later, never = (
        gym.make_vec("offleash/domidog-v1", autoreset_mode=mode, **make)
        for mode in ("SameStep", "NextStep", "Disabled")
    )
    assert any(("final_obs" in info) and ends.any() for *_, ends, info in play_to_ends(same))
    ended = 0
    for over, before, rewards, ends, info in play_to_ends(later):
        assert not over[ends].any() and "final_obs" not in info
        assert not before["legal_counts"][over].any() and info["legal_counts"][over].all()
        assert not rewards[over].any() and not info["legal_counts"][ends].any()
        ended += int(ends.sum())
    assert ended > 4
    assert (later.vector.numbers >= 4).any()
    for *_, ends, _ in play_to_ends(never):
        if ends.any():
            with pytest.raises(OffleashError, match="games are over: call reset"):
                never.step(never.action_space.sample())
            others = never.vector.states[~ends].tobytes()
            numbers = never.vector.numbers
            _, info = never.reset(options={"reset_mask": ends})
            assert info["legal_counts"].all() and never.vector.states[~ends].tobytes() == others
            assert ((never.vector.numbers - numbers) == 4 * ends).all()


def test_environments_start_from_a_position(make_envs):
    from offleash.adapters.gymnasium import environment

    session = offleash.new("domidog", seed=5)
    while session.actor != 0 or len(session.history) < 45:
        session.play(session.legal_numbers[0])
    for position in (session.position, session.fields, session.state):
        env = environment("domidog")
        _, info = env.reset(seed=1, options={"position": position})
        assert info["legal_actions"] == session.legal_numbers
        envs = make_envs("domidog", 3)
        envs.reset(seed=1)
        mask = np.array([False, True, True])
        _, info = envs.reset(options={"position": position, "reset_mask": mask})
        assert info["legal_counts"].tolist()[1:] == [len(session.legal_numbers)] * 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"seat": None}, "the seat is None; it must be from 0 to 3"),
        ({"seat": True}, "the seat is True"),
        ({"bots": ["random", "greedy"]}, "2 bots are named for 3 other seats"),
        ({"bots": "gredy"}, "gredy"),
        ({"bots": 3}, "the names of bots, not 3"),
        ({"bots": None}, "the names of bots, not None"),
        ({"autoreset_mode": []}, "no autoreset mode"),
        ({"autoreset_mode": "Sometimes"}, "no autoreset mode 'Sometimes'; there are"),
    ],
)
def test_wrong_settings_are_refused(make_envs, settings, message):
    with pytest.raises(OffleashError, match=message):
        make_envs("dog", 2, **settings)
    envs = make_envs("digs", 2, bots=["random", "greedy"], options={"seats": 3})
    envs.reset(seed=1)
    with pytest.raises(OffleashError, match="can't come with a reset_mask"):
        envs.reset(seed=1, options={"reset_mask": np.ones(2, bool)})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"positon": 1}, "no option 'positon', did you mean position"),
        ({"resetmask": [True, False]}, "did you mean reset_mask"),
        ("position", "names and values, not 'position'"),
        ({"reset_mask": [1, 1]}, "true or false for each game"),  # not game 1, twice
        ({"reset_mask": [True]}, "2 places, one for each game"),
    ],
)
def test_wrong_options_of_a_reset_change_nothing(make_envs, options, message):
    envs = make_envs("digs", 2)
    envs.reset(seed=1)
    before = envs.vector.snapshot()
    with pytest.raises(OffleashError, match=message):
        envs.reset(options=options)
    assert envs.vector.snapshot() == before


def test_a_single_environment_takes_one_action_and_known_options():
    from offleash.adapters.gymnasium import environment

    one = environment("digs")
    one.reset(seed=1)
    for action in ([0, 0], [[0]], None, 0.5):
        with pytest.raises(OffleashError, match="step needs"):
            one.step(action)
    with pytest.raises(OffleashError, match="no option 'reset_mask': position"):
        one.reset(options={"reset_mask": [True]})


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_environments_play_in_processes_of_gymnasium(make_envs, method):
    """Their observations are those of one that plays in this process."""
    vector, processes = peer("gymnasium.vector"), peer("multiprocessing")
    if method not in processes.get_all_start_methods():
        pytest.skip(f"there is no {method} on this platform")
    from offleash.adapters.gymnasium import environment

    make = partial(environment, "domidog", bots="random")
    envs = vector.AsyncVectorEnv([make, make], context=method)
    try:
        observations, infos = envs.reset(seed=[3, 4])
        one = make()
        first, info = one.reset(seed=3)
        assert observations[0].tobytes() == first.tobytes()
        lists = infos["legal_actions"]
        assert lists[0] == info["legal_actions"] and len(lists[0]) != len(lists[1])
        actions = [legal[0] for legal in lists]
        assert envs.step(actions)[0][0].tobytes() == one.step(actions[0])[0].tobytes()
    finally:
        envs.close()
