"""Figures on a terminal: under headings, and side by side where they have columns."""

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from offleash.cli.terminal import console

if TYPE_CHECKING:
    from offleash.core.game import Figure

WIDEST = 1000
NARROWEST = 9  # of a column, so that those of different tables stand under each other


def print_figures(figures: Iterable["Figure"], games: int, deepest: int) -> None:
    """All of them down to a depth: a table for each stretch with the same columns."""
    shown = [figure for figure in figures if figure.depth <= deepest]
    width = max((len(figure.name) for figure in shown if figure.heading), default=0)
    for heading, under in groupby(shown, lambda figure: figure.heading):
        if heading:
            console.print(Text(f"\n{heading}", "bold"))
        for _, alike in groupby(under, _table_of):
            block = list(alike)
            form = _side_by_side if block[0].column else _listed
            table = form(block, games, width if heading else 0)
            # However narrow the terminal is, nothing is cut.
            roomy = console.options.update(width=WIDEST)
            table.width = console.measure(table, options=roomy).maximum
            console.print(table, crop=False)


def _table_of(figure: "Figure") -> tuple[str, str]:
    """Figures that differ in this can't stand in one table."""
    return (figure.group, figure.unit) if figure.column else ("", "")


def _listed(figures: Sequence["Figure"], games: int, width: int) -> Table:
    """One figure a row."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(min_width=width)
    table.add_column(justify="right", min_width=NARROWEST if width else 0)
    table.add_column(style="dim")
    for figure in figures:
        if figure.is_share:
            table.add_row(figure.name, f"{100 * figure.value:.2f} %", f"± {_spread(figure, games)}")
        else:
            table.add_row(figure.name, f"{figure.value:,.2f}", figure.unit)
    return table


def _side_by_side(figures: Sequence["Figure"], games: int, width: int) -> Table:
    """One name a row, with a column for each; the unit stands above the names."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(figures[0].unit, min_width=width, no_wrap=True)
    columns = list(dict.fromkeys(figure.column for figure in figures))
    for column in columns:
        table.add_column(column, justify="right", min_width=NARROWEST, no_wrap=True)
    for name, of_name in groupby(figures, lambda figure: figure.name):
        cells = {figure.column: _cell(figure, games) for figure in of_name}
        table.add_row(name, *(cells.get(column, "") for column in columns))
    return table


def _cell(figure: "Figure", games: int) -> str:
    if figure.is_share:
        return f"{100 * figure.value:.2f} ± {_spread(figure, games)}"
    return f"{figure.value:,.2f}" if figure.value else "·"


def _spread(figure: "Figure", games: int) -> str:
    """Half the width of the 95 % Wilson interval, in per cent."""
    return f"{100 * half_width(figure.value, figure.trials or games):.2f}"


def half_width(share: float, trials: int) -> float:
    """Half the width of the 95 % Wilson interval."""
    z = 1.96
    spread = math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return z * spread / (1 + z * z / trials)
