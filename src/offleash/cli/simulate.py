"""`simulate`: play many games and print their statistics."""

import sys
import time
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from offleash.cli.figures import print_figures
from offleash.cli.lab import (
    RunOptions,
    Seatings,
    Seats,
    Seed,
    Summary,
    in_own_names,
    print_caution,
    print_unfinished,
    rules_text,
    run_experiment,
)
from offleash.cli.parameters import (
    MOVE_LIMIT,
    GameName,
    MoveLimit,
    RulesChoice,
    WeightFiles,
    load_bots,
)
from offleash.cli.terminal import console, messages, printable
from offleash.tools.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.lab.runs.run import Run

MOST_FINDINGS = 3


def simulate(
    name: GameName,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, help="number of games, rounded up to whole blocks"),
    ] = 1000,
    seats: Seats = "greedy",
    seed: Seed = 0,
    *,
    rules: RulesChoice,
    weights: WeightFiles = None,
    seatings: Seatings = None,
    seconds: Annotated[
        str,
        typer.Option(
            metavar="KIND=S,…",
            help="seconds that people need for kinds of decisions, for the playing time",
        ),
    ] = "",
    brief: Annotated[bool, typer.Option("--brief", help="print only the main figures")] = False,
    move_limit: MoveLimit = MOVE_LIMIT,
    output: RunOptions,
    transcript: Annotated[
        Path | None, typer.Option(help="write the first game to this file")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="write its last position to this SVG file")
    ] = None,
) -> None:
    """Play many games between bots and print statistics."""
    from offleash.contract.lab.playing_time import parse_seconds
    from offleash.lab.plans.plan import make_arm, make_plan
    from offleash.lab.runs.experiment import SECONDS, Experiment

    check_writable(transcript, svg)
    game = output.load_game(name, weights)
    load_bots(game, seats, limit=move_limit)
    options = rules.options(game)
    arm = make_arm(game, "", options, seats.split(","))
    goal = {SECONDS: parse_seconds(game, seconds)} if seconds else {}
    plan = make_plan(game, [arm], games, seed, seatings, goal=goal)
    experiment = Experiment(plan, game)
    play_simulation(output.start(experiment), output, brief)
    if transcript or svg:
        bots = list(arm.lineups[0])[: game.seat_count(options)]
        _write_first_game(game, options, bots, seed, transcript, svg)


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


def _write_first_game(
    game: Any, options: Any, names: list[str], seed: int, transcript: Path | None, svg: Path | None
) -> None:
    """Play the first game again and write its transcript and picture."""
    from offleash.bots.players import watch_game
    from offleash.play.transcript import format_transcript

    with redirect_stdout(sys.stderr):
        session = watch_game(game, options, names, seed)
    if transcript:
        write_text(transcript, format_transcript(session))
        messages.print(f"transcript of the first game: {printable(str(transcript))}", markup=False)
    if svg:
        write_text(svg, session.svg())
        messages.print(f"its final position: {printable(str(svg))}", markup=False)
