"""Whether a worker is alive, whether it can serve, and its figures."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.tools.errors import OffleashError
from offleash.web.metrics import MEDIA_TYPE, Metrics

CHECK_TIMEOUT_S = 3.0

# Returns what the answer says about it. Raises OffleashError if it is not ready.
Check = Callable[[], Awaitable[object]]


def routes() -> list[BaseRoute]:
    """Return the routes for operators."""
    return [Route("/healthz", healthz), Route("/readyz", readyz), Route("/metrics", metrics)]


def add_check(app: Starlette, name: str, check: Check) -> None:
    """Add a condition under which this worker is ready."""
    app.state.checks[name] = check


async def healthz(request: Request) -> Response:
    """Return ok: the process runs and answers."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Return whether what people need is there: if not, with status 503 and the reason."""
    report, is_ready = {}, True
    for name, check in request.app.state.checks.items():
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                report[name] = await check()
        except (OffleashError, TimeoutError) as error:
            report[name], is_ready = str(error) or "no answer in time", False
    return JSONResponse({"ready": is_ready, **report}, 200 if is_ready else 503)


async def metrics(request: Request) -> Response:
    """Return all workers' figures, for the owner; `serve --metrics` has a port for programs."""
    if not request.app.state.is_owner(request):
        raise HTTPException(403, "Only the owner can see the figures of this server.")
    figures: Metrics = request.app.state.metrics
    return PlainTextResponse(figures.text(), media_type=MEDIA_TYPE)
