"""The projects of a server: found by name, with error messages that reveal no paths."""

import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import quote as quote_url

from starlette.exceptions import HTTPException
from starlette.requests import Request

from offleash.contract import Game, Records
from offleash.contract.studio.workbench import Workbench
from offleash.games import registry
from offleash.projects.boards_and_rules import RULE_SET, read_parts
from offleash.projects.history import is_image, project_files
from offleash.projects.images import restore_images
from offleash.projects.project import (
    PROJECT,
    Project,
    Selection,
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
from offleash.studio.projects.access import project_address, project_folder, without_paths
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.tools.toml_lines import with_settings

LONGEST_TITLE = 60
BOARD_PATHS = ("", "/boards/{file}")  # of the board in use; of any other


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

    at_project: str  # the first part of the project's addresses
    folder: Path
    game: Game
    bench: Workbench
    file: str
    is_used: bool = True  # it is the board that `project.toml` names

    @property
    def project(self) -> str:
        """The name of the project's folder."""
        return self.folder.name

    @property
    def selection(self) -> Selection:
        """The project with this board."""
        return {} if self.is_used else {self.bench.option: self.file}

    @property
    def address(self) -> str:
        """The first part of its addresses, which stays the same if another board is used."""
        return f"{self.at_project}/boards/{quote_url(self.file, safe='')}"


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
    files = dict(project_files(folder))
    images = {name: data for name, data in files.items() if is_image(name)}
    version = {name: read_inside(folder, name) for name in files if name not in images}
    version[PROJECT] = with_settings(version[PROJECT], {"title": title})
    with without_paths(folder.parent):
        note = f"copied from {folder.name}"
        write_project(target, version, note=note)
        restore_images(target, images, note)
    return target


def _free_folder(folder: Path, title: str) -> Path:
    """Return the folder for a new project. Raise OffleashError if its title is invalid or taken."""
    name = folder_name(title)
    if not name or len(title) > LONGEST_TITLE or not title.isprintable():
        raise OffleashError(
            f"A name has 1 to {LONGEST_TITLE} characters, including a letter or a digit."
        )
    if (folder / name).exists():
        raise OffleashError(f"{name} already exists: choose another name.")
    return folder / name


def folder_name(title: str) -> str:
    """Return the folder of a project with this title: its letters and digits, with - in between."""
    normalized = unicodedata.normalize("NFC", title)
    safe = "".join(letter if letter.isalnum() or letter == "_" else "-" for letter in normalized)
    return "-".join(part for part in safe.split("-") if part.strip("_"))


def title_of(folder: Path) -> str:
    """Return the title of a project, or the name of its folder."""
    with without_paths(folder.parent):
        return str(parse_head(folder, read_inside(folder, PROJECT)).get("title") or folder.name)


def board_of(request: Request) -> ProjectBoard:
    """Return the board of the project in the URL. Raises HTTPException if there is none."""
    path, at = project_folder(request), project_address(request)
    with without_paths(path.parent):
        game = registry.load(game_of(path))
        bench = game.studio.workbench
        if bench is None:
            raise HTTPException(404, f"{game.title} has no boards to draw.")
        if file := request.path_params.get("file", ""):
            return _other_board(ProjectBoard(at, path, game, bench, file))
        return ProjectBoard(at, path, game, bench, option_file_name(path, bench.option))


def _other_board(board: ProjectBoard) -> ProjectBoard:
    """Return a board by its file, which need not be the one in use."""
    if not board.file.endswith(".txt") or not path_inside(board.folder, board.file).is_file():
        raise HTTPException(404, "This project has no such board, or no longer has it.")
    head = parse_head(board.folder, read_inside(board.folder, PROJECT))
    return replace(board, is_used=head.get(board.bench.option) == board.file)


def selection_in(request: Request, folder: Path) -> Selection:
    """Return the board and the rule set in the query, by their files, or raise HTTPException."""
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
    shipped = board.game.file_options[board.bench.option].shipped
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
