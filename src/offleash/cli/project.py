"""`project`: your own version of a game, as plain files in a folder."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import Preset, load
from offleash.cli.terminal import printable, say
from offleash.cli.usage import Parts

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="the project folder")]

project = typer.Typer(
    cls=Parts,
    help="Make your own version of a game: rules, boards and decks as files in a folder.",
    rich_markup_mode="rich",
)


@project.command()
def new(
    folder: Folder,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="the game to start from")],
    preset: Preset = None,
    title: Annotated[str, typer.Option(help="the title of your version")] = "",
) -> None:
    """Create a project with copies of the game's rules, board and decks."""
    from offleash.play.project import new_project

    made = new_project(folder.expanduser(), load(game), preset, title)
    names = ", ".join(made.texts)
    say(f"created {printable(str(folder))}, a project of {made.game.title}: {names}")


@project.command()
def check(folder: Folder) -> None:
    """Check a project and list what it changes."""
    from offleash.cli.parameters import announce_compiling
    from offleash.play.project import read_project

    announce_compiling()
    found = read_project(folder)
    title = f"{found.title}: " if found.title else ""
    say(printable(f"{title}{found.game.title}, {found.game.told(found.options)}"))
    for note in found.game.notes_on(found.options):
        say(f"note: {note}")
