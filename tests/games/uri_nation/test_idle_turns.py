"""Idle turns by cause: planted positions, and games that agree with the counts of the rules."""

import numpy as np
import pytest
from findings.idle_turns import ANYWHERE, CHOICE, EARLIER, NO_TERRITORY, OWN, SHORT, count, place_of

from offleash.bots.lineup import policy
from offleash.engine.batch import play_batch
from offleash.games.uri_nation import GAME

FOUR = {"board": "four-corners"}


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ("bruiser at (0,0)", NO_TERRITORY),  # a corner of the block
        ("bruiser at (0,1) water 2 swagger 1", CHOICE),  # an empty territory
        ("bruiser at (0,1) water 1 swagger 1", SHORT),
        ("bruiser at (0,1) water 2 swagger 0", SHORT),
        ("bruiser at (0,1) water 2 grit 1 owns (1,1)", CHOICE),  # which can be fortified
        ("bruiser at (0,1) water 2 grit 0 owns (1,1)", SHORT),
        ("bruiser at (0,1) water 2 grit 1 owns (1,1)+1", OWN),
        ("bruiser at (0,1) water 2 drive 1; yapper owns (1,1)", CHOICE),
        ("bruiser at (0,1) water 2 drive 0; yapper owns (1,1)", SHORT),
    ],
)
def test_where_a_walk_ended_is_told_apart(position: str, place: str) -> None:
    options = GAME.options("1.4", FOUR)
    state = GAME.notation.parse_position(f"{position}; phase action", options)
    record, rules = (records.view(np.recarray)[0] for records in (state, options))
    assert place_of(record, rules, 0, int(record.cell[0])) == place


def test_as_many_turns_are_idle_as_the_rules_count() -> None:
    options = GAME.options("1.4", {**FOUR, "max_rounds": 6})
    counts = count(options, 0)
    names = [f"persona:{dog}" for dog in ("bruiser", "scrapper", "diplomat", "yapper")]
    batch = play_batch(GAME, policy(GAME, names), 1, 7, options)
    assert counts["idle"] == int(batch.tallies["idle"].sum()) > 0
    assert sum(counts[row] for row in (NO_TERRITORY, OWN, SHORT, CHOICE)) == counts["idle"]
    assert counts[EARLIER] <= counts[ANYWHERE] <= counts["idle"]
