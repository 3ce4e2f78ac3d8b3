"""Pages without a screen: real sockets to a real site."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from offleash.tables.log.entries import Entry, Facts
from offleash.tables.log.sqlite import SqliteStore
from offleash.web.cookies import COOKIE, Keys, holder
from tests.timeouts import TIMEOUT_S
from tests.web.serving import connect_websocket


def write_table(folder: Path, facts: Facts, entries: Sequence[Entry]) -> Keys:
    """A table in the file that a site is then started over; gives the keys for its cookies."""

    async def write() -> Keys:
        store = SqliteStore(folder / "tables.sqlite")
        await store.open()
        await store.create(facts, [(f"made-{n}", entry) for n, entry in enumerate(entries)])
        keys = Keys(await store.key())
        await store.close()
        return keys

    return asyncio.run(write())


def held_by(browser: str) -> str:
    """What the log calls a browser."""
    return holder(browser)


class Visitor:
    """A page at a table: what it was sent, and what it asks."""

    def __init__(self, line: ClientConnection) -> None:
        self.line, self.show, self._request_count = line, {}, 0
        self.chunks: list[str] = []

    def read(self, timeout: float = TIMEOUT_S) -> dict[str, Any]:
        """The next message; the newest picture is kept."""
        message = json.loads(self.line.recv(timeout))
        if message["is"] == "show":
            self.show = message
            picture = message["picture"]
            if picture["whole"]:
                self.chunks = []
            for start, end, pieces in reversed(picture["splices"]):
                self.chunks[start:end] = pieces
        return message

    def until(self, condition) -> dict[str, Any]:
        """Reads on until a message is what was waited for."""
        while not condition(message := self.read()):
            pass
        return message

    def ask(self, do: str, id: str = "", **fields: Any) -> dict[str, Any]:
        """Asks for something, and gives the answer."""
        self._request_count += 1
        name = id or f"request-{self._request_count:04}"
        self.line.send(json.dumps({"do": do, "id": name, **fields}))
        return self.until(lambda message: message.get("id") == name)

    def play(self, action: str) -> dict[str, Any]:
        """A move where the game is now."""
        return self.ask("move", at=self.show["at"], action=action)


@contextmanager
def open_line(
    url: str, path: str, keys: Keys | None = None, browser: str = "", **settings
) -> Iterator:
    """A page's line; with keys it has the cookie of that browser."""
    headers = {"Cookie": f"{COOKIE}={keys.sign(browser)}"} if keys else {}
    with connect_websocket(url, path, additional_headers=headers, **settings) as line:
        yield Visitor(line)
