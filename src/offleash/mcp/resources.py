"""What a program can read by its address: rulebooks, pictures of seats, summaries and reports."""

import json
from typing import Any

from offleash.games import registry
from offleash.mcp.access import Access
from offleash.mcp.rules import notation_of, sections_of, to_text
from offleash.mcp.tools import Door
from offleash.tools.errors import OffleashError, quote

SCHEME = "offleash://"
MARKDOWN, SVG, HTML, JSON = "text/markdown", "image/svg+xml", "text/html", "application/json"
# Addresses with a key in them: what they are, and their type.
TEMPLATES = (
    ("rules/{game}", "The rulebook of a game or project", MARKDOWN),
    ("notation/{game}", "Every ruling, and how actions and positions are written", MARKDOWN),
    ("seats/{seat}/picture", "The board as a seat sees it", SVG),
    ("runs/{run}/summary", "All figures of a run", JSON),
    ("runs/{run}/report", "The report of a run, with its charts", HTML),
)


def list_templates() -> list[dict[str, str]]:
    """Return the kinds of addresses."""
    return [
        {"name": words, "uri_template": f"{SCHEME}{path}", "mime_type": kind}
        for path, words, kind in TEMPLATES
    ]


def list_resources(door: Door, access: Access) -> list[dict[str, str]]:
    """Return what there is to read: rulebooks, and the program's own runs."""
    names = [*registry.ROWS, *access.project_names]
    rows = [_row(f"rules/{name}", f"The rules of {name}", MARKDOWN) for name in names]
    for run in door.runs.of(access):
        rows.append(_row(f"runs/{run.key}/summary", f"The figures of a {run.title}", JSON))
        if run.folder is not None:
            rows.append(_row(f"runs/{run.key}/report", f"The report of a {run.title}", HTML))
    return rows


def _row(path: str, words: str, kind: str) -> dict[str, str]:
    return {"name": words, "uri": f"{SCHEME}{path}", "mime_type": kind}


def read_resource(door: Door, access: Access, address: str) -> tuple[str, str]:
    """Return the type and the text of what an address names. Raises OffleashError."""
    door.shares.use(access.client, "messages")
    match address.removeprefix(SCHEME).split("/"):
        case ["rules", name]:
            setup = access.setup({"game": name})
            sections = sections_of(setup.game, setup.options)
            return MARKDOWN, "\n\n".join(to_text(section) for section in sections)
        case ["notation", name]:
            return MARKDOWN, notation_of(access.setup({"game": name}).game)
        case ["seats", key, "picture"]:
            access.check_seat(key)
            chair = door.games.chair(key)
            with chair.game.lock:
                return SVG, chair.picture()
        case ["runs", key, "summary"]:
            return JSON, _to_json(door.runs.find(access, key).summary)
        case ["runs", key, "report"]:
            return HTML, door.runs.report(access, key)
    raise OffleashError(f"there is nothing at {quote(address)}")


def _to_json(summary: Any) -> str:
    return json.dumps(summary, ensure_ascii=False, indent=1)
