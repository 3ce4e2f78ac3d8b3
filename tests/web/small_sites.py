"""Applications that a supervisor can be tried with."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from offleash.tools.errors import OffleashError
from offleash.web import worker
from offleash.web.supervisor import Settings
from tests.timeouts import TIMEOUT_S

worker.SHUTDOWN_TIMEOUT_S = int(TIMEOUT_S)  # every worker imports this: its streams come to an end


async def process_id(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(os.getpid()))


def says_who(settings: Settings) -> Starlette:
    """Answers with the number of its process."""
    return Starlette(routes=[Route("/", process_id)])


def never_ends(settings: Settings) -> Starlette:
    """Its page is a stream without an end; but it listens when a worker is about to stop."""
    stopping = asyncio.Event()

    async def words() -> AsyncIterator[bytes]:
        yield f"{os.getpid()}\n".encode()
        await stopping.wait()

    async def stream(request: Request) -> StreamingResponse:
        return StreamingResponse(words())

    app = Starlette(routes=[Route("/", stream)])
    app.state.leaving = [stopping.set]
    return app


def breaks_sometimes(settings: Settings) -> Starlette:
    """Fails to start as often as a file has letters left, and takes one of them each time."""
    faults = Path(os.environ["SMALL_SITE_FAULTS"])
    if text := faults.read_text():
        faults.write_text(text[1:])
        raise OffleashError("the kennel is closed")
    return says_who(settings)


def dies_at_birth(settings: Settings) -> Starlette:
    raise OffleashError("the kennel is closed")
