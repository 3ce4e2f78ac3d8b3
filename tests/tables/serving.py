"""The site as people reach it: a real server on loopback, in a thread of the test's process."""

import asyncio
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from offleash.games import registry
from offleash.tables.entries import OPEN, Entry, Sat, Spoke
from offleash.tables.host import Held, Host
from offleash.tables.site import seat_socket, watching_socket
from offleash.tables.store.sqlite import SqliteStore
from offleash.tables.table import new_facts
from offleash.web.frame import make_app
from offleash.web.keys import COOKIE, Keys, holder
from offleash.web.templates import page

PATIENCE = 30.0  # seconds that anything may take before a test gives up


@dataclass
class Served:
    """A running site."""

    address: str
    app: Any
    loop: asyncio.AbstractEventLoop

    def do(self, work: Any) -> Any:
        """Runs something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    @property
    def host(self) -> Host:
        return self.app.state.host

    def cookie(self, browser: str) -> dict[str, Any]:
        """What makes a browser the holder of its seats."""
        keys: Keys = self.app.state.keys
        return {"name": COOKIE, "value": keys.signed(browser), "url": self.address}

    def make_table(
        self,
        game: str,
        seats: Sequence[str],
        spoken: bool = True,
        hints: bool = True,
        start: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> Held:
        """A table; a seat that is no bot's and not open belongs to the browser of that name."""
        rules = registry.load(game)
        made = rules.options(**(options or {}))
        bots = {"random", "greedy"}
        facts = new_facts(
            game,
            rules.rules_version,
            rules.base(made),
            rules.changed(made),
            [each if each in bots else OPEN for each in seats],
            created=1_700_000_000,
            hints=hints,
            start=start,
        )
        people = [(n, who) for n, who in enumerate(seats) if who not in {*bots, OPEN}]
        entries: list[Entry] = [Sat(n, holder(who), who.title()) for n, who in people]
        if spoken:
            entries += [Spoke(n, secrets.token_hex(16)) for n, _ in people]
        self.do(self.host.make_table(facts, entries))
        held: Held = self.do(self.host.table(facts.table))
        return held

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Waits in the server's loop for something that happens by itself."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.002)

    def cut_lines(self, held: Held) -> None:
        """Every page of a table loses its line, as when a worker is killed."""

        async def cut() -> None:
            for line in list(self.lines):
                line.transport.abort()

        self.do(cut())


def routes() -> list[BaseRoute]:
    return [
        Route("/table/{table}", seat_page),
        Route("/watch/{code}", watching_page),
        WebSocketRoute("/table/{table}/socket", seat_socket),
        WebSocketRoute("/watch/{code}/socket", watching_socket),
    ]


async def seat_page(request: Request) -> Response:
    held = await request.app.state.host.table(request.path_params["table"])
    facts, base = held.table.facts, str(request.base_url).rstrip("/")
    return page(
        request,
        "table.html",
        title=held.table.game.title,
        socket=f"/table/{facts.table}/socket",
        rules=f"/rules/{facts.game}",
        invitation=f"{base}/join/{facts.invitation}",
        watching=f"{base}/watch/{facts.watching}",
        carry=f"/table/{facts.table}/carry",
        replay=f"/replay/{facts.table}",
    )


async def watching_page(request: Request) -> Response:
    host, code = request.app.state.host, request.path_params["code"]
    held = await host.table(await host.store.watched(code))
    game = held.table.game
    nothing = dict.fromkeys(("invitation", "watching", "carry", "replay"), "")
    return page(
        request,
        "table.html",
        title=game.title,
        socket=f"/watch/{code}/socket",
        rules=f"/rules/{game.name}",
        **nothing,
    )


@contextmanager
def serving(folder: Path, pace: float = 0.0) -> Iterator[Served]:
    """A site over a file, on a free port."""
    store = SqliteStore(folder / "tables.sqlite")

    async def start(app: Any) -> None:
        await store.open()
        app.state.store, app.state.keys = store, Keys(await store.key())
        app.state.host = Host(store, pace)
        app.state.loop = asyncio.get_running_loop()
        await app.state.host.open()

    async def stop(app: Any) -> None:
        await app.state.host.close()
        await store.close()

    app = make_app(routes(), [start], [stop], rooms=("web", "tables"))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", lifespan="on")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                thread.join(0.01)
            yield Served(address, app, app.state.loop)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
