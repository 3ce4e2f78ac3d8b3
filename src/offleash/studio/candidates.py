"""Boards that can be set side by side: the drawing, the saved one, those of the box and others'."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from starlette.exceptions import HTTPException

from offleash.core.errors import OffleashError
from offleash.core.files import read_text
from offleash.play.project import (
    file_options,
    game_of,
    list_projects,
    option_file_name,
    path_inside,
    read_inside,
)
from offleash.studio import drafts
from offleash.studio.projects import Drawn, plainly

DRAFT, SAVED = "draft", "saved"
BOX, PROJECT = "box/", "project/"  # how the keys of these begin
OWN, SHIPPED, OTHERS = "This project", "From the box", "Other projects"


@dataclass(frozen=True)
class Candidate:
    """A board that can be chosen."""

    key: str
    name: str
    group: str
    text: Callable[[], str]


def candidates(drawn: Drawn) -> dict[str, Candidate]:
    """All boards of a project's game that there are, by their keys."""
    found = [*_own(drawn), *_shipped(drawn), *_others(drawn)]
    return {each.key: each for each in found}


def text_of(drawn: Drawn, key: object) -> tuple[str, str]:
    """The name and the text of a board that was chosen."""
    with plainly(drawn.folder.parent):
        chosen = candidates(drawn).get(key) if isinstance(key, str) else None
        if chosen is None:
            raise HTTPException(404, "There is no such board, or not any more: choose another.")
        return chosen.name, chosen.text()


def usual_pair(found: Mapping[str, Candidate]) -> tuple[str, str]:
    """What is most likely wanted: what is saved, against what was drawn since."""
    others = [key for key in found if key not in (SAVED, DRAFT)]
    return SAVED, DRAFT if DRAFT in found else (others or [SAVED])[0]


def _own(drawn: Drawn) -> Iterator[Candidate]:
    saved = partial(read_inside, drawn.folder, drawn.file)
    draft = drafts.kept(drawn.folder, drawn.file)
    if draft is not None and draft.text != saved():
        yield Candidate(DRAFT, "This drawing, not saved", OWN, partial(str, draft.text))
    yield Candidate(SAVED, "The saved board", OWN, saved)


def _shipped(drawn: Drawn) -> Iterator[Candidate]:
    shipped = file_options(drawn.game)[drawn.bench.option].shipped
    for name, path in shipped.items():
        yield Candidate(f"{BOX}{name}", name, SHIPPED, partial(read_text, path))


def _others(drawn: Drawn) -> Iterator[Candidate]:
    """The saved boards of other projects; one that can't be read is not offered."""
    folder = drawn.folder.parent
    for name in list_projects(folder):
        if name == drawn.project:
            continue
        try:
            place = path_inside(folder, name)
            if game_of(place) == drawn.game.name:
                file = option_file_name(place, drawn.bench.option)
                read = partial(read_inside, place, file)
                yield Candidate(f"{PROJECT}{name}", name, OTHERS, read)
        except OffleashError:
            continue
