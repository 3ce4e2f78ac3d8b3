"""The whole site with projects, as `serve` has it, and its owner at the door."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from offleash.cli.site import make_site_app
from offleash.games import registry
from offleash.projects.project import new_project
from offleash.tables.log.sqlite import SqliteStore
from offleash.web.supervisor import Settings
from tests.web.serving import serving, visitor

KEY = "the-key-of-the-owner"


def make_app(folder: Path, key: str = KEY, **settings: Any) -> Any:
    """A site over a folder of projects with one in it, called mine."""
    place = folder / "projects"
    if not place.exists():
        new_project(place / "mine", registry.load("uri-nation"), "1.4", "My street")
    values = Settings(projects=str(place), owner=key, pace=0.0, **settings)
    return make_site_app(SqliteStore(folder / "tables.db"), values)


def files(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, to the byte."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@contextmanager
def owned_site(folder: Path) -> Iterator[tuple[httpx.Client, Path]]:
    """The owner's browser, and the folder of the project."""
    with serving(make_app(folder)) as url, owner(url) as browser:
        yield browser, folder / "projects" / "mine"


@contextmanager
def owner(url: str, key: str = KEY) -> Iterator[httpx.Client]:
    """A browser that opened the printed link; its scripts ask for JSON."""
    with visitor(url) as browser:
        answer = browser.get(f"/owner/{key}")
        assert (answer.status_code, answer.headers["location"]) == (303, "/studio")
        browser.headers["accept"] = "application/json"
        yield browser
