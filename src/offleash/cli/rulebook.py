"""`rulebook`: the rulebook of a game or a project, as HTML or PDF."""

from pathlib import Path
from typing import Annotated

import typer

from offleash.cli.parameters import (
    ProjectOrGame,
    RulesChoice,
    project_at,
    project_images,
    resolve_source,
)
from offleash.cli.terminal import print_error, print_plain, printable
from offleash.contract.text.own_images import own_images
from offleash.tools.errors import OffleashError
from offleash.tools.files import check_writable, write_bytes, write_text
from offleash.tools.prose import count_of


def rulebook(
    source: ProjectOrGame,
    *,
    rules: RulesChoice,
    html: Annotated[Path | None, typer.Option(help="write the rulebook to this HTML file")] = None,
    pdf: Annotated[Path | None, typer.Option(help="write the rulebook to this PDF")] = None,
) -> None:
    """Write the rulebook: every active rule in plain words, with the numbers of your game.

    The command plays the examples to check them. It leaves out examples that fail, and
    then exits with 1.
    """
    from offleash.paper import require_print_packages
    from offleash.paper.rulebook.book import make_book
    from offleash.paper.rulebook.html import render_book_html

    if html is None and pdf is None:
        raise OffleashError("rulebook needs --html FILE, --pdf FILE or both")
    check_writable(html, pdf)
    with own_images(project_images(source)):
        book = make_book(*resolve_source(source, rules), project_at(source))
    if pdf is not None:
        with require_print_packages():
            from offleash.paper.rulebook.pdf import render_book_pdf

            pdf_bytes = render_book_pdf(book)
    if html is not None:  # after the PDF, so that nothing is written if that fails
        write_text(html, render_book_html(book))
    if pdf is not None:
        write_bytes(pdf, pdf_bytes)
    for problem in book.problems:
        print_error(f"left out an example: {problem}")
    examples = count_of(len(book.examples), "example")
    for path in filter(None, (html, pdf)):
        print_plain(f"wrote {printable(str(path))}: {book.title}, {examples}")
    if book.problems:
        raise typer.Exit(1)
