"""Applications that a supervisor can be tried with."""

import os

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from offleash.core.errors import OffleashError
from offleash.web.supervisor import Settings


async def who(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(os.getpid()))


def says_who(settings: Settings) -> Starlette:
    """Answers with the number of its process."""
    return Starlette(routes=[Route("/", who)])


def dies_at_birth(settings: Settings) -> Starlette:
    raise OffleashError("the kennel is closed")
