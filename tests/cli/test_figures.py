"""Figures on the terminal: lists as ever, and tables where figures have columns."""

import pytest

from offleash.cli.figures import half_width, print_figures
from offleash.core.game import FURTHER, MAIN, RECORDED, Figure


def printed(capsys, figures, deepest=FURTHER, games=100):
    print_figures(figures, games, deepest)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_figures_without_columns_are_a_list(capsys):
    figures = [Figure("wins of Red", 0.5, True, ""), Figure("cards", 1234.5)]
    assert printed(capsys, figures) == [
        "wins of Red   50.00 %  ± 9.62",
        "cards        1,234.50  a game",
    ]


def test_columns_stand_side_by_side_under_their_heading(capsys):
    row = {"unit": "a turn", "group": "dog", "heading": "Walks"}
    figures = [
        Figure("steps", 7.25, column="Rex", **row),
        Figure("steps", 6.5, column="Bo", **row),
        Figure("crossings", 0, column="Rex", **row),
        Figure("crossings", 0.125, column="Bo", **row),
        Figure("turns", 3, heading="Walks"),
    ]
    assert printed(capsys, figures) == [
        "",
        "Walks",
        "a turn           Rex         Bo",
        "steps           7.25       6.50",
        "crossings          ·       0.12",
        "turns           3.00  a game",
    ]


def test_another_unit_or_kind_of_column_begins_another_table(capsys):
    figures = [
        Figure("wins", 0.5, True, "% of all", "dog", "Wins", "Rex"),
        Figure("wins", 0.25, True, "% of all", "home", "Wins", "first"),
        Figure("wins", 2, False, "in all", "home", "Wins", "first"),
    ]
    lines = printed(capsys, figures)
    assert [line.split()[0] for line in lines[2:]] == ["%", "wins", "%", "wins", "in", "wins"]


def test_a_share_of_something_else_than_games_has_its_own_spread(capsys):
    share = {"unit": "%", "group": "dog", "heading": "Wins", "column": "Rex"}
    of_games = printed(capsys, [Figure("won", 0.5, True, **share)])
    of_four = printed(capsys, [Figure("won", 0.5, True, trials=4, **share)])
    assert of_games[-1].split() == ["won", "50.00", "±", "9.62"]
    assert float(of_four[-1].split()[-1]) > 30


def test_depth_says_what_is_left_out(capsys):
    figures = [Figure(str(depth), 1, depth=depth) for depth in (MAIN, FURTHER, RECORDED)]
    assert len(printed(capsys, figures, MAIN)) == 1
    assert len(printed(capsys, figures, FURTHER)) == 2


def test_a_narrow_terminal_cuts_nothing(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    row = {"unit": "a game", "group": "dog", "heading": "Walks"}
    figures = [Figure("steps", 1000 + n, column=f"dog number {n}", **row) for n in range(6)]
    text = "\n".join(printed(capsys, figures))
    assert all(f"dog number {n}" in text and f"{1000 + n:,}.00" in text for n in range(6))


def test_keys_tell_figures_apart():
    assert Figure("rolls", 1).key == "rolls"
    assert Figure("rolls", 1, heading="Turns").key == "Turns: rolls"
    assert Figure("rolls", 1, heading="Turns", column="Rex").key == "Turns: rolls, Rex"


def test_half_the_width_of_the_wilson_interval():
    assert half_width(0.5, 100) == pytest.approx(0.0962, abs=5e-5)
    assert half_width(0, 100) == pytest.approx(0.0185, abs=5e-5)
