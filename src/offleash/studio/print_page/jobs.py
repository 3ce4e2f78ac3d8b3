"""Jobs for a project on paper: plan its pages, make the PDF to print, make the rulebook."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.play.project import Project, read_project
from offleash.studio.projects import without_paths
from offleash.web.jobs import Emit

PRELOADED_MODULES = (  # imported in job processes, if installed
    "reportlab.platypus",
    "offleash.studio.print_page.jobs",
    "offleash.studio.print_page.thumbnails",
    "offleash.paper.printing.choosing",
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


def plan(send: Emit, folder: Path, choice: dict[str, Any]) -> None:
    """Send the number of pages, their contents, and whether everything fits."""
    with _require_print_packages():
        from offleash.paper.printing.choosing import Choice, kinds_of, kit_of, planned
        from offleash.paper.printing.document import how_to_print
        from offleash.paper.printing.sheets import fits
        from offleash.studio.print_page.thumbnails import page_thumbnails

        project, selection = _read(folder), Choice(**choice)
        kit = kit_of(project.game, project.options, selection)
        layout = planned(project.game, project.options, project.title, selection, kit)
    send(
        {
            "pages": layout.pages,
            "paper": layout.job.paper.name,
            "kinds": kinds_of(kit),
            "counts": [[count, kind] for kind, count in layout.counts.items()],
            "cell": kit.cell,
            "has_board": any(not fits(component, layout.job.paper) for component in kit.components),
            "how": how_to_print(layout),
            "crowded": kit.misfits,
            "fitting": [pile.words for pile in kit.piles if not pile.is_crowded],
            "pictures": page_thumbnails(layout),
        }
    )


def print_out(send: Emit, folder: Path, choice: dict[str, Any]) -> None:
    """Send the PDF to print."""
    with _require_print_packages():
        from offleash.paper.printing.choosing import Choice, chosen
        from offleash.paper.printing.document import printed

        project = _read(folder)
        layout = chosen(project.game, project.options, project.title, Choice(**choice))
        send(printed(layout, lambda done, of: send(Step("Page", done, of))))


def make_rulebook(send: Emit, folder: Path, form: str) -> None:
    """Send the rulebook as one file."""
    from offleash.paper.rulebook.book import make_book

    project = _read(folder)
    send(Step("Playing the examples", 0, 0))
    book = make_book(project.game, project.options, project.title, project.notes)
    if form == HTML:
        from offleash.paper.rulebook.html import html_of

        send(html_of(book).encode())
        return
    with _require_print_packages():
        from offleash.paper.rulebook.pdf import pdf_of

        send(pdf_of(book, lambda done, of: send(Step("Part", done, of))))


def _read(folder: Path) -> Project:
    with without_paths(folder.parent):
        return read_project(folder)


@contextmanager
def _require_print_packages() -> Iterator[None]:
    """Raises OffleashError if a package for PDFs is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.split(".")[0] == "offleash":
            raise
        needs = f"PDFs need the package {missing}: pip install 'offleash[print]'"
        raise OffleashError(needs) from None
