"""The projects of a server: found by name, with error messages that reveal no paths."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.workbench import Workbench
from offleash.games import registry
from offleash.play.project import (
    PROJECT,
    FileConflict,
    Project,
    file_options,
    game_of,
    list_projects,
    make_project,
    new_project,
    option_file_name,
    parse_head,
    path_inside,
    read_inside,
    read_project,
)

LONGEST_TITLE = 60
NO_FOLDER = "This server has no projects folder: start it with --projects FOLDER."
NO_PROJECT = "There is no such project."


@dataclass(frozen=True)
class ProjectEntry:
    """A project in the list."""

    name: str
    title: str
    game: str
    can_draw: bool
    problem: str = ""


@dataclass(frozen=True)
class ProjectBoard:
    """A project's board file, and the workbench that edits it."""

    project: str
    folder: Path
    game: Game
    bench: Workbench
    file: str


def projects_folder(request: Request) -> Path | None:
    """Return the projects folder, if the server has one."""
    folder: str = getattr(request.app.state, "projects", "")
    return Path(folder) if folder else None


def list_entries(folder: Path) -> list[ProjectEntry]:
    """Return every project in a folder; an unreadable one has its problem."""
    return [_entry(folder, name) for name in list_projects(folder)]


def _entry(folder: Path, name: str) -> ProjectEntry:
    game = title = problem = ""
    can_draw = False
    try:
        with without_paths(folder):
            row = registry.load(game_of(folder / name))
            game, can_draw = row.title, row.studio.workbench is not None
            title = read_project(folder / name).title
    except OffleashError as error:
        problem = str(error)
    return ProjectEntry(name, title or name, game, can_draw, problem)


def games() -> list[Game]:
    """Return the games on which a project can be based."""
    return [registry.load(name) for name in registry.ROWS]


def create_project(folder: Path, title: str, game: str, preset: str) -> Project:
    """Create a project with copies of a preset's files.

    Raises OffleashError if the title is invalid or another project has its folder.
    """
    name = folder_name(title)
    if not name or len(title) > LONGEST_TITLE or not title.isprintable():
        raise OffleashError(
            f"A name has 1 to {LONGEST_TITLE} characters, with a letter or a digit among them."
        )
    if (folder / name).exists():
        raise OffleashError(f"{name} already exists: choose another name.")
    with without_paths(folder):
        return new_project(folder / name, registry.load(game), preset or None, title)


def folder_name(title: str) -> str:
    """The folder of a project with this title: its letters and digits, with - in between."""
    normalized = unicodedata.normalize("NFC", title)
    safe = "".join(letter if letter.isalnum() or letter == "_" else "-" for letter in normalized)
    return "-".join(part for part in safe.split("-") if part.strip("_"))


def title_of(folder: Path) -> str:
    """The title of a project, or the name of its folder."""
    with without_paths(folder.parent):
        return str(parse_head(folder, read_inside(folder, PROJECT)).get("title") or folder.name)


def parts_of(game: Game) -> dict[str, Any]:
    """Return which parts of a project can be edited, for `project_nav.html`."""
    return {"can_draw": game.studio.workbench is not None, "has_cards": bool(game.studio.decks)}


def project_folder(request: Request) -> Path:
    """Return the folder of the project in the URL. Raises HTTPException if there is none."""
    folder, name = projects_folder(request), request.path_params["project"]
    if folder is None or name not in list_projects(folder):
        raise HTTPException(404, NO_FOLDER if folder is None else NO_PROJECT)
    with without_paths(folder):
        return path_inside(folder, name)


def board_of(request: Request) -> ProjectBoard:
    """Return the board of the project in the URL. Raises HTTPException if there is none."""
    path = project_folder(request)
    with without_paths(path.parent):
        game = registry.load(game_of(path))
        bench = game.studio.workbench
        if bench is None:
            raise HTTPException(404, f"{game.title} has no boards to draw.")
        return ProjectBoard(path.name, path, game, bench, option_file_name(path, bench.option))


def options_without_board(board: ProjectBoard) -> Records | None:
    """Return a project's rules on a shipped board, or None if they can't be read.

    The project's own board may be unfinished while it is drawn.
    """
    shipped = file_options(board.game)[board.bench.option].shipped
    stand_in = next(iter(shipped.values())).read_text("utf-8")

    def read(name: str) -> str:
        return stand_in if name == board.file else read_inside(board.folder, name)

    try:
        return make_project(board.folder, read).options
    except OffleashError:
        return None


@contextmanager
def without_paths(folder: Path) -> Iterator[None]:
    """Remove the projects folder's path from the messages of errors."""
    try:
        yield
    except OffleashError as error:
        kind = FileConflict if isinstance(error, FileConflict) else OffleashError
        raise kind(str(error).replace(f"{folder}/", "")) from None
