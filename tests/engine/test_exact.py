"""Games that are small enough to be solved: exact values, equilibria, and bots against both."""

from contextlib import closing
from itertools import combinations

import numpy as np
import pytest

import offleash
from offleash.bots.players import Bots
from offleash.compiler.rules.random import seed_streams
from offleash.compiler.seeds import streams
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.engine import nash
from offleash.engine.exact import Solver, TooLarge, exact_value
from offleash.engine.nash import InformationSet, Node, Tree
from offleash.games import registry
from offleash.play.session import Session
from tests.adapters.peers import peer

# A whole game of Uri-Nation in one round with one die: some thousand positions.
SMALL = {"seats": 2, "max_rounds": 1, "walk_dice": 1}
pytestmark = pytest.mark.more


def random_game(name, seed, options):
    """A game of random actions, and its positions."""
    session, rng = offleash.new(name, seed=seed, options=options), np.random.default_rng(seed)
    positions = []
    while not session.over:
        positions.append(session.state.copy())
        session.play(int(rng.choice(session.legal_numbers)))
    return session, positions


def test_a_whole_game_of_uri_nation_has_an_exact_value():
    game = registry.load("uri-nation")
    options = game.options(None, SMALL)
    start = Session(game, options, seed=1).state
    answer = exact_value(game, start, options)
    assert sum(answer.values) == pytest.approx(1) and 0 <= answer.values[1] < 0.5
    assert 1000 < answer.positions < 10_000
    with pytest.raises(TooLarge, match="more than 100 positions"):
        exact_value(game, start, options, most=100)


def spiel_value(state, known):
    """What a state of OpenSpiel is worth to its first player, through the adapter alone."""
    if state.is_terminal():
        return state.returns()[0]
    key = state.states.tobytes()
    if key not in known:
        if state.is_chance_node():
            rows = [(p, spiel_value(state.child(a), known)) for a, p in state.chance_outcomes()]
            known[key] = sum(p * value for p, value in rows)
        else:
            best = max if state.current_player() == 0 else min
            known[key] = best(spiel_value(state.child(a), known) for a in state.legal_actions())
    return known[key]


def test_openspiel_finds_the_same_value():
    """Through the adapter, action by action, which numbers chance and decisions apart."""
    pyspiel = peer("pyspiel")
    from offleash.adapters.openspiel import register

    rules = ";".join(f"{name}:{value}" for name, value in SMALL.items())
    spiel = pyspiel.load_game(f"{register('uri-nation')}(rules={rules})")
    game = registry.load("uri-nation")
    state, rng = spiel.new_initial_state(), np.random.default_rng(3)
    for _ in range(9):  # OpenSpiel replays a game whenever it copies a state
        actions = state.legal_actions()
        state.apply_action(int(rng.choice(actions)))
    first, second = exact_value(game, state.states, state.options).values
    assert spiel_value(state, {}) == pytest.approx((first - second) / 2)


def decisions(seeds):
    """Positions of the small game in which somebody decides, with their exact answers."""
    game = registry.load("uri-nation")
    for seed in seeds:
        session, positions = random_game("uri-nation", seed, SMALL)
        solver = Solver(game, session.options)
        for position in positions:
            seat = int(game.rules.actor(position[0]))
            if seat != CHANCE:
                yield session.options, position, seat, solver
            else:
                assert solver.solve(position).best == ()


def losses(solver, options, position, seat, choices, name="uri-nation"):
    """What each action loses against perfect play."""
    value = solver.solve(position).values[seat]
    for action in choices:
        twin = Session(registry.load(name), options, position=position)
        twin.play(action)
        yield action, value - solver.solve(twin.state).values[seat]


def test_perfect_actions_lose_nothing_and_others_something():
    perfect = others = 0
    for options, position, seat, solver in decisions((1, 2, 3)):
        best = solver.solve(position).best
        legal = Session(registry.load("uri-nation"), options, position=position).legal_numbers
        for action, loss in losses(solver, options, position, seat, legal):
            assert loss > 1e-9 if action not in best else loss == pytest.approx(0)
            perfect, others = perfect + (action in best), others + (action not in best)
    assert perfect > 5 and others > 0, (perfect, others)


def test_bots_lose_less_against_perfect_play_than_at_random():
    game, totals = registry.load("uri-nation"), {"random": 0.0, "greedy": 0.0, "search:200": 0.0}
    for options, position, seat, solver in decisions(range(1, 9)):
        for bot in totals:
            session = Session(game, options, seed=1, position=position)
            with closing(Bots(game, [bot] * 2)) as bots:
                bots.play(session)
            choice = [session.history[0].action]
            ((_, loss),) = losses(solver, options, position, seat, choice)
            totals[bot] += loss
    assert totals["search:200"] < totals["random"] and totals["greedy"] < totals["random"], totals


def worlds(game, options, state, tries=40):
    """Every position that both seats must hold possible, whatever they think of each other."""
    rng, known, open_ones = streams(), {state.tobytes(): state}, [state]
    seed_streams(rng, 1, 0)
    while open_ones:
        position = open_ones.pop()
        for seat in (0, 1) * tries:
            view = position.copy()
            game.rules.hide(view[0], options[0], seat)
            game.rules.resample(view[0], options[0], game.new_work()[0], seat, rng, 0)
            if view.tobytes() not in known:
                known[view.tobytes()] = view
                open_ones.append(view)
    return np.concatenate([known[key] for key in sorted(known)])


