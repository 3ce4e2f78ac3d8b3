"""Pages that offer a guided first game."""

import time
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.contract import Records
from offleash.play.guide import Guide
from offleash.projects.project import Project
from offleash.tables.live.table import Table
from offleash.tables.lobby.guided_tables import guide_facts, guide_of, invited_guide
from offleash.tables.lobby.lobby import (
    browser_of,
    check_ready,
    find_invitation,
    game_row,
    host_of,
    projects_of,
    read_form_values,
    redirect,
    remembered_name,
    require_project,
    with_images,
)
from offleash.tables.log.entries import SeatTaken
from offleash.web.cookies import holder
from offleash.web.quotas import client_of, shares_of
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of guided games."""
    return [Route("/guide/{game}", guided, methods=["GET", "POST"])]


async def guided(request: Request) -> Response:
    """Offer a guided first game; the button starts it."""
    row = game_row(request)
    values = await read_form_values(request)
    folder, name = projects_of(request), values.get("project", "")
    project = (
        await run_in_threadpool(require_project, folder, name, row.name, values) if name else None
    )
    guide = await run_in_threadpool(guide_of, row.name, project)
    options, invitation = project.options if project else None, values.get("invitation", "")
    if invitation:
        table = (await find_invitation(request, invitation)).table
        is_usable = table.facts.game == row.name and not table.is_read_only
        guide = invited_guide(table.facts) if is_usable else None
        options = table.session.options if guide and table.facts.own_guide else None
    if guide is None:
        raise HTTPException(404, f"{row.title} has no guided game.")
    if request.method == "GET":
        context: dict[str, Any] = {"row": row, "guide": guide.file, "project": name}
        context["invitation"] = invitation
        return page(request, "guide.html", title=guide.file.title, **context)
    check_ready(request, row.name)
    return await start_guide(request, guide, project, options, invitation)


async def start_guide(
    request: Request,
    guide: Guide,
    project: Project | None,
    options: Records | None,
    invitation: str,
) -> Response:
    """Create the table of a guided game, and redirect to it."""
    shares_of(request).use(client_of(request), "tables")
    browser, now = browser_of(request), int(time.time())
    facts = await run_in_threadpool(guide_facts, guide, options, now, invitation)
    facts = await run_in_threadpool(with_images, facts, project)
    # somebody without a name is called what the game calls the seat
    name = remembered_name(request) or Table(facts).seat_word(guide.seat)
    taken = SeatTaken(guide.seat, holder(browser), name)
    await host_of(request).make_table(facts, [taken])
    return redirect(request, f"/table/{facts.table}", browser)
