"""The owner of a server: who has the key that it printed when it started. All others are guests."""

import secrets
from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.web.frame import is_secure
from offleash.web.keys import Keys
from offleash.web.templates import page

HOME = "/studio"  # where an owner begins
REFUSAL = "This is for the owner of the server: open the Studio link that it printed at its start."
WRONG = "This is not the key that the server printed at its start."
NO_KEY = "This server has no owner."

Answer = Callable[[Request], Awaitable[Response]]


def new_key() -> str:
    """A key that nobody guesses."""
    return secrets.token_urlsafe(18)


def routes() -> list[BaseRoute]:
    """Where the key is shown: in the link, or in a form."""
    return [
        Route("/owner", ask, methods=["GET", "POST"]),
        Route("/owner/{key}", show),
    ]


def settle(app: Starlette, key: str) -> None:
    """Lets an application know its owner's key."""
    app.state.owner, app.state.is_owner = key, is_owner


def is_owner(connection: HTTPConnection) -> bool:
    """Whether a browser has shown the key."""
    keys: Keys | None = getattr(connection.app.state, "keys", None)
    return keys is not None and keys.is_owner(connection)


def require_owner(connection: HTTPConnection) -> None:
    """Refuses guests."""
    if not is_owner(connection):
        raise HTTPException(403, REFUSAL)


def for_owner(answer: Answer) -> Answer:
    """An address that only the owner may use."""

    @wraps(answer)
    async def checked(request: Request) -> Response:
        require_owner(request)
        return await answer(request)

    return checked


async def show(request: Request) -> Response:
    """The printed link: a browser that opens it is the owner's from then on."""
    return _welcome(request, request.path_params["key"])


async def ask(request: Request) -> Response:
    """The key by hand, where it was printed without a link."""
    if request.method != "POST":
        return page(request, "owner.html", title="Owner")
    async with request.form(max_files=0, max_fields=5) as form:
        return _welcome(request, str(form.get("key", "")).strip())


def _welcome(request: Request, key: str) -> Response:
    own: str = request.app.state.owner
    if not own or not secrets.compare_digest(key.encode(), own.encode()):
        raise HTTPException(403, WRONG if own else NO_KEY)
    answer = RedirectResponse(HOME, 303)
    keys: Keys = request.app.state.keys
    keys.remember_owner(answer, is_secure(request))
    return answer
