"""A project as people with a link see it: its boards and rules, and a place for comments."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError
from offleash.core.prose import to_sentence
from offleash.play.history import latest_version
from offleash.play.project import path_inside
from offleash.play.project_parts import RULE_SET, read_parts
from offleash.play.sharing import add_comment, find_linked_project, list_comments
from offleash.studio.history_page import format_time
from offleash.studio.overview import board_picture, describe_part
from offleash.studio.projects import projects_folder, without_paths
from offleash.web.quotas import client_of, shares_of
from offleash.web.templates import page

NO_LINK = "This link is not valid, or no longer."


def routes() -> list[BaseRoute]:
    """Return the routes of shared projects, which need no owner."""
    return [
        Route("/shared/{code}", show_shared, methods=["GET", "POST"]),
        Route("/shared/{code}/board.svg", picture),
    ]


def linked_folder(request: Request) -> Path:
    """Return the project of the link. Raises HTTPException 404 if it is not valid."""
    projects = projects_folder(request)
    folder = find_linked_project(projects, request.path_params["code"]) if projects else None
    if projects is None or folder is None:
        raise HTTPException(404, NO_LINK)
    with without_paths(projects):
        return path_inside(projects, folder.name)


async def show_shared(request: Request) -> Response:
    """Show the project, or store a comment."""
    folder = await run_in_threadpool(linked_folder, request)
    if request.method != "POST":
        return await run_in_threadpool(_page, request, folder)
    async with request.form(max_files=0, max_fields=5) as form:
        name, text = str(form.get("name", "")), str(form.get("text", ""))
    shares_of(request).use(client_of(request), "comments")
    try:
        await run_in_threadpool(_add, folder, name, text)
    except OffleashError as error:
        return await run_in_threadpool(_page, request, folder, name, text, to_sentence(error))
    return RedirectResponse(f"/shared/{request.path_params['code']}?done#comments", 303)


def _add(folder: Path, name: str, text: str) -> None:
    latest = latest_version(folder)
    with without_paths(folder.parent):
        add_comment(folder, name, text, latest.number if latest else 0)


def _page(
    request: Request, folder: Path, name: str = "", text: str = "", problem: str = ""
) -> Response:
    with without_paths(folder.parent):
        parts = read_parts(folder)
        rows = [(part, describe_part(parts, part)) for part in parts.parts]
    comments = list_comments(folder)
    return page(
        request,
        "shared.html",
        422 if problem else 200,
        title=str(parts.head.get("title") or folder.name),
        notes=str(parts.head.get("notes", "")),
        game=parts.game,
        code=request.path_params["code"],
        boards=[part for part, _ in rows if part.kind != RULE_SET],
        rule_sets=[(part, words) for part, words in rows if part.kind == RULE_SET],
        comments=comments,
        dates={comment.id: format_time(comment.at) for comment in comments},
        author=name,
        text=text,
        problem=problem,
        is_done="done" in request.query_params,
    )


def picture(request: Request) -> Response:
    """Send the picture of a board."""
    return board_picture(linked_folder(request), request.query_params.get("file", ""))
