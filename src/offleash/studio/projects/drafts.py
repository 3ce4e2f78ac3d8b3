"""Drafts: unsaved texts, stored next to the file that they will replace."""

import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from starlette.requests import Request

from offleash.projects.links import list_links
from offleash.tools.errors import BadFile
from offleash.tools.files import write_text

MAX_BYTES = 512 * 1024  # of a draft's file
BROWSER_HEADER, BROWSER = "x-browser", re.compile("[0-9a-f]{16}")
MOST_BROWSERS = 20  # of a link that have drafts of one file
MAX_TIMESTAMP = 1 << 40  # seconds since 1970; later times are rejected


@dataclass(frozen=True)
class Draft:
    """An unsaved text, and the digest of the file on which it is based."""

    text: str
    digest: str
    at: float = 0  # seconds since 1970 when a page wrote it; 0 if unknown


def draft_name(request: Request, folder: Path, file: str) -> str:
    """Return the name of a file's draft: the owner has one, and so has every browser with a link.

    A page sends the id of its browser. If there are too many, further ones share a draft.
    """
    code, browser = request.path_params.get("code", ""), request.headers.get(BROWSER_HEADER, "")
    if not code:
        return file
    name = f"{file}.{code}"
    if not BROWSER.fullmatch(browser):
        return name
    own, others = f"{name}.{browser}", _browsers(folder, name)
    return own if browser in others or len(others) < MOST_BROWSERS else name


def _browsers(folder: Path, name: str) -> set[str]:
    """Return the browsers that have drafts of this name."""
    names = (path.name for path in folder.iterdir())
    start, end = f".{name}.", ".draft"
    ids = {
        one.removeprefix(start).removesuffix(end)
        for one in names
        if one.startswith(start) and one.endswith(end)
    }
    return {id for id in ids if BROWSER.fullmatch(id)}


def draft_path(folder: Path, name: str) -> Path:
    """Return the hidden file of a draft. Raises BadFile if it is a link or not a regular file."""
    path = folder / f".{name}.draft"
    if path.is_symlink():
        raise BadFile(path.name, None, "it is a link; drafts must be regular files")
    if path.exists() and not path.is_file():
        raise BadFile(path.name, None, "it is not a regular file")
    return path


def write_draft(folder: Path, name: str, draft: Draft) -> None:
    """Write a draft atomically: on failure the previous one remains."""
    write_text(draft_path(folder, name), json.dumps(asdict(draft)))


def read_draft(folder: Path, name: str) -> Draft | None:
    """Return the draft of a file, or None if there is no readable one."""
    try:
        with draft_path(folder, name).open("rb") as file:
            draft = json.loads(file.read(MAX_BYTES))
            modified = os.fstat(file.fileno()).st_mtime
        text, digest = str(draft["text"]), str(draft["digest"])
        at = float(draft.get("at", 0))
        return Draft(text, digest, at if 0 < at < MAX_TIMESTAMP else modified)
    except (BadFile, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def move_draft(folder: Path, old: str, new: str) -> None:
    """Move the drafts of a renamed file along with it."""
    endings = [""]
    for code in list_links(folder):
        browsers = _browsers(folder, f"{old}.{code}")
        endings += [f".{code}", *(f".{code}.{browser}" for browser in browsers)]
    for ending in endings:
        with suppress(BadFile, OSError):
            os.replace(draft_path(folder, f"{old}{ending}"), draft_path(folder, f"{new}{ending}"))


def delete_draft(folder: Path, name: str) -> None:
    """Delete a draft after its text was saved or discarded."""
    with suppress(BadFile, OSError):
        draft_path(folder, name).unlink()
