"""Pages that play by themselves against `offleash serve`, and never give up: as ours do.

A move keeps its id until it is answered, over as many lines as that takes.
"""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from offleash.games import registry
from offleash.tables.entries import OPEN, Facts, Moved, Sat, Spoke, Written
from offleash.tables.store.addresses import store_at
from offleash.tables.table import Table, new_facts
from offleash.web.keys import COOKIE, Keys, holder

PATIENCE = 60.0  # seconds that anything may take before a test gives up
AGAIN = 2.5  # seconds after which an unanswered move is sent once more
PAUSE = 0.05  # seconds between attempts to get a line


class Site:
    """`offleash serve` in a process of its own."""

    def __init__(self, database: str, workers: int = 1, pace: float = 0.0) -> None:
        self.database = database
        self._process = subprocess.Popen(
            [sys.executable, "-m", "offleash.cli", "serve", "--port", "0", "--database", database]
            + ["--workers", str(workers), "--pace", str(pace)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        self.link = self._process.stdout.readline().split()[1].rstrip("/")

    def workers(self) -> list[int]:
        """Its workers, in the order of their birth."""
        return sorted(self._named("offleash worker"))

    def _named(self, name: str) -> Iterator[int]:
        for file in Path("/proc").glob("[0-9]*/stat"):
            try:
                found = re.fullmatch(r"(\d+) \((.*)\) \S+ \d+ \d+ (\d+) .*\n", file.read_text())
            except OSError:  # it has just ended
                continue
            if found and found[2] == name and int(found[3]) == self._process.pid:
                yield int(found[1])

    def memory(self) -> int:
        """Bytes that only its workers have, whatever they share with the server they come from."""
        found = 0
        for pid in self.workers():
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            found += 1024 * sum(map(int, re.findall(r"Private_\w+:\s+(\d+)", text)))
        return found

    def kill_worker(self, rng: random.Random) -> int:
        """`kill -9` of one of them."""
        chosen = rng.choice(self.workers())
        os.kill(chosen, signal.SIGKILL)
        return chosen

    def stop(self) -> int:
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)
        return self._process.returncode

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate(timeout=PATIENCE)


@contextmanager
def served(database: str, workers: int = 1, pace: float = 0.0) -> Iterator[Site]:
    site = Site(database, workers, pace)
    try:
        yield site
        assert site.stop() == 0
    finally:
        site.kill()


class Robot:
    """A page at a seat: it plays any legal move when it is to decide."""

    def __init__(self, site: Site, keys: Keys, table: str, seat: int, seed: int) -> None:
        self.table, self.seat = table, seat
        self._link = f"{site.link.replace('http', 'ws')}/table/{table}/socket"
        self._headers = {"Cookie": f"{COOKIE}={keys.signed(browser_of(table, seat))}"}
        self._origin = site.link
        self._rng = random.Random(seed)
        self.show: dict[str, Any] = {}
        self.acknowledged: dict[str, str] = {}  # the actions by their ids
        self.refused: list[str] = []
        self.pending: dict[str, Any] | None = None
        self.lines = 0
        self.shown_at = 0.0  # when the last picture came
        self.waits: list[float] = []  # from a move to its acknowledgement
        self.on_show: Callable[[Robot], None] = lambda robot: None
        self.plays = True

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                async with connect(
                    self._link,
                    origin=self._origin,
                    additional_headers=self._headers,
                    compression=None,
                    max_size=None,
                    open_timeout=PATIENCE,
                ) as line:
                    self.lines += 1
                    await self._talk(line)
            except (WebSocketException, OSError, EOFError):
                await asyncio.sleep(PAUSE)

    async def _talk(self, line: Any) -> None:
        if self.pending:
            await self._send(line)
        while True:
            try:
                text = await asyncio.wait_for(line.recv(), AGAIN)
            except TimeoutError:
                if self.pending:
                    await self._send(line)
                continue
            message = json.loads(text)
            self._hear(message)
            if message["is"] == "show" and self.wants:
                await self._move(line)

    def _hear(self, message: dict[str, Any]) -> None:
        asked = self.pending
        if message["is"] == "show":
            self.show, self.shown_at = message, time.perf_counter()
            self.on_show(self)
        elif asked and message.get("id") == asked["id"]:
            self.pending = None
            if message["is"] == "done":
                self.acknowledged[asked["id"]] = asked["action"]
                self.waits.append(time.perf_counter() - self.sent_at)
            else:
                self.refused.append(message["why"])

    @property
    def wants(self) -> bool:
        is_its = self.show["actor"] == self.seat and self.show["phase"] == "playing"
        return self.plays and is_its and self.pending is None

    async def _move(self, line: Any) -> None:
        choice = self._rng.choice(self.show["choices"])
        name = f"{self._rng.getrandbits(64):016x}"
        self.pending = {
            "do": "move",
            "id": name,
            "at": self.show["at"],
            "action": choice["action"],
        }
        self.sent_at = time.perf_counter()
        await self._send(line)

    async def _send(self, line: Any) -> None:
        await line.send(json.dumps(self.pending))


def browser_of(table: str, seat: int) -> str:
    return f"browser of {table} {seat}"


def people_facts(game: str, bots: Sequence[str] = (), **options: Any) -> Facts:
    """A table with people on its first seats and bots on the others."""
    rules = registry.load(game)
    made = rules.options(**options)
    people = rules.seat_count(made) - len(bots)
    seats = [OPEN] * people + list(bots)
    changed = rules.changed(made)
    return new_facts(
        game, rules.rules_version, rules.base(made), changed, seats, created=int(time.time())
    )


async def write_tables(database: str, tables: Sequence[Facts]) -> Keys:
    """New tables where every person sits and has spoken; gives the keys for their cookies."""
    store = store_at(database)
    await store.open()
    for facts in tables:
        people = [seat for seat, who in enumerate(facts.seats) if who == OPEN]
        entries = [Sat(n, holder(browser_of(facts.table, n)), f"Robot {n}") for n in people]
        words = [Spoke(n, f"{n:032x}") for n in people]
        await store.create(facts, [(f"made-{n}", e) for n, e in enumerate([*entries, *words])])
    keys = Keys(await store.key())
    await store.close()
    return keys


async def read_log(database: str, table: str) -> list[Written]:
    store = store_at(database)
    await store.open()
    log = await store.entries(table)
    await store.close()
    return log


def check_log(facts: Facts, log: Sequence[Written], robots: Sequence[Robot]) -> None:
    """Every acknowledged move is there, none twice, and nothing that nobody asked for."""
    assert [written.seq for written in log] == list(range(len(log)))
    moves = [written for written in log if isinstance(written.entry, Moved)]
    commands = [written.command for written in moves]
    assert len(set(commands)) == len(commands)
    found = {written.command: written.entry.action for written in moves}
    wanted = {f"{r.seat}:{id}": act for r in robots for id, act in r.acknowledged.items()}
    assert {command: found.get(command) for command in wanted} == wanted
    unanswered = {f"{r.seat}:{r.pending['id']}" for r in robots if r.pending}
    people = {command for command in found if not command.startswith("bot:")}
    assert people - set(wanted) <= unanswered
    table = Table(facts)
    for written in log:  # raises where a move is illegal
        table.take(written)


@contextmanager
def playing(robots: Sequence[Robot]) -> Iterator[None]:
    """They all play until the block is left."""
    tasks = [asyncio.create_task(robot.run()) for robot in robots]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()


async def until(is_so: Callable[[], bool], what: str) -> None:
    """Waits for something that robots bring about."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"waited in vain until {what}"
        await asyncio.sleep(0.005)
