"""`simulate`: many games, and what they come to."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from offleash.cli.figures import print_figures
from offleash.cli.parameters import GameName, Preset, RulesFile, Settings, chosen_options, load
from offleash.cli.terminal import console, messages, printable, speaks_unicode
from offleash.core.files import check_writable, write_text

if TYPE_CHECKING:
    from offleash.core.game import Figure

MOST_GAMES = 10_000_000  # of one batch, all of whose final records are held at once


def simulate(
    name: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES)] = 1000,
    seats: Annotated[str, typer.Option(help="bots: one name, or one for each seat")] = "greedy",
    seed: Annotated[int, typer.Option(min=0, help="same seed, same games")] = 0,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    brief: Annotated[bool, typer.Option("--brief", help="print the main figures only")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
    threads: Annotated[int | None, typer.Option(min=1, help="default: every core")] = None,
    transcript: Annotated[Path | None, typer.Option(help="write the first game there")] = None,
    svg: Annotated[Path | None, typer.Option(help="draw its final position there")] = None,
) -> None:
    """Play many games between bots and show what they come to."""
    from offleash.bots.rates import digest
    from offleash.bots.seats import policy, seat_names
    from offleash.core.batch import play_batch
    from offleash.core.game import FURTHER, MAIN

    check_writable(transcript, svg)
    game = load(name)
    options = chosen_options(game, preset, rules, settings)
    names = seat_names(game, seats, game.seat_count(options))
    players = policy(game, names)
    play_batch(game, players, 1, seed, options)  # compiles, where that is still to be done
    begun = time.perf_counter()
    with _progress(quiet=as_json) as bar:
        task = bar.add_task(f"playing {games:,} games", total=games)
        batch = play_batch(
            game,
            players,
            games,
            seed,
            variants=options,
            threads=threads,
            progress=lambda done: bar.advance(task, done),
        )
    seconds = time.perf_counter() - begun
    figures = _figures(game, batch)
    report = {
        "game": game.name,
        "rules": game.rules_version,
        "preset": game.base(options),
        "options": game.changed(options),
        "seats": names,
        "seed": seed,
        "games": games,
        "unfinished": int((~batch.finished).sum()),
        "figures": {figure.key: figure.value for figure in figures},
        "digest": digest(batch),
    }
    if as_json:
        print(json.dumps(report, indent=2, ensure_ascii=not speaks_unicode()))
    else:
        _print_title(game.title, game.told(options), report)
        print_figures(figures, games, MAIN if brief else FURTHER)
        _print_end(report, seconds)
    if transcript or svg:
        _write_first_game(game, options, names, seed, transcript, svg)


def _progress(quiet: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
        console=messages,
        transient=True,
        disable=quiet,
    )


def _figures(game: Any, batch: Any) -> list["Figure"]:
    """The game's own, and who won how often where the game does not say that by player."""
    from offleash.core.batch import wins_by_player

    figures = list(game.summary(batch)) if game.summary else []
    told = any(figure.is_share and figure.group == "player" for figure in figures)
    return figures if told else [*figures, *wins_by_player(batch)]


def _print_title(title: str, told: str, report: Mapping[str, Any]) -> None:
    games, who = report["games"], ", ".join(report["seats"])
    console.print(f"[bold]{games:,} games of {title}[/bold], {who}; {told}")


def _print_end(report: Mapping[str, Any], seconds: float) -> None:
    if report["unfinished"]:
        console.print(f"[red]{report['unfinished']} games were given up unfinished[/red]")
    rate = f"{report['games'] / seconds:,.0f} games a second"
    messages.print(f"[dim]{rate}; seed {report['seed']}[/dim]")


def _write_first_game(
    game: Any, options: Any, names: list[str], seed: int, transcript: Path | None, svg: Path | None
) -> None:
    """Plays the batch's first game once more, with everything written down."""
    from offleash.bots.seats import watch_game
    from offleash.play.transcript import format_transcript

    session = watch_game(game, options, names, seed)
    if transcript:
        write_text(transcript, format_transcript(session))
        messages.print(f"transcript of the first game: {printable(str(transcript))}", markup=False)
    if svg:
        write_text(svg, session.svg())
        messages.print(f"its final position: {printable(str(svg))}", markup=False)
