"""Templates and assets of the site, from the installed package."""

import hashlib
import importlib
import mimetypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from offleash.contract.text.wording import Wording
from offleash.web.headers import IMMUTABLE

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def package_folder(package: str, name: str) -> Path:
    """Return a folder of a subpackage: its `assets` or its `pages`."""
    module = importlib.import_module(f"offleash.{package}")
    assert module.__file__ is not None
    return Path(module.__file__).parent / name


class Assets:
    """Every file in the packages' `assets`, in memory.

    Their URLs contain one digest of all of them, so that browsers may cache them for ever. The rest
    is the path below `offleash`: a module imports its neighbour as `./neighbour.js` and one of
    another package as `../../web/assets/page.js`, here as in an editor.
    """

    def __init__(self, packages: Sequence[str]) -> None:
        self._files = {
            f"{package}/assets/{name}": data
            for package in packages
            for name, data in _files(package)
        }
        digest = hashlib.sha256()
        for name, data in sorted(self._files.items()):
            digest.update(f"{name}\0{len(data)}\0".encode() + data)
        self.digest = digest.hexdigest()[:16]

    def address(self, name: str) -> str:
        """Return an asset's URL: `address("web/site.css")`. Raise KeyError if there is none."""
        if not self.has(name):
            raise KeyError(f"there is no asset {name}")
        return f"/assets/{self.digest}/{_path(name)}"

    def has(self, name: str) -> bool:
        return _path(name) in self._files

    async def serve(self, request: Request) -> Response:
        """Serve an asset; an old page gets the current version, which is not cached."""
        name = request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404)
        is_newest = request.path_params["digest"] == self.digest
        headers = {"cache-control": IMMUTABLE if is_newest else "no-cache"}
        return Response(self._files[name], headers=headers, media_type=_media_type(name))

    @property
    def route(self) -> Route:
        return Route("/assets/{digest}/{name:path}", self.serve)


def _path(name: str) -> str:
    """Return the path of an asset: `web/site.css` is in the folder `assets` of its package."""
    return name.replace("/", "/assets/", 1)


def _files(package: str) -> Iterator[tuple[str, bytes]]:
    home = package_folder(package, "assets")
    for file in sorted(home.rglob("*")):
        if file.is_file():
            yield file.relative_to(home).as_posix(), file.read_bytes()


def _media_type(name: str) -> str:
    ending = Path(name).suffix
    return TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"


def in_own_names(html: Markup, wording: Wording | None) -> Markup:
    """Return a part of a page with a project's own names, if it has any."""
    return Markup(wording.markup(str(html))) if wording else html


class Pages:
    """The templates of the packages; values are escaped."""

    def __init__(self, packages: Sequence[str], assets: Assets) -> None:
        folders = [package_folder(package, "pages") for package in packages]
        self._environment = Environment(
            loader=FileSystemLoader(folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["asset"] = assets.address
        self._environment.filters["in_own_names"] = in_own_names

    def render(self, name: str, **context: Any) -> str:
        return self._environment.get_template(name).render(**context)


def page(
    request: Request,
    name: str,
    status: int = 200,
    headers: dict[str, str] | None = None,
    **context: Any,
) -> HTMLResponse:
    """Return a response from a template; `path` and `is_owner` are for the navigation."""
    pages: Pages = request.app.state.pages
    is_owner = request.app.state.is_owner(request)
    text = pages.render(name, path=request.url.path, is_owner=is_owner, **context)
    return HTMLResponse(text, status, headers)
