"""OpenSpiel's own test and one of its algorithms over every game, and what seats may know."""

import copy
import json
import pickle

import numpy as np
import pytest

from offleash.contract.rules.actors import OVER
from offleash.games.dog.rules.actions import DEAL, DECISIONS
from offleash.games.dog.rules.course import receiver
from offleash.play.session import Session
from offleash.tools.errors import IllegalAction, OffleashError
from tests.adapters.peers import peer

# Short ones: OpenSpiel replays a game from its start whenever it copies a state through text.
GAMES = {
    "dog": "rules=loop_len:16;throw_hidden:true",
    "domidog": "rules=players:3",
    "secret-mission": "",
    "puppy-park": "preset=expansion",
    "uri-nation": "rules=max_rounds:2;secret_bidding:true",
}
SIMULATED = ("domidog", "secret-mission", "puppy-park", "uri-nation", "dog")


@pytest.fixture
def load():
    pyspiel = peer("pyspiel")
    from offleash.adapters.openspiel import register

    return lambda name, parameters="": pyspiel.load_game(f"{register(name)}({parameters})")


def draw(state, rng):
    """A random outcome or decision."""
    if state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(actions, p=odds))
    return int(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", SIMULATED)
def test_the_simulation_of_openspiel_passes(load, name):
    pyspiel = peer("pyspiel")
    game = load(name, GAMES[name])
    pyspiel.random_sim_test(game, num_sims=1, serialize=name != "dog", verbose=False)
    assert game.utility_sum() == 0 and game.max_chance_outcomes() < 1000


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_that_of_a_session(load, name):
    game = load(name, GAMES[name])
    state, rng = game.new_initial_state(), np.random.default_rng(3)
    session = Session(state.game, state.options)
    for _ in range(120):
        assert state.states.tobytes() == session.state.tobytes()
        if state.is_terminal():
            shares = np.array(session.returns)
            assert state.returns() == pytest.approx((shares - shares.mean()).tolist())
            break
        player = state.current_player()
        numbers = [state._number(player, action) for action in state.legal_actions()]
        assert numbers == session.legal_numbers
        for seat in range(game.num_players()):
            observation = state.game.notation.observe(session.state, session.options, seat)
            assert state.observation_tensor(seat) == observation.array.tolist()
        assert (
            state.observation_string(0)
            == state.game.notation.observe(session.state, session.options, 0).text
        )
        action = draw(state, rng)
        text = state.action_to_struct(player, action)
        assert state.struct_to_actions(text) == [action]
        state.apply_action(action)
        session.play(state._number(player, action))


@pytest.mark.parametrize("name", [name for name in GAMES if name != "puppy-park"])
def test_resampled_positions_look_the_same(load, name):
    """And some differ from the position: otherwise nothing was sampled."""
    game, rng = load(name, GAMES[name]), np.random.default_rng(1)
    state, differing = game.new_initial_state(), 0
    for _ in range(40):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            for seat in range(game.num_players()):
                other = state.resample_from_infostate(seat, rng.random)
                differing += other.position != state.position
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
        state.apply_action(draw(state, rng))
    assert differing > 0 or name == "uri-nation"  # whose bids are rare


def test_hidden_deals_change_the_information_of_others_only(load):
    game = load("dog")
    pair = [game.new_initial_state(), game.new_initial_state()]
    for state in pair:
        state.apply_action(state.chance_outcomes()[0][0])
    while pair[0].is_chance_node():
        own = receiver(pair[0].states[0]) == 0
        for state, place in zip(pair, (0, -1), strict=True):
            outcomes = state.chance_outcomes()
            state.apply_action(DEAL + 5 - DECISIONS if own else outcomes[place][0])
    for seat in range(4):
        one, two = (state.information_state_string(seat) for state in pair)
        assert (one == two) == (seat == 0)


def test_information_remembers_what_the_position_forgets(load):
    """Two orders of the same deal lead to one position, but the seat saw different cards come."""
    game = load("dog")
    pair = [game.new_initial_state(), game.new_initial_state()]
    for state, ranks in zip(pair, ((3, 5), (5, 3)), strict=True):
        state.apply_action(state.chance_outcomes()[0][0])
        mine = list(ranks)
        while state.is_chance_node():
            own = receiver(state.states[0]) == 0
            rank = mine.pop() if own and mine else 8 if own else 1 + receiver(state.states[0])
            state.apply_action(DEAL - DECISIONS + rank)
    assert pair[0].position == pair[1].position
    assert pair[0].information_state_string(0) != pair[1].information_state_string(0)
    assert pair[0].information_state_string(1) == pair[1].information_state_string(1)


@pytest.mark.parametrize("name", ["secret-mission", "domidog"])
def test_the_search_of_openspiel_plays_whole_games(load, name):
    ismcts = peer("open_spiel.python.algorithms.ismcts")
    mcts = peer("open_spiel.python.algorithms.mcts")
    game = load(name)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=1.4,
        max_simulations=2,
        max_world_samples=-1,
        random_state=np.random.RandomState(3),
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(4)),
    )
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    while not state.is_terminal():
        is_bot = not state.is_chance_node() and state.current_player() == 0
        state.apply_action(bot.step(state) if is_bot else draw(state, rng))
    assert state.game.rules.actor(state.states[0]) == OVER
    assert sum(state.returns()) == pytest.approx(0)


