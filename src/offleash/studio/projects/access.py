"""Who may open a project: the owner, and people with a link that allows editing."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote as quote_url

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.contract import Game
from offleash.contract.text.own_images import own_images
from offleash.projects.images import image_files, read_image
from offleash.projects.links import Link, find_link
from offleash.projects.project import FileConflict, list_projects, path_inside
from offleash.tools.errors import BadFile, OffleashError
from offleash.tools.files import MEGABYTE, used_bytes
from offleash.web.owner import BlockingHandler, Handler, for_owner
from offleash.web.quotas import client_of, shares_of

log = logging.getLogger("offleash.studio")

OWNER_ADDRESS, EDITOR_ADDRESS = "/studio/{project}", "/shared/{code}/edit"
NO_FOLDER = "This server has no projects folder: start it with --projects FOLDER."
NO_PROJECT = "There is no such project."
NO_LINK = "This link is not valid, or is no longer valid."
NO_EDITING = "This link does not allow editing."
NO_ROOM = (
    "Nothing was saved: this project and its history have {} MB, the most that links may fill. "
    "Drafts stay. The owner can make room on the History page."
)


def routes_to_edit(
    path: str,
    handler: Handler | BlockingHandler,
    methods: Sequence[str] | None = None,
    *,
    saves: bool = False,
) -> list[BaseRoute]:
    """Return the routes of a page of a project: for the owner, and for links that allow editing.

    Those that save count against the link's quota of saves, and need room in the project.
    """
    return [
        Route(f"{OWNER_ADDRESS}{path}", for_owner(handler), methods=methods),
        Route(f"{EDITOR_ADDRESS}{path}", for_editor(handler, saves), methods=methods),
    ]


def for_editor(handler: Handler | BlockingHandler, saves: bool) -> Handler:
    """Wrap a request handler so that it needs a link that allows editing."""

    @wraps(handler)
    async def editors_only(request: Request) -> Response:
        folder = await run_in_threadpool(project_folder, request)
        if saves:
            shares_of(request).use(client_of(request), "saves")
            await run_in_threadpool(_check_room, request, folder)
        if iscoroutinefunction(handler):
            response: Response = await handler(request)
            return response
        return await run_in_threadpool(cast(BlockingHandler, handler), request)

    return editors_only


def _check_room(request: Request, folder: Path) -> None:
    """Raise HTTPException if a project is so large that links can't save in it."""
    quota = shares_of(request).quotas.get("project")
    if quota is not None and used_bytes(folder) > quota.count * MEGABYTE:
        raise HTTPException(413, NO_ROOM.format(quota.count))


def projects_folder(request: Request) -> Path | None:
    """Return the projects folder, if the server has one."""
    folder: str = getattr(request.app.state, "projects", "")
    return Path(folder) if folder else None


def project_folder(request: Request) -> Path:
    """Return the folder of the project in the URL. Raises HTTPException if there is none."""
    if "code" in request.path_params:
        folder, link = linked_project(request)
        if not link.can_edit:
            raise HTTPException(403, NO_EDITING)
        return folder
    projects, name = projects_folder(request), request.path_params["project"]
    if projects is None or name not in list_projects(projects):
        raise HTTPException(404, NO_FOLDER if projects is None else NO_PROJECT)
    with without_paths(projects):
        return path_inside(projects, name)


def linked_project(request: Request) -> tuple[Path, Link]:
    """Return the project of the link in the URL. Raises HTTPException 404 if it is not valid."""
    projects = projects_folder(request)
    match = find_link(projects, request.path_params["code"]) if projects else None
    if projects is None or match is None:
        raise HTTPException(404, NO_LINK)
    with without_paths(projects):
        return path_inside(projects, match[0].name), match[1]


def author_of(request: Request) -> str:
    """Return for whom the link in the URL is; empty for the owner."""
    return linked_project(request)[1].label or "a link" if is_linked(request) else ""


def is_linked(request: Request) -> bool:
    """Return whether the page belongs to a link."""
    return "code" in request.path_params


def project_address(request: Request) -> str:
    """Return the first part of the addresses of the project in the URL."""
    if is_linked(request):
        return EDITOR_ADDRESS.format(code=request.path_params["code"])
    return address_for_owner(request.path_params["project"])


def address_for_owner(project: str) -> str:
    """Return the first part of the owner's addresses of a project."""
    return OWNER_ADDRESS.format(project=quote_url(project, safe=""))


def navigation(request: Request, game: Game) -> dict[str, Any]:
    """Return which parts of a project can be opened and where, for `project_nav.html`."""
    return {
        "at_project": project_address(request),
        "is_linked": is_linked(request),
        "at_comments": f"/shared/{request.path_params.get('code', '')}#comments",
        "can_draw": game.studio.workbench is not None,
        "has_cards": bool(game.studio.decks),
    }


@contextmanager
def project_images(folder: Path) -> Iterator[None]:
    """Let pictures that are drawn in the block have the undamaged images of a project."""
    images = {}
    for slot, path in image_files(folder).items():
        try:
            images[slot] = read_image(path)
        except BadFile as error:  # the rest of the project can still be seen and changed
            log.warning("image left out: %s", error)
    with own_images(images):
        yield


@contextmanager
def without_paths(folder: Path) -> Iterator[None]:
    """Remove the projects folder's path from the messages of errors."""
    try:
        yield
    except OffleashError as error:
        kind = FileConflict if isinstance(error, FileConflict) else OffleashError
        raise kind(str(error).replace(f"{folder}/", "")) from None
