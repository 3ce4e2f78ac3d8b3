"""The rulebook of a table: its options' own rules, opened at the decision at hand."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.contract.text.rulebook_template import sections_of
from offleash.games import registry
from offleash.paper.rulebook.book import make_book
from offleash.paper.rulebook.html import render_book_html
from offleash.play.session import Session
from offleash.tables.lobby.lobby import (
    NO_LINK_MESSAGE,
    NO_TABLE_MESSAGE,
    code_of,
    holder_of,
    host_of,
    require_table,
)
from offleash.web.headers import STANDALONE_POLICY

MAX_BOOKS = 16  # that a worker keeps


T = TypeVar("T")


class TableBook(NamedTuple):
    """The book of a table: its page, and the anchors of its sections by the phases they explain."""

    page: str
    sections: dict[str, str]


class Books:
    """A worker's books: a thread makes one at a time, and visitors wait for it without threads."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "rulebooks")
        self._books: OrderedDict[tuple[Any, ...], asyncio.Task[Any]] = OrderedDict()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def get(self, make: Callable[..., T], *arguments: Any) -> T:
        """Return what a function gives for its arguments; a second request waits for the first."""
        key = (make, *arguments)
        if key not in self._books:
            self._books[key] = asyncio.create_task(self._make(key))
            if len(self._books) > MAX_BOOKS:
                self._books.popitem(last=False)
        self._books.move_to_end(key)
        book: T = await asyncio.shield(self._books[key])
        return book

    async def _make(self, key: tuple[Any, ...]) -> Any:
        loop, work = asyncio.get_running_loop(), partial(copy_context().run, *key)
        try:
            return await loop.run_in_executor(self._thread, work)
        except BaseException:
            self._books.pop(key, None)  # the next visitor tries again
            raise


async def start(app: Starlette) -> None:
    """Start the thread for books."""
    app.state.books = Books()


async def stop(app: Starlette) -> None:
    """Stop the thread for books."""
    app.state.books.close()


def routes() -> list[BaseRoute]:
    """Return the book of a table, for its players and for spectators."""
    return [
        Route("/table/{table}/rulebook", read_book),
        Route("/table/{table}/rulebook/here", open_here),
        Route("/watch/{code}/rulebook", read_book),
        Route("/watch/{code}/rulebook/here", open_here),
    ]


async def read_book(request: Request) -> Response:
    """Return the whole book as one page."""
    book = await book_of(request, await session_of(request))
    return HTMLResponse(book.page, headers={"content-security-policy": STANDALONE_POLICY})


async def open_here(request: Request) -> Response:
    """Redirect to the section about the decision at hand."""
    session = await session_of(request)
    section = ""
    if words := session.game.notation.field_words.get("phase"):
        phase = words[int(session.state["phase"][0])]
        section = (await book_of(request, session)).sections.get(phase, "")
    return RedirectResponse(request.url.path.removesuffix("/here") + f"#{section}", 303)


async def book_of(request: Request, session: Session) -> TableBook:
    """Return the book of a game. Raise HTTPException 404 if there is none."""
    if session.game.notation.rulebook is None:
        raise HTTPException(404, f"{session.game.title} has no rulebook.")
    return await books_of(request).get(
        make_table_book, session.game.name, session.options.tobytes()
    )


def books_of(request: Request) -> Books:
    """Return the books of this worker."""
    books: Books = request.app.state.books
    return books


async def session_of(request: Request) -> Session:
    """Return the game at a table. Raise HTTPException unless this browser may see it."""
    host = host_of(request)
    if "code" in request.path_params:
        name = await host.store.find_by_watch_code(code_of(request))
        live = await require_table(request, name, NO_LINK_MESSAGE)
    else:
        live = await require_table(request, code_of(request, "table"), NO_TABLE_MESSAGE)
        if await host.seat_of(live, holder_of(request)) < 0:
            raise HTTPException(403, "This browser has no seat at that table.")
    if live.table.is_read_only:
        raise HTTPException(404, "The rules have changed since this game was played.")
    return live.table.session


def make_table_book(name: str, data: bytes) -> TableBook:
    """Return the book of a game for these options, which takes seconds."""
    game = registry.load(name)
    book = make_book(game, np.frombuffer(bytearray(data), game.rules.options_record))
    return TableBook(render_book_html(book), sections_of(book.chapters))
