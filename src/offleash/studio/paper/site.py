"""The page on which a project becomes paper, and what it asks for; jobs end when it goes."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError, shown
from offleash.games import registry
from offleash.play.project import game_of
from offleash.studio.boards import Body, attachment_headers, json_body, to_sentence
from offleash.studio.paper import making
from offleash.studio.projects import parts_of, project_folder, without_paths
from offleash.web.headers import READ
from offleash.web.jobs import Busy, Jobs, Waiting
from offleash.web.keys import OWNER_COOKIE, holder
from offleash.web.owner import for_owner
from offleash.web.templates import page

LONGEST = 120.0  # seconds that a file may take
GIVES_WAY = 5  # niceness: somebody waits for it
PAPERS = ("A4", "Letter", "A3")
MOST_KINDS = 50
KEYS: dict[str, tuple[type, ...]] = {
    "paper": (str,),
    "large": (bool,),
    "grey": (bool,),
    "cell": (int, float, type(None)),
    "only": (list,),
}


class Papers:
    """The lines of a worker: files are long and one at a time, plans are short."""

    def __init__(self) -> None:
        modules = [row.module for row in registry.ROWS.values()]
        preload = (*making.PRELOADED, *modules)
        self.files = Jobs(seconds=LONGEST, preload=preload, niceness=GIVES_WAY)
        self.plans = Jobs(seconds=LONGEST, waiting=4, preload=preload, niceness=GIVES_WAY)
        self._asked = 0

    def another(self) -> str:
        """A name for a plan: a page that asks anew does not wait for what it asked before."""
        self._asked += 1
        return str(self._asked)

    def close(self) -> None:
        self.files.close()
        self.plans.close()


async def start(app: Starlette) -> None:
    """With the worker."""
    app.state.papers = Papers()


async def stop(app: Starlette) -> None:
    """With the worker."""
    app.state.papers.close()


def routes() -> list[BaseRoute]:
    """Every address of paper."""
    at = "/studio/{project}"
    return [
        Route(f"{at}/paper", for_owner(paper)),
        Route(f"{at}/paper/plan", for_owner(plan), methods=["POST"]),
        Route(f"{at}/paper/print", for_owner(print_out), methods=["POST"]),
        Route(f"{at}/rulebook", for_owner(read_rulebook)),
        Route(f"{at}/rulebook/pdf", for_owner(bind_rulebook), methods=["POST"]),
    ]


async def paper(request: Request) -> Response:
    """The page."""
    folder = await run_in_threadpool(project_folder, request)
    game = await run_in_threadpool(_game_at, folder)
    papers: Papers = request.app.state.papers
    papers.files.prepare()
    about = {"project": folder.name, "game": game, "papers": PAPERS, "seconds": int(LONGEST)}
    return page(request, "paper.html", title=f"Print {folder.name}", **about, **parts_of(game))


def _game_at(folder: Any) -> Any:
    with without_paths(folder.parent):
        return registry.load(game_of(folder))


async def plan(request: Request) -> Response:
    """What a choice comes to, before anything is drawn."""
    body = await json_body(request)
    folder = await run_in_threadpool(project_folder, request)
    papers: Papers = request.app.state.papers
    made = papers.plans.result(papers.another(), making.plan, folder, choice_in(body))
    return JSONResponse(await _while_wanted(request, made))


async def print_out(request: Request) -> Response:
    """The PDF to print, told as it grows."""
    body = await json_body(request)
    folder = await run_in_threadpool(project_folder, request)
    choice = choice_in(body)
    name = f"{folder.name}-{choice.get('paper', PAPERS[0])}.pdf"
    return _made(request, name, making.print_out, folder, choice)


async def bind_rulebook(request: Request) -> Response:
    """The rulebook as a PDF, told as it grows."""
    folder = await run_in_threadpool(project_folder, request)
    return _made(request, f"{folder.name}-rules.pdf", making.bind, folder, making.PDF)


async def read_rulebook(request: Request) -> Response:
    """The rulebook as one page with a policy of its own; `?save` hands it out as a file."""
    folder = await run_in_threadpool(project_folder, request)
    papers: Papers = request.app.state.papers
    made = papers.files.result(_browser(request), making.bind, folder, making.HTML)
    text = await _while_wanted(request, made)
    headers = {"content-security-policy": READ}
    if "save" in request.query_params:
        headers |= attachment_headers(f"{folder.name}-rules.html")
    return Response(text, headers=headers, media_type="text/html")


def choice_in(body: Body) -> dict[str, Any]:
    """What a page has chosen; what it can't choose is refused."""
    for key, value in body.items():
        if key not in KEYS:
            raise HTTPException(400, f"There is nothing called {shown(key)} to choose.")
        if not isinstance(value, KEYS[key]) or (isinstance(value, bool) and bool not in KEYS[key]):
            raise HTTPException(400, f"{key} can't be {shown(value)}.")
    kinds = body.get("only", [])
    if len(kinds) > MOST_KINDS or not all(isinstance(kind, str) for kind in kinds):
        raise HTTPException(400, "only takes names of components.")
    return {**body, "only": tuple(kinds)}


def _browser(request: Request) -> str:
    return holder(request.cookies.get(OWNER_COOKIE, ""))


async def _while_wanted(request: Request, result: Coroutine[Any, Any, Any]) -> Any:
    """What a job comes to; it is given up when nobody waits for it any more."""
    working = asyncio.create_task(result)
    leaving = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    except Busy as error:
        raise HTTPException(503, to_sentence(error)) from None
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    """Returns when the page is closed, or has taken its question back."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _made(request: Request, name: str, work: Callable[..., None], *arguments: Any) -> Response:
    """A stream of events, the last of which holds the file; it ends with the page."""
    papers: Papers = request.app.state.papers

    async def events() -> AsyncIterator[str]:
        try:
            async with aclosing(papers.files.run(_browser(request), work, *arguments)) as job:
                async for came in job:
                    yield _event(_told(came, name))
        except OffleashError as error:
            kind = "busy" if isinstance(error, Busy) else "failed"
            yield _event({"is": kind, "why": to_sentence(error)})

    return StreamingResponse(events(), media_type="text/event-stream")


def _told(came: Any, name: str) -> dict[str, Any]:
    if isinstance(came, Waiting):
        return {"is": "waiting", "ahead": came.ahead}
    if isinstance(came, making.Step):
        return {"is": "step", "word": came.word, "done": came.done, "of": came.of}
    return {"is": "made", "name": name, "data": base64.b64encode(came).decode()}


def _event(what: dict[str, Any]) -> str:
    return f"data: {json.dumps(what)}\n\n"
