"""`rulebook`: the rules of a game or a project as a book."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import Preset, RulesFile, Settings, chosen_options, load
from offleash.cli.terminal import complain, printable, say
from offleash.core.errors import OffleashError
from offleash.core.files import check_writable, write_bytes, write_text

if TYPE_CHECKING:
    from offleash.studio.rulebook.book import Book

What = Annotated[
    str, typer.Argument(metavar="PROJECT|GAME", help="the folder of a project, or a game's name")
]


def rulebook(
    what: What,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    html: Annotated[Path | None, typer.Option(help="write one HTML file there")] = None,
    pdf: Annotated[Path | None, typer.Option(help="write a PDF there")] = None,
) -> None:
    """Make the rulebook: every rule that is on, in plain words and the game's own numbers.

    Its examples are played while it is made. Status 1 if one of them is wrong, which
    is then left out.
    """
    if html is None and pdf is None:
        raise OffleashError("say where the book goes: --html FILE, --pdf FILE or both")
    check_writable(html, pdf)
    book = _book(what, preset, rules, settings)
    bound = None if pdf is None else _pdf(book)  # what can't be printed leaves no half of two
    if html is not None:
        from offleash.studio.rulebook.html import html_of

        write_text(html, html_of(book))
    if pdf is not None and bound is not None:
        write_bytes(pdf, bound)
    for problem in book.problems:
        complain(f"left out: {problem}")
    for path in filter(None, (html, pdf)):
        say(f"{book.title}, {len(book.examples)} examples: {printable(str(path))}")
    if book.problems:
        raise typer.Exit(1)


def _book(what: str, preset: str | None, rules: Path | None, settings: list[str] | None) -> "Book":
    from offleash.games import registry
    from offleash.play.project import PROJECT, is_project, project_folder, read_project
    from offleash.studio.rulebook.book import make_book

    if what in registry.ROWS or not is_project(Path(what)):
        game = load(what)
        return make_book(game, chosen_options(game, preset, rules, settings))
    if rules is not None:
        raise OffleashError("a project has rules of its own: leave --rules away")
    project = read_project(what)
    file = project_folder(Path(what)) / PROJECT
    options = chosen_options(project.game, preset, file, settings)
    return make_book(project.game, options, project.title, project.notes)


def _pdf(book: "Book") -> bytes:
    try:
        from offleash.studio.rulebook.pdf import pdf_of

        return pdf_of(book)
    except ModuleNotFoundError as error:
        raise OffleashError(
            f"a PDF needs the package {error.name}: pip install 'offleash[print]'"
        ) from None
