"""Replays of finished tables and of uploaded transcripts."""

import asyncio
import base64
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from offleash.bots.kinds import display_name, display_player
from offleash.contract.rules.actors import NOBODY
from offleash.games import registry
from offleash.play.live_luck import LivePledge
from offleash.play.transcript import ParsedTranscript
from offleash.tables.live.host import Host
from offleash.tables.live.player_names import check_not_a_seat, clean_name
from offleash.tables.live.table import OVER, new_facts
from offleash.tables.lobby.forms import ME, names_of
from offleash.tables.lobby.lobby import (
    CODE,
    browser_of,
    check_ready,
    check_shares,
    redirect,
    remembered_name,
)
from offleash.tables.log.entries import OPEN, Entry, Facts, LogEntry, SeatTaken
from offleash.tables.replays.futures import check_moment, refuse_futures, serve_futures
from offleash.tables.replays.moments import Review, review_packed, usual_bot
from offleash.tables.replays.tape import (
    PackedTape,
    Tape,
    Tapes,
    game_title,
    has_ended,
    pack,
    perspective,
    read,
    tape_of_log,
    tape_of_table,
    unpack,
)
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.child_process import start_fork_server
from offleash.web.cookies import holder
from offleash.web.frame import is_secure
from offleash.web.headers import IMMUTABLE
from offleash.web.jobs import Busy, Emit, Jobs, Work
from offleash.web.quotas import Client, TooManyRequests, client_of, shares_of
from offleash.web.templates import page

MIN_UPLOAD_KB = 20.0  # that an upload counts for, however small
MAX_WAITING = 16  # jobs of all browsers, more than one address may have
PARSE_TIMEOUT_S = 20.0  # for parsing a transcript
LOG_TIMEOUT_S = 60.0  # for reading a table of this server, which may be long
MOST_REVIEWS = 200  # of finished games, in memory
PRELOADED_MODULES = ("offleash.tables.replays.futures", "offleash.tables.replays.replay")
GAME_LINE = re.compile(r"^game\s+(?P<game>[a-z-]{1,40})\b", re.MULTILINE)
NO_REPLAY = 4004  # WebSocket close code
NOT_OVER_MESSAGE = "This game is not over yet. Its replay will be here when it is."
NOT_FOUND_MESSAGE = "This replay does not exist, or no longer exists."

T = TypeVar("T")


