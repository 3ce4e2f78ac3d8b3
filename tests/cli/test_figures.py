"""Figures on the terminal: lists as ever, and tables where figures have columns."""

from dataclasses import replace

import numpy as np
import pytest

from offleash.cli.figures import print_figures
from offleash.contract import (
    FURTHER,
    LONGEST,
    MAIN,
    MEDIAN,
    RECORDED,
    SHORTEST,
    Figure,
    Label,
    Measure,
)
from offleash.lab.figures.accounts import account_of


def print_lines(capsys, figures, deepest=FURTHER):
    print_figures(figures, deepest)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_figures_without_columns_are_a_list(capsys):
    figures = [
        Figure(Label("wins of Red", True, ""), 0.5, 0.4038, 0.5962),
        Figure(Label("cards"), 1234.5, 1200, 1269),
        Figure(Label("longest game", unit="cards"), 2000),
    ]
    assert print_lines(capsys, figures) == [
        "wins of Red    50.00 %  ± 9.62",
        "cards         1,234.50  ± 34.50 per game",
        "longest game  2,000.00  cards",
    ]


def test_columns_are_printed_side_by_side_under_their_heading(capsys):
    steps = Label("steps", unit="per turn", group="dog", heading="Walks", column="Rex")
    crossings = replace(steps, name="crossings")
    figures = [
        Figure(steps, 7.25, 7, 7.5),
        Figure(replace(steps, column="Bo"), 6.5),
        Figure(crossings, 0),
        Figure(replace(crossings, column="Bo"), 0.125),
        Figure(replace(steps, name="jumps"), 0),
        Figure(Label("turns", heading="Walks"), 3),
    ]
    assert print_lines(capsys, figures) == [
        "",
        "Walks",
        "per turn         Rex         Bo",
        "steps           7.25       6.50",
        "crossings          ·       0.12",
        "turns           3.00  per game",
    ]


def test_another_unit_or_kind_of_column_starts_another_table(capsys):
    dogs = Label("wins", True, "% of all", "dog", "Wins", "Rex")
    homes = replace(dogs, group="home", column="first")
    figures = [
        Figure(dogs, 0.5),
        Figure(homes, 0.25),
        Figure(replace(homes, is_share=False, unit="in all"), 2),
    ]
    lines = print_lines(capsys, figures)
    assert [line.split()[0] for line in lines[2:]] == ["%", "wins", "%", "wins", "in", "wins"]


def test_a_share_in_a_table_has_its_margin_of_error(capsys):
    share = Label("won", True, "%", "dog", "Wins", "Rex")
    lines = print_lines(capsys, [Figure(share, 0.5, 0.4, 0.6)])
    unknown = print_lines(capsys, [Figure(share, 0.5)])
    assert lines[-1].split() == ["won", "50.00", "±", "10.00"]
    assert unknown[-1].split() == ["won", "50.00"]


def test_depth_decides_what_is_left_out(capsys):
    figures = [Figure(Label(str(depth), depth=depth), 1) for depth in (MAIN, FURTHER, RECORDED)]
    assert len(print_lines(capsys, figures, MAIN)) == 1
    assert len(print_lines(capsys, figures, FURTHER)) == 2


def test_a_narrow_terminal_truncates_nothing(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    steps = Label("steps", group="dog", heading="Walks")
    figures = [Figure(replace(steps, column=f"dog number {n}"), 1000 + n) for n in range(6)]
    text = "\n".join(print_lines(capsys, figures))
    assert all(f"dog number {n}" in text and f"{1000 + n:,}.00" in text for n in range(6))


def test_keys_distinguish_figures():
    assert Label("rolls").key == "rolls"
    assert Label("rolls", heading="Turns").key == "Turns: rolls"
    assert Label("rolls", heading="Turns", column="Rex").key == "Turns: rolls, Rex"


# From measures to figures


def test_totals_are_divided_by_their_counts():
    total = np.array([3, 0, 5, 2])
    rate = Measure(Label("falls per turn"), total, np.array([10, 0, 20, 10]))
    extents = [
        Measure(Label(way, extent=way), np.array([4, 9, 1, 2]))
        for way in (SHORTEST, MEDIAN, LONGEST)
    ]
    figures = account_of([Measure(Label("falls"), total), rate, *extents], 2).figures()
    assert [figure.value for figure in figures] == [2.5, 0.25, 1, 3, 9]


def test_zero_of_zero_gives_no_figure():
    never = Measure(Label("won homes"), np.zeros(3), np.zeros(3))
    assert account_of([never], 1).figures() == []


@pytest.mark.parametrize("share", [True, False])
def test_a_figure_keeps_the_label_of_its_measure(share):
    label = Label("won", share, "%", "dog", "Wins", "Rex", RECORDED)
    assert account_of([Measure(label, np.ones(2))], 1).figures()[0].label == label


def test_intervals_are_symmetric_lopsided_tiny_or_missing(capsys):
    label = Label("share", is_share=True, unit="")
    figures = [
        Figure(label, 0.5, 0.47, 0.53),
        Figure(label, 0.01, 0.002, 0.06),
        Figure(label, 0.5, 0.49998, 0.50002),
        Figure(label, 0.0),
        Figure(label, 1.0),
    ]
    lines = print_lines(capsys, figures)
    assert [line.removeprefix("share").strip() for line in lines] == [
        "50.00 %  ± 3.00",
        "1.00 %  0.20 … 6.00",
        "50.00 %  ± 0.002",
        "0.00 %  none seen",
        "100.00 %",
    ]
