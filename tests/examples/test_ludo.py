"""The example Ludo: lines of play, held against another Ludo that knows paths instead of steps."""

import random
from collections import Counter

import pytest

from offleash.contract.rules.actors import OVER
from offleash.engine.perft import count_lines
from tests.examples.loading import example

HOME = "home"


@pytest.fixture(scope="module")
def game():
    with example("ludo") as loaded:
        yield loaded


# Another Ludo: tokens are on named places, and a position is (places, roll, seat)


def path(seat, players):
    """Every place that a token comes to, in order."""
    first = 52 * seat // players
    loop = [(first + n) % 52 for n in range(51)]
    return ["yard", *loop, *(f"{seat}:{n}" for n in range(5)), HOME]


def moves(position):
    """The places after each move of a token: by token."""
    places, roll, seat = position
    way, result = path(seat, len(places)), {}
    for token, place in enumerate(places[seat]):
        index = way.index(place)
        target = index + roll if index else (1 if roll == 6 else 99)
        if target < len(way):
            row = list(places[seat])
            row[token] = way[target]
            others = [
                tuple("yard" if isinstance(p, int) and p == way[target] else p for p in tokens)
                for tokens in places
            ]
            others[seat] = tuple(row)
            result[token] = tuple(others)
    return result


def followers(position):
    """The positions after each action: six rolls, or the moves."""
    places, roll, seat = position
    if any(set(tokens) == {HOME} for tokens in places):
        return []
    after_six = {True: seat, False: (seat + 1) % len(places)}
    if roll:
        return [(row, 0, after_six[roll == 6]) for row in moves(position).values()]
    rolled = [(places, face, seat) for face in range(1, 7)]
    return [p if moves(p) else (places, 0, after_six[p[1] == 6]) for p in rolled]


def naive_lines(position, depth):
    """How many lines of play there are at each depth."""
    level, counts = Counter({position: 1}), []
    for _ in range(depth):
        following = Counter()
        for here, lines in level.items():
            for after in followers(here):
                following[after] += lines
        level = following
        counts.append(level.total())
    return counts


def record_of(game, position, options):
    """The same position as a record."""
    places, roll, seat = position
    states = game.new_state(options)
    for owner, tokens in enumerate(places):
        way = path(owner, len(places))
        states["step"][0, owner, : len(tokens)] = [way.index(place) for place in tokens]
    states["rolled"], states["seat"] = roll, seat
    done = [1 + owner for owner, tokens in enumerate(places) if set(tokens) == {HOME}]
    states["winner"] = done[0] if done else 0
    return states


def start(players, tokens):
    return (("yard",) * tokens,) * players, 0, 0


@pytest.mark.parametrize(("players", "tokens", "depth"), [(4, 4, 6), (3, 2, 6), (2, 1, 7)])
def test_lines_from_the_start(game, players, tokens, depth):
    options = game.options(players=players, tokens=tokens)
    states = game.new_state(options)
    lines = [count_lines(game, states, options, n + 1) for n in range(depth)]
    assert lines == naive_lines(start(players, tokens), depth)


@pytest.mark.parametrize("seed", range(6))
def test_lines_from_positions_of_whole_games(game, seed):
    """Tokens meet, turn into their columns and come home; a few actions before the end too."""
    rng, players, tokens = random.Random(seed), 2 + seed % 3, 1 + seed % 4
    options = game.options(players=players, tokens=tokens)
    line = [start(players, tokens)]
    while after := followers(line[-1]):
        line.append(rng.choice(after))
    assert game.rules.actor(record_of(game, line[-1], options)[0]) == OVER
    for position in (*rng.sample(line, 8), line[-3]):
        states = record_of(game, position, options)
        lines = [count_lines(game, states, options, depth) for depth in (1, 2, 3, 4)]
        assert lines == naive_lines(position, 4)
