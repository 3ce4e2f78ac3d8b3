"""`simulate`: play many games and print their statistics."""

import sys
import time
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
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
from offleash.cli.terminal import console, messages, printable
from offleash.tools.files import write_text

if TYPE_CHECKING:
    from offleash.lab.runs.run import Run

MOST_FINDINGS = 3


@dataclass(frozen=True)
class FirstGame:
    """What else `simulate` prints and writes."""

    brief: Annotated[bool, typer.Option("--brief", help="print only the main figures")] = False
    transcript: Annotated[Path | None, typer.Option(help="write the first game to this file")] = (
        None
    )
    svg: Annotated[Path | None, typer.Option(help="write its last position to this SVG file")] = (
        None
    )


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


def write_first_game(run: "Run", transcript: Path | None, svg: Path | None) -> None:
    """Play the first game again and write its transcript and picture, if they are asked for."""
    from offleash.bots.players import watch_game
    from offleash.lab.plans.plan import arm_options
    from offleash.play.transcript import format_transcript

    if not transcript and not svg:
        return
    game, plan = run.experiment.game, run.experiment.plan
    options = arm_options(game, plan.arms[0])
    names, seed = list(plan.arms[0].lineups[0])[: game.seat_count(options)], plan.seed

    with redirect_stdout(sys.stderr):
        session = watch_game(game, options, names, seed)
    if transcript:
        write_text(transcript, format_transcript(session))
        messages.print(f"transcript of the first game: {printable(str(transcript))}", markup=False)
    if svg:
        write_text(svg, session.svg())
        messages.print(f"its final position: {printable(str(svg))}", markup=False)