class Replays:
    """A worker's replays: recent games in memory, a thread to draw them, jobs for pages."""

    def __init__(self, host: Host) -> None:
        self.host, self.tapes = host, Tapes()
        preload = (*PRELOADED_MODULES, *(row.module for row in registry.ROWS.values()))
        queue: dict[str, Any] = {
            "waiting": MAX_WAITING,
            "preload": preload,
            "on_change": self._count_jobs,
        }
        # a person is waiting for these two, so they get a higher priority
        self.parse_jobs = Jobs(seconds=PARSE_TIMEOUT_S, niceness=5, **queue)
        self.log_jobs = Jobs(seconds=LOG_TIMEOUT_S, niceness=5, **queue)
        self.futures_jobs = Jobs(**queue)
        self.review_jobs = Jobs(**queue)
        self._thread = ThreadPoolExecutor(1, "replays")
        self._parsing: dict[str, asyncio.Task[Tape | ParsedTranscript]] = {}
        self._reviews: OrderedDict[str, asyncio.Task[Review]] = OrderedDict()

    def _count_jobs(self) -> None:
        jobs = sum(
            len(queue)
            for queue in (self.parse_jobs, self.log_jobs, self.futures_jobs, self.review_jobs)
        )
        self.host.metrics.set_gauge("jobs_waiting", jobs)

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def run_in_thread(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run slow work in the replay thread: a game is only used there."""
        run = copy_context().run
        return await asyncio.get_running_loop().run_in_executor(self._thread, run, work, *arguments)

    async def find(self, request: HTTPConnection) -> Tape | ParsedTranscript:
        """Return a finished table or an upload. Raise HTTPException 404 if there is none."""
        name = request.path_params["name"]
        if not CODE.fullmatch(name):  # no database sees anything else
            raise HTTPException(404, NOT_FOUND_MESSAGE)
        tape = self.tapes.get(name)
        if tape is None:
            tape = await self._table(request, name) or await self._upload(request, name)
            if tape is None:
                raise HTTPException(404, NOT_FOUND_MESSAGE)
            self.tapes.put(name, tape)
        return tape

    async def _table(self, request: HTTPConnection, name: str) -> Tape | ParsedTranscript | None:
        """Return a finished table. Raise HTTPException 403 if it is still being played."""
        facts = await self.host.store.facts(name)
        if facts is None or facts.game not in registry.ROWS or facts.guide:
            return None
        check_ready(request, facts.game)
        live = self.host.loaded_table(name)
        if live and live.table.phase == OVER:
            return tape_of_table(live.table)
        entries = await self.host.store.entries(name)
        if not has_ended(entries):
            raise HTTPException(403, NOT_OVER_MESSAGE)
        return await self._read(request, name, self.log_jobs, replay_log_packed, facts, entries)

    async def _upload(self, request: HTTPConnection, name: str) -> Tape | ParsedTranscript | None:
        text = await self.host.store.read_upload(name)
        if text is None:
            return None
        check_game(request, text)
        return await self.parse(request, name, text)

    async def parse(self, request: HTTPConnection, name: str, text: str) -> Tape | ParsedTranscript:
        """Parse a transcript in a child process.

        Raises OffleashError, with the line, if the text is invalid.
        """
        return await self._read(request, name, self.parse_jobs, parse_packed, text)

    async def review(self, request: HTTPConnection, name: str, tape: Tape) -> Review:
        """Return where people lost most in a game; it is made once, in a child process.

        Raises OffleashError if the queue is full or the job fails.
        """
        if name not in self._reviews:
            self._reviews[name] = asyncio.create_task(self._review(client_of(request), name, tape))
            while len(self._reviews) > MOST_REVIEWS:
                self._reviews.popitem(last=False)[1].cancel()
        task = self._reviews[name]
        task.add_done_callback(lambda done: self._forget_failed(name, done))
        return await asyncio.shield(task)

    def _forget_failed(self, name: str, task: asyncio.Task[Review]) -> None:
        if task.cancelled() or task.exception():
            self._reviews.pop(name, None)

    async def _review(self, client: Client, name: str, tape: Tape) -> Review:
        self.host.shares.use(client, "futures")
        with self.host.shares.hold(client, "waiting"):
            result: Review = await self.review_jobs.result(name, review_packed, pack(tape))
            return result

    async def _read(
        self, request: HTTPConnection, name: str, jobs: Jobs, work: Work, *values: Any
    ) -> Tape | ParsedTranscript:
        """Read a game in a child process; a second request for it waits for the first."""
        if name not in self._parsing:
            parsing = self._parse(client_of(request), name, jobs, work, *values)
            self._parsing[name] = asyncio.create_task(parsing)
            self._parsing[name].add_done_callback(lambda _: self._parsing.pop(name, None))
        return await asyncio.shield(self._parsing[name])

    async def _parse(
        self, client: Client, name: str, jobs: Jobs, work: Work, *values: Any
    ) -> Tape | ParsedTranscript:
        with self.host.shares.hold(client, "waiting"):
            result = await jobs.result(name, work, *values)
        tape = unpack(result) if isinstance(result, PackedTape) else result
        self.tapes.put(name, tape)
        return tape


def check_game(request: HTTPConnection, text: str) -> None:
    """Raise HTTPException 503 if the game of a transcript is still being compiled."""
    match = GAME_LINE.search(text)
    if match and match["game"] in registry.ROWS:
        check_ready(request, match["game"])


async def start(app: Starlette) -> None:
    """Start the replays, after the worker's tables."""
    app.state.replays = Replays(app.state.host)


async def stop(app: Starlette) -> None:
    """Stop the replays, before the worker's tables."""
    app.state.replays.close()


def routes() -> list[BaseRoute]:
    """Return the routes of the replays."""
    return [
        Route("/replay", upload, methods=["GET", "POST"]),
        Route("/replay/{name}", show),
        Route("/replay/{name}/frame/{at}", frame),
        Route("/replay/{name}/lines", lines),
        Route("/replay/{name}/luck", luck),
        Route("/replay/{name}/transcript.txt", transcript),
        Route("/replay/{name}/fork", fork, methods=["POST"]),
        WebSocketRoute("/replay/{name}/futures", futures),
    ]


# The request


def replays_of(connection: HTTPConnection) -> Replays:
    """Return the replays of this worker."""
    replays: Replays = connection.app.state.replays
    return replays


async def tape_of(request: Request) -> Tape:
    """Return the game in the URL. Raise HTTPException 404 if it can't be shown."""
    tape = await replays_of(request).find(request)
    if isinstance(tape, ParsedTranscript):
        raise HTTPException(404, "This game was played with other rules: only its log is left.")
    return tape


def parse_moment(text: str) -> int:
    """Return the number of a moment, or -1 if it is malformed; no game has eight digits."""
    return int(text) if re.fullmatch("[0-9]{1,7}", text) else -1


def perspective_of(request: Request, tape: Tape) -> int:
    """Return the perspective that a request names."""
    return perspective(request.query_params.get("seat", "all"), len(tape.names))


# Uploading a transcript


async def upload(request: Request) -> Response:
    """Return the upload page; an upload is checked, stored and shown."""
    if request.method == "GET":
        start_fork_server()
        return upload_page(request)
    form = await request.form(max_files=1, max_fields=2, max_part_size=64)
    try:
        text = await text_of(form)
        check_game(request, text)
        replays = replays_of(request)
        shares_of(request).use(client_of(request), "uploads", max(MIN_UPLOAD_KB, len(text) / 1000))
        await replays.host.check_room()
        name = upload_name(text)
        await replays.parse(request, name, text)
    except TooManyRequests:
        raise
    except OffleashError as error:
        status = 503 if isinstance(error, Busy) else 422
        return upload_page(request, to_sentence(error), status)
    finally:
        await form.close()
    await replays.host.store.save_upload(name, text, time.time())
    return redirect(request, f"/replay/{name}", browser_of(request))


def upload_name(text: str) -> str:
    """Return the name of an upload: the same text is stored once."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()


def upload_page(request: Request, wrong: str = "", status: int = 200) -> Response:
    """Return the page with the form."""
    return page(request, "drop.html", status, title="Replay", wrong=wrong)


async def text_of(form: FormData) -> str:
    """Return the uploaded text. Raise OffleashError if it is not UTF-8 text."""
    file = form.get("transcript")
    data = await file.read() if isinstance(file, UploadFile) else b""
    if not data:
        raise OffleashError("please choose a file that is not empty")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OffleashError("the transcript is not UTF-8 text") from None
    if "\0" in text:
        raise OffleashError("the transcript is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def parse_packed(emit: Emit, text: str) -> None:
    """Run in a child process: emit what a transcript is. Raise OffleashError as `read` does."""
    tape = read(text)
    emit(pack(tape) if isinstance(tape, Tape) else tape)


def replay_log_packed(emit: Emit, facts: Facts, entries: list[LogEntry]) -> None:
    """Run in a child process: emit the game of a finished table."""
    tape = tape_of_log(facts, entries)
    emit(pack(tape) if isinstance(tape, Tape) else tape)


# The page


async def show(request: Request) -> Response:
    """Return the page of a replay."""
    name = request.path_params["name"]
    tape = await replays_of(request).find(request)
    if isinstance(tape, ParsedTranscript):
        return page(
            request,
            "account.html",
            title=game_title(tape.game),
            account=tape,
            players=players_of(tape),
            now=current_rules(tape.game),
        )
    start_fork_server()
    verdict = await replays_of(request).run_in_thread(lambda: tape.verdict)
    seat = await seat_at(request, name)
    answer = page(
        request,
        "replay.html",
        title=tape.game.title,
        replay=name,
        tape=tape,
        rules=tape.game.describe_options(tape.session.options),
        result=tape.result,
        seats=list(tape.seats()),
        words=words_of(tape),
        is_live=isinstance(tape.pledge, LivePledge),
        verdict=verdict,
        bots=names_of(tape.game),
        titles=display_name,
        usual=usual_bot(tape.game),
        me=remembered_name(request),
        own_seat=max(0, seat),
        has_chat=bool(tape.chat) and seat >= 0,
        version=request.app.state.assets.digest,
    )
    request.app.state.keys.remember(answer, browser_of(request), is_secure(request))
    return answer


def words_of(tape: Tape) -> list[tuple[str, str]]:
    """Return the players who added to the luck, and their words, or the start of their chains."""
    pledge = tape.pledge
    if isinstance(pledge, LivePledge):
        return [(tape.display_names[chain.seat], chain.anchor) for chain in pledge.chains]
    words = pledge.words if pledge else ()
    return [(name, word) for name, word in zip(tape.display_names, words, strict=False) if word]


def players_of(account: ParsedTranscript) -> list[str]:
    """Return the players of a game with other rules, under their names for people."""
    if account.game not in registry.ROWS:
        return list(account.seats)
    game = registry.load(account.game)
    return [display_player(game, name) for name in account.seats]


def current_rules(game: str) -> str:
    """Return the version of the rules on this server."""
    return registry.load(game).rules_version if game in registry.ROWS else ""


async def seat_at(request: Request, name: str) -> int:
    """Return the seat of this browser at the table, or NOBODY."""
    summaries = await replays_of(request).host.store.tables_of(client_of(request).browser)
    return next((summary.seat for summary in summaries if summary.table == name), NOBODY)


async def frame(request: Request) -> Response:
    """Return one moment from one perspective. It never changes, so browsers may cache it."""
    tape, at = await tape_of(request), parse_moment(request.path_params["at"])
    if at < 0:
        raise HTTPException(404)
    if at > len(tape):
        raise HTTPException(404, f"This game has {len(tape)} actions.")
    drawing = await replays_of(request).run_in_thread(tape.frame, at, perspective_of(request, tape))
    return as_json(drawing, {"cache-control": IMMUTABLE})


async def lines(request: Request) -> Response:
    """Return the whole game in words, from one perspective."""
    tape = await tape_of(request)
    narration = await replays_of(request).run_in_thread(tape.lines, perspective_of(request, tape))
    return as_json(narration, {"cache-control": IMMUTABLE})


async def luck(request: Request) -> Response:
    """Return the data with which a browser can check the luck itself."""
    tape = await tape_of(request)
    return as_json(await replays_of(request).run_in_thread(tape.luck))


def as_json(value: Any, headers: dict[str, str] | None = None) -> Response:
    """Return a JSON response."""
    return Response(msgspec.json.encode(value), headers=headers, media_type="application/json")


async def transcript(request: Request) -> Response:
    """Return the transcript, as a download; only players of the game get its chat as well."""
    tape = await tape_of(request)
    name = request.path_params["name"]
    with_chat = "chat" in request.query_params and await seat_at(request, name) >= 0
    text = await replays_of(request).run_in_thread(tape.transcript, with_chat)
    file = f"{tape.game.name}-{tape.day}.txt"
    headers = {"content-disposition": f'attachment; filename="{file}"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


# Playing on from a moment


async def fork(request: Request) -> Response:
    """Create a table that starts at a moment of a finished game, with new luck."""
    tape = await tape_of(request)
    form = await request.form(max_files=0, max_fields=40, max_part_size=4096)
    values = {name: value for name, value in form.items() if isinstance(value, str)}
    at = parse_moment(values.get("at", ""))
    if at < 0:
        raise OffleashError("this game does not have that moment")
    check_moment(tape, at)
    seats = [values.get(f"seat-{seat}", OPEN) for seat in range(len(tape.names))]
    own = check_seats(tape, seats)
    name = ""
    if own is not None:
        name = clean_name(values.get("name", ""))
        check_not_a_seat(tape.game, tape.session.options, name)
    await check_shares(request)
    browser = browser_of(request)
    facts = new_facts(
        tape.game,
        tape.session.options,
        [OPEN if seat == ME else seat for seat in seats],
        created=int(time.time()),
        hints="hints" in values,
        start=tape.session.past(at).position,
        follows=request.path_params["name"],
    )
    maker = NOBODY if own is None else own
    facts = msgspec.structs.replace(facts, maker=maker, chat=True)
    entries: list[Entry] = [] if own is None else [SeatTaken(own, holder(browser), name)]
    await replays_of(request).host.make_table(facts, entries)
    if own is None:
        return redirect(request, f"/watch/{facts.watching}", browser)
    return redirect(request, f"/table/{facts.table}", browser, name)


def check_seats(tape: Tape, seats: list[str]) -> int | None:
    """Return the seat of the creator, or None. Raise OffleashError if a seat is invalid."""
    known = names_of(tape.game)
    for seat in seats:
        if seat not in (ME, OPEN) and seat not in known:
            raise OffleashError(f"choose a bot from the list: {seat[:40]!r} can't sit there")
    own = [number for number, seat in enumerate(seats) if seat == ME]
    if len(own) > 1:
        raise OffleashError("you can only take one seat")
    if not own and OPEN in seats:
        raise OffleashError("please take a seat yourself if others are open")
    return own[0] if own else None


async def futures(socket: WebSocket) -> None:
    """Let bots play on from a moment many times, until the page closes the connection."""
    replays = replays_of(socket)
    await socket.accept()
    try:
        tape = await replays.find(socket)
    except (HTTPException, OffleashError):
        await socket.close(NO_REPLAY, "this replay does not exist")
        return
    if isinstance(tape, ParsedTranscript):
        await socket.close(NO_REPLAY, "this game was played with other rules")
        return
    client = client_of(socket)
    try:
        shares_of(socket).use(client, "futures")
        with shares_of(socket).hold(client, "waiting"):
            await serve_futures(socket, replays.futures_jobs, client.name, tape)
    except TooManyRequests as error:
        await refuse_futures(socket, error)
