"""Tables: the same games, played at a table one by one, are the rows."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

import offleash
from offleash.bots.players import watch_game
from offleash.compiler.record import record
from offleash.games.registry import load
from offleash.lab.runs.experiment import Work
from offleash.lab.runs.parquet_tables import table_columns, tally_columns, to_frame
from offleash.tools.errors import OffleashError
from tests.lab.runs import small_experiment

ONE_OF_EACH = "greedy,random,greedy"


def watch_one(experiment, block: int, seating: int):
    table = experiment.arm_table(0)
    options, players = table.variants[seating : seating + 1], table.seatings[seating].players
    seed = experiment.plan.seed
    return options, players, watch_game(experiment.game, options, players, seed, block)


def places_of(session) -> list[int]:
    ranks = np.zeros(session.game.max_seats, np.int64)
    session.game.rules.rank(session.state[0], session.options[0], ranks)
    return ranks.tolist()


def test_rows_are_the_games_that_sessions_play():
    experiment = small_experiment(games=12)
    options = {"seats": ONE_OF_EACH, "seed": 3}
    run = offleash.simulate("digs", 12, **options)
    games, seats = run.games, run.seats
    assert (len(games), len(seats)) == (12, 36)
    for row in games.iter_rows(named=True):
        _, players, session = watch_one(experiment, row["block"], row["seating"])
        at_the_table = seats.filter(block=row["block"], seating=row["seating"])
        assert row["length"] == len(session.history)
        assert row["winners"] == sum(share > 0 for share in session.returns)
        assert (row["finished"], row["seats"], row["arm"], row["name"]) == (True, 3, 0, "")
        assert at_the_table["player"].to_list() == list(players)
        assert at_the_table["won"].to_list() == session.returns[:3]
        assert at_the_table["place"].to_list() == places_of(session)[:3]
        assert at_the_table["seat"].to_list() == at_the_table["side"].to_list() == [0, 1, 2]
    assert games.select("block", "seating").rows() == [(i // 3, i % 3) for i in range(12)]


def test_decisions_are_those_of_the_sessions():
    game = load("digs")
    row = offleash.simulate("digs", 1, seed=5).games.row(0, named=True)
    session = watch_game(game, game.options(), ["greedy"] * 3, 5)
    moments = [i for i, moment in enumerate(session.history) if moment.actor >= 0]
    decisions = [session.choices_at(i) for i in moments]
    assert row["decisions"] == len(decisions)
    assert row["forced"] == decisions.count(1)
    assert row["choices"] == sum(decisions)


def test_partners_share_a_side():
    seats = offleash.simulate("dog", 4, seats="random").seats
    assert seats["side"].to_list() == [0, 1, 0, 1] * 4
    won = seats.group_by("block", "side", maintain_order=True).agg(pl.col("won").n_unique())
    assert won["won"].to_list() == [1] * 8


def test_a_seat_that_is_not_in_the_game_has_no_row():
    seats = offleash.simulate("digs", 3, options={"seats": 2}).seats
    assert seats["seat"].to_list() == [0, 1] * 3


def test_a_game_that_is_given_up_has_no_places():
    experiment = small_experiment(games=3)
    played = experiment.batch(Work(0, 0, 1))
    played.finished[1] = False
    rows = table_columns(experiment.table_schema, 0, range(1), played)
    frame = to_frame(rows.seats, rows.words)
    assert frame["place"].is_null().to_list() == [False] * 3 + [True] * 3 + [False] * 3


TALLY = record(
    once=np.int64,
    by_seat=(np.int16, 3),
    by_kind=(np.int8, (3, 2)),
    by_round=(np.int8, (5, 3)),
    by_die=(np.int8, 6),
)


def test_tallies_become_columns():
    tallies = np.zeros(2, TALLY)
    tallies["once"] = [7, 8]
    tallies["by_seat"] = [[1, 2, 3], [4, 5, 6]]
    tallies["by_kind"][1, 2] = [11, 12]
    tallies["by_round"][0, 4] = [21, 22, 23]
    tallies["by_die"][1] = [1, 2, 3, 4, 5, 6]
    rows = tally_columns(
        SimpleNamespace(rules=SimpleNamespace(tally=TALLY), max_seats=3),
        SimpleNamespace(tallies=tallies),
    )
    assert sorted(rows.games) == [*(f"by_die_{i}" for i in range(6)), "once"]
    kinds = [f"by_kind_{i}" for i in range(2)]
    assert sorted(rows.seats) == [*kinds, *(f"by_round_{i}" for i in range(5)), "by_seat"]
    assert rows.games["once"].tolist() == [7, 8]
    assert rows.games["by_die_5"].tolist() == [0, 6]
    assert rows.seats["by_seat"].tolist() == [[1, 2, 3], [4, 5, 6]]
    assert rows.seats["by_kind_1"].tolist() == [[0, 0, 0], [0, 0, 12]]
    assert rows.seats["by_round_4"].tolist() == [[21, 22, 23], [0, 0, 0]]


def test_words_stand_for_numbers():
    frame = to_frame({"dog": np.array([1, 0, -1], np.int8)}, {"dog": ("Rex", "Bo")})
    assert frame["dog"].to_list() == ["Bo", "Rex", None]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": "clever"}, "clever"),
        ({"games": 0}, "games is 0; it must be at least 1"),
        ({"games": 10**12}, "the number of games is 1,000,000,000,000; it must be from 1 to"),
        ({"seats": 3}, "seats must be names of bots, not 3"),
        ({"out": ""}, "out= must be a path, not ''"),
        ({"threads": -1}, "the number of threads is -1; it must be from 0"),
        ({"colour": "red"}, "there is no option 'colour'"),
    ],
)
def test_bad_arguments_get_one_error_message(wrong, sentence):
    with pytest.raises(OffleashError) as error:
        offleash.simulate("digs", **wrong)
    assert sentence in str(error.value)


def test_seats_may_be_a_list():
    names = ["greedy", "random", "greedy"]
    lists = (names, tuple(names), ",".join(names))
    tables = [offleash.simulate("digs", 9, seats=seats).games for seats in lists]
    assert all(table.equals(tables[0]) for table in tables[1:])
