"""What a job makes of a project: a plan of its pages, a PDF to print, a rulebook."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError
from offleash.play.project import Project, read_project
from offleash.studio.projects import without_paths
from offleash.web.jobs import Say

PRELOADED = (  # what the processes of jobs have imported; that which is not installed is left out
    "reportlab.platypus",
    "offleash.studio.paper.making",
    "offleash.studio.paper.small",
    "offleash.studio.printing.choosing",
    "offleash.studio.rulebook.book",
    "offleash.studio.rulebook.html",
    "offleash.studio.rulebook.pdf",
)
HTML, PDF = "html", "pdf"


@dataclass(frozen=True)
class Step:
    """So much of a file is done."""

    word: str
    done: int
    of: int


def plan(say: Say, folder: Path, choice: dict[str, Any]) -> None:
    """How many pages, what is on them, and whether everything fits."""
    with _printing():
        from offleash.studio.paper.small import small_pages
        from offleash.studio.printing.choosing import Choice, kinds_of, kit_of, planned
        from offleash.studio.printing.document import how_to_print
        from offleash.studio.printing.sheets import fits

        project, wanted = _read(folder), Choice(**choice)
        kit = kit_of(project.game, project.options, wanted)
        made = planned(project.game, project.options, project.title, wanted, kit)
    say(
        {
            "pages": made.pages,
            "paper": made.job.paper.name,
            "kinds": kinds_of(kit),
            "counts": [[count, kind] for kind, count in made.counts.items()],
            "cell": kit.cell,
            "has_board": any(not fits(each, made.job.paper) for each in kit.components),
            "how": how_to_print(made),
            "crowded": kit.misfits,
            "fitting": [pile.words for pile in kit.piles if not pile.is_crowded],
            "pictures": small_pages(made),
        }
    )


def print_out(say: Say, folder: Path, choice: dict[str, Any]) -> None:
    """The PDF to print."""
    with _printing():
        from offleash.studio.printing.choosing import Choice, chosen
        from offleash.studio.printing.document import printed

        project = _read(folder)
        made = chosen(project.game, project.options, project.title, Choice(**choice))
        say(printed(made, lambda done, of: say(Step("Page", done, of))))


def bind(say: Say, folder: Path, form: str) -> None:
    """The rulebook, as one file."""
    from offleash.studio.rulebook.book import make_book

    project = _read(folder)
    say(Step("Playing the examples", 0, 0))
    book = make_book(project.game, project.options, project.title, project.notes)
    if form == HTML:
        from offleash.studio.rulebook.html import html_of

        say(html_of(book).encode())
        return
    with _printing():
        from offleash.studio.rulebook.pdf import pdf_of

        say(pdf_of(book, lambda done, of: say(Step("Part", done, of))))


def _read(folder: Path) -> Project:
    with without_paths(folder.parent):
        return read_project(folder)


@contextmanager
def _printing() -> Iterator[None]:
    """A sentence where what makes PDFs is not there."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing.split(".")[0] == "offleash":
            raise
        needs = f"PDFs need the package {missing}: pip install 'offleash[print]'"
        raise OffleashError(needs) from None
