"""A thousand futures: bots play on many times from a moment of a finished game."""

import asyncio
import secrets
import time
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
import numpy as np
from starlette.websockets import WebSocket, WebSocketDisconnect

from offleash.bots.lineup import kernel, shared_policy
from offleash.compiler import machine
from offleash.compiler.notice import Notice
from offleash.contract.option_texts import store_text
from offleash.engine.batch import cores, play_batch
from offleash.games import registry
from offleash.lab.statistics.intervals import share_interval
from offleash.tables.live.table import files_of
from offleash.tables.lobby.forms import names_of
from offleash.tables.replays.tape import Tape
from offleash.tools.errors import OffleashError
from offleash.web.jobs import Emit, Jobs, Waiting

MAX_GAMES = 1000
TIME_LIMIT_S = 50.0  # then the games played so far are the answer
REPORT_INTERVAL_S = 0.3  # between two messages
MAX_BATCH = 200
SAME_END_GAMES = 20  # games that all ended the same: more would too
MAX_ACTIONS = 100_000  # after which a game is given up

INVALID_DATA = 1007


class FuturesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a page."""

    at: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    bots: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=16)
    ]
    games: Annotated[int, msgspec.Meta(ge=1, le=MAX_GAMES)] = MAX_GAMES


class QueuePosition(msgspec.Struct, frozen=True, tag_field="is", tag="waiting"):
    """How many jobs are ahead."""

    ahead: int


class Share(msgspec.Struct, frozen=True):
    """How often a seat wins, with a 95 % interval."""

    wins: float
    low: float
    high: float


class FuturesProgress(msgspec.Struct, frozen=True, tag_field="is", tag="played"):
    """The results of the games so far."""

    games: int
    of: int
    seats: tuple[Share, ...]
    same: bool  # whether all games ended the same: there is no chance left


class FuturesDone(msgspec.Struct, frozen=True, tag_field="is", tag="done"):
    """The end; `cut` if there was not enough time for all games."""

    cut: bool


class FuturesRefused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """An error, with the reason."""

    why: str


class FuturesJob(msgspec.Struct, frozen=True):
    """A moment of a game and the bots that play on, for a child process."""

    game: str
    base: str
    options: dict[str, str]
    files: dict[str, str]
    position: str
    bots: tuple[str, ...]
    games: int
    seed: int


def make_job(tape: Tape, request: FuturesRequest) -> FuturesJob:
    """Return the job of a request. Raise OffleashError if it is invalid."""
    check_moment(tape, request.at)
    session, game = tape.session, tape.game
    known = names_of(game)
    for bot in request.bots:
        if bot not in known:
            raise OffleashError(f"the bot {bot!r} can't be chosen")
    if len(request.bots) != len(tape.names):
        raise OffleashError(
            f"choose {len(tape.names)} bots, one for each seat, not {len(request.bots)}"
        )
    return FuturesJob(
        game.name,
        game.base(session.options),
        game.changes(session.options),
        files_of(game, session.options),
        session.past(request.at).position,
        tuple(request.bots),
        request.games,
        secrets.randbits(31),
    )


def check_moment(tape: Tape, at: int) -> None:
    """Raise OffleashError if a game can't be continued from a moment."""
    if not tape.is_over:
        raise OffleashError("this game is not over; you can only play on from finished games")
    if at > len(tape):
        raise OffleashError(f"this game has {len(tape)} actions, so there is no moment {at}")
    if at == len(tape):
        raise OffleashError("the game is over at this moment; go back to an earlier one")


def play_on(emit: Emit, job: FuturesJob) -> None:
    """Run in a child process: play games in batches, and emit the results so far."""
    for text in job.files.values():
        store_text(text)
    game = registry.load(job.game)
    options = game.options(job.base or None, **job.options)
    state, seats = game.notation.parse_position(job.position, options), game.seat_count(options)
    players = shared_policy(game, job.bots)
    machine.announce = _refuse_to_compile
    kernel(game, players).make()
    until, played, batch_size = time.monotonic() + TIME_LIMIT_S, 0, 1
    results, ends, same = np.zeros((0, seats)), set[bytes](), False
    while played < job.games and not same and time.monotonic() < until:
        began, batch_size = time.monotonic(), min(batch_size, job.games - played, MAX_BATCH)
        batch = play_batch(
            game,
            players,
            batch_size,
            job.seed,
            options,
            threads=max(1, cores() // 2),
            limit=MAX_ACTIONS,
            first=played,
            starts=np.repeat(state, batch_size),
        )
        played += batch_size
        results = np.concatenate([results, batch.results[batch.finished, :seats]])
        ends |= {state.tobytes() for state in batch.states}
        same = played >= SAME_END_GAMES and len(ends) == 1
        emit(FuturesProgress(played, job.games, tuple(map(_share, results.T)), same))
        growth = REPORT_INTERVAL_S / max(1e-3, time.monotonic() - began)
        batch_size = max(1, round(batch_size * min(4.0, growth)))


def _refuse_to_compile(notice: Notice) -> None:
    """Refuse to compile: a job has no time for it; the site compiles ahead."""
    raise OffleashError("the bots are still being compiled; please try again in a few minutes")


def _share(values: Any) -> Share:
    """Return a share of games, which are independent."""
    interval = share_interval(values)
    ends = (interval.value, interval.low, interval.high)
    return Share(*(round(number, 4) if np.isfinite(number) else 0.0 for number in ends))


_request_decoder: msgspec.json.Decoder[FuturesRequest] = msgspec.json.Decoder(FuturesRequest)
_encoder = msgspec.json.Encoder()


async def serve_futures(socket: WebSocket, jobs: Jobs, owner: str, tape: Tape) -> None:
    """Serve one request of a page; the job ends when the page closes the connection."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        return
    try:
        request = _request_decoder.decode(frame.get("text") or "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await socket.close(INVALID_DATA, "this is not a valid request")
        return
    running = asyncio.create_task(_run_job(socket, jobs, owner, tape, request))
    closing = asyncio.create_task(socket.receive())
    try:
        await asyncio.wait({running, closing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (running, closing):
            task.cancel()
        _, second = await asyncio.gather(running, closing, return_exceptions=True)
    if isinstance(second, dict) and second["type"] == "websocket.receive":
        await socket.close(INVALID_DATA, "one request at a time")


async def refuse_futures(socket: WebSocket, error: OffleashError) -> None:
    """Say why there are no futures, and close the connection."""
    await socket.send_text(_encoder.encode(FuturesRefused(str(error))).decode())
    await socket.close()


async def _run_job(
    socket: WebSocket, jobs: Jobs, owner: str, tape: Tape, request: FuturesRequest
) -> None:
    async def send(message: QueuePosition | FuturesProgress | FuturesDone | FuturesRefused) -> None:
        await socket.send_text(_encoder.encode(message).decode())

    cut = True
    try:
        async with aclosing(jobs.run(owner, play_on, make_job(tape, request))) as job:
            async for message in job:
                if isinstance(message, Waiting):
                    await send(QueuePosition(message.ahead))
                else:
                    cut = message.games < message.of and not message.same
                    await send(message)
        await send(FuturesDone(cut))
    except OffleashError as error:
        await send(FuturesRefused(str(error)))
    except (WebSocketDisconnect, RuntimeError):
        return  # the page closed the connection
    await socket.close()
