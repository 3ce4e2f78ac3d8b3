"""The Print page of a project and its jobs, which end when the page is closed."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.games import registry
from offleash.paper.printing.plan import player_numbers
from offleash.paper.printing.sizes import PAPERS
from offleash.projects.project import Selection, game_of
from offleash.studio.boards.editor import attachment_headers
from offleash.studio.print import jobs
from offleash.studio.projects.access import navigation, project_folder, without_paths
from offleash.studio.projects.json_requests import Body, Events, json_body
from offleash.studio.projects.projects import selection_in, title_of
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.child_process import start_fork_server
from offleash.web.cookies import OWNER_COOKIE, holder
from offleash.web.headers import STANDALONE_POLICY
from offleash.web.jobs import Busy, Jobs, Waiting
from offleash.web.owner import for_owner
from offleash.web.templates import page

MAX_JOB_S = 120.0  # per file
NICENESS = 5  # low, because somebody is waiting
PAPER_NAMES = [paper.name for paper in PAPERS.values()]
MAX_KINDS = 50
CHOICE_TYPES: dict[str, tuple[type, ...]] = {
    "paper": (str,),
    "large": (bool,),
    "grey": (bool,),
    "cell": (int, float, type(None)),
    "players": (int, type(None)),
    "grid_numbers": (bool,),
    "only": (list,),
}


class PaperJobs:
    """The job queues of a worker: files are slow and made one at a time, plans are quick."""

    def __init__(self) -> None:
        modules = [row.module for row in registry.ROWS.values()]
        preload = (*jobs.PRELOADED_MODULES, *modules)
        self.files = Jobs(seconds=MAX_JOB_S, preload=preload, niceness=NICENESS)
        self.plans = Jobs(seconds=MAX_JOB_S, waiting=4, preload=preload, niceness=NICENESS)
        self._plan_count = 0

    def next_name(self) -> str:
        """Return a new name for a plan, so that it does not wait for the page's previous one."""
        self._plan_count += 1
        return str(self._plan_count)


async def start(app: Starlette) -> None:
    """Create the job queues with the worker."""
    app.state.papers = PaperJobs()


def routes() -> list[BaseRoute]:
    """Return the routes of the Print page."""
    at = "/studio/{project}"
    return [
        Route(f"{at}/paper", for_owner(paper)),
        Route(f"{at}/paper/plan", for_owner(plan), methods=["POST"]),
        Route(f"{at}/paper/print", for_owner(print_out), methods=["POST"]),
        Route(f"{at}/rulebook", for_owner(read_rulebook)),
        Route(f"{at}/rulebook/pdf", for_owner(bind_rulebook), methods=["POST"]),
    ]


def paper(request: Request) -> Response:
    """Show the Print page."""
    folder = project_folder(request)
    with without_paths(folder.parent):
        game = registry.load(game_of(folder))
    start_fork_server()
    parts = {"papers": PAPER_NAMES, "seconds": int(MAX_JOB_S), **navigation(request, game)}
    title = title_of(folder)
    selection = selection_in(request, folder)
    parts |= {"heading": title, "project": folder.name, "game": game}
    parts |= {"player_numbers": player_numbers(game)}
    parts |= {"selection": selection, "query": f"?{urlencode(selection)}" if selection else ""}
    return page(request, "paper.html", title=f"Print {title}", **parts)


async def plan(request: Request) -> Response:
    """Send the plan of the pages for a choice, before anything is drawn."""
    body = await json_body(request)
    subject = await run_in_threadpool(_subject, request)
    papers: PaperJobs = request.app.state.papers
    result = papers.plans.result(papers.next_name(), jobs.plan, *subject, choice_in(body))
    return JSONResponse(await _result_or_disconnect(request, result))


