"""Replays: finished tables, and transcripts that are dropped on a page."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from offleash.core.errors import OffleashError
from offleash.games import registry
from offleash.play.transcript import ParsedTranscript
from offleash.tables.door import CODE, browser_of, check_ready, seen_off, usual_name
from offleash.tables.entries import OPEN, Entry, Sat
from offleash.tables.forms import ME, clean_name
from offleash.tables.futures import check_moment, tell_futures
from offleash.tables.host import Host
from offleash.tables.strengths import names_of, title_of
from offleash.tables.table import OVER, new_facts
from offleash.tables.tape import (
    Tape,
    Tapes,
    account_of_table,
    files_of,
    game_title,
    has_ended,
    perspective,
    read,
    tape_of_table,
)
from offleash.web.frame import is_secure
from offleash.web.headers import FOR_EVER
from offleash.web.jobs import Busy, Jobs, Say
from offleash.web.keys import holder
from offleash.web.templates import page

READING = 20.0  # seconds that a transcript may take
PRELOADED = ("offleash.tables.futures", "offleash.tables.replay")
GAME_LINE = re.compile(r"^game\s+(?P<game>[a-z-]{1,40})\b", re.MULTILINE)
NO_GAME = 4004  # code of a line that is closed at once
NOT_OVER = "This game is still being played: its replay is there when it is over."
NOTHING = "There is no such replay, or not any more."

T = TypeVar("T")


class Replays:
    """What a worker needs for replays: games in hand, a thread to draw them, jobs of pages."""

    def __init__(self, host: Host) -> None:
        self.host, self.tapes = host, Tapes()
        preload = (*PRELOADED, *(row.module for row in registry.ROWS.values()))
        # somebody waits for a reading, so it gives way less
        self.readings = Jobs(seconds=READING, preload=preload, niceness=5)
        self.futures = Jobs(preload=preload)
        self._thread = ThreadPoolExecutor(1, "replays")

    def close(self) -> None:
        for each in (self.readings, self.futures):
            each.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def do(self, work: Callable[..., T], *arguments: Any) -> T:
        """Something that takes its time, beside the tables: a game is only used in this thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def find(self, asked: HTTPConnection) -> Tape | ParsedTranscript:
        """A game that is over, or one that was dropped on the page."""
        name = asked.path_params["name"]
        if not CODE.fullmatch(name):  # no database sees anything else
            raise HTTPException(404, NOTHING)
        found = self.tapes.get(name)
        if found is None:
            found = await self._table(asked, name) or await self._upload(asked, name)
            if found is None:
                raise HTTPException(404, NOTHING)
            self.tapes.keep(name, found)
        return found

    async def _table(self, asked: HTTPConnection, name: str) -> Tape | ParsedTranscript | None:
        """A finished table; one under way shows nothing, whoever asks."""
        facts = await self.host.store.facts(name)
        if facts is None or facts.game not in registry.ROWS:
            return None
        check_ready(asked, facts.game)
        held = await self.host.table(name)
        if held is None:
            return None
        if held.table.is_read_only:
            entries = await self.host.store.entries(name)
            if has_ended(entries):
                return account_of_table(facts, entries)
        elif held.table.phase == OVER:
            return tape_of_table(held.table)
        raise HTTPException(403, NOT_OVER)

    async def _upload(self, asked: HTTPConnection, name: str) -> Tape | ParsedTranscript | None:
        text = await self.host.store.upload(name)
        if text is None:
            return None
        check_game(asked, text)
        return await self.do(read, text)


def check_game(asked: HTTPConnection, text: str) -> None:
    """Nothing waits for a compiler: a transcript of a game that is not ready yet is put off."""
    match = GAME_LINE.search(text)
    if match and match["game"] in registry.ROWS:
        check_ready(asked, match["game"])


async def start(app: Starlette) -> None:
    """Once the worker's tables are there."""
    app.state.replays = Replays(app.state.host)


async def stop(app: Starlette) -> None:
    """Before the worker's tables are gone."""
    app.state.replays.close()


