"""The commands and what they share. Commands import rules only when they run."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

app = typer.Typer(
    name="offleash",
    help="A workshop for board games about dogs: play them, simulate them, check their rules.",
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


def load(game: str) -> Any:
    """A game with its rules; says so, once, when they have to be compiled first."""
    from offleash.core import compile as compiling
    from offleash.games import registry

    title = registry.row(game).title
    compiling.announce = lambda _: messages.print(
        f"[dim]Compiling the rules of {title}: this takes half a minute and happens once.[/dim]"
    )
    return registry.load(game)


def write_text(path: Path, text: str) -> None:
    """Writes a file the user asked for, folders included."""
    from offleash.core.errors import OffleashError

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise OffleashError(f"{path} can't be written ({error.strerror})") from None


# Each group registers its commands on `app`.
from offleash.cli import check, games, inspect, play, simulate  # noqa: E402, F401
