"""`project`: your own version of a game, as plain files in a folder."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import Preset, load
from offleash.cli.terminal import print_plain, printable
from offleash.cli.usage import Subcommands

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="the project folder")]

project_app = typer.Typer(
    cls=Subcommands,
    help="Make your own version of a game: rules, boards and decks as files in a folder.",
    rich_markup_mode="rich",
)


@project_app.command()
def new(
    folder: Folder,
    game: Annotated[str, typer.Option("--game", metavar="GAME", help="the game to start from")],
    preset: Preset = None,
    title: Annotated[str, typer.Option(help="the title of your version")] = "",
) -> None:
    """Create a project with copies of the game's rules, board and decks."""
    from offleash.play.project import new_project

    project = new_project(folder.expanduser(), load(game), preset, title)
    names = ", ".join(project.texts)
    print_plain(f"created {printable(str(folder))}, a project of {project.game.title}: {names}")


@project_app.command()
def check(folder: Folder) -> None:
    """Check a project and list what it changes."""
    from offleash.cli.parameters import announce_compiling
    from offleash.play.project import read_project

    announce_compiling()
    project = read_project(folder)
    title = f"{project.title}: " if project.title else ""
    print_plain(
        printable(f"{title}{project.game.title}, {project.game.describe_options(project.options)}")
    )
    for note in project.game.notes_on(project.options):
        print_plain(f"note: {note}")
