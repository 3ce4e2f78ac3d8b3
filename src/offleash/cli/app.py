"""The commands and what they share. Commands import rules only when they run."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

app = typer.Typer(
    name="offleash",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)

console = Console()
messages = Console(stderr=True)

GameName = Annotated[
    str, typer.Argument(help="a game that [bold]offleash games[/bold] lists", metavar="GAME")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="an option of the game; may be repeated"),
]


def chosen(settings: list[str] | None) -> dict[str, str]:
    """`--set canadian=true --set loop_len=72` as a dictionary."""
    from offleash.core.errors import BadNotation

    found: dict[str, str] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadNotation(f"--set {setting!r} has no '=': write --set name=value")
        if name.strip() in found:
            raise BadNotation(f"--set names {name.strip()} twice")
        found[name.strip()] = value.strip()
    return found


def announce_compiling() -> None:
    """From now on the user is told, once, when rules have to be compiled first."""
    from offleash.core import compile as compiling
    from offleash.core.errors import OffleashError

    if compiling.MODE == "cuda":
        raise OffleashError("OFFLEASH_RULES=cuda is for `make gpu`, not for this command")
    compiling.announce = lambda name: messages.print(
        f"[dim]Compiling the rules of {name.title()}: half a minute, and only this once.[/dim]"
    )


def load(game: str) -> Any:
    """A game with its rules."""
    from offleash.games import registry

    announce_compiling()
    return registry.load(game)


def ask(question: str) -> str | None:
    """A line from the user, or None where there is nobody to answer."""
    try:
        return console.input(f"[bold]{question}[/bold]").strip()
    except (EOFError, RuntimeError):  # the end of the input, or none at all
        return None


def say(text: Any) -> None:
    """Prints text that a user wrote, or a board: as it is, whatever it looks like."""
    console.print(
        text, markup=False, emoji=False, highlight=False, soft_wrap=True, no_wrap=True, crop=False
    )


def write_text(path: Path, text: str) -> None:
    """Writes a file the user asked for, folders included."""
    from offleash.core.errors import OffleashError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OffleashError(f"{path} can't be written ({error.strerror})") from None


@app.callback(invoke_without_command=True)
def start(
    version: Annotated[bool, typer.Option("--version", help="say which version this is")] = False,
) -> None:
    """A workshop for board games about dogs: play them, simulate them, check their rules."""
    if version:
        from offleash import __version__

        print(f"offleash {__version__}")
        raise typer.Exit


# Each group registers its commands on `app`.
from offleash.cli import check, games, inspect, play, simulate  # noqa: E402, F401
