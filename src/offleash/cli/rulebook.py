"""`rulebook`: the rulebook of a game or a project, as HTML or PDF."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from offleash.cli.parameters import Preset, RulesFile, Settings, load, resolve_options
from offleash.cli.terminal import print_error, print_plain, printable
from offleash.core.errors import OffleashError
from offleash.core.files import check_writable, write_bytes, write_text

if TYPE_CHECKING:
    from offleash.paper.rulebook.book import Book

ProjectOrGame = Annotated[
    str, typer.Argument(metavar="PROJECT|GAME", help="a project folder or a game")
]


def rulebook(
    source: ProjectOrGame,
    preset: Preset = None,
    rules: RulesFile = None,
    settings: Settings = None,
    html: Annotated[Path | None, typer.Option(help="write the rulebook to this HTML file")] = None,
    pdf: Annotated[Path | None, typer.Option(help="write the rulebook to this PDF")] = None,
) -> None:
    """Write the rulebook: every active rule in plain words, with the numbers of your game.

    The command plays the examples to check them. It leaves out examples that fail, and
    then exits with 1.
    """
    if html is None and pdf is None:
        raise OffleashError("rulebook needs --html FILE, --pdf FILE or both")
    check_writable(html, pdf)
    book = _make_book(source, preset, rules, settings)
    pdf_bytes = None if pdf is None else _render_pdf(book)  # before writing anything
    if html is not None:
        from offleash.paper.rulebook.html import html_of

        write_text(html, html_of(book))
    if pdf is not None and pdf_bytes is not None:
        write_bytes(pdf, pdf_bytes)
    for problem in book.problems:
        print_error(f"left out an example: {problem}")
    for path in filter(None, (html, pdf)):
        print_plain(f"{book.title}, {len(book.examples)} examples: {printable(str(path))}")
    if book.problems:
        raise typer.Exit(1)


def _make_book(
    source: str, preset: str | None, rules: Path | None, settings: list[str] | None
) -> "Book":
    from offleash.games import registry
    from offleash.paper.rulebook.book import make_book
    from offleash.play.project import PROJECT, is_project, project_folder, read_project

    if source in registry.ROWS or not is_project(Path(source)):
        game = load(source)
        return make_book(game, resolve_options(game, preset, rules, settings))
    if rules is not None:
        raise OffleashError("a project already sets the rules: leave out --rules")
    project = read_project(source)
    file = project_folder(Path(source)) / PROJECT
    options = resolve_options(project.game, preset, file, settings)
    return make_book(project.game, options, project.title, project.notes)


def _render_pdf(book: "Book") -> bytes:
    try:
        from offleash.paper.rulebook.pdf import pdf_of

        return pdf_of(book)
    except ModuleNotFoundError as error:
        raise OffleashError(
            f"a PDF needs the package {error.name}: pip install 'offleash[print]'"
        ) from None
