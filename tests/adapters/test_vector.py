"""Many games stepped at once play exactly what sessions play, and refuse what sessions refuse."""

import numpy as np
import pytest

import offleash
from offleash.bots.players import Bots
from offleash.contract.rules.actors import OVER
from offleash.games import registry
from offleash.play.session import Session
from offleash.tools.errors import IllegalAction, OffleashError
from tests.adapters.peers import each_table

GAMES = 5


def session_of(env, place, seed):
    number = int(env.numbers[place])
    return Session(env.game, env.options_of(place), seed=seed, number=number)


def check_row(env, place, session):
    """A row shows what the session shows to the seat to move."""
    legal = env.legal_actions[place, : env.legal_counts[place]]
    assert env.states[place].tobytes() == session.state[0].tobytes()
    assert env.actors[place] == session.actor
    assert legal.tolist() == session.legal_numbers
    observation = env.game.notation.observe(session.state, session.options, session.actor)
    assert env.observations[place].tobytes() == observation.array.tobytes()


def play_both(env, seed, steps, advance=lambda session: None):
    """Plays random moves in the games and in sessions; returns how many games ended."""
    env.reset(seed)
    tables = [session_of(env, place, seed) for place in range(env.games)]
    rng, ended = np.random.default_rng(seed), 0
    for _ in range(steps):
        for place, session in enumerate(tables):
            advance(session)
            check_row(env, place, session)
        moves, movers = env.random_actions(rng), env.actors.copy()
        env.step(moves)
        for place, session in enumerate(tables):
            session.play(int(moves[place]))
            advance(session)
            assert session.over == bool(env.dones[place])
            shares = env.rewards[place, : len(session.returns)].tolist()
            assert shares == (session.returns if session.over else [0.0] * len(shares))
            if session.over:
                ended += 1
                last = env.game.notation.observe(session.state, session.options, movers[place])
                assert env.last_observations[place].tobytes() == last.array.tobytes()
                tables[place] = session_of(env, place, seed)
    return ended


@each_table
def test_games_are_those_of_sessions(name, preset, options):
    env = offleash.vector(name, GAMES, preset=preset, options=options)
    is_short = name in ("domidog", "secret-mission")
    assert play_both(env, 11, 60) > 0 or not is_short
    assert sorted({int(n) % GAMES for n in env.numbers}) == list(range(GAMES))


def skip_forced(session):
    while not session.over and len(session.legal_numbers) == 1:
        session.play(session.legal_numbers[0])


def test_forced_moves_are_skipped():
    env = offleash.vector("digs", GAMES, skip_forced=True)
    assert play_both(env, 4, 60, skip_forced) > 0
    assert (env.legal_counts > 1).all()


def test_bots_play_their_seats_as_at_a_table():
    seats = ["agent", "greedy", "random", "agent"]
    env = offleash.vector("digs", GAMES, seats=seats, options={"seats": 4})
    bots = Bots(env.game, ["random" if name == "agent" else name for name in seats])

    def let_bots_play(session):
        while not session.over and seats[session.actor] != "agent":
            action, luck = bots.choose(session)
            session.luck.update_seat(session.actor, luck)
            session.play(action)

    assert play_both(env, 6, 60, let_bots_play) > 0
    assert set(env.actors.tolist()) <= {0, 3}


def test_rows_of_options_take_turns():
    rows = [{"seats": 2}, {"seats": 3}, {"seats": 4, "tie": "nobody"}]
    env = offleash.vector("digs", 7, options=rows)
    assert [env.game.seat_count(env.options_of(i)) for i in range(4)] == [2, 3, 4, 2]
    assert play_both(env, 2, 50) > 0


def test_threads_change_nothing():
    one, three = (offleash.vector("dog", 10, threads=count, mask=True) for count in (1, 3))
    rng = np.random.default_rng(1)
    for env in (one, three):
        env.reset(5)
    for _ in range(40):
        moves = one.random_actions(rng)
        for env in (one, three):
            env.step(moves)
        for field in ("states", "observations", "legal_actions", "masks", "actors", "decisions"):
            assert getattr(one, field).tobytes() == getattr(three, field).tobytes(), field
    three.close()


def test_the_mask_is_the_list():
    env = offleash.vector("domidog", GAMES, mask=True)
    env.reset(3)
    rng = np.random.default_rng(1)
    for _ in range(40):
        for place in range(GAMES):
            legal = env.legal_actions[place, : env.legal_counts[place]]
            assert np.flatnonzero(env.masks[place]).tolist() == legal.tolist()
        env.step(env.random_actions(rng))


def test_an_illegal_action_changes_nothing():
    env = offleash.vector("dog", GAMES)
    env.reset(1)
    moves, before = env.random_actions(np.random.default_rng(1)), env.states.tobytes()
    moves[3] = 0
    with pytest.raises(IllegalAction, match=r"action '0' for .* in game 3"):
        env.step(moves)
    assert env.states.tobytes() == before
    with pytest.raises(IllegalAction, match="in game 0"):
        env.step(np.full(GAMES, -5))


