"""The answer to `sweep`: every measure at each point, or the indices of each option."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

from offleash.cli.figures import (
    difference_text,
    make_table,
    p_text,
    print_uncropped,
    span_text,
    value_text,
)
from offleash.cli.lab import print_caution, print_unfinished
from offleash.cli.terminal import messages, print_plain

if TYPE_CHECKING:
    from offleash.contract import Game

MAX_ROWS = 40  # how many points are printed
SIGNIFICANCE = 0.05  # a difference with a smaller p-value is marked
SHADES = ("", "on grey15", "on grey23", "on grey30", "on grey37", "on grey42")
BAR_WIDTH = 20  # the width of an index of one


def print_sweep(game: "Game", summary: Mapping[str, Any]) -> None:
    """Print every measure at each point, or the sensitivity indices of each option."""
    from offleash.bots.kinds import list_players
    from offleash.lab.experiments.sweep import games_text

    points, over = summary["points"], summary["over"]
    bots = list_players(game, dict.fromkeys(summary["seats"]))
    games = f"{len(points)} points of {games_text(points)}"
    title = (f"{game.title}: {' × '.join(over)}", "bold")
    print_plain(Text.assemble(title, f", {games}, {bots}"))
    for measure in summary["measures"]:
        unit = f" ({measure['unit']})" if measure["unit"] else ""
        print_plain(Text.assemble("\n", (measure["measure"], "bold"), unit))
        if summary["sobol"]:
            _print_indices(summary["indices"].get(measure["measure"]))
        elif len(over) == 2:
            _print_matrix(summary, measure)
        else:
            _print_points(summary, measure)
    print_caution(summary["blocks"])
    print_unfinished(summary["unfinished"])
    messages.print(f"[dim]seed {summary['seed']}[/dim]")


def _print_points(summary: Mapping[str, Any], measure: Mapping[str, Any]) -> None:
    """Print a row for each point: its value, and its difference from the base."""
    key, is_share = measure["measure"], measure["is_share"]
    is_uneven = len({point["games"] for point in summary["points"]}) > 1
    headings = [*["games"] * is_uneven, "value", "interval", "from the base", "its interval"]
    headings.append("p (Holm)")
    table = make_table(", ".join(summary["over"]), *headings, right=headings)
    for number, point in list(enumerate(summary["points"]))[:MAX_ROWS]:
        row = [_point_name(point, number == summary["base"])]
        row += [f"{point['games']:,}"] * is_uneven
        if key not in point["figures"]:
            table.add_row(*row, "–")
            continue
        row += [value_text(point["figures"][key], is_share)]
        ends = point["intervals"].get(key)
        row += [" … ".join(value_text(end, is_share).removesuffix(" %") for end in ends or [])]
        if difference := point["differences"].get(key):
            row += [difference_text(difference["difference"], is_share)]
            row += [span_text(difference["interval"], is_share), p_text(difference["p_holm"])]
        table.add_row(*row, style="bold" if number == summary["base"] else "")
    print_uncropped(table)
    if len(summary["points"]) > MAX_ROWS:
        print_plain(f"and {len(summary['points']) - MAX_ROWS} more points; --json lists all")


def _point_name(point: Mapping[str, Any], is_base: bool) -> str:
    values = point["values"]
    text = "" if values is None else ", ".join(values.values())
    return " ".join(filter(None, (text, "(base)" * is_base)))


def _print_matrix(summary: Mapping[str, Any], measure: Mapping[str, Any]) -> None:
    """Print two options as a matrix, shaded by value, with significant differences marked."""
    key = measure["measure"]
    (down, rows), (across, columns) = summary["over"].items()
    cells = {
        (point["values"][down], point["values"][across]): (number, point)
        for number, point in enumerate(summary["points"])
        if point["values"] is not None
    }
    figures = [point["figures"].get(key) for _, point in cells.values()]
    known = [value for value in figures if value is not None]
    table = make_table(f"{down} ↓  {across} →", *columns, right=columns)
    for row in rows:
        row_cells = [
            _cell(*cells[row, column], summary["base"], measure, known) for column in columns
        ]
        table.add_row(row, *row_cells)
    print_uncropped(table)
    base = summary["points"][summary["base"]]
    if base["values"] is None and key in base["figures"]:
        print_plain(f"base rules: {value_text(base['figures'][key], measure['is_share'])}")
    underlined = "; the base is underlined" * (base["values"] is not None)
    print_plain(Text(f"* differs from the base, p < 0.05 (Holm){underlined}", "dim"))


def _cell(
    number: int,
    point: Mapping[str, Any],
    base: int,
    measure: Mapping[str, Any],
    known: Sequence[float],
) -> Text:
    key = measure["measure"]
    if key not in point["figures"]:
        return Text("–")
    value = point["figures"][key]
    p = point["differences"].get(key, {}).get("p_holm")
    is_significant = p is not None and p < SIGNIFICANCE
    spread = max(known) - min(known)
    shade = SHADES[round((len(SHADES) - 1) * (value - min(known)) / spread) if spread else 0]
    style = f"{shade} underline" if number == base else shade
    return Text(value_text(value, measure["is_share"]) + ("*" if is_significant else " "), style)


def _print_indices(indices: Mapping[str, Mapping[str, Sequence[float | None]]] | None) -> None:
    """Print the first-order and total index of each option, largest first."""
    if not indices:
        print_plain("not available: some points have no value")
        return
    table = make_table("option", "alone", "", "in all", "", "", right=("alone", "in all"))
    totals = indices["total"]
    for name in sorted(totals, key=lambda option: -(totals[option][0] or 0.0)):
        row = [name]
        for part in ("first", "total"):
            value, low, high = indices[part][name]
            texts = ["–", ""] if value is None else [f"{value:.2f}", f"({low:.2f} … {high:.2f})"]
            row += [text.replace("-", "−") for text in texts]
        share = min(max(totals[name][0] or 0.0, 0.0), 1.0)
        table.add_row(*row, "█" * round(BAR_WIDTH * share))
    print_uncropped(table)
