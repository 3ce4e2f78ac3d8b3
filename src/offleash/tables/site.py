"""The site of a worker: the door, the tables and the replays on the frame, over one store."""

from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket

from offleash.games import registry
from offleash.tables import lobby, replay
from offleash.tables.connection import serve
from offleash.tables.host import Host, LiveTable
from offleash.tables.lobby import CODE
from offleash.tables.store.store import Store
from offleash.web.frame import Hook, make_app
from offleash.web.keys import Keys
from offleash.web.supervisor import PACE
from offleash.web.warming import shares, warmth

NO_SEAT, NO_TABLE = 4003, 4004  # codes of a line that is closed at once
NOT_YET = 1013  # and of one that is to be tried again


@dataclass(frozen=True)
class Part:
    """The tables as a part of a site: its addresses, and what starts and stops with it."""

    routes: list[BaseRoute]
    on_start: list[Hook]
    on_stop: list[Hook]


def make_site(
    store: Store,
    public_url: str = "",
    pace: float = PACE,
    warmth_file: str = "",
    projects: str = "",
) -> Starlette:
    """Tables alone, over a store."""
    part = tables_over(store, pace, warmth_file, projects)
    return make_app(part.routes, part.on_start, part.on_stop, public_url, rooms=("web", "tables"))


def tables_over(
    store: Store, pace: float = PACE, warmth_file: str = "", projects: str = ""
) -> Part:
    """Tables over a store, which is opened and closed with them."""

    async def start(app: Starlette) -> None:
        await store.open()
        app.state.store = store
        app.state.keys = Keys(await store.key(), await store.owners())
        app.state.host, app.state.projects = Host(store, pace), projects
        app.state.warmth = lambda: shares(warmth(warmth_file))
        await app.state.host.open()

    async def stop(app: Starlette) -> None:
        await app.state.host.close()
        await store.close()

    return Part(routes(), [start, replay.start], [stop, replay.stop])


def routes() -> list[BaseRoute]:
    """Every address of the site."""
    return [
        *lobby.routes(),
        *replay.routes(),
        WebSocketRoute("/table/{table}/socket", seat_socket),
        WebSocketRoute("/watch/{code}/socket", watching_socket),
    ]


async def seat_socket(socket: WebSocket) -> None:
    """The line of a page whose browser has a seat."""
    live = await _live_table(socket, socket.path_params["table"])
    holder = socket.app.state.keys.holder_of(socket)
    if live is None:
        return
    if not holder or live.table.seat_of(holder) < 0:
        await _refuse(socket, NO_SEAT, "you have no seat at this table")
    else:
        await serve(socket.app.state.host, socket, live, holder)


async def watching_socket(socket: WebSocket) -> None:
    """The line of somebody who looks on."""
    host: Host = socket.app.state.host
    code = socket.path_params["code"]
    live = await _live_table(
        socket, await host.store.find_by_watch_code(code) if CODE.fullmatch(code) else None
    )
    if live is not None:
        await serve(host, socket, live, "")


async def _live_table(socket: WebSocket, table: str | None) -> LiveTable | None:
    """A table by its id, whatever somebody wrote in its place; none where the line is closed."""
    host: Host = socket.app.state.host
    if table and (live := host.loaded_table(table)):
        return await host.table(live.name)
    facts = await host.store.facts(table) if table and CODE.fullmatch(table) else None
    if facts is None or facts.game not in registry.ROWS:
        await _refuse(socket, NO_TABLE, "there is no such table")
        return None
    if lobby.warm(socket).get(facts.game, 1.0) < 1.0:  # a compiler would hold up everybody
        await _refuse(socket, NOT_YET, "this game is still being made ready")
        return None
    return await host.table(facts.table)


async def _refuse(socket: WebSocket, code: int, reason: str) -> None:
    """A page only learns a reason from a line that was open for a moment."""
    await socket.accept()
    await socket.close(code, reason)
