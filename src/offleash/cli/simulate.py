"""`simulate`: play many games and print their statistics."""

import sys
import time
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from offleash.cli.figures import print_figures
from offleash.cli.lab import (
    AsJson,
    Cluster,
    Out,
    Report,
    Seatings,
    Threads,
    output_folder,
    print_summary,
    print_unfinished,
    run_experiment,
)
from offleash.cli.parameters import (
    MOVE_LIMIT,
    GameName,
    MoveLimit,
    Preset,
    RulesFile,
    Settings,
    WeightFiles,
    check_weights_conflict,
    load,
    load_bots,
    resolve_options,
)
from offleash.cli.terminal import console, messages, printable
from offleash.core.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.lab.runs.run import Run


def simulate(
    name: GameName,
    games: Annotated[
        int,
        typer.Option("--games", "-n", min=1, help="number of games, rounded up to whole blocks"),
    ] = 1000,
    seats: Annotated[str, typer.Option(help="bots: one name, or one per seat")] = "greedy",
    seed: Annotated[int, typer.Option(min=0, help="the same seed plays the same games")] = 0,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    weights: WeightFiles = None,
    seatings: Seatings = None,
    brief: Annotated[bool, typer.Option("--brief", help="print only the main figures")] = False,
    move_limit: MoveLimit = MOVE_LIMIT,
    as_json: AsJson = False,
    threads: Threads = None,
    cluster: Cluster = None,
    out: Out = None,
    report: Report = None,
    transcript: Annotated[
        Path | None, typer.Option(help="write the first game to this file")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(help="write its last position to this SVG file")
    ] = None,
) -> None:
    """Play many games between bots and print statistics."""
    from offleash.core.game import FURTHER, MAIN
    from offleash.lab.plans.plan import make_arm, make_plan
    from offleash.lab.runs.experiment import Experiment
    from offleash.lab.runs.run import Run

    check_writable(transcript, svg)
    check_weights_conflict(weights, out, report, cluster)
    folder, game = output_folder(out, report), load(name, weights)
    load_bots(game, seats, limit=move_limit)
    options = resolve_options(game, preset, rules, settings)
    arm = make_arm(game, "", options, seats.split(","))
    experiment = Experiment(make_plan(game, [arm], games, seed, seatings), game)
    run, start = Run(experiment, threads, folder, cluster), time.perf_counter()
    known = run.results.games_of_all()
    summary = run_experiment(run, quiet=as_json)
    rate = (summary["games"] - known) / (time.perf_counter() - start)
    print_summary(
        summary,
        lambda: print_simulation(run, summary, rate, MAIN if brief else FURTHER),
        as_json,
        report,
    )
    if transcript or svg:
        _write_first_game(game, options, list(arm.lineups[0]), seed, transcript, svg)


def print_simulation(run: "Run", summary: Mapping[str, Any], rate: float, depth: int) -> None:
    """Print the figures of the games down to a depth."""
    from offleash.lab.plans.plan import arm_options

    game = run.experiment.game
    options = arm_options(game, run.experiment.plan.arms[0])
    _print_title(game.title, game.describe_options(options), summary)
    print_figures(run.results.account(0).figures(), depth)
    _print_end(summary, rate)


def _print_title(title: str, rules_text: str, report: Mapping[str, Any]) -> None:
    games, bots = report["games"], ", ".join(dict.fromkeys(report["seats"]))
    console.print(f"[bold]{games:,} games of {title}[/bold], {bots}; {rules_text}")


def _print_end(report: Mapping[str, Any], rate: float) -> None:
    print_unfinished(report["unfinished"])
    text = f"{rate:,.0f} games per second" if rate else "already played"
    messages.print(f"[dim]{text}; seed {report['seed']}[/dim]")


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
