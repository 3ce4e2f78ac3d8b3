"""Perft: the compiled rules and the naive twin count the same lines of play."""

import pytest

import offleash
from offleash.engine.perft import count_lines
from offleash.play.session import Session
from tests.games.uri_nation.perft import CASES, FILE, HEAD, count_row, read_rows


@pytest.mark.parametrize("row", read_rows(), ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    game = offleash.load_game("uri-nation")
    session = Session(game, game.options(row.preset, **row.options))
    session.play(*row.played)
    counts = {
        depth: count_lines(game, session.state, session.options, depth) for depth in row.counts
    }
    assert counts == row.counts
    assert max(row.counts.values()) > 0


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"
