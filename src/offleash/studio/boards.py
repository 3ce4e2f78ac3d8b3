"""Boards in the browser: what is drawn is checked, kept as a draft, saved and handed out."""

import json
from dataclasses import asdict
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from offleash.core.errors import OffleashError, shown
from offleash.core.texts import MOST_BYTES
from offleash.play.project import FileConflict, digest_of, read_inside, write_project
from offleash.studio import drafts
from offleash.studio.drafts import Draft
from offleash.studio.projects import Drawn, drawn_in, parts_of, plainly
from offleash.studio.told import told
from offleash.studio.trials.line import prepare
from offleash.web.owner import for_owner
from offleash.web.templates import page

Body = dict[str, Any]


def routes() -> list[BaseRoute]:
    """Every address of a board."""
    at = "/studio/{project}"
    return [
        Route(at, for_owner(editor)),
        Route(f"{at}/board", for_owner(open_board)),
        Route(f"{at}/board", for_owner(save_board), methods=["POST"]),
        Route(f"{at}/board.txt", for_owner(download)),
        Route(f"{at}/check", for_owner(check), methods=["POST"]),
        Route(f"{at}/draft", for_owner(keep_draft), methods=["POST"]),
        Route(f"{at}/draft", for_owner(drop_draft), methods=["DELETE"]),
    ]


async def editor(request: Request) -> Response:
    """The page on which a board is drawn."""
    drawn = await run_in_threadpool(drawn_in, request)
    await prepare(request.app, drawn.game)
    name = drawn.project
    parts = parts_of(drawn.game)
    return page(request, "editor.html", title=name, project=name, game=drawn.game, **parts)


async def open_board(request: Request) -> Response:
    """The board as it is saved, and the draft of it, if there is one."""
    return JSONResponse(await run_in_threadpool(_opened, request))


def _opened(request: Request) -> Body:
    drawn = drawn_in(request)
    bench, text = drawn.bench, _saved(drawn)
    draft = drafts.kept(drawn.folder, drawn.file)
    return {
        "project": drawn.project,
        "game": drawn.game.name,
        "title": drawn.game.title,
        "file": drawn.file,
        "text": text,
        "digest": digest_of(text),
        "draft": asdict(draft) if draft and draft.text != text else None,
        "kinds": [asdict(kind) for kind in bench.kinds],
        "largest": bench.largest,
        "views": list(bench.views),
    }


def _saved(drawn: Drawn) -> str:
    with plainly(drawn.folder.parent):
        return read_inside(drawn.folder, drawn.file)


async def download(request: Request) -> Response:
    """The saved file."""
    drawn = await run_in_threadpool(drawn_in, request)
    headers = as_file(f"{drawn.project}-{drawn.file}")
    return PlainTextResponse(await run_in_threadpool(_saved, drawn), headers=headers)


def as_file(name: str) -> dict[str, str]:
    """The header of what is kept as a file; a header takes few signs, a project's name many."""
    plain = name.encode("ascii", "replace").decode()
    fine = "".join(sign if sign.isalnum() or sign in "-_. " else "_" for sign in plain)
    return {"content-disposition": f'attachment; filename="{fine}"'}


async def check(request: Request) -> Response:
    """What is to be said of a board as it is drawn just now."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_checked, request, body))


def _checked(request: Request, body: Body) -> Body:
    bench = drawn_in(request).bench
    wanted = body.get("views", list(bench.views))
    if not isinstance(wanted, list) or not all(key in bench.views for key in wanted):
        raise HTTPException(400, f"views takes some of {', '.join(bench.views)}.")
    return told(bench, text_in(body, bench.write), wanted)


async def keep_draft(request: Request) -> Response:
    """Autosave: survives the tab and the server, and changes no file of the project."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_kept, request, body))


def _kept(request: Request, body: Body) -> Body:
    drawn = drawn_in(request)
    text = text_in(body, drawn.bench.write)
    with plainly(drawn.folder.parent):
        drafts.keep(drawn.folder, drawn.file, Draft(text, digest_in(body), time_in(body)))
    return {"digest": digest_of(text)}


async def drop_draft(request: Request) -> Response:
    """Back to what is saved."""
    drawn = await run_in_threadpool(drawn_in, request)
    await run_in_threadpool(drafts.drop, drawn.folder, drawn.file)
    return JSONResponse({})


async def save_board(request: Request) -> Response:
    """Writes the file, where it is still what the page has read and the project is sound."""
    body = await said(request)
    return JSONResponse(await run_in_threadpool(_written, request, body))


def _written(request: Request, body: Body) -> Body:
    drawn = drawn_in(request)
    text = text_in(body, drawn.bench.write)
    try:
        with plainly(drawn.folder.parent):
            write_project(drawn.folder, {drawn.file: text}, {drawn.file: digest_in(body)})
    except FileConflict as error:
        raise HTTPException(409, sentence(error)) from None
    except OffleashError as error:
        raise HTTPException(422, sentence(error)) from None
    drafts.drop(drawn.folder, drawn.file)
    return {"digest": digest_of(text), "text": text}


# What a page sends


async def said(request: Request) -> Body:
    """The JSON of a request, which must have keys and values."""
    try:
        body = json.loads(await request.body())
        json.dumps(body, ensure_ascii=False).encode()  # refuses halves of signs: no file has them
    except (ValueError, RecursionError):
        raise HTTPException(400, "That is no JSON that we can read.") from None
    if not isinstance(body, dict):
        raise HTTPException(400, f"We need keys with values, not {shown(body)}.")
    return body


def text_in(body: Body, write: Any) -> str:
    """The text of a board that a page sent, or of the sheet that it sent."""
    try:
        text = write(body["sheet"]) if "sheet" in body else body.get("text")
    except OffleashError as error:
        raise HTTPException(400, sentence(error)) from None
    if not isinstance(text, str):
        raise HTTPException(400, f"The text of a board is a text, not {shown(text)}.")
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(plain.encode("utf-8", "replace")) > MOST_BYTES:
        raise HTTPException(413, f"A board has at most {MOST_BYTES:,} bytes.")
    return plain


def digest_in(body: Body) -> str:
    """Which text the page began with."""
    digest = body.get("digest", "")
    if not isinstance(digest, str) or len(digest) > 100:
        raise HTTPException(400, f"A digest is a text, not {shown(digest)}.")
    return digest


def time_in(body: Body) -> float:
    """When the page wrote the text, by its own clock; 0 where it does not say."""
    at = body.get("at", 0)
    if type(at) not in (int, float) or not 0 <= at < drafts.LATEST:
        raise HTTPException(400, f"`at` must be seconds since 1970, not {shown(at)}.")
    return float(at)


def sentence(error: OffleashError) -> str:
    """With a stop, and with a capital where it begins with a word."""
    text = str(error)
    first = text.partition(" ")[0]
    begins = text[:1].upper() if first.isalpha() else text[:1]
    return f"{begins}{text[1:]}".rstrip(".") + "."
