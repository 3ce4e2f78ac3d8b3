"""A project as people with a link see it: its boards and rules, and a place for comments."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.projects.boards_and_rules import RULE_SET, read_parts
from offleash.projects.history import latest_version
from offleash.projects.links import Link, add_comment, list_comments
from offleash.studio.projects.access import linked_project, project_address, without_paths
from offleash.studio.projects.history import format_time
from offleash.studio.projects.overview import board_picture, describe_part
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.quotas import client_of, shares_of
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of shared projects, which need no owner."""
    return [
        Route("/shared/{code}", show_shared, methods=["GET", "POST"]),
        Route("/shared/{code}/board.svg", picture),
    ]


async def show_shared(request: Request) -> Response:
    """Show the project, or store a comment."""
    folder, link = await run_in_threadpool(linked_project, request)
    if request.method != "POST":
        return await run_in_threadpool(_page, request, folder, link)
    async with request.form(max_files=0, max_fields=5) as form:
        name, text = str(form.get("name", "")), str(form.get("text", ""))
    shares_of(request).use(client_of(request), "comments")
    try:
        await run_in_threadpool(_add, folder, name, text)
    except OffleashError as error:
        return await run_in_threadpool(_page, request, folder, link, name, text, to_sentence(error))
    return RedirectResponse(f"/shared/{request.path_params['code']}?done#comments", 303)


def _add(folder: Path, name: str, text: str) -> None:
    latest = latest_version(folder)
    with without_paths(folder.parent):
        add_comment(folder, name, text, latest.number if latest else 0)


def _page(
    request: Request, folder: Path, link: Link, name: str = "", text: str = "", problem: str = ""
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
        code=link.code,
        edit_at=project_address(request) if link.can_edit else "",
        boards=[part for part, _ in rows if part.kind != RULE_SET],
        rule_sets=[(part, words) for part, words in rows if part.kind == RULE_SET],
        comments=comments,
        dates={comment.id: format_time(comment.at) for comment in comments},
        author=name,
        text=text,
        problem=problem,
        is_done="done" in request.query_params,
    )


async def picture(request: Request) -> Response:
    """Send the picture of a board."""
    folder, _ = await run_in_threadpool(linked_project, request)
    return await board_picture(request, folder)
