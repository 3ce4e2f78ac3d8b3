"""Drafts: what is being drawn, kept beside the file that it is to become."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from offleash.core.errors import BadFile
from offleash.core.files import write_text

LARGEST = 512 * 1024  # bytes of a draft's file
LATEST = 1 << 40  # seconds since 1970 that any clock may show


@dataclass(frozen=True)
class Draft:
    """A text that was not saved, and the digest of the file that it began with."""

    text: str
    digest: str
    at: float = 0  # seconds since 1970 when a page wrote it; 0 if it does not say


def place(folder: Path, name: str) -> Path:
    """The hidden file of a draft; a link in its place is not followed, nor a pipe waited for."""
    path = folder / f".{name}.draft"
    if path.is_symlink():
        raise BadFile(path.name, None, "it is a link, and drafts follow none")
    if path.exists() and not path.is_file():
        raise BadFile(path.name, None, "it is no plain file, as drafts are")
    return path


def keep(folder: Path, name: str, draft: Draft) -> None:
    """Writes a draft whole, or leaves the one before."""
    write_text(place(folder, name), json.dumps(asdict(draft)))


def kept(folder: Path, name: str) -> Draft | None:
    """The draft of a file, where there is one that can be read."""
    try:
        with place(folder, name).open("rb") as file:
            draft = json.loads(file.read(LARGEST))
            arrived = os.fstat(file.fileno()).st_mtime
        text, digest = str(draft["text"]), str(draft["digest"])
        at = float(draft.get("at", 0))
        return Draft(text, digest, at if 0 < at < LATEST else arrived)
    except (BadFile, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def drop(folder: Path, name: str) -> None:
    """After the text was saved, or was not wanted."""
    with suppress(BadFile, OSError):
        place(folder, name).unlink()
