"""The Typer application with all commands. A command imports rules only when it runs."""

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any

import typer

from offleash.cli.advise import advise
from offleash.cli.build_web import build_web
from offleash.cli.card import card
from offleash.cli.check import bench, check, perft, scenario
from offleash.cli.claims import claims
from offleash.cli.dataset import dataset
from offleash.cli.doctor import doctor
from offleash.cli.evaluate import evaluate
from offleash.cli.explore import explore
from offleash.cli.export import export
from offleash.cli.fit import fit
from offleash.cli.forecast import forecast, scorecard
from offleash.cli.games import games
from offleash.cli.inspect import outcomes, show
from offleash.cli.mcp import mcp
from offleash.cli.new_game import new_game
from offleash.cli.parameters import with_groups, with_project
from offleash.cli.play import play
from offleash.cli.print import print_game
from offleash.cli.project import project_app
from offleash.cli.questions import command_of, simulate_command
from offleash.cli.replay import replay, verify
from offleash.cli.rulebook import rulebook
from offleash.cli.run import report, run_plan
from offleash.cli.serve import serve
from offleash.cli.train import train_command
from offleash.cli.usage import Commands
from offleash.cli.warm import warm
from offleash.cli.worth import worth_command
from offleash.lab.questions.compare import Compare
from offleash.lab.questions.ladder import Ladder
from offleash.lab.questions.propose import Propose
from offleash.lab.questions.sweep import Sweep
from offleash.lab.questions.tune import Tune
from offleash.tools import png

app = typer.Typer(
    name="offleash", cls=Commands, pretty_exceptions_enable=False, rich_markup_mode="rich"
)


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="print the version and exit")] = False,
) -> None:
    """Play board games about dogs, simulate them, and check their rules."""
    if version:
        from offleash import __version__

        print(f"offleash {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


COMMANDS: tuple[Callable[..., Any], ...] = (
    games,
    play,
    serve,
    mcp,
    simulate_command(),
    *map(command_of, (Compare, Sweep, Ladder)),
    claims,
    evaluate,
    *map(command_of, (Tune, Propose)),
    train_command(),
    fit,
    forecast,
    scorecard,
    report,
    replay,
    verify,
    show,
    advise,
    worth_command(),
    outcomes,
    perft,
    scenario,
    check,
    bench,
    warm,
    build_web,
    doctor,
)
for command in COMMANDS:
    app.command()(with_project(with_groups(command)))
app.command("run")(with_groups(run_plan))
app.command()(with_groups(rulebook))
app.add_typer(project_app, name="project")
app.command()(new_game)
app.command("print")(with_groups(print_game))
app.command()(with_groups(export))
app.command()(with_project(with_groups(dataset)))
app.command()(with_groups(card))
app.command()(with_groups(explore))


def _render_png(svg: str) -> bytes:
    """Draw an SVG as PNG. Raises OffleashError if a package for that is not installed."""
    from offleash.paper import require_print_packages

    with require_print_packages():
        from offleash.paper.export.png import render_png

        return render_png(svg)


@cache  # Typer reads the signature of every command
def _root_command() -> Any:
    return typer.main.get_command(app)


def run(arguments: list[str] | None = None) -> Any:
    """Run one command line; returns an exit status, or None for success."""
    png.render = _render_png
    return _root_command()(arguments, prog_name="offleash", standalone_mode=False)
