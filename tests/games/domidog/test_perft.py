"""Perft: the compiled rules and the naive twin count the same lines of play."""

import pytest

from offleash.engine.perft import count_lines, count_positions
from offleash.games.domidog import GAME
from tests.games.domidog.perft import CASES, FILE, HEAD, SET_UP, count_row, read_rows

ROWS = read_rows()


def start(row):
    options = GAME.options(**row.options)
    if row.position == SET_UP:
        return GAME.new_state(options), options
    return GAME.notation.parse_position(row.position, options), options


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    states, options = start(row)
    counts = {depth: count_lines(GAME, states, options, depth) for depth in row.counts}
    assert counts == row.counts
    assert max(row.counts.values()) > 0


def test_deals_in_another_order_are_the_same_position():
    """Two players get a tile in turn, so after three one has a pair: hands are sets."""
    options = GAME.options()
    distinct = count_positions(GAME, GAME.new_state(options), options, 3)
    assert distinct[1:] == [28, 28 * 27, 28 * 27 * 26 // 2]


def test_every_case_is_in_the_file():
    assert [row.name for row in ROWS] == [*CASES]


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"
