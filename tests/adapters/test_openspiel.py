"""OpenSpiel's own test and one of its algorithms over every game, and what seats may know."""

import numpy as np
import pytest

from offleash.contract.rules.actors import OVER
from offleash.games.dog.rules.actions import DEAL, DECISIONS
from offleash.games.dog.rules.course import receiver
from offleash.play.session import Session
from offleash.tools.errors import OffleashError
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
        chance = state.game.learning.chance_actions.start if state.is_chance_node() else 0
        assert [action + chance for action in state.legal_actions()] == session.legal_numbers
        for seat in range(game.num_players()):
            observation = state.game.notation.observe(session.state, session.options, seat)
            assert state.observation_tensor(seat) == observation.array.tolist()
        assert (
            state.observation_string(0)
            == state.game.notation.observe(session.state, session.options, 0).text
        )
        action = draw(state, rng)
        state.apply_action(action)
        session.play(action + chance)


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
