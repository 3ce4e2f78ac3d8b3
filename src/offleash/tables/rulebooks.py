"""The rulebook of a table: its options' own rules, opened at the decision at hand."""

from functools import lru_cache
from threading import Lock

import numpy as np
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.rulebook_template import section_of
from offleash.games import registry
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.html import render_book_html
from offleash.play.session import Session
from offleash.tables.lobby import code_of, holder_of, host_of, require_table
from offleash.web.headers import STANDALONE_POLICY

MAX_BOOKS = 8  # that a worker keeps
MISSING = "This table does not exist, or no longer."

making = Lock()  # one book at a time


def routes() -> list[BaseRoute]:
    """The book of a table, for its players and for spectators."""
    return [
        Route("/table/{table}/rulebook", read_book),
        Route("/table/{table}/rulebook/here", open_here),
        Route("/watch/{code}/rulebook", read_book),
        Route("/watch/{code}/rulebook/here", open_here),
    ]


async def read_book(request: Request) -> Response:
    """The whole book as one page."""
    session = await session_of(request)
    if session.game.notation.rulebook is None:
        raise HTTPException(404, f"{session.game.title} has no rulebook.")
    text = await run_in_threadpool(book_page, session.game.name, session.options.tobytes())
    return HTMLResponse(text, headers={"content-security-policy": STANDALONE_POLICY})


async def open_here(request: Request) -> Response:
    """Redirect to the section about the decision at hand."""
    session = await session_of(request)
    words, write = session.game.notation.field_words.get("phase"), session.game.notation.rulebook
    section = ""
    if words and write is not None:
        section = section_of(write(session.options), words[int(session.state["phase"][0])])
    return RedirectResponse(request.url.path.removesuffix("/here") + f"#{section}", 303)


async def session_of(request: Request) -> Session:
    """The game at a table. Raises HTTPException unless this browser may see it."""
    host = host_of(request)
    if "code" in request.path_params:
        name = await host.store.find_by_watch_code(code_of(request))
        live = await require_table(request, name, "This link is not valid, or no longer.")
    else:
        live = await require_table(request, code_of(request, "table"), MISSING)
        if await host.seat_of(live, holder_of(request)) < 0:
            raise HTTPException(403, "This browser has no seat at that table.")
    if live.table.is_read_only:
        raise HTTPException(404, "The rules have changed since this game was played.")
    return live.table.session


def book_page(game: str, options: bytes) -> str:
    """The book of a game for these options."""
    with making:
        return _book_page(game, options)


@lru_cache(maxsize=MAX_BOOKS)
def _book_page(name: str, data: bytes) -> str:
    game = registry.load(name)
    options = np.frombuffer(bytearray(data), game.rules.options_record)
    return render_book_html(make_book(game, options))
