"""Perft: the compiled rules and the naive twin count the same lines of play, and the same ends."""

from collections import Counter

import numpy as np
import pytest

import offleash
from offleash.engine.perft import count_lines
from tests.games.secret_mission.perft import CASES, FILE, HEAD, SET_UP, count_row, read_rows
from tests.variety import applied, choices

ROWS = read_rows()


def start(game, row):
    options = game.options(**row.options)
    if row.position == SET_UP:
        return game.new_state(options), options
    return game.notation.parse_position(row.position, options), options


def finished(game, states, options):
    """The seats from first to last; the first has won."""
    players = game.seat_count(options)
    places, shares = np.zeros(players, np.int64), np.zeros(players)
    game.rules.rank(states[0], options[0], places)
    game.rules.returns(states[0], options[0], shares)
    assert shares.tolist() == [float(place == 0) for place in places]
    assert sorted(places) == [*range(players)]
    return "".join(str(seat) for seat in np.argsort(places))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    game = offleash.load_game("secret-mission")
    states, options = start(game, row)
    counts = {depth: count_lines(game, states, options, depth) for depth in row.counts}
    assert counts == row.counts
    assert max(row.counts.values()) > 0


@pytest.mark.parametrize("row", [row for row in ROWS if row.ends], ids=lambda row: row.name)
def test_games_end_as_the_twin_ends_them(row):
    game = offleash.load_game("secret-mission")
    states, options = start(game, row)
    ends = [applied(game, states, options, action) for action in choices(game, states, options)]
    assert Counter(finished(game, end, options) for end in ends) == row.ends
    assert len(row.ends) > 1


def test_the_file_has_every_case():
    assert [row.name for row in ROWS] == list(CASES)


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"