def test_copies_are_independent(load):
    state, rng = load("domidog").new_initial_state(), np.random.default_rng(1)
    for _ in range(20):
        state.apply_action(draw(state, rng))
    copy, before = state.clone(), state.position
    copy.apply_action(draw(copy, rng))
    assert state.position == before != copy.position


def test_facts_of_the_game_are_passed_on(load):
    pyspiel = peer("pyspiel")
    kinds = pyspiel.GameType.Information
    park, dog = load("puppy-park"), load("dog")
    assert park.get_type().information == kinds.PERFECT_INFORMATION
    assert dog.get_type().information == kinds.IMPERFECT_INFORMATION
    assert dog.max_chance_outcomes() == 4 + 14  # the dice for the dealer, and the ranks
    first = dog.new_initial_state()
    chance = first.action_to_string(pyspiel.PlayerId.CHANCE, 0)
    assert chance == first.game.notation.format_action(DECISIONS, first.options)


def test_a_wrong_parameter_is_refused(load):
    with pytest.raises(OffleashError, match="'jokers' must be an option and its value"):
        load("dog", "rules=jokers")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_and_its_states_are_texts_and_pickles(load, name):
    """Also under a preset that OpenSpiel would take for a number, as 1.2."""
    pyspiel = peer("pyspiel")
    game, rng = load(name, GAMES[name]), np.random.default_rng(5)
    if name == "uri-nation":
        short = str(game).partition("(")[0]
        game = pyspiel.load_game(short, {"preset": "1.2", "rules": "max_rounds:2"})
        assert game.offleash.base(game.options) == "1.2"
    state = game.new_initial_state()
    for _ in range(25):
        state.apply_action(draw(state, rng))
    text = pyspiel.serialize_game_and_state(game, state)
    copies = [
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(state.serialize()),
        pyspiel.deserialize_game_and_state(text)[1],
        pickle.loads(pickle.dumps(game)).deserialize_state(state.serialize()),
    ]
    action = draw(state, rng)
    state.apply_action(action)
    for twin in copies:
        assert twin.position != state.position and str(twin.get_game()) == str(game)
        twin.apply_action(action)
        seats = range(game.num_players())
        assert [twin.information_state_string(seat) for seat in seats] == [
            state.information_state_string(seat) for seat in seats
        ]
        assert twin.position == state.position and twin.history() == state.history()


@pytest.mark.parametrize("name", GAMES)
def test_a_position_can_be_given(load, name):
    game, rng = load(name, GAMES[name]), np.random.default_rng(6)
    state = game.new_initial_state()
    while state.is_chance_node() or state.move_number() < 20:
        state.apply_action(draw(state, rng))
    fields = state.game.position_fields(state.states)
    assert json.loads(state.to_json()) == fields
    for position in (str(state), state.to_json(), fields, state.to_struct()):
        other = game.new_initial_state(position)
        assert other.position == state.position
        assert other.legal_actions() == state.legal_actions()
        assert other.clone().observation_tensor(0) == state.observation_tensor(0)


def test_an_illegal_action_changes_nothing(load):
    game, rng = load("domidog"), np.random.default_rng(6)
    state = game.new_initial_state()
    for illegal in (40, 10**6):
        with pytest.raises(IllegalAction, match="for chance: "):
            state.apply_action(illegal)
    while state.is_chance_node():
        state.apply_action(draw(state, rng))
    before, history = state.position, state.history()
    legal = state.legal_actions()
    for illegal in (min({*range(game.num_distinct_actions())} - {*legal}), 10**6):
        with pytest.raises(IllegalAction, match="for seat 0: "):
            state.apply_action(illegal)
    assert state.position == before and state.history() == history


def test_decisions_are_numbered_without_chance(load):
    for name in GAMES:
        game = load(name, GAMES[name])
        facts = game.offleash
        chance = len(facts.learning.chance_actions)
        assert game.num_distinct_actions() == facts.rules.action_count - chance
        assert game.max_chance_outcomes() == chance


def test_an_information_state_has_numbers(load):
    """Those of the observation, and the digest, which tells histories apart."""
    game = load("secret-mission")
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    for _ in range(20):
        state.apply_action(draw(state, rng))
    size = game.observation_tensor_size()
    assert game.information_state_tensor_size() == size + 16
    numbers = state.information_state_tensor(1)
    assert numbers[:size] == state.observation_tensor(1)
    assert sum(numbers[size:]) > 0 and max(numbers[size:]) <= 1


def test_a_parameter_that_openspiel_would_misread_is_refused(load):
    pyspiel = peer("pyspiel")
    short = str(load("dog")).partition("(")[0]
    with pytest.raises(OffleashError, match="OpenSpiel can't take ','"):
        pyspiel.load_game(short, {"rules": "jokers:2,canadian:true"})


@pytest.mark.parametrize("seat", [-1, 2])
def test_only_players_of_a_game_observe(load, seat):
    """A seat too many would read what lies behind the position."""
    game = load("domidog", "rules=players:2")
    state = game.new_initial_state()
    for use in (
        lambda: game.make_py_observer().set_from(state, seat),
        lambda: game.make_py_observer().string_from(state, seat),
        lambda: state.resample_from_infostate(seat, lambda: 0.5),
    ):
        with pytest.raises(OffleashError, match=f"no player {seat}; they go from 0 to 1"):
            use()


def test_half_a_position_is_refused(load):
    with pytest.raises(OffleashError, match="this position is no JSON: "):
        load("dog").new_initial_state('{"hands": [')
