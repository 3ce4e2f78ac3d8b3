"""The projects of a server: found by name, with error messages that reveal no paths."""

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote as quote_url

from starlette.exceptions import HTTPException
from starlette.requests import Request

from offleash.core.errors import OffleashError
from offleash.core.game import Game, Records
from offleash.core.prose import to_sentence
from offleash.core.toml_lines import with_settings
from offleash.core.workbench import Workbench
from offleash.games import registry
from offleash.play.history import project_files
from offleash.play.project import (
    PROJECT,
    FileConflict,
    Project,
    Selection,
    file_options,
    game_of,
    list_projects,
    make_project,
    new_project,
    option_file_name,
    parse_head,
    parse_sizes,
    path_inside,
    read_inside,
    read_project,
    write_project,
)
from offleash.play.project_parts import RULE_SET, read_parts

LONGEST_TITLE = 60
BOARD_ADDRESSES = ("/studio/{project}", "/studio/{project}/boards/{file}")  # in use; any other
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
    is_used: bool = True  # it is the board that `project.toml` names

    @property
    def selection(self) -> Selection:
        """The project with this board."""
        return {} if self.is_used else {self.bench.option: self.file}

    @property
    def address(self) -> str:
        """The first part of its addresses, which stays the same if another board is used."""
        project, file = (quote_url(name, safe="") for name in (self.project, self.file))
        return f"/studio/{project}/boards/{file}"


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
    target = _free_folder(folder, title)
    with without_paths(folder):
        return new_project(target, registry.load(game), preset or None, title)


def copy_project(folder: Path, title: str) -> Path:
    """Copy a project's files under another title, without the history; returns its folder."""
    target = _free_folder(folder.parent, title)
    version = {name: read_inside(folder, name) for name, _ in project_files(folder)}
    version[PROJECT] = with_settings(version[PROJECT], {"title": title})
    with without_paths(folder.parent):
        write_project(target, version, note=f"copied from {folder.name}")
    return target


def _free_folder(folder: Path, title: str) -> Path:
    """The folder for a new project. Raises OffleashError if its title is invalid or taken."""
    name = folder_name(title)
    if not name or len(title) > LONGEST_TITLE or not title.isprintable():
        raise OffleashError(
            f"A name has 1 to {LONGEST_TITLE} characters, with a letter or a digit among them."
        )
    if (folder / name).exists():
        raise OffleashError(f"{name} already exists: choose another name.")
    return folder / name


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
        if file := request.path_params.get("file", ""):
            return _other_board(ProjectBoard(path.name, path, game, bench, file))
        return ProjectBoard(path.name, path, game, bench, option_file_name(path, bench.option))


def _other_board(board: ProjectBoard) -> ProjectBoard:
    """A board by its file, which need not be the one in use."""
    if not board.file.endswith(".txt") or not path_inside(board.folder, board.file).is_file():
        raise HTTPException(404, "This project has no such board, or no longer.")
    head = parse_head(board.folder, read_inside(board.folder, PROJECT))
    return replace(board, is_used=head.get(board.bench.option) == board.file)


def selection_in(request: Request, folder: Path) -> Selection:
    """The board and the rule set in the query, by their files. Raises HTTPException."""
    with without_paths(folder.parent):
        parts = read_parts(folder)
        keys = [key for key in (RULE_SET, parts.board_kind) if key in request.query_params]
        try:
            return parts.selection({key: request.query_params[key] for key in keys})
        except OffleashError as error:
            raise HTTPException(404, to_sentence(error)) from None


def options_without_board(board: ProjectBoard) -> Records | None:
    """Return a project's rules on a shipped board, or None if they can't be read.

    The project's own board may be unfinished while it is drawn.
    """
    shipped = file_options(board.game)[board.bench.option].shipped
    stand_in = next(iter(shipped.values())).read_text("utf-8")

    def read(name: str) -> str:
        return stand_in if name == board.file else read_inside(board.folder, name)

    try:
        return make_project(board.folder, read, board.selection).options
    except OffleashError:
        return None


def sizes_of(board: ProjectBoard) -> dict[str, float]:
    """Return the sizes of pieces that a project changes; none if they are invalid."""
    try:
        head = parse_head(board.folder, read_inside(board.folder, PROJECT))
        return parse_sizes(board.game, str(head.get("sizes", "")))
    except OffleashError:
        return {}


@contextmanager
def without_paths(folder: Path) -> Iterator[None]:
    """Remove the projects folder's path from the messages of errors."""
    try:
        yield
    except OffleashError as error:
        kind = FileConflict if isinstance(error, FileConflict) else OffleashError
        raise kind(str(error).replace(f"{folder}/", "")) from None
