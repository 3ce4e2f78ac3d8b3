"""Pictures of a project's boards: drawn one after the other in a process with limits, and kept.

Anybody with a link to a project can ask for them, so many requests cost no more than one.
"""

from collections import OrderedDict
from hashlib import sha256
from itertools import count
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from offleash.games import registry
from offleash.projects.images import image_files
from offleash.studio.print.jobs import PRELOADED_MODULES
from offleash.studio.projects.access import project_images
from offleash.web.jobs import Busy, Emit, Jobs

MAX_DRAWING_S = 20.0
MAX_WAITING = 16  # pictures; a page with more boards than that loads the others when asked again
MAX_KEPT_BYTES = 32_000_000
NICENESS = 10


class BoardPictures:
    """The queue of pictures of a worker, and those that it drew last."""

    def __init__(self) -> None:
        modules = [row.module for row in registry.ROWS.values()]
        preload = (*PRELOADED_MODULES, *modules, __name__)
        self._jobs = Jobs(
            seconds=MAX_DRAWING_S, waiting=MAX_WAITING, preload=preload, niceness=NICENESS
        )
        self._names = count()
        self._pictures: OrderedDict[str, str] = OrderedDict()

    async def svg(self, folder: Path, game: str, text: str) -> str:
        """Return the picture of a board. Raises OffleashError if it can't be drawn."""
        key = _digest(folder, game, text)
        if key not in self._pictures:
            name = str(next(self._names))  # of the job: a page shows several pictures
            self._pictures[key] = await self._jobs.result(name, draw, folder, game, text)
        self._pictures.move_to_end(key)
        while sum(map(len, self._pictures.values())) > MAX_KEPT_BYTES and len(self._pictures) > 1:
            self._pictures.popitem(last=False)
        return self._pictures[key]


def draw(send: Emit, folder: Path, game: str, text: str) -> None:
    """Send the picture of a board."""
    bench = registry.load(game).studio.workbench
    assert bench is not None
    with project_images(folder):
        send(bench.picture(text))


def _digest(folder: Path, game: str, text: str) -> str:
    """Return a key for all that a picture depends on."""
    images = []
    for slot, path in sorted(image_files(folder).items()):
        status = path.stat()
        images.append((slot, str(path), status.st_mtime_ns, status.st_size))
    return sha256(repr((game, text, images)).encode()).hexdigest()


async def start(app: Starlette) -> None:
    """Create the queue with the worker."""
    app.state.board_pictures = BoardPictures()


async def picture_response(request: Request, folder: Path, game: str, text: str) -> Response:
    """Return a picture as a response. Raises HTTPException 503 if too many wait."""
    pictures: BoardPictures = request.app.state.board_pictures
    try:
        svg = await pictures.svg(folder, game, text)
    except Busy as error:
        raise HTTPException(503, str(error), {"retry-after": "5"}) from None
    return Response(svg, media_type="image/svg+xml")
