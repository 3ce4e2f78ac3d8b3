"""The studio: a list of projects, and what is drawn in them. All of it is the owner's."""

from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError
from offleash.studio import boards, cards, projects, rules, two_boards
from offleash.studio.lab import pages as lab
from offleash.studio.paper import site as paper
from offleash.studio.trials import line
from offleash.studio.trials import routes as trials
from offleash.web.frame import Hook
from offleash.web.owner import for_owner
from offleash.web.templates import page

MOST_FIELDS = 20
# What the studio needs while the site is served.
ON_START: tuple[Hook, ...] = (line.start, paper.start)
ON_STOP: tuple[Hook, ...] = (line.stop, paper.stop, lab.close)


def routes() -> list[BaseRoute]:
    """Every address of the studio."""
    return [
        Route("/studio", for_owner(studio), methods=["GET", "POST"]),
        *two_boards.routes(),
        *boards.routes(),
        *lab.routes(),
        *trials.routes(),
        *rules.routes(),
        *cards.routes(),
        *paper.routes(),
    ]


async def studio(request: Request) -> Response:
    """The projects; a form makes a new one."""
    if request.method != "POST":
        return await _list(request, {})
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        sent = {name: str(value).strip() for name, value in form.items()}
    folder = projects.folder_of(request)
    game, _, preset = sent.get("kind", "").partition("/")
    try:
        if folder is None:
            raise OffleashError(projects.NO_FOLDER)
        made = await run_in_threadpool(projects.begin, folder, sent.get("name", ""), game, preset)
    except OffleashError as error:
        return await _list(request, sent, boards.sentence(error))
    part = "" if made.workbench else "/rules"
    return RedirectResponse(f"/studio/{quote(sent['name'], safe='')}{part}", 303)


async def _list(request: Request, sent: dict[str, str], wrong: str = "") -> Response:
    folder = projects.folder_of(request)
    found = await run_in_threadpool(projects.lines, folder) if folder else []
    games = await run_in_threadpool(projects.games)
    return page(
        request,
        "studio.html",
        422 if wrong else 200,
        title="Studio",
        projects=found,
        games=games,
        sent=sent,
        wrong=wrong,
        no_folder="" if folder else projects.NO_FOLDER,
    )