def test_the_end_of_secret_mission_has_an_equilibrium():
    """The last placement, when the other's mission is one of two."""
    game, options = registry.load("secret-mission"), registry.load("secret-mission").options()
    _, positions = random_game("secret-mission", 2, {})
    starts = worlds(game, options, positions[-1])
    assert len(starts) == 2
    answer = nash.solve(game, options, starts)
    assert answer.nash_conv < 0.01 and -1 <= answer.value <= 1
    # nobody does better than with open hands, and nobody worse than with closed eyes
    seat = int(game.rules.actor(starts[0]))
    open_hands = np.mean([exact_value(game, s[None], options).values[seat] for s in starts])
    assert (answer.value if seat == 0 else -answer.value) <= 2 * open_hands - 1 + 1e-9
    with pytest.raises(TooLarge, match="more than 50 nodes"):
        nash.solve(game, options, starts, most=50)


DOUBLE_TWO = ("blue-blue", "blue-brown", "blue-yellow", "brown-brown", "brown-yellow")
DOUBLE_TWO += ("yellow-yellow",)


def double_two_deals():
    """Every deal of two tiles each of Dömidög to double-two, as often as it is likely."""
    for first in combinations(DOUBLE_TWO, 2):
        for second in combinations(sorted({*DOUBLE_TWO} - {*first}), 2):
            supply = ",".join(sorted({*DOUBLE_TWO} - {*first} - {*second}))
            hands = f"hands={','.join(first)}|{','.join(second)} supply={supply} phase=open"
            holders = [seat for seat, hand in enumerate((first, second)) if "blue-blue" in hand]
            for seat in holders * 2 or (0, 1):  # who has blue-blue opens, else the lot says
                yield f"{hands} seat={seat} first={seat} blue={'held' if holders else 'missing'}"


def test_domidog_to_double_two_has_an_equilibrium():
    """A whole game with hidden hands: the deals are as good for either seat, so it is worth 0."""
    game = registry.load("domidog")
    options = game.options()
    starts = np.concatenate([game.read_position(text, options) for text in double_two_deals()])
    answer = nash.solve(game, options, starts)
    assert len(starts) == 180 and answer.nash_conv < 0.01
    assert answer.value == pytest.approx(0, abs=0.01)


def test_openspiel_and_bots_play_domidog_to_double_two_as_its_values_say():
    """With open hands. A bot that searches keeps what a won game is worth more often than not."""
    pyspiel = peer("pyspiel")
    from offleash.adapters.openspiel import register

    game, margins = registry.load("domidog"), {"random": 0.0, "search:200": 0.0}
    options = game.options(None, {"face_up": True})
    spiel = pyspiel.load_game(f"{register('domidog')}(rules=face_up:true)")
    solver = Solver(game, options)
    for text in [*double_two_deals()][::12]:
        position = game.read_position(text, options)
        first, second = solver.solve(position).values
        state = spiel.new_initial_state(text)
        assert spiel_value(state, {}) == pytest.approx((first - second) / 2)
        seat = int(game.rules.actor(position[0]))
        for bot in margins:
            session = Session(game, options, seed=1, position=position)
            with closing(Bots(game, [bot] * 2)) as bots:
                bots.play(session)
            choice = session.history[0].action
            margins[bot] -= next(losses(solver, options, position, seat, [choice], "domidog"))[1]
    assert margins["search:200"] - margins["random"] >= -1e-9, margins


def test_the_first_player_wins_puppy_park_with_two_tiles_each():
    """A whole game without houses, in some 15,000 positions; a search finds the way."""
    game = registry.load("puppy-park")
    options = game.options()
    text = "hands=blue-blue,blue-brown|blue-yellow,blue-red seat=0"
    position = game.read_position(text, options)
    answer = exact_value(game, position, options)
    assert answer.values == (1.0, 0.0) and 10_000 < answer.positions < 20_000
    session = Session(game, options, seed=1, position=position)
    with closing(Bots(game, ["search:20", "greedy"])) as bots:
        while not session.over:
            bots.play(session)
    assert session.state[0]["where"].tolist().count(3) == 0  # the first player's hand


def kuhn():
    """Kuhn's poker as a tree: the first player loses 1/18 a game."""
    tree = Tree.__new__(Tree)
    tree.sets, tree.keys, tree.root = [], {}, Node(CHANCE)
    pairs = [(a, b) for a in range(3) for b in range(3) if a != b]
    for cards in pairs:
        tree.root.children.append(grow(tree, cards, ""))
        tree.root.odds.append(1 / 6)
    return tree


def grow(tree, cards, past):
    sign = 1.0 if cards[0] > cards[1] else -1.0
    ends = {"pp": sign, "bb": 2 * sign, "pbb": 2 * sign, "bp": 1.0, "pbp": -1.0}
    if past in ends:
        return Node(OVER, ends[past])
    seat = len(past) % 2
    key = f"{cards[seat]}{past}".encode()
    if key not in tree.keys:
        tree.keys[key] = len(tree.sets)
        tree.sets.append(InformationSet(seat, (0, 1), [], np.zeros(2), np.zeros(2)))
    node = Node(seat, place=tree.keys[key])
    node.children = [grow(tree, cards, past + move) for move in "pb"]
    tree.sets[node.place].nodes.append(node)
    return node


def test_the_solver_knows_the_value_of_kuhns_poker():
    tree = kuhn()
    assert tree.nash_conv() > 0.5
    for number in range(1, 401):
        tree.improve(number)
    assert 0 <= tree.nash_conv() < 0.005
    assert tree.value() == pytest.approx(-1 / 18, abs=0.003)
