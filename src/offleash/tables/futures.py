"""A thousand futures: bots play on from a moment of a finished game, many times over."""

import asyncio
import secrets
import time
from contextlib import aclosing
from typing import Annotated, Any

import msgspec
import numpy as np
from starlette.websockets import WebSocket, WebSocketDisconnect

from offleash.bots.shared_kernel import kernel, shared_policy
from offleash.core import machine
from offleash.core.batch import cores, play_batch
from offleash.core.errors import OffleashError
from offleash.core.notice import Notice
from offleash.core.texts import keep_text
from offleash.games import registry
from offleash.lab.statistics.intervals import Interval, mean_interval, wilson
from offleash.tables.strengths import names_of
from offleash.tables.tape import Tape, files_of
from offleash.web.jobs import Jobs, Say, Waiting

MOST_GAMES = 1000
LASTS = 50.0  # seconds; what is known by then is the answer
OFTEN = 0.3  # seconds between two answers
MOST_AT_ONCE = 200
SAME = 20  # games that came to one end: more would do so too
ENDLESS = 100_000  # actions after which a game is given up

NO_REQUEST = 1007


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page asks for."""

    at: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    bots: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=16)
    ]
    games: Annotated[int, msgspec.Meta(ge=1, le=MOST_GAMES)] = MOST_GAMES


class Ahead(msgspec.Struct, frozen=True, tag_field="is", tag="waiting"):
    """Others come first."""

    ahead: int


class Share(msgspec.Struct, frozen=True):
    """How often a seat wins, with a 95 % interval."""

    wins: float
    low: float
    high: float


class Played(msgspec.Struct, frozen=True, tag_field="is", tag="played"):
    """What came of the games so far."""

    games: int
    of: int
    seats: tuple[Share, ...]
    same: bool  # all came to one end: nothing is left to chance, and the bots play alike


class Done(msgspec.Struct, frozen=True, tag_field="is", tag="done"):
    """There is no more; `cut` where the time was not enough for all games."""

    cut: bool


class Refused(msgspec.Struct, frozen=True, tag_field="is", tag="refused"):
    """There is nothing, or no more, for a reason in words."""

    why: str


class Order(msgspec.Struct, frozen=True):
    """A moment of a game and who plays on, for a process that knows nothing yet."""

    game: str
    base: str
    options: dict[str, str]
    files: dict[str, str]
    position: str
    bots: tuple[str, ...]
    games: int
    seed: int


def order_of(tape: Tape, wanted: Wanted) -> Order:
    """What is to be played, or a sentence why not."""
    check_moment(tape, wanted.at)
    session, game = tape.session, tape.game
    known = names_of(game)
    for bot in wanted.bots:
        if bot not in known:
            raise OffleashError(f"there is no bot {bot!r} to choose")
    if len(wanted.bots) != len(tape.names):
        raise OffleashError(f"{len(wanted.bots)} bots are named for {len(tape.names)} seats")
    return Order(
        game.name,
        game.base(session.options),
        game.changed(session.options),
        files_of(game, session.options),
        session.past(wanted.at).position,
        tuple(wanted.bots),
        wanted.games,
        secrets.randbits(31),
    )


def check_moment(tape: Tape, at: int) -> None:
    """Only finished games are played on from, and not from their end."""
    if not tape.is_over:
        raise OffleashError("this game is not over: only finished games are played on from")
    if at > len(tape):
        raise OffleashError(f"this game has {len(tape)} actions: there is no moment {at}")
    if at == len(tape):
        raise OffleashError("the game is over here: go back to a moment before its end")


def play_on(say: Say, order: Order) -> None:
    """The work of a process: a few games at a time, and what all of them came to."""
    for text in order.files.values():
        keep_text(text)
    game = registry.load(order.game)
    options = game.options(order.base or None, **order.options)
    state, seats = game.parse_position(order.position, options), game.seat_count(options)
    players = shared_policy(game, order.bots)
    machine.announce = _refuse_to_compile
    kernel(game, players).make()
    until, played, some = time.monotonic() + LASTS, 0, 1
    results, ends, same = np.zeros((0, seats)), set[bytes](), False
    while played < order.games and not same and time.monotonic() < until:
        began, some = time.monotonic(), min(some, order.games - played, MOST_AT_ONCE)
        batch = play_batch(
            game,
            players,
            some,
            order.seed,
            options,
            threads=max(1, cores() // 2),
            limit=ENDLESS,
            first=played,
            starts=np.repeat(state, some),
        )
        played += some
        results = np.concatenate([results, batch.results[batch.finished, :seats]])
        ends |= {state.tobytes() for state in batch.states}
        same = played >= SAME and len(ends) == 1
        say(Played(played, order.games, tuple(map(_share, results.T)), same))
        some = max(1, round(some * min(4.0, OFTEN / max(1e-3, time.monotonic() - began))))


def _refuse_to_compile(notice: Notice) -> None:
    """A job has no time for that; the site compiles it ahead."""
    raise OffleashError("its bots are still being made ready: please try again in a few minutes")


def _share(values: Any) -> Share:
    """Games are independent here, each with its own luck, so a share of 0s and 1s is Wilson's."""
    found: Interval
    if np.isin(values, (0.0, 1.0)).all():
        found = wilson(float(values.sum()), len(values))
    else:
        found = mean_interval(values[:, None], share=True).one()
    ends = (found.value, found.low, found.high)
    return Share(*(round(each, 4) if np.isfinite(each) else 0.0 for each in ends))


_wanted: msgspec.json.Decoder[Wanted] = msgspec.json.Decoder(Wanted)
_encoder = msgspec.json.Encoder()


async def tell_futures(socket: WebSocket, jobs: Jobs, owner: str, tape: Tape) -> None:
    """One request of a page, answered as it comes in; the work ends when the page goes."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        return
    try:
        wanted = _wanted.decode(frame.get("text") or "")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        await socket.close(NO_REQUEST, "that is no request")
        return
    working = asyncio.create_task(_work(socket, jobs, owner, tape, wanted))
    leaving = asyncio.create_task(socket.receive())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (working, leaving):
            task.cancel()
        _, left = await asyncio.gather(working, leaving, return_exceptions=True)
    if isinstance(left, dict) and left["type"] == "websocket.receive":
        await socket.close(NO_REQUEST, "one request at a time")


async def _work(socket: WebSocket, jobs: Jobs, owner: str, tape: Tape, wanted: Wanted) -> None:
    async def tell(what: Ahead | Played | Done | Refused) -> None:
        await socket.send_text(_encoder.encode(what).decode())

    cut = True
    try:
        async with aclosing(jobs.run(owner, play_on, order_of(tape, wanted))) as job:
            async for came in job:
                if isinstance(came, Waiting):
                    await tell(Ahead(came.ahead))
                else:
                    cut = came.games < came.of and not came.same
                    await tell(came)
        await tell(Done(cut))
    except OffleashError as error:
        await tell(Refused(str(error)))
    except (WebSocketDisconnect, RuntimeError):
        return  # the page has gone
    await socket.close()