def test_a_long_game_is_truncated():
    env = offleash.vector("dog", GAMES, limit=10)
    env.reset(1)
    rng = np.random.default_rng(1)
    for step in range(1, 21):
        env.step(env.random_actions(rng))
        assert (env.truncations == (step % 10 == 0)).all() and not env.dones.any()
        assert not env.rewards.any()
    assert env.numbers.tolist() == [place + 2 * GAMES for place in range(GAMES)]


def test_without_auto_reset_a_game_stays_over():
    env = offleash.vector("digs", 3, auto_reset=False)
    env.reset(1)
    rng, rewards = np.random.default_rng(1), np.zeros(3)
    for _ in range(2000):
        env.step(env.random_actions(rng))
        rewards += env.rewards.sum(axis=1)
        if (env.actors == OVER).all():
            break
    assert rewards.tolist() == [1.0] * 3  # paid out once
    assert env.legal_counts.tolist() == [0] * 3
    env.reset()
    assert env.numbers.tolist() == [3, 4, 5] and (env.actors >= 0).all()


def test_arrays_are_shared_by_dlpack():
    env = offleash.vector("digs", GAMES, mask=True)
    env.reset(1)
    for array in (env.observations, env.masks, env.rewards, env.legal_actions, env.dones):
        assert np.shares_memory(np.from_dlpack(array), array)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "dgo"}, "no game"),
        ({"game": 5}, "no game 5"),
        ({"games": 0}, "the number of games is 0; it must be at least 1"),
        ({"threads": "two"}, "the number of threads is .*whole number"),
        ({"limit": 0}, "the limit is 0"),
        ({"options": []}, "at least one row"),
        ({"options": {"loop_len": 7}}, "loop_len"),
        ({"options": 5}, "names and values, or a list of them, not 5"),
        ({"options": [5]}, r"names and values, or a list of them, not \[5\]"),
        ({"options": np.zeros(1)}, "these are not options of Dog"),
        ({"preset": "1.4"}, "Dog has no presets"),
        ({"seats": "agent,greedy"}, "2 names for 4 seats"),
        ({"seats": "agent,gredy,agent,agent"}, "gredy"),
        ({"seats": "random"}, "no seat is played by an agent"),
        ({"seats": 5}, "seats must be names of bots, not 5"),
        ({"device": "tpu"}, "device must be cpu or cuda, not 'tpu'"),
        ({"device": ["cpu"]}, "device must be cpu or cuda"),
    ],
)
def test_wrong_settings_are_refused(settings, message):
    with pytest.raises(OffleashError, match=message):
        offleash.vector(**{"game": "dog", "games": 2, **settings})


def test_steps_need_a_reset_and_an_action_for_each_game():
    env = offleash.vector("digs", 2)
    with pytest.raises(OffleashError, match="call reset"):
        env.step([0, 0])
    env.reset(1)
    with pytest.raises(OffleashError, match="2 actions, one for each game"):
        env.step([0])
    moves = env.legal_actions[:, 0]
    with pytest.raises(OffleashError, match="whole numbers"):
        env.step(moves + 0.5)
    with pytest.raises(OffleashError, match="one action a game"):
        env.step([[1], [1, 2]])
    with pytest.raises(IllegalAction):  # whose last 32 bits are legal
        env.step(moves.astype(np.int64) + (1 << 32))


def test_only_seats_of_a_game_observe_it():
    """Compiled rules check nothing, so a seat too many would read what lies behind the record."""
    env = offleash.vector("digs", 2, options=[{"seats": 2}, {"seats": 3}])
    with pytest.raises(OffleashError, match="call reset"):
        env.observe(0, 0)
    env.reset(1)
    assert env.observe(1, 2).shape == env.observe(0, -1).shape == env.observations[0].shape
    for seat in (2, -2, 1.0j, "own"):
        with pytest.raises(OffleashError, match="there is no seat"):
            env.observe(0, seat)
    with pytest.raises(OffleashError, match="places go from 0 to 1"):
        env.options_of(-1)


def test_a_limit_too_low_for_any_agent_is_an_error():
    """A bot decides first, so no game ever asks the agent."""
    env = offleash.vector("digs", 2, seats="random,agent", options={"seats": 2}, limit=1)
    with pytest.raises(OffleashError, match="the limit of 1 decisions is too low"):
        env.reset(1)
    with pytest.raises(OffleashError, match="call reset"):
        env.step([0, 0])


def test_a_game_without_encoding_says_so():
    game = registry.load("digs")
    parts = {part: getattr(game, part) for part in ("name", "title", "rules_version", "rules")}
    bare = type(game)(**parts, notation=game.notation, pictures=game.pictures)
    with pytest.raises(OffleashError, match="Digs has no encoding"):
        offleash.vector(bare, 2)