def routes() -> list[BaseRoute]:
    """Every address of the replays."""
    return [
        Route("/replay", drop, methods=["GET", "POST"]),
        Route("/replay/{name}", show),
        Route("/replay/{name}/frame/{at}", frame),
        Route("/replay/{name}/lines", lines),
        Route("/replay/{name}/luck", luck),
        Route("/replay/{name}/transcript.txt", transcript),
        Route("/replay/{name}/fork", fork, methods=["POST"]),
        WebSocketRoute("/replay/{name}/futures", futures),
    ]


# What is asked


def replays_of(connection: HTTPConnection) -> Replays:
    """The replays of this worker."""
    replays: Replays = connection.app.state.replays
    return replays


def owner_of(connection: HTTPConnection) -> str:
    """Whose job it is: the browser's, or the machine's where it is nobody yet."""
    whose: str | None = connection.app.state.keys.holder_of(connection)
    return whose or (connection.client.host if connection.client else "")


async def tape_of(request: Request) -> Tape:
    """The game that an address names, where it can be shown."""
    found = await replays_of(request).find(request)
    if isinstance(found, ParsedTranscript):
        raise HTTPException(404, "This game has other rules: only what was written is shown.")
    return found


def number(text: str) -> int:
    """The number of a moment as somebody wrote it, or -1: no game has one of eight digits."""
    return int(text) if re.fullmatch("[0-9]{1,7}", text) else -1


def looks(request: Request, tape: Tape) -> int:
    """Whose eyes a request names."""
    return perspective(request.query_params.get("seat", "all"), len(tape.names))


# A transcript comes in


async def drop(request: Request) -> Response:
    """Where transcripts are dropped; with a word about one that could not be read."""
    if request.method == "GET":
        replays_of(request).readings.prepare()
        return drop_page(request)
    form = await request.form(max_files=1, max_fields=2, max_part_size=64)
    try:
        text = await text_of(form)
        check_game(request, text)
        replays = replays_of(request)
        await replays.readings.result(owner_of(request), check_text, text)
    except OffleashError as error:
        sentence = str(error)
        status = 503 if isinstance(error, Busy) else 422
        return drop_page(request, f"{sentence[:1].upper()}{sentence[1:]}.", status)
    finally:
        await form.close()
    name = secrets.token_urlsafe(12)
    await replays.host.store.keep_upload(name, text, time.time())
    return seen_off(request, f"/replay/{name}", browser_of(request))


def drop_page(request: Request, wrong: str = "", status: int = 200) -> Response:
    """The page with the form."""
    return page(request, "drop.html", status, title="Replay", wrong=wrong)


