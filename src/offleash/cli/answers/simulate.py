"""The answer to `simulate`: the figures of many games, and the strongest reasons for them."""

import time
from typing import TYPE_CHECKING

from rich.text import Text

from offleash.cli.figures import print_figures
from offleash.cli.lab import (
    RunOptions,
    Summary,
    in_own_names,
    print_caution,
    print_unfinished,
    rules_text,
    run_experiment,
)
from offleash.cli.terminal import console, messages

if TYPE_CHECKING:
    from offleash.lab.runs.run import Run

MOST_FINDINGS = 3


def play_simulation(run: "Run", output: RunOptions, brief: bool = False) -> None:
    """Play games and print their figures, all or only the main ones."""
    known, start = run.results.games_of_all(), time.perf_counter()
    summary = run_experiment(run, output.as_json)
    rate = (summary["games"] - known) / (time.perf_counter() - start)
    output.print_summary(summary, lambda: _print_simulation(run, summary, rate, brief))


def _print_simulation(run: "Run", summary: Summary, rate: float, brief: bool) -> None:
    from offleash.bots.kinds import list_players
    from offleash.contract import FURTHER, MAIN
    from offleash.contract.lab.playing_time import format_seconds, seconds_of
    from offleash.lab.runs.experiment import SECONDS

    game = run.experiment.game
    bots = list_players(game, dict.fromkeys(summary["seats"]))
    head = f"[bold]{summary['games']:,} games of {game.title}[/bold]"
    console.print(f"{head}, {bots}; {rules_text(summary)}")
    figures = in_own_names(run, list(run.results.account(0).figures()))
    print_figures(figures, MAIN if brief else FURTHER)
    seconds = format_seconds(seconds_of(game, run.experiment.plan.goal.get(SECONDS)))
    console.print(f"with --seconds {seconds}", style="dim", markup=False, soft_wrap=True)
    _print_findings(in_own_names(run, summary))
    print_caution(run.experiment.blocks)
    print_unfinished(summary["unfinished"])
    text = f"{rate:,.0f} games per second" if rate else "already played"
    messages.print(f"[dim]{text}; seed {summary['seed']}[/dim]")


def _print_findings(summary: Summary) -> None:
    """Print the strongest reasons for the figures; runs of older versions have none."""
    findings = summary.get("findings", [])[:MOST_FINDINGS]
    if findings:
        console.print(Text("\nWhy", "bold"))
    for finding in findings:
        console.print(Text(f"· {finding['sentence']}"), soft_wrap=True)
