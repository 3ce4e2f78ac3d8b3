"""Perft: the compiled rules and the naive twin count the same lines of play."""

import numpy as np
import pytest

import offleash
from offleash.engine.perft import count_lines, count_positions
from tests.games.dog.perft import CASES, FILE, HEAD, SET_UP, count_row, read_rows

ROWS = read_rows()


def start(game, row):
    options = game.options(**row.options)
    if row.position == SET_UP:
        return game.new_state(options), options
    return game.notation.parse_position(row.position, options), options


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    game = offleash.load_game("dog")
    states, options = start(game, row)
    counts = {depth: count_lines(game, states, options, depth) for depth in row.counts}
    assert counts == row.counts
    assert max(row.counts.values()) > 0


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_names_of_tokens_do_not_matter(row):
    """Tokens of one seat in another order: as many lines, and the same distinct positions."""
    game = offleash.load_game("dog")
    states, options = start(game, row)
    depth = max(d for d, n in row.counts.items() if n < 20_000)
    permuted = states.copy()
    rng = np.random.default_rng(1)
    for seat in range(4):
        order = rng.permutation(4)
        permuted["token"][0][seat] = states["token"][0][seat][order]
        permuted["lap"][0][seat] = states["lap"][0][seat][order]
    assert count_lines(game, permuted, options, depth) == row.counts[depth]
    distinct = count_positions(game, states, options, depth)
    assert count_positions(game, permuted, options, depth) == distinct
    assert all(n <= row.counts[d] for d, n in enumerate(distinct[1:], 1))


def test_no_lines_of_no_length():
    game = offleash.load_game("dog")
    options = game.options()
    assert count_lines(game, game.new_state(options), options, 0) == 1


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"


@pytest.mark.soak
def test_every_line_of_the_first_deal_is_counted():
    """Four dealers, then any of 14 ranks six times over: no rank can run out so early."""
    game = offleash.load_game("dog")
    options = game.options()
    assert count_lines(game, game.new_state(options), options, 7) == 4 * 14**6
