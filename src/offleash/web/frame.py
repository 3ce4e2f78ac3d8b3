"""The frame of the site: an application with templates, security headers and error pages."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from offleash.contract.option_texts import text_scope
from offleash.tools.errors import OffleashError, Unavailable
from offleash.tools.prose import to_sentence
from offleash.web import health
from offleash.web.headers import Guard, add_security
from offleash.web.logs import RequestLog
from offleash.web.metrics import Metrics
from offleash.web.quotas import FairShares, Quotas, TooManyRequests, client_of, shares_of
from offleash.web.templates import Assets, Pages, page

Hook = Callable[[Starlette], Awaitable[None]]

MESSAGES = {
    400: "We did not understand that request.",
    408: "The request did not arrive in time.",
    403: "You are not allowed to do this.",
    404: "This page does not exist, or no longer exists.",
    405: "This address does not support that method.",
    413: "That is too large: it is more than 1 MB.",
    429: "You sent too many requests. Please wait a moment.",
    500: "Something went wrong on our side. Your game is safe; please try again.",
    503: "We are busy right now. Please try again in a moment.",
}
TITLES = {
    403: "Not allowed",
    404: "Not found",
    413: "Too large",
    429: "Too many requests",
    500: "Our fault",
}


def make_app(
    routes: Sequence[BaseRoute],
    on_start: Sequence[Hook] = (),
    on_stop: Sequence[Hook] = (),
    public_url: str = "",
    packages: Sequence[str] = ("web",),
    names: Sequence[str] = (),
    quotas: Quotas | None = None,
    metrics: Metrics | None = None,
) -> Starlette:
    """Make the site. `packages` have templates and assets; hooks get the application.

    `names` are further host names of the site. A hook in `on_start` must set `app.state.keys` to
    `web.cookies.Keys`. `on_stop` is called in reverse order.
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

    assets, metrics = Assets(packages), metrics or Metrics()
    app = Starlette(
        routes=[*routes, *health.routes(), assets.route],
        middleware=[
            Middleware(RequestLog, metrics=metrics),
            Middleware(RequestTexts),
            Middleware(Guard, refuse=error_page, public_url=public_url, names=names),
            Middleware(RequestQuota),
            Middleware(GZipMiddleware, compresslevel=5),
        ],
        exception_handlers={
            HTTPException: _on_http_error,
            OffleashError: _on_offleash_error,
            ClientDisconnect: _on_disconnect,
            Exception: _on_error,
        },
        lifespan=lifespan,
    )
    app.state.public_url = public_url.rstrip("/")
    app.state.metrics, app.state.checks = metrics, {}
    app.state.shares = FairShares(quotas or {}, metrics=metrics)
    app.state.is_owner = lambda connection: False  # `web.owner` replaces it
    app.state.leaving = []  # functions that end streams, called when a worker stops
    app.state.assets, app.state.pages = assets, Pages(packages, assets)
    return app


class RequestTexts:
    """Middleware that forgets the boards and decks of a request when it has been answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_request = scope["type"] in ("http", "websocket")
        with text_scope() if is_request else nullcontext():
            await self._app(scope, receive, send)


class RequestQuota:
    """Middleware that refuses a client's requests when there are too many, before any work."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            try:
                shares_of(connection).use(client_of(connection), "requests")
            except TooManyRequests as error:  # plain text, which takes no time
                headers = {"retry-after": str(error.retry_after)}
                refusal = PlainTextResponse(f"{to_sentence(error)}\n", 429, headers)
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


def error_page(request: Request, status: int, message: str = "") -> Response:
    """Return an error page, or JSON for a script."""
    sentence = message or MESSAGES.get(status, MESSAGES[400 if status < 500 else 500])
    if request.headers.get("accept", "").startswith("application/json"):
        return JSONResponse({"sentence": sentence}, status)
    title = TITLES.get(status, "That did not work")
    return page(request, "error.html", status, title=title, sentence=sentence)


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    is_default = error.detail == HTTPException(error.status_code).detail
    message = "" if is_default else error.detail
    answer = error_page(request, error.status_code, message)
    answer.headers.update(error.headers or {})
    return answer


async def _on_offleash_error(request: Request, error: Exception) -> Response:
    if isinstance(error, TooManyRequests):
        answer = error_page(request, 429, to_sentence(error))
        answer.headers["retry-after"] = str(error.retry_after)
        return answer
    status = 503 if isinstance(error, Unavailable) else 400
    return error_page(request, status, to_sentence(error))


async def _on_disconnect(request: Request, error: Exception) -> Response:
    """Return a response that nobody reads, as the client has closed the connection."""
    return Response(status_code=499)


async def _on_error(request: Request, error: Exception) -> Response:
    """Return an error page, which bypasses the Guard; the server logs the traceback."""
    answer = error_page(request, 500)
    add_security(MutableHeaders(raw=answer.raw_headers))
    return answer


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether people reach the site over https: cookies are then restricted to it."""
    public: str = connection.app.state.public_url
    return public.startswith("https:") or connection.url.scheme in ("https", "wss")


def address(connection: HTTPConnection, path: str) -> str:
    """Return an absolute URL, for copying and sending."""
    public: str = connection.app.state.public_url
    return f"{public or str(connection.base_url).rstrip('/')}{path}"
