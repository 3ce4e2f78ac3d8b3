"""The answer to `tune`: the rule sets that no other beats in every goal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from offleash.cli.figures import make_table, print_uncropped
from offleash.cli.lab import Summary, rules_text
from offleash.cli.terminal import console, print_wrapped

if TYPE_CHECKING:
    from offleash.contract import Game

COMPROMISE = (
    "* the best compromise: closest to the best value of every goal, scaled to the range in this "
    "table."
)
CAUTION = (
    "Two figures: what the search saw → what the same rules reach on fresh luck, with a 95 % "
    "interval. Trust the second: the best of many trials look better than they are."
)


def print_tuning(game: "Game", summary: Summary) -> None:
    """Print the Pareto front: the rule sets that no other beats in every goal."""
    trials, front = summary["trials"], summary["front"]
    goals = [goal_heading(goal) for goal in summary["goals"]]
    console.print(
        f"[bold]{len(trials):,} rule sets of {game.title}[/bold], "
        f"{summary['games']:,} games; {rules_text(summary)}"
    )
    if refused := sum("refused" in trial for trial in trials):
        print_wrapped(f"{refused} of them left out: unplayable, or without a value for a goal.")
    if not front:
        return
    these = f"these {len(front)}" if len(front) > 1 else "this one"
    print_wrapped(f"No other rule set beats {these} in every goal:", hanging=2)
    console.print()
    checks = {check["number"]: check["reached"] for check in summary.get("checks", ())}
    _print_front(goals, [trials[n] for n in front], checks, summary["best"])
    console.print()
    print_wrapped(COMPROMISE, "dim", 2)
    if checks:
        print_wrapped(CAUTION, "dim", 2)


def goal_heading(goal: Mapping[str, Any]) -> str:
    """Return the heading of a goal's column; for a target, the distance from it."""
    if goal["kind"] in ("at most", "at least"):
        return f"{goal['measure']} off {goal['text'].removeprefix(goal['measure']).strip()}"
    if goal["kind"] != "target":
        return str(goal["text"])
    if "upper" in goal:
        return f"{goal['measure']} off {goal['target']:g}..{goal['upper']:g}"
    return f"|{goal['measure']} − {goal['target']:g}|"


def _print_front(
    goals: Sequence[str],
    trials: Sequence[Mapping[str, Any]],
    checks: Mapping[int, Sequence[Mapping[str, Any]]],
    best: int,
) -> None:
    from offleash.contract.options import describe_settings

    columns = zip(goals, trials[0]["reached"], strict=True)
    headings = [f"{goal}, %" if reached["is_share"] else goal for goal, reached in columns]
    table = make_table("", *headings, "changes", right=headings)
    for trial in trials:
        is_best = trial["number"] == best
        # a check has no figures if no game of it has a value for a goal
        again = checks.get(trial["number"]) or (None,) * len(goals)
        cells = list(map(format_both, trial["reached"], again))
        changes = describe_settings(trial["changes"]) or "none"
        table.add_row("*" if is_best else "", *cells, changes, style="bold" * is_best)
    print_uncropped(table)


def format_both(reached: Mapping[str, Any], again: Mapping[str, Any] | None) -> str:
    """Return what the search saw, and what a check on fresh luck found unless it is the same."""
    text = format_reached(reached)
    if again is None or again == reached:
        return text
    return f"{text.partition(' (')[0]} → {format_reached(again)}"


def format_reached(reached: Mapping[str, Any]) -> str:
    """Return a value with its interval, in per cent for a share; an integer if it is exact."""
    times, places = (100, 1) if reached["is_share"] else (1, 2)
    value, *ends = (
        times * reached[name] for name in ("value", "low", "high") if reached[name] is not None
    )
    if ends == [value, value] and value == int(value):
        return f"{int(value)}"
    interval = " … ".join(f"{end:,.{places}f}" for end in ends)
    return f"{value:,.{places}f}" + (f" ({interval})" if interval else "")
