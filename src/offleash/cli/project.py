"""`project`: your own version of a game, as plain files in a folder."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import Preset, load
from offleash.cli.terminal import print_plain, printable
from offleash.cli.usage import Subcommands
from offleash.tools.errors import OffleashError
from offleash.tools.prose import count_of

Folder = Annotated[Path, typer.Argument(metavar="DIR", help="the project folder")]
PartFile = Annotated[str, typer.Argument(metavar="FILE", help="its file in the project")]
PartName = Annotated[str, typer.Argument(metavar="NAME", help="the new name")]
DeckName = Annotated[str, typer.Argument(metavar="DECK", help="such as chance_cards")]
CsvFile = Annotated[Path, typer.Argument(metavar="FILE", help="the CSV file")]

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
    from offleash.projects.project import new_project

    project = new_project(folder.expanduser(), load(game), preset, title)
    names = ", ".join(project.texts)
    print_plain(f"created {printable(str(folder))}, a project of {project.game.title}: {names}")


@project_app.command()
def check(folder: Folder) -> None:
    """Check a project and list what it changes."""
    from offleash.cli.parameters import announce_compiling
    from offleash.projects.project import read_project

    announce_compiling()
    project = read_project(folder)
    title = f"{project.title}: " if project.title else ""
    print_plain(
        printable(f"{title}{project.game.title}, {project.game.describe_options(project.options)}")
    )
    for note in project.game.notes_on(project.options):
        print_plain(f"note: {note}")


@project_app.command("list")
def list_command(folder: Folder) -> None:
    """List the boards and rule sets of a project."""
    from offleash.projects.boards_and_rules import RULE_SET, read_parts

    for part in read_parts(folder).parts:
        kind = "rule set" if part.kind == RULE_SET else part.kind
        in_use = ", in use" if part.is_used else ""
        print_plain(printable(f"{kind} {part.name}: {part.file}{in_use}"))


@project_app.command()
def copy(folder: Folder, file: PartFile, name: PartName) -> None:
    """Copy a board or rule set under another name."""
    from offleash.projects.boards_and_rules import copy_part, read_parts

    print_plain(printable(f"copied {file} to {copy_part(read_parts(folder), file, name)}"))


@project_app.command()
def rename(folder: Folder, file: PartFile, name: PartName) -> None:
    """Rename a board or rule set, and its file."""
    from offleash.projects.boards_and_rules import read_parts, rename_part

    print_plain(printable(f"renamed {file} to {rename_part(read_parts(folder), file, name)}"))


@project_app.command()
def delete(folder: Folder, file: PartFile) -> None:
    """Delete a board or rule set; `restore` brings it back."""
    from offleash.projects.boards_and_rules import delete_part, read_parts

    delete_part(read_parts(folder), file)
    print_plain(printable(f"deleted {file}; the history still has it"))


@project_app.command()
def use(folder: Folder, file: PartFile) -> None:
    """Play with another board or rule set of the project from now on."""
    from offleash.projects.boards_and_rules import read_parts, use_part

    use_part(read_parts(folder), file)
    print_plain(printable(f"the project now uses {file}"))


@project_app.command()
def history(
    folder: Folder,
    versions: Annotated[
        list[int] | None, typer.Argument(metavar="[A B]", help="two versions to compare")
    ] = None,
) -> None:
    """List the versions of a project, or print what differs between two of them."""
    from datetime import UTC, datetime

    from offleash.projects.history import compare_versions, list_versions, version_of

    if versions and len(versions) != 2:
        raise OffleashError("name two versions to compare, or none to list them all")
    if versions:
        for change in compare_versions(folder, *(version_of(folder, n) for n in versions)):
            print_plain(printable(f"{change.name}: {change.words}"))
            for line in change.lines:
                print_plain(f"{line[:1]}{printable(line[1:])}")
        return
    for version in list_versions(folder):
        when = datetime.fromtimestamp(version.at, UTC)
        note = f": {version.note}" if version.note else ""
        print_plain(printable(f"{version.number} {when:%Y-%m-%d %H:%M}{note}"))


@project_app.command()
def restore(
    folder: Folder,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="its number in `history`")],
    file: Annotated[str, typer.Option(metavar="FILE", help="only this file")] = "",
) -> None:
    """Restore a version as a new one; files that it does not have stay."""
    from offleash.projects.boards_and_rules import restore_version
    from offleash.tools.prose import join_and

    names = restore_version(folder, version, file)
    words = f"restored {join_and(names)}" if names else "everything is already as in this version"
    print_plain(printable(words))


@project_app.command("export-cards")
def export_cards(folder: Folder, deck: DeckName, file: CsvFile) -> None:
    """Write the cards of a deck to a CSV file, for a spreadsheet."""
    from offleash.projects.deck_csv import cards_to_csv
    from offleash.projects.decks import read_deck
    from offleash.tools.files import write_text

    cards = read_deck(folder, deck)
    write_text(file, "\ufeff" + cards_to_csv(cards.bench, cards.cards))
    print_plain(printable(f"wrote {count_of(len(cards.cards), 'card')} to {file}"))


@project_app.command("import-cards")
def import_cards(folder: Folder, deck: DeckName, file: CsvFile) -> None:
    """Replace the cards of a deck with those in a CSV file, if all of them are valid."""
    from offleash.projects.decks import import_deck
    from offleash.tools.files import read_text

    number = import_deck(folder, deck, read_text(file), str(file))
    print_plain(printable(f"{deck} now has {count_of(number, 'card')}"))
