"""The answer to `ladder`: the ratings, and the score of every pairing."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rich.table import Table

from offleash.cli.figures import full_width, make_table, print_uncropped
from offleash.cli.lab import Summary, print_caution, print_unfinished, rules_text
from offleash.cli.terminal import console, print_wrapped
from offleash.tools.prose import join_and, join_or

if TYPE_CHECKING:
    from offleash.contract import Game


FormatInterval = Callable[[Mapping[str, Any]], str]  # formats an interval


def print_ladder(game: "Game", summary: Summary) -> None:
    """Print the ratings, then the score of every pairing."""
    console.print(
        f"[bold]A ladder of {len(summary['bots'])} bots in {game.title}[/bold], "
        f"{summary['games']:,} games; {rules_text(summary)}\n"
    )
    print_uncropped(_ratings(summary))
    console.print()
    print_uncropped(_scores(summary))
    console.print()
    for better, worse in pairwise(summary["groups"]):
        print_wrapped(
            f"{join_and(worse)} won no game against {join_or(better)}: the gap between "
            "them comes mostly from the prior.",
            hanging=2,
        )
    print_caution(summary["blocks"])
    zero = f"{summary['anchor']} is 0" if summary["anchor"] else "the mean of all is 0"
    print_wrapped(f"Ratings are {summary['scale']}; {zero}. Prior: {summary['prior']}.", "dim", 2)
    print_unfinished(summary["unfinished"])


def _ratings(summary: Mapping[str, Any]) -> Table:
    headings = ("rating", "95 % interval", "above the next")
    table = make_table("", "bot", *headings, right=headings)
    for place, row in enumerate(summary["ratings"], 1):
        known = row["low"] is not None and row["bot"] != summary["anchor"]
        interval = f"{row['low']:+,.0f} … {row['high']:+,.0f}" if known else ""
        confidence = f"{100 * row['above_next']:.1f} %" if "above_next" in row else ""
        table.add_row(str(place), row["bot"], f"{row['rating']:+,.0f}", interval, confidence)
    return table


def _scores(summary: Mapping[str, Any]) -> Table:
    """Return the score of every pairing, in the widest form that fits."""
    forms = (
        (True, _format_ends),
        (False, _format_ends),
        (False, _format_half),
        (False, lambda cell: ""),
    )
    tables = [_score_table(summary, *form) for form in forms]
    return next((table for table in tables if full_width(table) <= console.width), tables[-1])


def _score_table(
    summary: Mapping[str, Any], with_names: bool, format_interval: FormatInterval
) -> Table:
    """Return the row's share of the wins against the column, in per cent."""
    names = [row["bot"] for row in summary["ratings"]]
    cells = {(cell["row"], cell["column"]): cell for cell in summary["matrix"]}
    headings = names if with_names else [str(place) for place in range(1, len(names) + 1)]
    table = make_table("", "% of wins against", *headings, right=headings)
    for place, row in enumerate(names, 1):
        scores = [_score(cells.get((row, column)), format_interval) for column in names]
        table.add_row(str(place), row, *scores)
    return table


def _score(cell: Mapping[str, Any] | None, format_interval: FormatInterval) -> str:
    if cell is None:
        return "·"
    score = f"{100 * cell['score']:.1f}"
    return score if cell["low"] is None else score + format_interval(cell)


def _format_ends(cell: Mapping[str, Any]) -> str:
    return f" ({100 * cell['low']:.1f} … {100 * cell['high']:.1f})"


def _format_half(cell: Mapping[str, Any]) -> str:
    """Return the longer half of the interval."""
    return f" ± {100 * max(cell['high'] - cell['score'], cell['score'] - cell['low']):.1f}"
