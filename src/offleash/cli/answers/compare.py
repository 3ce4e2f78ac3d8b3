"""The answer to `compare`: the verdict, the effect, and what else changed."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from offleash.cli.figures import (
    difference_text,
    full_width,
    make_table,
    p_text,
    print_uncropped,
    span_text,
    value_text,
)
from offleash.cli.lab import print_unfinished
from offleash.cli.terminal import console, messages, print_plain, print_verdict

if TYPE_CHECKING:
    from offleash.contract import Game

MAX_ROWS = 12  # how many other measures are printed
FIRST, CHANGED = "wins and length", "what else changed most"
MIN_BAR_WIDTH = 11  # the width of the bars next to them
FORMS = ((True, True), (True, False), (False, False))  # (values, bars): the first that fits

Ends = Sequence[float | None]


def print_comparison(game: "Game", summary: Mapping[str, Any]) -> None:
    """Print the verdict, the effect and its cost; then wins, length, and what changed most."""
    from offleash.contract.options import describe_settings
    from offleash.lab.experiments.compare import is_decided, sentence

    is_share, arms = summary["is_share"], summary["arms"]
    print_plain(Text(f"{game.title}: {summary['measure']}", "bold"))
    for arm, value in zip(arms, summary["values"], strict=True):
        changes = describe_settings(arm["chosen"])
        print_plain(f"  {arm['name']}  {value_text(value, is_share):>10}  {changes}")
    ends = span_text(summary["interval"], is_share)
    effect = f"b − a {difference_text(summary['effect'], is_share)}  ({ends})"
    points = " points" if is_share else f" {summary['unit']}" if summary["unit"] else ""
    print_plain(f"  {effect}{points}, {100 * summary['level']:g} % over all looks")
    if (corrected := summary.get("corrected")) is not None:
        text = difference_text(corrected, is_share).strip()
        print_plain(f"  about {text} after correction for the chance to stop early")
    print_verdict(sentence(summary), is_decided(summary))
    margin = difference_text(summary["margin"], is_share).strip(" +")
    why = "" if summary["margin_is_given"] or is_share else ", 1 % of a at the first look"
    print_plain(f"  margin {margin}{points}{why}")
    print_plain(f"  {_cost(summary)}")
    if summary["others"]:
        _print_others(summary)
    print_unfinished(sum(arm["unfinished"] for arm in arms))
    messages.print(f"[dim]seed {summary['seed']}[/dim]")


def _cost(summary: Mapping[str, Any]) -> str:
    games = " and ".join(f"{count:,}" for count in dict.fromkeys(summary["games"]))
    looks, possible = len(summary["looks"]), len(summary["possible_looks"])
    arms_text = "per arm" if len(set(summary["games"])) == 1 else "in a and b"
    return f"{games} games {arms_text} in {summary['blocks']:,} blocks; look {looks} of {possible}"


def _print_others(summary: Mapping[str, Any]) -> None:
    """Print what a designer asks first, then the other measures that changed most."""
    from offleash.lab.experiments.compare import first_rows, most_changed, ranked_rows

    first, changed = first_rows(summary), most_changed(summary)
    listed = changed[: max(0, MAX_ROWS - len(first))]
    rows = [*((FIRST, row) for row in first), *((CHANGED, row) for row in listed)]
    print_plain(Text("\nOther measures", "bold"))
    if rows:
        tables = [_others_table(rows, *form) for form in FORMS]
        fitting = (table for table in tables if full_width(table) <= console.width)
        print_uncropped(next(fitting, tables[-1]))
    rest = len(ranked_rows(summary)) - len(first)
    if rest:
        print_plain(Text(_describe_rest(len(listed), len(changed), rest), "dim"))


def _describe_rest(listed: int, changed: int, rest: int) -> str:
    """Return how many of the further measures differ, and where to find the others."""
    if not changed:
        return f"None of the {rest} further measures differs clearly; --json lists them."
    limit = f", {listed} of them listed" if listed < changed else ""
    return f"{changed} of {rest} further measures differ clearly{limit}; --json lists all."


def _others_table(
    rows: Sequence[tuple[str, Mapping[str, Any]]], with_values: bool, with_bars: bool
) -> Table:
    """Return the table, with or without the values of both arms, and with or without bars."""
    numbers = ("a", "b", "b − a") if with_values else ("b − a",)
    graphic = ("points, or % of a",) if with_bars else ()
    table = make_table("", *numbers, *graphic, "p (Holm)", right=(*numbers, "p (Holm)"))
    width = MIN_BAR_WIDTH + 2 * max(0, console.width - 90) // 4
    bars = _bars([_scaled(row) for _, row in rows], width)
    heading = ""
    for (part, row), bar in zip(rows, bars, strict=True):
        if part != heading:
            table.add_row(Text(part, "dim"))
            heading = part
        values = (
            [value_text(value, row["is_share"]) for value in row["values"]] if with_values else []
        )
        difference = difference_text(row["difference"], row["is_share"])
        name = f"  {row['measure']}"
        cells: list[str | Text] = [name, *values, difference, *([bar] if with_bars else [])]
        table.add_row(*cells, p_text(row["p_holm"]))
    return table


def _scaled(row: Mapping[str, Any]) -> tuple[float, Ends]:
    """Return difference and interval of a share in points, of an amount as a part of a's value."""
    from offleash.lab.figures.differences import change_scale

    before, after = row["values"]
    scale = change_scale(before, after, row["is_share"], row["unit"])
    return _divide(row["difference"], row["interval"], 1 / scale)


def _divide(value: float, ends: Ends, scale: float) -> tuple[float, Ends]:
    return value / scale, [None if end is None else end / scale for end in ends]


# A forest plot in a column of characters


def _bars(rows: Sequence[tuple[float, Ends]], width: int) -> list[Text]:
    """Return a bar for each value and its interval, all on one scale with zero in the middle.

    The values set the scale; an interval that reaches beyond it ends in an arrow.
    """
    scale = 1.25 * max((abs(value) for value, _ in rows), default=0.0) or 1.0
    half = (width - 1) // 2
    return [_bar(*_divide(*row, scale), half) for row in rows]


def _bar(value: float, ends: Ends, half: int) -> Text:
    low, high = (_place(end, half, side) for end, side in zip(ends, (-1, 1), strict=True))
    line = [" "] * (2 * half + 1)
    for place in range(max(low, -half), min(high, half) + 1):
        line[place + half] = "─"
    if low < -half:
        line[0] = "←"
    if high > half:
        line[-1] = "→"
    is_clear = low > 0 or high < 0
    if line[half] == " ":
        line[half] = "│"
    line[round(value * half) + half] = "●"
    return Text("".join(line), "bold" if is_clear else "dim")


def _place(end: float | None, half: int, side: int) -> int:
    """Return the column of an end; an open end lies outside the bar."""
    return side * (half + 1) if end is None else max(-half - 1, min(half + 1, round(end * half)))
