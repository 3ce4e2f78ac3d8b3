"""Shared by the studio's endpoints: JSON requests and their fields, events, saving files."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import wraps
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import Send

from offleash.projects.history import signed_note
from offleash.projects.project import FileConflict, Selection, write_project
from offleash.studio.projects.access import author_of, without_paths
from offleash.studio.projects.drafts import MAX_TIMESTAMP
from offleash.tools.errors import OffleashError, quote
from offleash.tools.prose import to_sentence
from offleash.web.owner import Handler

Body = dict[str, Any]


async def json_body(request: Request) -> Body:
    """Return the JSON object in a request's body. Raises HTTPException if it is not one."""
    try:
        body = json.loads(await request.body())
        json.dumps(body, ensure_ascii=False).encode()  # rejects lone surrogates
    except (ValueError, RecursionError):
        raise HTTPException(400, "The request must be valid JSON.") from None
    if not isinstance(body, dict):
        raise HTTPException(400, f"The request must be a JSON object, not {quote(body)}.")
    return body


def json_endpoint(work: Callable[[Request, Body], Body]) -> Handler:
    """Make an endpoint that calls a function with the request and its JSON body, in a thread."""

    @wraps(work)
    async def endpoint(request: Request) -> Response:
        body = await json_body(request)
        return JSONResponse(await run_in_threadpool(work, request, body))

    return endpoint


class Events(StreamingResponse):
    """Server-sent events whose generator is closed as soon as the client disconnects."""

    def __init__(self, events: AsyncGenerator[str, None]) -> None:
        self._events = events
        super().__init__(_lines(events), media_type="text/event-stream")

    async def stream_response(self, send: Send) -> None:
        async with aclosing(self._events):
            await super().stream_response(send)


async def _lines(events: AsyncGenerator[str, None]) -> AsyncGenerator[bytes, None]:
    async for event in events:
        yield f"data: {event}\n\n".encode()


def digest_in(body: Body) -> str:
    """Return the digest of the text on which the page is based."""
    digest = body.get("digest", "")
    if not isinstance(digest, str) or len(digest) > 100:
        raise HTTPException(400, f"`digest` must be a string, not {quote(digest)}.")
    return digest


def time_in(body: Body) -> float:
    """Return when the page wrote the text, by its own clock; 0 if unknown."""
    at = body.get("at", 0)
    if type(at) not in (int, float) or not 0 <= at < MAX_TIMESTAMP:
        raise HTTPException(400, f"`at` must be seconds since 1970, not {quote(at)}.")
    return float(at)


def note_in(request: Request, body: Body) -> str:
    """Return the note for the history, with the name of the link that was used."""
    note = body.get("note", "")
    if not isinstance(note, str):
        raise HTTPException(400, f"`note` must be a string, not {quote(note)}.")
    return signed_note(note, author_of(request))


def save_files(
    folder: Path,
    texts: dict[str, str],
    digests: dict[str, str],
    selection: Selection | None = None,
    note: str = "",
) -> None:
    """Write several project files together. Raises HTTPException if that is refused."""
    try:
        with without_paths(folder.parent):
            write_project(folder, texts, digests, selection=selection, note=note)
    except FileConflict as error:
        raise HTTPException(409, to_sentence(error)) from None
    except OffleashError as error:
        raise HTTPException(422, to_sentence(error)) from None
