"""The owner of a server has the key that it printed at the start. All others are guests."""

import secrets
from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import iscoroutinefunction
from typing import cast

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.web.cookies import Keys
from offleash.web.frame import is_secure
from offleash.web.templates import page

HOME = "/studio"  # where an owner is redirected
REFUSAL = "Only the owner can do this. Open the Studio link that the server prints when it starts."
WRONG_KEY = "This is not the key that the server prints when it starts."
NO_KEY = "This server has no owner."

Handler = Callable[[Request], Awaitable[Response]]
BlockingHandler = Callable[[Request], Response]


def new_key() -> str:
    """Return a random key."""
    return secrets.token_urlsafe(18)


def routes() -> list[BaseRoute]:
    """Return the routes that take the key: in a link, or in a form."""
    return [Route("/owner", ask, methods=["GET", "POST"]), Route("/owner/{key}", show)]


def set_owner_key(app: Starlette, key: str) -> None:
    """Set the owner's key of an application."""
    app.state.owner, app.state.is_owner = key, is_owner


def is_owner(connection: HTTPConnection) -> bool:
    """Return whether a browser is the owner's."""
    keys: Keys | None = getattr(connection.app.state, "keys", None)
    return keys is not None and keys.is_owner(connection)


def require_owner(connection: HTTPConnection) -> None:
    """Raise HTTPException 403 for guests."""
    if not is_owner(connection):
        raise HTTPException(403, REFUSAL)


def for_owner(handler: Handler | BlockingHandler) -> Handler:
    """Wrap a request handler so that only the owner can use it; a blocking one gets a thread."""

    @wraps(handler)
    async def owner_only(request: Request) -> Response:
        require_owner(request)
        if iscoroutinefunction(handler):
            response: Response = await handler(request)
            return response
        return await run_in_threadpool(cast(BlockingHandler, handler), request)

    return owner_only


async def show(request: Request) -> Response:
    """Return the printed link: it makes a browser the owner's."""
    return _sign_in(request, request.path_params["key"])


async def ask(request: Request) -> Response:
    """Return a form for the key."""
    if request.method != "POST":
        return page(request, "owner.html", title="Owner")
    async with request.form(max_files=0, max_fields=5) as form:
        return _sign_in(request, str(form.get("key", "")).strip())


def _sign_in(request: Request, key: str) -> Response:
    owner_key: str = request.app.state.owner
    if not owner_key or not secrets.compare_digest(key.encode(), owner_key.encode()):
        raise HTTPException(403, WRONG_KEY if owner_key else NO_KEY)
    response = RedirectResponse(HOME, 303)
    keys: Keys = request.app.state.keys
    keys.remember_owner(response, is_secure(request))
    return response
