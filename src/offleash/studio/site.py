"""The studio: the list of projects and the routes of its parts. Most are for the owner only."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.projects.deletion import delete_project, erase_project, list_deleted, restore_project
from offleash.studio.boards import editor as boards, two_boards
from offleash.studio.boards.bot_games import client, routes as trials
from offleash.studio.cards import cards
from offleash.studio.experiments import pages as lab
from offleash.studio.playtests import page as playtests
from offleash.studio.print import page as paper
from offleash.studio.projects import history as history_page, overview, pictures, projects, shared
from offleash.studio.projects.access import NO_FOLDER, address_for_owner, projects_folder
from offleash.studio.rules import rules
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.frame import Hook
from offleash.web.owner import for_owner
from offleash.web.templates import page

MOST_FIELDS = 20
ACTIONS = {"delete": delete_project, "restore": restore_project, "erase": erase_project}
# Start and stop the studio's background work with the site.
ON_START: tuple[Hook, ...] = (client.start, paper.start, pictures.start)
ON_STOP: tuple[Hook, ...] = (client.stop, lab.close)


def routes() -> list[BaseRoute]:
    """Return every route of the studio."""
    return [
        Route("/studio", for_owner(studio), methods=["GET", "POST"]),
        *overview.routes(),
        *history_page.routes(),
        *playtests.routes(),
        *shared.routes(),
        *two_boards.routes(),
        *boards.routes(),
        *lab.routes(),
        *trials.routes(),
        *rules.routes(),
        *cards.routes(),
        *paper.routes(),
    ]


async def studio(request: Request) -> Response:
    """List the projects, or create, delete, restore or erase one from a form."""
    if request.method != "POST":
        return await _list(request, {})
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        sent = {name: str(value).strip() for name, value in form.items()}
    folder = projects_folder(request)
    game, _, preset = sent.get("kind", "").partition("/")
    try:
        if folder is None:
            raise OffleashError(NO_FOLDER)
        if "action" in sent:
            return await _carry_out(folder, sent["action"], sent.get("project", ""))
        title = sent.get("name", "")
        created = await run_in_threadpool(projects.create_project, folder, title, game, preset)
    except OffleashError as error:
        return await _list(request, sent, to_sentence(error))
    part = "" if created.game.studio.workbench else "/rules"
    return RedirectResponse(f"{address_for_owner(created.folder.name)}{part}", 303)


async def _carry_out(folder: Path, action: str, name: str) -> Response:
    """Carry out an action on a project by its name. Raise OffleashError if that is impossible."""
    if action not in ACTIONS:
        raise OffleashError("There is no such action.")
    await run_in_threadpool(ACTIONS[action], folder, name)
    return RedirectResponse("/studio", 303)


async def _list(request: Request, sent: dict[str, str], problem: str = "") -> Response:
    folder = projects_folder(request)
    entries = await run_in_threadpool(projects.list_entries, folder) if folder else []
    games = await run_in_threadpool(projects.games)
    return page(
        request,
        "studio.html",
        422 if problem else 200,
        title="Studio",
        projects=entries,
        deleted=await run_in_threadpool(list_deleted, folder) if folder else [],
        games=games,
        sent=sent,
        problem=problem,
        no_folder="" if folder else NO_FOLDER,
    )
