"""Boards in the browser: checking, drafts, saving and downloading."""

from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute

from offleash.contract.option_texts import MOST_BYTES
from offleash.projects.history import text_with_digest
from offleash.projects.project import digest_of, read_inside
from offleash.studio.boards.bot_games.client import prepare
from offleash.studio.boards.changes import merge_boards
from offleash.studio.boards.lights import board_to_json
from offleash.studio.projects import drafts
from offleash.studio.projects.access import (
    is_linked,
    navigation,
    project_images,
    routes_to_edit,
    without_paths,
)
from offleash.studio.projects.drafts import Draft
from offleash.studio.projects.json_requests import (
    Body,
    digest_in,
    json_endpoint,
    note_in,
    save_files,
    time_in,
)
from offleash.studio.projects.projects import (
    BOARD_PATHS,
    ProjectBoard,
    board_of,
    options_without_board,
    sizes_of,
    title_of,
)
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.templates import page


def routes() -> list[BaseRoute]:
    """Return the routes of a project's boards."""
    return [
        route
        for path in BOARD_PATHS
        for route in (
            *routes_to_edit(path, editor),
            *routes_to_edit(f"{path}/board", open_board),
            *routes_to_edit(f"{path}/board", save_board, ["POST"], saves=True),
            *routes_to_edit(f"{path}/board.txt", download),
            *routes_to_edit(f"{path}/check", check, ["POST"]),
            *routes_to_edit(f"{path}/digest", saved_digest),
            *routes_to_edit(f"{path}/merge", merge, ["POST"]),
            *routes_to_edit(f"{path}/draft", save_draft, ["POST"]),
            *routes_to_edit(f"{path}/draft", discard_draft, ["DELETE"]),
        )
    ]


async def editor(request: Request) -> Response:
    """Show the board editor."""
    board = await run_in_threadpool(board_of, request)
    if not is_linked(request):  # games while drawing are the owner's
        await prepare(request.app, board.game)
    name, game, bench = board.project, board.game, board.bench
    title, parts = title_of(board.folder), navigation(request, game)
    parts |= {"at_board": board.address, "file": board.file, "is_used": board.is_used}
    parts |= {"title": title, "project": name, "game": game, "bench": bench}
    return await run_in_threadpool(_editor_page, request, board, parts)


def _editor_page(request: Request, board: ProjectBoard, parts: dict[str, Any]) -> Response:
    with project_images(board.folder):  # its spaces look as on the finished board
        return page(request, "editor.html", **parts)


def open_board(request: Request) -> Response:
    """Send the saved board and its draft, if there is one."""
    board = board_of(request)
    bench, text = board.bench, _saved_text(board)
    draft = drafts.read_draft(board.folder, drafts.draft_name(request, board.folder, board.file))
    body = {
        "project": board.project,
        "game": board.game.name,
        "title": board.game.title,
        "file": board.file,
        "text": text,
        "digest": digest_of(text),
        "draft": asdict(draft) if draft and draft.text != text else None,
        "format": asdict(bench.format),
        "kinds": [asdict(kind) for kind in bench.kinds],
        "largest": bench.largest,
        "views": list(bench.views),
    }
    return JSONResponse(body)


def _saved_text(board: ProjectBoard) -> str:
    with without_paths(board.folder.parent):
        return read_inside(board.folder, board.file)


def download(request: Request) -> Response:
    """Send the saved file as a download."""
    board = board_of(request)
    headers = attachment_headers(f"{board.project}-{board.file}")
    return PlainTextResponse(_saved_text(board), headers=headers)


def attachment_headers(name: str) -> dict[str, str]:
    """Return the header for a download; characters that are unsafe in a header become `_`."""
    normalized = name.encode("ascii", "replace").decode()
    safe = "".join(letter if letter.isalnum() or letter in "-_. " else "_" for letter in normalized)
    return {"content-disposition": f'attachment; filename="{safe}"'}


@json_endpoint
def check(request: Request, body: Body) -> Body:
    """Check a board that has not been saved."""
    board = board_of(request)
    bench = board.bench
    views = body.get("views", list(bench.views))
    if not isinstance(views, list) or not all(key in bench.views for key in views):
        raise HTTPException(400, f"`views` must be a list of these: {', '.join(bench.views)}.")
    text, options = text_in(body, bench.write), options_without_board(board)
    return board_to_json(bench, text, list(dict.fromkeys(views)), options, sizes_of(board))


@json_endpoint
def save_draft(request: Request, body: Body) -> Body:
    """Autosave a draft; it survives the tab and the server and changes no project file."""
    board = board_of(request)
    text = text_in(body, board.bench.write)
    with without_paths(board.folder.parent):
        name = drafts.draft_name(request, board.folder, board.file)
        drafts.write_draft(board.folder, name, Draft(text, digest_in(body), time_in(body)))
    return {"digest": digest_of(text)}


def discard_draft(request: Request) -> Response:
    """Discard the draft and return to the saved board."""
    board = board_of(request)
    drafts.delete_draft(board.folder, drafts.draft_name(request, board.folder, board.file))
    return JSONResponse({})


@json_endpoint
def save_board(request: Request, body: Body) -> Body:
    """Write the file if it is unchanged since the page read it and the project is valid."""
    board = board_of(request)
    text = text_in(body, board.bench.write)
    digests, note = {board.file: digest_in(body)}, note_in(request, body)
    save_files(board.folder, {board.file: text}, digests, board.selection, note)
    drafts.delete_draft(board.folder, drafts.draft_name(request, board.folder, board.file))
    return {"digest": digest_of(text), "text": text}


def saved_digest(request: Request) -> Response:
    """Send the digest of the saved board, by which a page sees that somebody else saved it."""
    return JSONResponse({"digest": digest_of(_saved_text(board_of(request)))})


@json_endpoint
def merge(request: Request, body: Body) -> Body:
    """Merge a drawing with the saved board, from the version that it is based on."""
    board = board_of(request)
    mine, theirs = text_in(body, board.bench.write), _saved_text(board)
    base = text_with_digest(board.folder, board.file, digest_in(body))
    if base is None:
        raise HTTPException(422, "The version that this drawing is based on is not in the history.")
    try:
        merged = merge_boards(board.bench, base, mine, theirs)
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
    return {**asdict(merged), "saved": theirs, "digest": digest_of(theirs)}


def text_in(body: Body, write: Any) -> str:
    """Return the board text in a request, or the text of the sheet in it."""
    try:
        text = write(body["sheet"]) if "sheet" in body else body.get("text")
    except OffleashError as error:
        raise HTTPException(400, to_sentence(error)) from None
    if not isinstance(text, str):
        raise HTTPException(400, f"`text` must be a string, not {quote(text)}.")
    normalized = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(normalized.encode("utf-8", "replace")) > MOST_BYTES:
        raise HTTPException(413, f"A board can have at most {MOST_BYTES:,} bytes.")
    return normalized
