"""Drafts: what is being drawn, kept beside the file that it is to become."""

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from offleash.core.errors import BadFile
from offleash.core.files import write_text

LARGEST = 512 * 1024  # bytes of a draft's file


@dataclass(frozen=True)
class Draft:
    """A text that was not saved, and the digest of the file that it began with."""

    text: str
    digest: str
    at: int = 0  # when it was kept, in seconds since 1970


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
            said = json.loads(file.read(LARGEST))
            at = int(os.fstat(file.fileno()).st_mtime)
        return Draft(str(said["text"]), str(said["digest"]), at)
    except (BadFile, OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def drop(folder: Path, name: str) -> None:
    """After the text was saved, or was not wanted."""
    with suppress(BadFile, OSError):
        place(folder, name).unlink()
