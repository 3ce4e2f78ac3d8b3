"""The site as people reach it: a real server on loopback, in a thread of the test's process."""

import asyncio
import hashlib
import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from offleash.games import registry
from offleash.tables.live import messages
from offleash.tables.live.host import Host, LiveTable, Page
from offleash.tables.live.table import new_facts
from offleash.tables.log.entries import OPEN, Entry, SeatTaken, WordAdded
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.log.store import Store
from offleash.tables.site import tables_over
from offleash.web.cookies import COOKIE, Keys, holder
from offleash.web.frame import make_app
from offleash.web.supervisor import BOT_PACE_S
from tests.timeouts import TIMEOUT_S


def make_site(store: Store, pace: float = BOT_PACE_S, **settings: Any) -> Any:
    """A site with tables only, over a store."""
    part, packages = tables_over(store, pace), ("web", "tables")
    return make_app(part.routes, part.on_start, part.on_stop, packages=packages, **settings)


@dataclass
class Served:
    """A running site."""

    address: str
    app: Any
    loop: asyncio.AbstractEventLoop
    server: uvicorn.Server

    def do(self, work: Any) -> Any:
        """Runs something in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(TIMEOUT_S)

    @property
    def host(self) -> Host:
        return self.app.state.host

    def cookie(self, browser: str) -> dict[str, Any]:
        """What makes a browser the holder of its seats."""
        keys: Keys = self.app.state.keys
        return {"name": COOKIE, "value": keys.sign(browser), "url": self.address}

    def make_table(
        self,
        game: str,
        seats: Sequence[str],
        has_words: bool = True,
        hints: bool = True,
        start: str = "",
        options: Mapping[str, Any] | None = None,
        luck: str = "",
        is_live: bool = False,
    ) -> LiveTable:
        """A table; a seat that is no bot's and not open belongs to the browser of that name.

        The same luck, which is also the table's id, brings the same chance in every run.
        """
        rules = registry.load(game)
        values = rules.options(**(options or {}))
        bots = {"random", "greedy"}
        facts = new_facts(
            rules,
            values,
            [seat if seat in bots else OPEN for seat in seats],
            created=1_700_000_000,
            hints=hints,
            start=start,
        )
        if luck:
            facts = msgspec.structs.replace(facts, table=luck, seed=digest(luck))
        facts = msgspec.structs.replace(facts, live_luck=is_live)
        people = [(n, name) for n, name in enumerate(seats) if name not in {*bots, OPEN}]
        entries: list[Entry] = [SeatTaken(n, holder(name), name.title()) for n, name in people]
        if has_words:
            entries += [WordAdded(n, digest(name).hex()[:32]) for n, name in people]
        self.do(self.host.make_table(facts, entries))
        live: LiveTable = self.do(self.host.table(facts.table))
        return live

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits in the server's loop for something that happens by itself."""
        async with asyncio.timeout(TIMEOUT_S):
            while not condition():
                await asyncio.sleep(0.002)

    def cut_lines(self) -> None:
        """Every page loses its line, as when a worker is killed."""
        self.loop.call_soon_threadsafe(self._cut)

    def _cut(self) -> None:
        for connection in list(self.server.server_state.connections):
            connection.transport.abort()

    @contextmanager
    def losing_an_answer(self) -> Iterator[list[str]]:
        """The next move is written down, but its page does not hear of it; the moves' ids."""
        real, ids = self.host.answer, []

        async def answer(page: Page, request: messages.Request) -> messages.Answer:
            reply = await real(page, request)
            if isinstance(request, messages.Move):
                ids.append(request.id)
                if len(ids) == 1:
                    self._cut()
            return reply

        self.host.answer = answer  # type: ignore[method-assign]
        try:
            yield ids
        finally:
            self.host.answer = real  # type: ignore[method-assign]


def digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


@contextmanager
def serving(folder: Path, pace: float = 0.0) -> Iterator[Served]:
    """A site over a file, on a free port."""
    app = make_site(SqliteStore(folder / "tables.sqlite"), pace=pace)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        config = uvicorn.Config(app, log_level="error", ws="websockets-sansio", lifespan="on")
        server, loop = uvicorn.Server(config), asyncio.new_event_loop()
        thread = threading.Thread(target=_run, args=(loop, server, listening))
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                thread.join(0.01)
            yield Served(address, app, loop, server)
        finally:
            server.should_exit = True
            thread.join(TIMEOUT_S)
            assert not thread.is_alive(), "the server did not stop"


def _run(loop: asyncio.AbstractEventLoop, server: uvicorn.Server, at: socket.socket) -> None:
    asyncio.set_event_loop(loop)
    loop.run_until_complete(server.serve(sockets=[at]))
    loop.close()
