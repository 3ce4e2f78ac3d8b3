"""The history of a project in the browser: any two versions compared, any one restored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote as quote_url

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from offleash.projects.boards_and_rules import ProjectParts, read_parts, restore_version
from offleash.projects.history import (
    FileChange,
    Version,
    compare_versions,
    delete_versions,
    list_versions,
    text_in,
    version_of,
)
from offleash.studio.boards.changes import describe_changes
from offleash.studio.projects.access import (
    author_of,
    is_linked,
    navigation,
    project_address,
    project_folder,
    routes_to_edit,
    without_paths,
)
from offleash.studio.projects.pictures import picture_response
from offleash.studio.projects.projects import title_of
from offleash.tools.errors import OffleashError
from offleash.tools.files import MEGABYTE, used_bytes
from offleash.tools.prose import count_of, join_and, to_sentence
from offleash.web.owner import REFUSAL
from offleash.web.templates import page

MOST_FIELDS = 5
MOST_LINES = 400  # of one file's changes
MOST_VERSIONS = 300  # on the page


def routes() -> list[BaseRoute]:
    """Return the routes of the history."""
    return [
        *routes_to_edit("/history", show_history),
        *routes_to_edit("/history", change, ["POST"], saves=True),
        *routes_to_edit("/history/board.svg", picture),
    ]


@dataclass(frozen=True)
class ChangeRow:
    """A file that differs between the two versions, as the page shows it."""

    change: FileChange
    has_pictures: bool
    sentences: Sequence[str]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The changed lines, each with the class of its style."""
        kinds = {"+": "added", "-": "removed", "@": "place"}
        return [(kinds.get(line[:1], ""), line) for line in self.change.lines[:MOST_LINES]]


def show_history(request: Request) -> Response:
    """List the versions, and compare the two in the query, or the last two."""
    folder = project_folder(request)
    with without_paths(folder.parent):
        parts, versions = read_parts(folder), list_versions(folder)
        old, new = _pair(request, folder, versions)
        rows = [_change_row(parts, item) for item in _changes(folder, old, new)]
    return page(
        request,
        "history.html",
        title=f"{title_of(folder)}, the history",
        heading=title_of(folder),
        project=folder.name,
        versions=versions[:MOST_VERSIONS],
        old=old,
        new=new,
        changes=rows,
        dates={version.number: format_time(version.at) for version in versions},
        megabytes=f"{used_bytes(folder) / MEGABYTE:,.1f}",
        message=request.query_params.get("done", ""),
        **navigation(request, parts.game),
    )


def _pair(
    request: Request, folder: Path, versions: Sequence[Version]
) -> tuple[Version | None, Version | None]:
    """Return the two versions to compare; None where there is no other one."""
    usual = [*(version.number for version in versions[:2]), 0, 0]
    numbers = [_number(request, key, usual[i]) for i, key in enumerate("ba")]
    try:
        new, old = (version_of(folder, number) if number else None for number in numbers)
    except OffleashError as error:
        raise HTTPException(404, to_sentence(error)) from None
    return old, new


def _number(request: Request, key: str, usual: int) -> int:
    text = request.query_params.get(key, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else usual


def _changes(folder: Path, old: Version | None, new: Version | None) -> list[FileChange]:
    return compare_versions(folder, old, new) if old and new else []


def _change_row(parts: ProjectParts, change: FileChange) -> ChangeRow:
    bench = parts.game.studio.workbench
    is_board = bench is not None and change.name.endswith(".txt")
    sentences: list[str] = []
    if bench is not None and is_board and change.old is not None and change.new is not None:
        sentences = describe_changes(bench, change.old, change.new)
    return ChangeRow(change, is_board, sentences)


def format_time(at: float) -> str:
    """Return a time as people read it, in UTC; empty if a damaged file has an impossible one."""
    try:
        return f"{datetime.fromtimestamp(at, UTC):%-d %B %Y, %H:%M} UTC"
    except (ValueError, OverflowError, OSError):
        return ""


async def picture(request: Request) -> Response:
    """Send the picture of a board in a version."""
    folder = await run_in_threadpool(project_folder, request)
    try:
        board = await run_in_threadpool(_read_old_board, request, folder)
        return await picture_response(request, folder, *board)
    except OffleashError as error:
        raise HTTPException(404, to_sentence(error)) from None


def _read_old_board(request: Request, folder: Path) -> tuple[str, str]:
    """Return the game and the text of a board in a version."""
    with without_paths(folder.parent):
        game = read_parts(folder).game
        version = version_of(folder, _number(request, "version", 0))
        text = text_in(folder, version, request.query_params.get("file", ""))
        if game.studio.workbench is None:
            raise HTTPException(404, "This game has no boards to draw.")
        return game.name, text


async def change(request: Request) -> Response:
    """Restore a version, or one of its files, as a new version; or delete versions."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        sent = {key: str(value) for key, value in form.items()}
    if sent.get("action") == "delete":
        if is_linked(request):
            raise HTTPException(403, REFUSAL)
        return await run_in_threadpool(
            _delete, request, _sent_number(sent, "a"), _sent_number(sent, "b")
        )
    number = _sent_number(sent, "version")
    return await run_in_threadpool(_restore, request, number, sent.get("file", ""))


def _sent_number(sent: Mapping[str, str], key: str) -> int:
    number = sent.get(key, "")
    if not (number.isascii() and number.isdecimal() and len(number) < 8):
        raise HTTPException(400, f"`{key}` must be a number.")
    return int(number)


def _delete(request: Request, after: int, before: int) -> Response:
    folder = project_folder(request)
    try:
        with without_paths(folder.parent):
            count = delete_versions(folder, min(after, before), max(after, before))
    except OffleashError as error:
        raise HTTPException(422, f"Nothing was deleted: {to_sentence(error)}") from None
    return _back(request, f"Deleted {count_of(count, 'version')}.")


def _restore(request: Request, number: int, file: str) -> Response:
    folder = project_folder(request)
    try:
        with without_paths(folder.parent):
            names = restore_version(folder, number, file, author_of(request))
    except OffleashError as error:
        message = str(error).replace(f"{folder}/", "")
        raise HTTPException(422, f"Nothing was restored: {to_sentence(message)}") from None
    done = f"Restored {join_and(names)}." if names else "Everything is already as in this version."
    return _back(request, done)


def _back(request: Request, done: str) -> Response:
    return RedirectResponse(f"{project_address(request)}/history?done={quote_url(done)}", 303)
