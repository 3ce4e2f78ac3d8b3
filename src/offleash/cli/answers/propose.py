"""The answer to `propose`: what matters, and the proposals next to today's rules."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from offleash.cli.answers.tune import format_reached, goal_heading
from offleash.cli.figures import make_table, print_uncropped
from offleash.cli.lab import Summary, rules_text
from offleash.cli.terminal import console, print_wrapped

if TYPE_CHECKING:
    from offleash.contract import Game

MOST_OPTIONS = 8  # of the screening that are listed

SEEN = (
    "The search saw its best rule sets with luck that helped to pick them; the other columns were "
    "played afterwards, with fresh luck. Intervals are 95 %."
)


def print_proposals(game: "Game", summary: Summary) -> None:
    """Print what matters, and the proposals next to today's rules."""
    from offleash.lab.experiments.agreement import (
        agreement,
        broken_text,
        conclusion,
        not_better_text,
        reach_text,
    )

    console.print(
        f"[bold]{len(summary['trials']):,} rule sets of {game.title}[/bold], "
        f"{summary['games']:,} games; {rules_text(summary)}"
    )
    if "budget" in summary:
        print_wrapped(summary["budget"]["text"], "dim", 2)
    _print_screening(summary)
    _print_trade(summary)
    for place, goal in enumerate(summary["goals"]):
        if goal["kind"] != "few-changes":
            _print_goal(summary, place, goal)
    console.print()
    if summary["best"] is None:
        print_wrapped(not_better_text(summary), "bold")
    for text in filter(None, (reach_text(summary), conclusion(summary))):
        print_wrapped(text, "", 2)
    for proposal in summary["proposals"]:
        is_best = summary["best"] == proposal["number"]
        _print_proposal(proposal, agreement(summary, proposal), is_best)
    console.print()
    if text := broken_text(summary):
        print_wrapped(text, "dim", 2)
    print_wrapped(SEEN, "dim", 2)


def _print_screening(summary: Summary) -> None:
    """Print the options that move the goals most."""
    names = [row["option"] for row in summary["screening"]["options"] if row["is_varied"]]
    listed = ", ".join(names[:MOST_OPTIONS])
    more = f" and {len(names) - MOST_OPTIONS} more" if len(names) > MOST_OPTIONS else ""
    print_wrapped(f"What matters most, of {len(summary['over'])} options: {listed}{more}", "", 2)


def _print_trade(summary: Summary) -> None:
    """Print how near the best rule sets with few and with many changes come to the goals."""
    from offleash.lab.experiments.agreement import trade_rows

    rows = trade_rows(summary)
    if len(rows) < 2:
        return
    console.print("\n[bold]What changes buy, as the search saw it[/bold]", highlight=False)
    table = make_table("changes", "distance", "lacks", right=["distance"])
    for changes, distance, lacks, _ in rows:
        table.add_row(changes, distance, lacks)
    print_uncropped(table)


def _print_goal(summary: Summary, place: int, goal: Mapping[str, Any]) -> None:
    """Print a goal's value for each rule set: while searching, and with each group of bots."""
    from offleash.lab.experiments.agreement import met_text

    bots = [group["name"] for group in summary["bots"]]
    first = bots[0]
    is_share = summary["today"]["validated"][first][place]["is_share"]
    console.print(f"\n[bold]{goal_heading(goal)}{', %' * is_share}[/bold]", highlight=False)
    headings = [f"search: {first}", *bots]
    table = make_table("", *headings, right=headings)
    for name, rules in _rows(summary):
        cells = [rules["seen"][first][place], *(rules["validated"][n][place] for n in bots)]
        table.add_row(name, *(met_text(goal, cell) or format_reached(cell) for cell in cells))
    print_uncropped(table)


def _rows(summary: Summary) -> Sequence[tuple[str, Mapping[str, Any]]]:
    proposals = [(f"proposal {row['number']}", row) for row in summary["proposals"]]
    return [("today's rules", summary["today"]), *proposals]


def _print_proposal(proposal: Mapping[str, Any], sentences: Sequence[str], is_best: bool) -> None:
    star = "* " if is_best else "  "
    print_wrapped(f"{star}Proposal {proposal['number']}: {proposal['verdict']}", "bold" * is_best)
    print_wrapped(f"    {' '.join(sentences)}", hanging=4)
    for change in proposal["described"]:
        text = f"{change['text']}: {change['change']} ({change['option']})"
        print_wrapped(f"    {text}", hanging=6)
