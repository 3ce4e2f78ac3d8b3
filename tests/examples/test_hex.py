"""The example Hex: every position of small boards, counted plainly, and what is known of them."""

from collections import Counter
from functools import cache

import numpy as np
import pytest

from offleash.checks.sampling import applied, choices
from offleash.engine.perft import count_lines, count_positions
from tests.examples.loading import example

STRIDE = 11  # numbers from a cell to the one below


@pytest.fixture(scope="module")
def game():
    with example("hex") as loaded:
        yield loaded


# A plain count: a position is two sets of cells


def is_connected(cells, size, axis):
    """Whether cells lead from one side to the other, found by growing a set from one side."""
    reached = {cell for cell in cells if cell[axis] == 0}
    while True:
        grown = reached | {(x, y) for x, y in cells if reached & neighbours(x, y)}
        if grown == reached:
            return any(cell[axis] == size - 1 for cell in reached)
        reached = grown


def neighbours(x, y):
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)}


def naive_levels(size):
    """Each depth's positions, with the number of lines that lead to each."""
    board = {(x, y) for x in range(size) for y in range(size)}
    level = Counter({(frozenset(), frozenset()): 1})
    while level:
        yield level
        following = Counter()
        for (red, blue), lines in level.items():
            if not (is_connected(red, size, 1) or is_connected(blue, size, 0)):
                for cell in board - red - blue:
                    is_red = len(red) == len(blue)
                    following[(red | {cell}, blue) if is_red else (red, blue | {cell})] += lines
        level = following


@pytest.mark.parametrize("size", [2, 3])
def test_lines_and_positions_are_those_of_a_plain_count(game, size):
    options = game.options(rows=size)
    states, levels = game.new_state(options), [*naive_levels(size)]
    depth = len(levels) - 1
    lines = [count_lines(game, states, options, number) for number in range(depth + 1)]
    assert lines == [sum(level.values()) for level in levels]
    assert count_positions(game, states, options, depth) == [len(level) for level in levels]


def test_the_large_board_has_the_lines_that_it_should(game):
    options = game.options()
    states = game.new_state(options)
    assert [count_lines(game, states, options, n) for n in (1, 2, 3)] == [
        121,
        121 * 120,
        121 * 120 * 119,
    ]
    swapping = game.options(swap=True)
    assert count_lines(game, states, swapping, 2) == 121 * 121


# What is known of perfect play


def winning_openings(game, size, swap=False):
    """The first stones after which Red wins."""
    options = game.options(rows=size, swap=swap)

    @cache
    def wins(key):
        """Whether the seat to move wins."""
        states = game.new_state(options)
        states.view(np.uint8)[:] = np.frombuffer(key, np.uint8)
        if game.rules.actor(states[0]) < 0:
            return False  # the other seat has just won
        actions = choices(game, states, options)
        return any(not wins(applied(game, states, options, n).tobytes()) for n in actions)

    states = game.new_state(options)
    return {
        game.notation.format_action(n, options)
        for n in choices(game, states, options)
        if not wins(applied(game, states, options, n).tobytes())
    }


def test_the_short_diagonal_wins_on_the_smallest_board(game):
    assert winning_openings(game, 2) == {"a2", "b1"}


def test_the_first_player_wins_as_nash_proved_unless_the_second_may_swap(game):
    assert "b2" in winning_openings(game, 3)
    assert winning_openings(game, 3, swap=True) == set()


def test_a_swap_mirrors_the_first_stone(game):
    options = game.options(swap=True)
    states = game.new_state(options)
    for text in ("c1", "swap"):
        action = game.notation.parse_action(text, options)
        assert action in choices(game, states, options)
        states = applied(game, states, options, action)
    assert states["stone"][0, 2 * STRIDE] == 2
    assert np.count_nonzero(states["stone"]) == 1
    assert game.rules.actor(states[0]) == 0