async def text_of(form: FormData) -> str:
    """What was dropped, as text."""
    file = form.get("transcript")
    data = await file.read() if isinstance(file, UploadFile) else b""
    if not data:
        raise OffleashError("please choose a file: it was empty, or there was none")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OffleashError("the transcript is not text in UTF-8") from None
    if "\0" in text:
        raise OffleashError("the transcript is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_text(say: Say, text: str) -> None:
    """The work of a process: raises a sentence, with the line, unless all of it is right."""
    read(text)
    say(True)


# The page


async def show(request: Request) -> Response:
    """The page of a replay."""
    name = request.path_params["name"]
    found = await replays_of(request).find(request)
    if isinstance(found, ParsedTranscript):
        title = game_title(found.game)
        return page(request, "account.html", title=title, account=found, now=current(found.game))
    replays_of(request).futures.prepare()
    verdict = await replays_of(request).do(lambda: found.verdict)
    answer = page(
        request,
        "replay.html",
        title=found.game.title,
        replay=name,
        tape=found,
        told=found.game.told(found.session.options),
        result=found.result,
        seats=list(found.seats()),
        words=words_of(found),
        verdict=verdict,
        bots=names_of(found.game),
        titles=title_of,
        usual=usual_bot(found),
        me=usual_name(request),
        mine=own_seat(request, name),
        version=request.app.state.assets.digest,
    )
    request.app.state.keys.remember(answer, browser_of(request), is_secure(request))
    return answer


def words_of(tape: Tape) -> list[tuple[str, str]]:
    """Who added a word to the luck, and which."""
    said = tape.pledge.words if tape.pledge else ()
    return [(name, word) for name, word in zip(tape.called, said, strict=False) if word]


def current(game: str) -> str:
    """The version of the rules that are here."""
    return registry.load(game).rules_version if game in registry.ROWS else ""


def own_seat(request: Request, name: str) -> int:
    """Where who asks sat at that table, or the first seat."""
    held = replays_of(request).host.at_hand(name)
    return max(0, held.table.seat_of(owner_of(request))) if held else 0


def usual_bot(tape: Tape) -> str:
    """Whom to play on with, unless somebody else is chosen: quick, and not foolish."""
    found = names_of(tape.game)
    return "tuned" if "tuned" in found else "greedy"


async def frame(request: Request) -> Response:
    """One moment from one seat. It never changes, so a browser may keep it."""
    tape, at = await tape_of(request), number(request.path_params["at"])
    if at < 0:
        raise HTTPException(404)
    if at > len(tape):
        raise HTTPException(404, f"This game has {len(tape)} actions.")
    made = await replays_of(request).do(tape.frame, at, looks(request, tape))
    return as_json(made, {"cache-control": FOR_EVER})


async def lines(request: Request) -> Response:
    """The whole game in words, from one seat."""
    tape = await tape_of(request)
    told = await replays_of(request).do(tape.lines, looks(request, tape))
    return as_json(told, {"cache-control": FOR_EVER})


async def luck(request: Request) -> Response:
    """What a browser needs to check the luck itself."""
    tape = await tape_of(request)
    return as_json(await replays_of(request).do(tape.luck))


def as_json(what: Any, headers: dict[str, str] | None = None) -> Response:
    """An answer for a script."""
    return Response(msgspec.json.encode(what), headers=headers, media_type="application/json")


async def transcript(request: Request) -> Response:
    """The game as a file."""
    tape = await tape_of(request)
    text = await replays_of(request).do(tape.transcript)
    file = f"{tape.game.name}-{tape.day}.txt"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


# Going on from a moment


async def fork(request: Request) -> Response:
    """A new table that begins at a moment of a finished game, with luck of its own."""
    tape = await tape_of(request)
    form = await request.form(max_files=0, max_fields=40, max_part_size=4096)
    sent = {name: value for name, value in form.items() if isinstance(value, str)}
    at = number(sent.get("at", ""))
    if at < 0:
        raise OffleashError("there is no such moment")
    check_moment(tape, at)
    seats = [sent.get(f"seat-{seat}", OPEN) for seat in range(len(tape.names))]
    mine = check_seats(tape, seats)
    name = clean_name(sent.get("name", "")) if mine is not None else ""
    session, game, browser = tape.session, tape.game, browser_of(request)
    facts = new_facts(
        game.name,
        game.rules_version,
        game.base(session.options),
        game.changed(session.options),
        [OPEN if seat == ME else seat for seat in seats],
        created=int(time.time()),
        files=files_of(game, session.options),
        hints="hints" in sent,
        start=session.past(at).position,
        follows=request.path_params["name"],
    )
    entries: list[Entry] = [] if mine is None else [Sat(mine, holder(browser), name)]
    await replays_of(request).host.make_table(facts, entries)
    if mine is None:
        return seen_off(request, f"/watch/{facts.watching}", browser)
    return seen_off(request, f"/table/{facts.table}", browser, name)


def check_seats(tape: Tape, seats: list[str]) -> int | None:
    """The seat of who asks, or none; refuses what nobody can sit as."""
    known = names_of(tape.game)
    for seat in seats:
        if seat not in (ME, OPEN) and seat not in known:
            raise OffleashError(f"nobody called {seat[:40]!r} can sit there")
    mine = [number for number, seat in enumerate(seats) if seat == ME]
    if len(mine) > 1:
        raise OffleashError("you can sit on one seat only")
    if not mine and OPEN in seats:
        raise OffleashError("please take a seat yourself where others are open")
    return mine[0] if mine else None


async def futures(socket: WebSocket) -> None:
    """Bots play on from a moment, again and again, as long as the page listens."""
    replays = replays_of(socket)
    await socket.accept()
    try:
        tape = await replays.find(socket)
    except (HTTPException, OffleashError):
        await socket.close(NO_GAME, "there is no such replay")
        return
    if isinstance(tape, ParsedTranscript):
        await socket.close(NO_GAME, "this game has other rules")
        return
    await tell_futures(socket, replays.futures, owner_of(socket), tape)
