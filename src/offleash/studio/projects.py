"""The projects of a server, as its owner meets them: by name, and with sentences without paths."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from offleash.core.errors import OffleashError
from offleash.core.game import Game
from offleash.core.workbench import Workbench
from offleash.games import registry
from offleash.play.project import (
    FileConflict,
    game_of,
    list_projects,
    new_project,
    option_file_name,
    path_inside,
    read_project,
)

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
NO_FOLDER = "This server has no folder of projects: start it with --projects FOLDER."
NO_PROJECT = "There is no such project."


@dataclass(frozen=True)
class Line:
    """A project in the list."""

    name: str
    title: str
    game: str
    can_draw: bool
    problem: str = ""


@dataclass(frozen=True)
class Drawn:
    """A board under the pen: a project's file, and how it is drawn."""

    project: str
    folder: Path
    game: Game
    bench: Workbench
    file: str


def folder_of(request: Request) -> Path | None:
    """The folder of projects, if the server has one."""
    folder: str = getattr(request.app.state, "projects", "")
    return Path(folder) if folder else None


def lines(folder: Path) -> list[Line]:
    """Every project in a folder; one that can't be read says why."""
    return [_line(folder, name) for name in list_projects(folder)]


def _line(folder: Path, name: str) -> Line:
    game = title = problem = ""
    can_draw = False
    try:
        with plainly(folder):
            row = registry.load(game_of(folder / name))
            game, can_draw = row.title, row.workbench is not None
            title = read_project(folder / name).title
    except OffleashError as error:
        problem = str(error)
    return Line(name, title or name, game, can_draw, problem)


def games() -> list[Game]:
    """The games that a project may be about."""
    return [registry.load(name) for name in registry.ROWS]


def begin(folder: Path, name: str, game: str, preset: str) -> Game:
    """A new project, with copies of what a preset is played with; tells its game."""
    if not NAME.fullmatch(name):
        raise OffleashError("A name has 1 to 60 letters, digits, - and _, and begins with no sign.")
    if (folder / name).exists():
        raise OffleashError(f"There is something called {name} already: choose another name.")
    with plainly(folder):
        return new_project(folder / name, registry.load(game), preset or None, name).game


def parts_of(game: Game) -> dict[str, Any]:
    """Which parts of a project there are to work at, for `project_nav.html`."""
    return {"can_draw": game.workbench is not None, "has_cards": bool(game.decks)}


def place_of(request: Request) -> Path:
    """The folder of the project that an address names."""
    folder, name = folder_of(request), request.path_params["project"]
    if folder is None or name not in list_projects(folder):
        raise HTTPException(404, NO_FOLDER if folder is None else NO_PROJECT)
    with plainly(folder):
        return path_inside(folder, name)


def drawn_in(request: Request) -> Drawn:
    """The board of the project that an address names."""
    place = place_of(request)
    with plainly(place.parent):
        game = registry.load(game_of(place))
        if game.workbench is None:
            raise HTTPException(404, f"{game.title} has no boards to draw.")
        return Drawn(
            place.name, place, game, game.workbench, option_file_name(place, game.workbench.option)
        )


@contextmanager
def plainly(folder: Path) -> Iterator[None]:
    """A sentence never tells where on the disk projects lie."""
    try:
        yield
    except OffleashError as error:
        said = str(error).replace(f"{folder}/", "")
        raise (FileConflict if isinstance(error, FileConflict) else OffleashError)(said) from None
