"""Boards that can be compared: the draft, the saved one, the shipped ones, other projects'."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.exceptions import HTTPException

from offleash.projects.boards_and_rules import read_parts
from offleash.projects.project import (
    game_of,
    list_projects,
    option_file_name,
    path_inside,
    read_inside,
)
from offleash.studio.projects import drafts
from offleash.studio.projects.access import without_paths
from offleash.studio.projects.projects import ProjectBoard
from offleash.tools.errors import OffleashError
from offleash.tools.files import read_text

DRAFT, SAVED = "draft", "saved"
BOX, PROJECT, FILE = "box/", "project/", "file/"  # prefixes of their keys
OWN, SHIPPED, OTHERS = "This project", "Built-in boards", "Other projects"


@dataclass(frozen=True)
class Candidate:
    """A board that the owner can choose."""

    key: str
    name: str
    group: str
    text: Callable[[], str]


def candidates(board: ProjectBoard) -> dict[str, Candidate]:
    """Return every available board of the project's game, by key."""
    every = [*_own(board), *_shipped(board), *_others(board)]
    return {candidate.key: candidate for candidate in every}


def name_and_text(board: ProjectBoard, key: object) -> tuple[str, str]:
    """Return the name and text of a board. Raises HTTPException if there is no such key."""
    with without_paths(board.folder.parent):
        candidate = candidates(board).get(key) if isinstance(key, str) else None
        if candidate is None:
            raise HTTPException(404, "This board no longer exists: choose another.")
        return candidate.name, candidate.text()


def usual_pair(options: Mapping[str, Candidate]) -> tuple[str, str]:
    """Return the default choice: the saved board against the draft, or another board."""
    others = [key for key in options if key not in (SAVED, DRAFT)]
    return SAVED, DRAFT if DRAFT in options else (others or [SAVED])[0]


def _own(board: ProjectBoard) -> Iterator[Candidate]:
    saved = partial(read_inside, board.folder, board.file)
    draft = drafts.read_draft(board.folder, board.file)
    if draft is not None and draft.text != saved():
        yield Candidate(DRAFT, "This drawing, unsaved", OWN, partial(str, draft.text))
    yield Candidate(SAVED, "The saved board", OWN, saved)
    for part in read_parts(board.folder).boards:
        if part.file != board.file:
            read = partial(read_inside, board.folder, part.file)
            yield Candidate(f"{FILE}{part.file}", part.name, OWN, read)


def _shipped(board: ProjectBoard) -> Iterator[Candidate]:
    shipped = board.game.file_options[board.bench.option].shipped
    for name, path in shipped.items():
        yield Candidate(f"{BOX}{name}", name, SHIPPED, partial(read_text, path))


def _others(board: ProjectBoard) -> Iterator[Candidate]:
    """Yield the saved boards of other projects, without those that can't be read."""
    folder = board.folder.parent
    for name in list_projects(folder):
        if name == board.project:
            continue
        try:
            path = path_inside(folder, name)
            if game_of(path) == board.game.name:
                file = option_file_name(path, board.bench.option)
                read = partial(read_inside, path, file)
                yield Candidate(f"{PROJECT}{name}", name, OTHERS, read)
        except OffleashError:
            continue
