"""Figures on a terminal: under headings, and side by side where they have columns."""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from offleash.cli.terminal import console

if TYPE_CHECKING:
    from offleash.contract import Figure

MAX_WIDTH = 1000
MIN_COLUMN_WIDTH = 9  # of a column, so that columns of different tables line up
NONE_SEEN = "none seen"  # instead of an interval, which would depend on how such events cluster
MOST_DECIMALS = 5  # for an interval that two decimals can't show
LOPSIDED = 0.1  # of its width by which an interval may be off its value and still be "±"


def print_figures(figures: Iterable["Figure"], deepest: int) -> None:
    """Print figures down to a depth, with a table for each run of the same columns."""
    visible = [figure for figure in figures if figure.label.depth <= deepest]
    width = max((len(figure.label.name) for figure in visible if figure.label.heading), default=0)
    for heading, under in groupby(visible, lambda figure: figure.label.heading):
        if heading:
            console.print(Text(f"\n{heading}", "bold"))
        for _, group in groupby(under, _table_key):
            block = list(group)
            make_table = _columns_table if block[0].label.column else _rows_table
            print_uncropped(make_table(block, width if heading else 0))


def make_table(*headings: str, right: Collection[str] = ()) -> Table:
    """Return a table without lines; the columns in `right` are aligned to the right."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in headings:
        table.add_column(heading, justify="right" if heading in right else "left", no_wrap=True)
    return table


def print_uncropped(table: Table) -> None:
    """Print a table without cropping it, however narrow the terminal is."""
    table.width = full_width(table)
    console.print(table, crop=False)


def full_width(table: Table) -> int:
    """Return the width of a table that is not cropped."""
    return console.measure(table, options=console.options.update(width=MAX_WIDTH)).maximum


def _table_key(figure: "Figure") -> tuple[str, str]:
    """Return the key of the table that a figure belongs to."""
    return (figure.label.group, figure.label.unit) if figure.label.column else ("", "")


def _rows_table(figures: Sequence["Figure"], width: int) -> Table:
    """Return a table with one figure per row."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(min_width=width)
    table.add_column(justify="right", min_width=MIN_COLUMN_WIDTH if width else 0)
    table.add_column(style="dim")
    for figure in figures:
        label = figure.label
        value = f"{100 * figure.value:.2f} %" if label.is_share else f"{figure.value:,.2f}"
        table.add_row(label.name, value, " ".join(filter(None, (_spread(figure), label.unit))))
    return table


def _columns_table(figures: Sequence["Figure"], width: int) -> Table:
    """Return a table with a name per row and the unit above the names; leave out rows of zeros."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(figures[0].label.unit, min_width=width, no_wrap=True)
    columns = list(dict.fromkeys(figure.label.column for figure in figures))
    for column in columns:
        table.add_column(column, justify="right", min_width=MIN_COLUMN_WIDTH, no_wrap=True)
    for name, of_name in groupby(figures, lambda figure: figure.label.name):
        row = list(of_name)
        if any(figure.value for figure in row):
            cells = {figure.label.column: _cell(figure) for figure in row}
            table.add_row(name, *(cells.get(column, "") for column in columns))
    return table


def _cell(figure: "Figure") -> str:
    if figure.label.is_share:
        return " ".join(filter(None, (f"{100 * figure.value:.2f}", _spread(figure))))
    return f"{figure.value:,.2f}" if figure.value else "·"


def _spread(figure: "Figure") -> str:
    """Return the interval: half its width, or both ends if they are not about equally far."""
    scale = 100 if figure.label.is_share else 1
    low, value, high = scale * figure.low, scale * figure.value, scale * figure.high
    if math.isnan(low) or math.isnan(high):
        return "" if value else NONE_SEEN
    half = (high - low) / 2
    decimals = next((d for d in range(2, MOST_DECIMALS) if round(half, d)), MOST_DECIMALS)
    if abs(low + high - 2 * value) <= LOPSIDED * 2 * half:
        return f"± {half:,.{decimals}f}"
    return f"{low:,.{decimals}f} … {high:,.{decimals}f}"


# Values: shares in per cent, small numbers with enough digits


def value_text(value: float, is_share: bool) -> str:
    """Return `12.34 %`, or `1,234.50`, or `0.00123`."""
    return f"{100 * value:.2f} %" if is_share else plain(value)


def difference_text(value: float, is_share: bool) -> str:
    """Return a difference with its sign; for shares, in percentage points."""
    text = f"{100 * abs(value):.2f}" if is_share else plain(abs(value))
    is_zero = not any(digit in text for digit in "123456789")
    return f"{' ' if is_zero else '−' if value < 0 else '+'}{text}"


def span_text(ends: Sequence[float | None], is_share: bool) -> str:
    """Return `+1.20 … +3.40`; an open end is a question mark, and two of them are nothing."""
    if all(end is None for end in ends):
        return ""
    return " … ".join("?" if end is None else difference_text(end, is_share) for end in ends)


def plain(value: float) -> str:
    """Return two decimals, or more for a small number."""
    size = abs(value)
    decimals = 2 if size >= 0.1 or size < 1e-9 else 3 if size >= 0.01 else 5
    return f"{value:,.{decimals}f}"


def p_text(p: float | None) -> str:
    """Return a p-value: `0.012`, or `< 0.001`; empty for None."""
    if p is None:
        return ""
    return "< 0.001" if p < 0.001 else f"{p:.3f}"
