"""Pages and assets of the site, from the installed package."""

import hashlib
import importlib
import mimetypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from offleash.web.headers import FOR_EVER

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def folder(room: str, name: str) -> Path:
    """A folder of a room: its `assets` or its `pages`."""
    package = importlib.import_module(f"offleash.{room}")
    assert package.__file__ is not None
    return Path(package.__file__).parent / name


class Assets:
    """Every file of the rooms' `assets`, in memory.

    One digest of all of them stands in their addresses, so that a browser may keep them for ever.
    What follows is their path below the package: a module finds its neighbour by `./neighbour.js`
    and one of another room by `../../web/assets/page.js`, here as in an editor.
    """

    def __init__(self, rooms: Sequence[str]) -> None:
        self._files = {
            f"{room}/assets/{name}": data for room in rooms for name, data in _files(room)
        }
        digest = hashlib.sha256()
        for name, data in sorted(self._files.items()):
            digest.update(f"{name}\0{len(data)}\0".encode() + data)
        self.digest = digest.hexdigest()[:16]

    def address(self, name: str) -> str:
        """Where an asset is: `address("web/site.css")`."""
        if not self.has(name):
            raise KeyError(f"there is no asset {name}")
        return f"/assets/{self.digest}/{_path(name)}"

    def has(self, name: str) -> bool:
        return _path(name) in self._files

    async def serve(self, request: Request) -> Response:
        """An asset; a page of yesterday gets that of today, and keeps it not."""
        name = request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        is_newest = request.path_params["digest"] == self.digest
        headers = {"cache-control": FOR_EVER if is_newest else "no-cache"}
        return Response(self._files[name], headers=headers, media_type=_media_type(name))

    @property
    def route(self) -> Route:
        return Route("/assets/{digest}/{name:path}", self.serve)


def _path(name: str) -> str:
    """`web/site.css` is in the folder `assets` of its room."""
    return name.replace("/", "/assets/", 1)


def _files(room: str) -> Iterator[tuple[str, bytes]]:
    home = folder(room, "assets")
    for file in sorted(home.rglob("*")):
        if file.is_file():
            yield file.relative_to(home).as_posix(), file.read_bytes()


def _media_type(name: str) -> str:
    ending = Path(name).suffix
    return TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"


class Pages:
    """The templates of the rooms; whatever is put into them is escaped."""

    def __init__(self, rooms: Sequence[str], assets: Assets) -> None:
        folders = [folder(room, "pages") for room in rooms]
        self._environment = Environment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["asset"] = assets.address

    def render(self, name: str, **context: Any) -> str:
        return self._environment.get_template(name).render(**context)


def page(
    request: Request,
    name: str,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """An answer made from a template; what was asked for, and by whom, is for the navigation."""
    pages: Pages = request.app.state.pages
    is_owner = request.app.state.is_owner(request)
    text = pages.render(name, path=request.url.path, is_owner=is_owner, **context)
    return HTMLResponse(text, status, headers)
