"""The images of a project at its tables: pictures name them by addresses, which pages load once."""

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from offleash.projects.images import find_image
from offleash.projects.project import path_inside
from offleash.tables.lobby.lobby import code_of, host_of
from offleash.tools.errors import OffleashError
from offleash.web.headers import IMMUTABLE

NO_IMAGE = "This image does not exist, or no longer exists."


def routes() -> list[BaseRoute]:
    """Return the images of a table, for everybody whose picture names them."""
    return [Route("/table/{table}/image/{digest}", image)]


async def image(request: Request) -> Response:
    """Return an image of a table's project."""
    facts = await host_of(request).store.facts(code_of(request, "table"))
    digest = request.path_params["digest"]
    slots = [slot for slot, known in facts.images.items() if known == digest] if facts else []
    projects: str = getattr(request.app.state, "projects", "")
    if facts is None or not slots or not projects:
        raise HTTPException(404, NO_IMAGE)
    try:
        folder = path_inside(Path(projects), facts.project)
        kind, data = await run_in_threadpool(find_image, folder, slots[0], digest)
    except OffleashError:
        raise HTTPException(404, NO_IMAGE) from None
    return Response(data, media_type=kind, headers={"cache-control": IMMUTABLE})