async def print_out(request: Request) -> Response:
    """Stream the progress of the PDF to print, then the PDF."""
    body = await json_body(request)
    subject = await run_in_threadpool(_subject, request)
    choice = choice_in(body)
    name = f"{_file_stem(*subject)}-{choice.get('paper', PAPER_NAMES[0])}.pdf"
    return _stream_file(request, name, jobs.print_out, *subject, choice)


async def bind_rulebook(request: Request) -> Response:
    """Stream the progress of the rulebook's PDF, then the PDF."""
    subject = await run_in_threadpool(_subject, request)
    name = f"{_file_stem(*subject)}-rules.pdf"
    return _stream_file(request, name, jobs.make_rulebook, *subject, jobs.PDF)


async def read_rulebook(request: Request) -> Response:
    """Send the rulebook as one HTML page with its own policy; with `?save` as a download."""
    subject = await run_in_threadpool(_subject, request)
    papers: PaperJobs = request.app.state.papers
    result = papers.files.result(_browser(request), jobs.make_rulebook, *subject, jobs.HTML)
    text = await _result_or_disconnect(request, result)
    headers = {"content-security-policy": STANDALONE_POLICY}
    if "save" in request.query_params:
        headers |= attachment_headers(f"{_file_stem(*subject)}-rules.html")
    return Response(text, headers=headers, media_type="text/html")


def _subject(request: Request) -> tuple[Path, Selection]:
    """Return the project in the URL, with the board and the rule set in the query."""
    folder = project_folder(request)
    return folder, selection_in(request, folder)


def _file_stem(folder: Path, selection: Selection) -> str:
    return "-".join([folder.name, *(Path(file).stem for file in selection.values())])


def choice_in(body: Body) -> dict[str, Any]:
    """Return the choice in a request. Raises HTTPException if it is invalid."""
    for key, value in body.items():
        if key not in CHOICE_TYPES:
            raise HTTPException(400, f"There is no setting {quote(key)}.")
        if not isinstance(value, CHOICE_TYPES[key]) or (
            isinstance(value, bool) and bool not in CHOICE_TYPES[key]
        ):
            raise HTTPException(400, f"`{key}` can't be {quote(value)}.")
    kinds = body.get("only", [])
    if len(kinds) > MAX_KINDS or not all(isinstance(kind, str) for kind in kinds):
        raise HTTPException(400, "`only` must be a list of component names.")
    return {**body, "only": tuple(kinds)}


def _browser(request: Request) -> str:
    return holder(request.cookies.get(OWNER_COOKIE, ""))


async def _result_or_disconnect(request: Request, result: Coroutine[Any, Any, Any]) -> Any:
    """Return a job's result; cancel the job if the client disconnects."""
    job = asyncio.create_task(result)
    disconnect = asyncio.create_task(_wait_for_disconnect(request))
    try:
        await asyncio.wait({job, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ClientDisconnect
        return job.result()
    except Busy as error:
        raise HTTPException(503, to_sentence(error)) from None
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    finally:
        for task in (job, disconnect):
            task.cancel()
        await asyncio.gather(job, disconnect, return_exceptions=True)


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _stream_file(
    request: Request, name: str, work: Callable[..., None], *arguments: Any
) -> Response:
    """Stream a job's events, the last of which holds the file; cancel it with the page."""
    papers: PaperJobs = request.app.state.papers

    async def events() -> AsyncGenerator[str, None]:
        try:
            async with aclosing(papers.files.run(_browser(request), work, *arguments)) as updates:
                async for update in updates:
                    yield json.dumps(_event_data(update, name))
        except OffleashError as error:
            kind = "busy" if isinstance(error, Busy) else "failed"
            yield json.dumps({"is": kind, "why": to_sentence(error)})

    return Events(events())


def _event_data(update: Any, name: str) -> dict[str, Any]:
    if isinstance(update, Waiting):
        return {"is": "waiting", "ahead": update.ahead}
    if isinstance(update, jobs.Step):
        return {"is": "step", "word": update.word, "done": update.done, "of": update.of}
    return {"is": "made", "name": name, "data": base64.b64encode(update).decode()}
