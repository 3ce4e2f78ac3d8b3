"""Jobs for a project on paper: plan its pages, make the PDF to print, make the rulebook."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.paper import require_print_packages
from offleash.projects.project import Project, Selection, read_project
from offleash.studio.projects.access import project_images, without_paths
from offleash.web.jobs import Emit

PRELOADED_MODULES = (  # imported in job processes, if installed
    "reportlab.platypus",
    "offleash.studio.print.jobs",
    "offleash.studio.print.thumbnails",
    "offleash.paper.printing.document",
    "offleash.paper.rulebook.book",
    "offleash.paper.rulebook.html",
    "offleash.paper.rulebook.pdf",
)
HTML, PDF = "html", "pdf"


@dataclass(frozen=True)
class Step:
    """The progress of a file."""

    word: str
    done: int
    of: int


def plan(send: Emit, folder: Path, selection: Selection, choice: dict[str, Any]) -> None:
    """Send the number of pages, their contents, and whether everything fits."""
    with require_print_packages():
        from offleash.paper.printing.characters import check_characters
        from offleash.paper.printing.document import how_to_print, more_about
        from offleash.paper.printing.plan import (
            PrintSettings,
            component_kinds,
            make_kit,
            options_for,
            plan_kit,
        )
        from offleash.paper.printing.sheets import fits_on_page
        from offleash.studio.print.thumbnails import page_thumbnails

        project = _read(folder, selection)
        settings = PrintSettings(**choice, sizes=project.sizes)
        options = options_for(project.game, project.options, settings.players)
        with project_images(folder):
            kit = make_kit(project.game, options, settings)
        check_characters(kit)
        layout = plan_kit(project.game, options, project.title, settings, kit)
    send(
        {
            "pages": layout.pages,
            "paper": layout.paper.name,
            "kinds": component_kinds(kit),
            "counts": [[count, kind] for kind, count in layout.counts.items()],
            "cell": kit.cell,
            "has_board": not all(fits_on_page(part, layout.paper) for part in kit.components),
            "how": [*how_to_print(layout), *more_about(layout)],
            "crowded": kit.misfits,
            "fitting": [pile.words for pile in kit.piles if not pile.is_crowded],
            "pictures": page_thumbnails(layout),
        }
    )


def print_out(send: Emit, folder: Path, selection: Selection, choice: dict[str, Any]) -> None:
    """Send the PDF to print."""
    with require_print_packages():
        from offleash.paper.printing.document import render_kit_pdf
        from offleash.paper.printing.plan import PrintSettings, options_for, plan_game

        project = _read(folder, selection)
        settings = PrintSettings(**choice, sizes=project.sizes)
        options = options_for(project.game, project.options, settings.players)
        with project_images(folder):
            layout = plan_game(project.game, options, project.title, settings)
        send(render_kit_pdf(layout, lambda done, of: send(Step("Page", done, of))))


def make_rulebook(send: Emit, folder: Path, selection: Selection, form: str) -> None:
    """Send the rulebook as one file."""
    from offleash.paper.rulebook.book import make_book

    project = _read(folder, selection)
    send(Step("Playing the examples", 0, 0))
    with project_images(folder):
        book = make_book(project.game, project.options, project.title, project.notes, folder)
    if form == HTML:
        from offleash.paper.rulebook.html import render_book_html

        send(render_book_html(book).encode())
        return
    with require_print_packages():
        from offleash.paper.rulebook.pdf import render_book_pdf

        send(render_book_pdf(book, lambda done, of: send(Step("Part", done, of))))


def _read(folder: Path, selection: Selection) -> Project:
    with without_paths(folder.parent):
        return read_project(folder, selection)
