"""The frame of the site: an application from routes, with its look, its guard and its errors."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from offleash.core.errors import OffleashError, Unavailable
from offleash.web.headers import Guard, add_security
from offleash.web.templates import Assets, Pages, page

Hook = Callable[[Starlette], Awaitable[None]]

SENTENCES = {
    400: "We could not make sense of that request.",
    403: "This is not yours to do.",
    404: "There is nothing here, or not any more.",
    405: "This address can't be used that way.",
    413: "That is more than 1 MB, and more than we take.",
    429: "That was a lot at once: please wait a moment.",
    500: "Something broke on our side; your game is safe, please try again.",
    503: "We are busy right now: please try again in a moment.",
}
TITLES = {403: "Not allowed", 404: "Not found", 413: "Too large", 500: "Our fault"}


def make_app(
    routes: Sequence[BaseRoute],
    on_start: Sequence[Hook] = (),
    on_stop: Sequence[Hook] = (),
    public_url: str = "",
    rooms: Sequence[str] = ("web",),
) -> Starlette:
    """The site. `rooms` bring pages and assets; hooks get the application.

    One of `on_start` puts `web.keys.Keys` into `app.state.keys`. What was started is stopped in
    the opposite order.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        for start in on_start:
            await start(app)
        try:
            yield
        finally:
            for stop in reversed(on_stop):
                await stop(app)

    assets = Assets(rooms)
    app = Starlette(
        routes=[*routes, assets.route],
        middleware=[
            Middleware(Guard, refuse=error_page, public_url=public_url),
            Middleware(GZipMiddleware, compresslevel=5),
        ],
        exception_handlers={
            HTTPException: _refused,
            OffleashError: _bad_input,
            ClientDisconnect: _nobody_waits,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.state.public_url = public_url.rstrip("/")
    app.state.is_owner = lambda connection: False  # `web.owner` may know better
    app.state.leaving = []  # functions that end streams, called when a worker begins to stop
    app.state.assets, app.state.pages = assets, Pages(rooms, assets)
    return app


def error_page(request: Request, status: int, why: str = "") -> Response:
    """A page in the house's look with one sentence; only the sentence for a script."""
    sentence = why or SENTENCES.get(status, SENTENCES[400 if status < 500 else 500])
    if request.headers.get("accept", "").startswith("application/json"):
        return JSONResponse({"sentence": sentence}, status)
    title = TITLES.get(status, "That did not work")
    return page(request, "error.html", status, title=title, sentence=sentence)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    why = "" if error.detail == _phrase(error.status_code) else error.detail
    answer = error_page(request, error.status_code, why)
    answer.headers.update(error.headers or {})
    return answer


def _phrase(status: int) -> str:
    """What an error says where nobody gave it a sentence."""
    return HTTPException(status).detail


async def _bad_input(request: Request, error: Exception) -> Response:
    sentence = str(error)
    status = 503 if isinstance(error, Unavailable) else 400
    begins_with_word = sentence.partition(" ")[0].isalpha()  # and not with the name of a file
    capital = sentence[:1].upper() if begins_with_word else sentence[:1]
    return error_page(request, status, capital + sentence[1:])


async def _nobody_waits(request: Request, error: Exception) -> Response:
    """Whoever asked has gone: that is no fault, and nobody reads the answer."""
    return Response(status_code=499)


async def _broken(request: Request, error: Exception) -> Response:
    """The traceback goes to the log of the server; this answer passes no guard on its way."""
    answer = error_page(request, 500)
    add_security(MutableHeaders(raw=answer.raw_headers))
    return answer


def is_secure(connection: HTTPConnection) -> bool:
    """Whether people reach us over https: cookies are then kept to it."""
    public: str = connection.app.state.public_url
    return public.startswith("https:") or connection.url.scheme in ("https", "wss")


def address(connection: HTTPConnection, path: str) -> str:
    """A whole link, to be copied and sent."""
    public: str = connection.app.state.public_url
    return f"{public or str(connection.base_url).rstrip('/')}{path}"
