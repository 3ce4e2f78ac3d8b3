"""What each legal action is, as numbers: within bounds, telling, and nothing that is hidden."""

import numpy as np
import pytest

import offleash
from offleash.checks.rules import as_python
from offleash.contract.rules.actors import CHANCE, OVER
from offleash.games import registry
from offleash.tools.errors import OffleashError
from tests.adapters.pages import shipped_games
from tests.variety import choices, positions, view_of

GAMES = [game.name for game in shipped_games()]
MOST_CASES, PYTHON_INTERVAL = 60, 10


def features(game, states, options, write):
    """The numbers of all legal actions of the seat to move."""
    legal, seat = choices(game, states, options), int(game.rules.actor(states[0]))
    rows = np.full((len(legal), game.learning.action_encoding.size + 1), -99, np.int32)
    for row, action in zip(rows, legal, strict=True):
        write(states[0], options[0], seat, action, row)
    assert (rows[:, -1] == -99).all()  # nothing behind the end
    return rows[:, :-1]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_of_actions_are_bounded_telling_and_open_to_the_seat(name):
    game = registry.load(name)
    encoding, write = game.learning.action_encoding, game.learning.write_action
    cases = [
        (options, states)
        for options, states in positions(name, "knowledge")
        if game.rules.actor(states[0]) not in (CHANCE, OVER)
    ]
    assert cases
    for number, (options, states) in enumerate(cases[:: max(1, len(cases) // MOST_CASES)]):
        rows = features(game, states, options, write)
        assert (rows >= encoding.low).all() and (rows <= encoding.high).all()
        assert len(np.unique(rows, axis=0)) == len(rows)
        seat = int(game.rules.actor(states[0]))
        view = view_of(game, states, options, seat)
        for row, action in zip(rows, choices(game, states, options), strict=True):
            again = np.zeros_like(row)
            write(view[0], options[0], seat, action, again)
            assert again.tolist() == row.tolist()
        if number % PYTHON_INTERVAL == 0:
            assert features(game, states, options, as_python(write)).tolist() == rows.tolist()


@pytest.mark.parametrize("name", GAMES)
def test_a_vector_has_the_numbers_of_every_listed_action(name):
    env = offleash.vector(name, 3, actions=True, observe=False)
    env.reset(5)
    rng = np.random.default_rng(5)
    for _ in range(25):
        for place in range(env.games):
            states, options = env.state(place), env.options_of(place)
            rows = features(env.game, states, options, env.game.learning.write_action)
            assert env.action_features[place, : env.legal_counts[place]].tolist() == rows.tolist()
        last = env.action_features
        before = last.copy()
        env.step(env.random_actions(rng))
        assert np.array_equal(last, before)  # a step writes to no array that somebody holds


def test_the_numbers_say_what_a_person_reads():
    """A five of Dog moves a token by five, and a swap names both tokens."""
    game = registry.load("dog")
    names = game.learning.action_encoding.names
    seen = set()
    for options, states in positions("dog", "knowledge"):
        if game.rules.actor(states[0]) in (CHANCE, OVER):
            continue
        seat = int(game.rules.actor(states[0]))
        seen_by_seat = game.notation.observe(states, options, seat).array
        tokens = seen_by_seat[game.learning.encoding.place("token")]
        for row in features(game, states, options, game.learning.write_action):
            facts = dict(zip(names, row.tolist(), strict=True))
            seen.add(facts["kind"])
            if facts["token"] >= 0:
                assert tokens[facts["token"]] == facts["from"]
            if facts["other"] >= 0:
                assert tokens[facts["other"]] == facts["to"]
            if facts["kind"] == 0 and max(facts["from"], facts["to"]) < 100 and facts["amount"] > 0:
                loop = int(options["loop_len"][0])
                assert (facts["from"] + facts["amount"]) % loop == facts["to"]
    assert {0, 1, 3, 4} <= seen


def test_a_game_that_says_nothing_of_its_actions_is_refused():
    with pytest.raises(OffleashError, match="does not say what its actions are"):
        offleash.vector("digs", 2, actions=True)
