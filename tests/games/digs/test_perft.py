"""Perft: the compiled rules and the naive twin count the same lines of play."""

import pytest

from offleash.engine.perft import count_lines, count_positions
from offleash.games import registry
from offleash.play.session import Session
from tests.games.digs.perft import CASES, FILE, HEAD, count_row, read_rows

ROWS = read_rows()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_lines_are_counted_like_the_twin(row):
    game = registry.load("digs")
    session = Session(game, game.options(**row.options)).play(*row.played)
    counts = {d: count_lines(game, session.state, session.options, d) for d in row.counts}
    assert counts == row.counts
    assert max(row.counts.values()) > 0
    depth = min(row.counts)
    distinct = count_positions(game, session.state, session.options, depth)
    assert distinct[-1] <= row.counts[depth]


def test_the_file_has_every_case():
    assert [row.name for row in ROWS] == list(CASES)


@pytest.mark.soak
def test_the_file_is_what_the_twin_counts():
    assert FILE.read_text(encoding="utf-8") == HEAD + "\n".join(map(count_row, CASES)) + "\n"
