"""Links to a project for others, and their comments: a small file each in its folder."""

import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from offleash.projects.project import list_projects
from offleash.tools.errors import OffleashError
from offleash.tools.files import write_text

LINKS, COMMENTS = ".links", "comments"
CODE = re.compile(r"[A-Za-z0-9_-]{24}")
LONGEST_NAME, LONGEST_COMMENT = 40, 1000
MOST_COMMENTS = 500  # of a project
MOST_BYTES = 64 * 1024  # of one file


@dataclass(frozen=True)
class Link:
    """A link to a project. Everyone who has it sees the project and can comment on it."""

    code: str
    label: str  # for whom it is
    can_edit: bool


@dataclass(frozen=True)
class Comment:
    """What somebody with a link wrote about a project."""

    id: str
    at: float  # seconds since 1970
    name: str
    text: str
    version: int = 0  # of the project's history


def create_link(folder: Path, label: str, can_edit: bool = False) -> str:
    """Create a link; returns its code."""
    code = secrets.token_urlsafe(18)
    record = {
        "label": " ".join(label.split())[:LONGEST_NAME],
        "at": time.time(),
        "can_edit": can_edit,
    }
    write_text(folder / LINKS / f"{code}.json", json.dumps(record))
    return code


def list_links(folder: Path) -> dict[str, Link]:
    """Return a project's links by code, the oldest first."""
    rows = [(path.stem, _read(path) or {}) for path in (folder / LINKS).glob("*.json")]
    valid = [(code, row) for code, row in rows if CODE.fullmatch(code) and _is_link(row)]
    valid.sort(key=lambda pair: float(pair[1]["at"]))
    return {
        code: Link(code, str(row.get("label", "")), row.get("can_edit") is True)
        for code, row in valid
    }


def _is_link(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("at"), int | float)


def revoke_link(folder: Path, code: str) -> None:
    """Remove a link. Raises OffleashError if there is none."""
    if code not in list_links(folder):
        raise OffleashError("this link does not exist, or no longer exists")
    (folder / LINKS / f"{code}.json").unlink(missing_ok=True)


def find_link(projects: Path, code: str) -> tuple[Path, Link] | None:
    """Return the project that a link opens, and the link, or None."""
    if not CODE.fullmatch(code):
        return None
    for name in list_projects(projects):
        if link := list_links(projects / name).get(code):
            return projects / name, link
    return None


def add_comment(folder: Path, name: str, text: str, version: int = 0) -> None:
    """Store a comment. Raises OffleashError if it is empty or too long, or there are too many."""
    name, text = " ".join(name.split()), text.strip()
    if not name or not text:
        raise OffleashError("write your name and a comment")
    if len(name) > LONGEST_NAME or len(text) > LONGEST_COMMENT:
        limits = f"{LONGEST_NAME} characters, a comment {LONGEST_COMMENT:,}"
        raise OffleashError(f"a name can have at most {limits}")
    if len(list_comments(folder)) >= MOST_COMMENTS:
        raise OffleashError(f"a project can have at most {MOST_COMMENTS} comments")
    comment = Comment(secrets.token_hex(8), time.time(), name, text, version)
    data = json.dumps(asdict(comment), ensure_ascii=False)
    write_text(folder / COMMENTS / f"{comment.id}.json", data)


def list_comments(folder: Path) -> list[Comment]:
    """Return the comments that can be read, the latest first."""
    comments = [_comment(path.stem, _read(path)) for path in (folder / COMMENTS).glob("*.json")]
    return sorted((one for one in comments if one), key=lambda one: -one.at)


def delete_comment(folder: Path, id: str) -> None:
    """Delete a comment. Raises OffleashError if there is none."""
    if id not in [comment.id for comment in list_comments(folder)]:
        raise OffleashError("this comment does not exist, or no longer exists")
    (folder / COMMENTS / f"{id}.json").unlink(missing_ok=True)


def _comment(id: str, row: Mapping[str, Any] | None) -> Comment | None:
    try:
        if row is None:
            return None
        return Comment(
            id, float(row["at"]), str(row["name"]), str(row["text"]), int(row["version"])
        )
    except (KeyError, TypeError, ValueError):
        return None


def _read(path: Path) -> Mapping[str, Any] | None:
    try:
        if path.is_symlink() or path.stat().st_size > MOST_BYTES:
            return None
        row = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None
