"""A worker's site: the lobby, the tables and the replays, over one store."""

import asyncio
import math
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from offleash.games import registry
from offleash.tables.live.connection import TRY_AGAIN_LATER, serve
from offleash.tables.live.host import Host, LiveTable
from offleash.tables.lobby import guides, images, lobby, own_data, questions
from offleash.tables.lobby.lobby import CODE
from offleash.tables.lobby.playtests import record_playtest
from offleash.tables.log.store import Store, StoreUnavailable
from offleash.tables.replays import replay, results
from offleash.tables.rulebooks import rulebook, rules_pages
from offleash.tools.errors import OffleashError, Unavailable
from offleash.tools.steady_time import steady_now
from offleash.web.cookies import Keys
from offleash.web.frame import Hook
from offleash.web.health import add_check
from offleash.web.supervisor import BOT_PACE_S
from offleash.web.warming import read_warmth, ready_shares

NO_SEAT, NO_TABLE = 4003, 4004  # WebSocket close codes
WRITING_INTERVAL_S = 5.0  # between two attempts to write, for all who ask whether that works
MIN_FREE_BYTES = 20_000_000  # on the disk, so that moves can be written
MAX_WAITING_BOTS = 50  # decisions, with which a worker still counts as ready


@dataclass(frozen=True)
class SiteSection:
    """A section of a site: its routes, and its start and stop hooks."""

    routes: list[BaseRoute]
    on_start: list[Hook]
    on_stop: list[Hook]


def tables_over(
    store: Store,
    pace: float = BOT_PACE_S,
    warmth_file: str = "",
    projects: str = "",
    has_lobby: bool = False,
    network_url: str = "",
) -> SiteSection:
    """Return the section with tables; it opens and closes the store."""

    async def start(app: Starlette) -> None:
        await store.open()
        app.state.store = store
        app.state.keys = Keys(await store.key(), await store.owners())
        host = Host(store, pace, shares=app.state.shares, metrics=app.state.metrics)
        app.state.host, app.state.projects = host, projects
        app.state.has_lobby, app.state.network_url = has_lobby, network_url.rstrip("/")
        if projects:
            host.on_over = partial(record_playtest, Path(projects))
        app.state.warmth = lambda: ready_shares(read_warmth(warmth_file))
        add_checks(app, host)
        await host.open()

    async def stop(app: Starlette) -> None:
        await app.state.host.close()
        await store.close()

    return SiteSection(
        routes(), [start, replay.start, rulebook.start], [stop, replay.stop, rulebook.stop]
    )


class WritingCheck:
    """Whether the database can be written: tried at most so often, whoever asks."""

    def __init__(self, host: Host) -> None:
        self._host, self._lock = host, asyncio.Lock()
        self._tried_at, self._error = -math.inf, ""

    async def check(self) -> None:
        """Raise Unavailable if the last attempt failed."""
        async with self._lock:
            if time.monotonic() - self._tried_at >= WRITING_INTERVAL_S:
                try:
                    await self._host.store.check_writing(steady_now())
                    self._error = ""
                except OffleashError as error:
                    self._error = str(error)
                self._tried_at = time.monotonic()
            if self._error:
                raise Unavailable(self._error)


def add_checks(app: Starlette, host: Host) -> None:
    """Add checks for readiness: the database answers, a game can be played and bots keep up."""

    writing = WritingCheck(host)

    async def database() -> object:
        await host.store.owners()
        await writing.check()
        return "answers"

    async def disk() -> object:
        _, free = await host.store.space()
        if free is not None and free < MIN_FREE_BYTES:
            raise Unavailable(f"the disk is full: {free // 1_000_000} MB are free")
        return "unknown" if free is None else f"{free // 1_000_000} MB free"

    async def rules() -> object:
        shares: dict[str, float] = app.state.warmth()
        if shares and max(shares.values()) < 1.0:
            raise Unavailable("no game is compiled yet")
        return shares

    async def bots() -> object:
        if host.thinkers.waiting > MAX_WAITING_BOTS:
            raise Unavailable(f"{host.thinkers.waiting} decisions of bots are waiting")
        return host.thinkers.waiting

    for check in (database, disk, rules, bots):
        add_check(app, check.__name__, check)


def routes() -> list[BaseRoute]:
    """Return the routes of the section."""
    return [
        *lobby.routes(),
        *guides.routes(),
        *own_data.routes(),
        *rules_pages.routes(),
        *replay.routes(),
        *results.routes(),
        *questions.routes(),
        *images.routes(),
        *rulebook.routes(),
        WebSocketRoute("/table/{table}/socket", seat_socket),
        WebSocketRoute("/watch/{code}/socket", watching_socket),
    ]


async def seat_socket(socket: WebSocket) -> None:
    """Serve the WebSocket of a player's page."""
    host: Host = socket.app.state.host
    holder = socket.app.state.keys.holder_of(socket) or ""
    try:
        live = await _live_table(socket, socket.path_params["table"])
        has_seat = live is not None and await host.seat_of(live, holder) >= 0
    except StoreUnavailable as error:
        await _refuse(socket, TRY_AGAIN_LATER, str(error))
        return
    if live is None:
        return
    if not has_seat:
        await _refuse(socket, NO_SEAT, "you have no seat at this table")
    else:
        await serve(host, socket, live, holder)


async def watching_socket(socket: WebSocket) -> None:
    """Serve the WebSocket of a spectator's page."""
    host: Host = socket.app.state.host
    code = socket.path_params["code"]
    live = await _live_table(
        socket, await host.store.find_by_watch_code(code) if CODE.fullmatch(code) else None
    )
    if live is not None:
        await serve(host, socket, live, "")


async def _live_table(socket: WebSocket, table: str | None) -> LiveTable | None:
    """Return a table by its id, which may be malformed; None if the connection was refused."""
    host: Host = socket.app.state.host
    if table and (live := host.loaded_table(table)):
        return await host.table(live.name)
    facts = await host.store.facts(table) if table and CODE.fullmatch(table) else None
    if facts is None or facts.game not in registry.ROWS:
        await _refuse(socket, NO_TABLE, "this table does not exist")
        return None
    if lobby.readiness(socket).get(facts.game, 1.0) < 1.0:  # compiling would block every table
        await _refuse(socket, TRY_AGAIN_LATER, "this game is still being compiled")
        return None
    return await host.table(facts.table)


async def _refuse(socket: WebSocket, code: int, reason: str) -> None:
    """Accept and close the connection: otherwise the page would not get the reason."""
    await socket.accept()
    await socket.close(code, reason)
