"""Pages that play by themselves against `offleash serve`, and never give up: as ours do.

A move keeps its id until it is answered, over as many lines as that takes.
"""

import asyncio
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from offleash.games import registry
from offleash.play.live_luck import anchor_of, link_of, number_of_link
from offleash.tables.live.table import Table, new_facts
from offleash.tables.log.addresses import store_at
from offleash.tables.log.entries import (
    OPEN,
    Entry,
    Facts,
    LogEntry,
    MovePlayed,
    SeatTaken,
    WordAdded,
    WordPromised,
)
from offleash.web.cookies import COOKIE, Keys, holder
from tests.timeouts import TIMEOUT_S

RESEND_AFTER_S = 2.5  # until an unanswered move is sent once more
LINK_AGAIN_S = 0.3  # after a link was refused
RECONNECT_INTERVAL_S = 0.05  # between attempts to connect


class Site:
    """`offleash serve` in a process of its own."""

    def __init__(
        self,
        database: str,
        workers: int = 1,
        pace: float = 0.0,
        limits: Sequence[str] = (),
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.database = database
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "offleash.cli",
                "serve",
                "--port",
                str(port),
                "--database",
                database,
            ]
            + ["--workers", str(workers), "--pace", str(pace)]
            + [word for limit in limits for word in ("--limit", limit)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            env={**os.environ, **(environment or {})},
        )
        self.link = self._process.stdout.readline().split()[1].rstrip("/")

    def workers(self) -> list[int]:
        """Its workers, in the order of their birth."""
        pids = []
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has just ended
                is_worker = (file.parent / "comm").read_text() == "offleash worker\n"
                if is_worker and not _is_dead(file) and _session(file) == self._process.pid:
                    pids.append(int(file.parent.name))
        return sorted(pids)

    def cpu_seconds(self) -> float:
        """CPU time that its workers have used."""
        ticks = 0
        for pid in self.workers():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that all its processes hold; what they share is counted once."""
        total = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):  # it has just ended
                if _session(file) == self._process.pid:
                    text = (file.parent / "smaps_rollup").read_text()
                    total += 1024 * int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])
        return total

    @contextmanager
    def only(self, worker: int) -> Iterator[None]:
        """Meanwhile the other workers stand still, so whoever comes gets this one."""
        other_pids = [pid for pid in self.workers() if pid != worker]
        for pid in other_pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in other_pids:
                os.kill(pid, signal.SIGCONT)

    def kill_worker(self, rng: random.Random) -> int:
        """`kill -9` of one of them."""
        while True:
            while not (pids := self.workers()):  # the last one has just been killed
                time.sleep(0.01)
            pid = rng.choice(pids)
            with suppress(ProcessLookupError):  # it has just been replaced
                os.kill(pid, signal.SIGKILL)
                return pid

    def reload(self) -> None:
        """Has all workers replaced, and waits until that is done."""
        old = set(self.workers())
        self._process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + TIMEOUT_S
        while old & set(self.workers()):
            assert time.monotonic() < end, "the old workers did not end"
            time.sleep(0.01)

    def stop(self) -> int:
        self._process.terminate()
        self._process.communicate(timeout=TIMEOUT_S)
        return self._process.returncode

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate(timeout=TIMEOUT_S)


def _session(file: Path) -> int:
    """Of a process, by its `stat`: what follows its name is state, parent, group, session."""
    return int(_fields(file)[3])


def _is_dead(file: Path) -> bool:
    """Whether a process has ended, and only its parent has not heard of it yet."""
    return _fields(file)[0] in "ZX"


def _fields(file: Path) -> list[str]:
    return file.read_text().rpartition(") ")[2].split()


@contextmanager
def serve_tables(
    database: str, workers: int = 1, pace: float = 0.0, limits: Sequence[str] = ()
) -> Iterator[Site]:
    site = Site(database, workers, pace, limits)
    try:
        yield site
        assert site.stop() == 0
    finally:
        site.kill()


class Robot:
    """A page at a seat: it plays any legal move when it is to decide."""

    def __init__(
        self, site: Site, keys: Keys, table: str, seat: int, seed: int, browser: str = ""
    ) -> None:
        """Without a browser it has one of its own."""
        self.table, self.seat = table, seat
        self._link = f"{site.link.replace('http', 'ws')}/table/{table}/socket"
        self._headers = {"Cookie": f"{COOKIE}={keys.sign(browser or browser_of(table, seat))}"}
        self._origin = site.link
        self._rng = random.Random(seed)
        self.show: dict[str, Any] = {}
        self.acknowledged: dict[str, str] = {}  # the actions by their ids
        self.refusals: list[str] = []
        self.pending: dict[str, Any] | None = None
        self.shown_at = 0.0  # when the last picture came
        self.waits: list[float] = []  # from a move to its acknowledgement
        self.on_show: Callable[[Robot], None] = lambda robot: None
        self.on_click: Callable[[Robot], None] = lambda robot: None
        self.on_text: Callable[[str], None] = lambda text: None
        self._due = -1  # the last draw of live luck
        self.pause = 0.0  # before each move
        self.gaps: list[float] = []  # from a lost line to the next picture
        self._lost_at = 0.0

    def line(self) -> Any:
        """A line of its page."""
        return connect(
            self._link,
            origin=self._origin,
            additional_headers=self._headers,
            compression=None,
            max_size=None,
            open_timeout=TIMEOUT_S,
        )

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                async with self.line() as line:
                    await self._talk(line)
            except (WebSocketException, OSError, EOFError):
                self._lost_at = self._lost_at or time.perf_counter()
                await asyncio.sleep(RECONNECT_INTERVAL_S)

    async def _talk(self, line: Any) -> None:
        if self.pending:
            await self._send(line)
        while True:
            try:
                # wait_for of 3.11 can swallow a cancellation: the robot would play on
                async with asyncio.timeout(RESEND_AFTER_S):
                    text = await line.recv()
            except TimeoutError:
                if self.pending:
                    await self._send(line)
                continue
            self.on_text(text)
            message = msgspec.json.decode(text)
            if message["is"] == "draw":
                self._due = message["draw"]
                await self._show_link(line, self._due)
                continue
            if message["is"] == "refused" and message["id"] == f"link-{self._due:08}":
                await asyncio.sleep(LINK_AGAIN_S)  # the database may have been away
                await self._show_link(line, self._due)
                continue
            self._hear(message)
            if message["is"] == "show" and self.wants:
                await asyncio.sleep(self.pause)
                await self._move(line)

    async def _show_link(self, line: Any, draw: int) -> None:
        """Live luck: the link of this seat's chain for a draw."""
        link = link_of(chain_secret(self.table, self.seat), number_of_link(draw)).hex()
        request = {"do": "link", "id": f"link-{draw:08}", "draw": draw, "link": link}
        await line.send(json.dumps(request))

    def _hear(self, message: dict[str, Any]) -> None:
        request = self.pending
        if message["is"] == "show":
            self.show, self.shown_at = message, time.perf_counter()
            if self._lost_at:
                self.gaps.append(self.shown_at - self._lost_at)
                self._lost_at = 0.0
            self.on_show(self)
        elif request and message.get("id") == request["id"]:
            self.pending = None
            if message["is"] == "done":
                self.acknowledged[request["id"]] = request["action"]
                self.waits.append(time.perf_counter() - self.sent_at)
            else:
                self.refusals.append(message["why"])

    @property
    def wants(self) -> bool:
        is_its = self.show["actor"] == self.seat and self.show["phase"] == "playing"
        return is_its and self.pending is None

    async def _move(self, line: Any) -> None:
        choice = self._rng.choice(self.show["choices"])
        name = f"{self._rng.getrandbits(64):016x}"
        self.pending = {"do": "move", "id": name, "at": self.show["at"], "action": choice["action"]}
        self.sent_at = time.perf_counter()
        self.on_click(self)
        await self._send(line)

    async def _send(self, line: Any) -> None:
        await line.send(json.dumps(self.pending))


def browser_of(table: str, seat: int) -> str:
    return f"browser of {table} {seat}"


def chain_secret(table: str, seat: int) -> bytes:
    return hashlib.sha256(f"chain of {table} {seat}".encode()).digest()


def people_facts(game: str, bots: Sequence[str] = (), **options: Any) -> Facts:
    """A table with people on its first seats and bots on the others."""
    rules = registry.load(game)
    values = rules.options(**options)
    people = rules.seat_count(values) - len(bots)
    seats = [OPEN] * people + list(bots)
    return new_facts(rules, values, seats, created=int(time.time()))


async def write_tables(database: str, tables: Sequence[Facts], browser: str = "") -> Keys:
    """New tables where every person sits and has spoken; gives the keys for their cookies.

    With a browser, all seats belong to that one.
    """
    store = store_at(database)
    await store.open()
    for facts in tables:
        people = [seat for seat, occupant in enumerate(facts.seats) if occupant == OPEN]
        browsers = [browser or browser_of(facts.table, n) for n in people]
        entries = [SeatTaken(n, holder(browsers[n]), f"Robot {n}") for n in people]
        words: list[Entry] = [WordAdded(n, f"{n:032x}") for n in people]
        if facts.live_luck:
            words = [WordPromised(n, anchor_of(chain_secret(facts.table, n))) for n in people]
        await store.create(facts, [(f"made-{n}", e) for n, e in enumerate([*entries, *words])])
    keys = Keys(await store.key())
    await store.close()
    return keys


async def read_log(database: str, table: str) -> list[LogEntry]:
    store = store_at(database)
    await store.open()
    log = await store.entries(table)
    await store.close()
    return log


def check_log(facts: Facts, log: Sequence[LogEntry], robots: Sequence[Robot]) -> None:
    """Every acknowledged move is there, none twice, and nothing that nobody asked for."""
    assert [record.seq for record in log] == list(range(len(log)))
    moves = [record for record in log if isinstance(record.entry, MovePlayed)]
    commands = [record.command for record in moves]
    assert len(set(commands)) == len(commands)
    actions = {record.command: record.entry.action for record in moves}
    expected = {f"{r.seat}:{id}": act for r in robots for id, act in r.acknowledged.items()}
    assert {command: actions.get(command) for command in expected} == expected
    unanswered = {f"{r.seat}:{r.pending['id']}" for r in robots if r.pending}
    people = {command for command in actions if not command.startswith("bot:")}
    assert people - set(expected) <= unanswered
    table = Table(facts)
    for record in log:  # raises where a move is illegal
        table.apply(record)


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


async def until(condition: Callable[[], bool], goal: str) -> None:
    """Waits for something that robots bring about."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {goal}"
        await asyncio.sleep(0.005)


class Clicker:
    """All pages of one table, in the hand of somebody who knows its log: no picture is waited for.

    It plays as fast as moves are acknowledged.
    """

    def __init__(self, site: Site, keys: Keys, facts: Facts, seed: int) -> None:
        self._site, self._facts = site, facts
        self._rng = random.Random(seed)
        self.robots = [
            Robot(site, keys, facts.table, seat, seed) for seat in range(len(facts.seats))
        ]
        self.acknowledged = 0

    async def run(self, store: Any) -> None:
        """Until the game is over, or it is cancelled."""
        async with AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(robot.line()) for robot in self.robots]
            await asyncio.gather(*(line.recv() for line in lines))
            table = await self._wait_for_start(store)
            answers = [asyncio.Event() for _ in lines]
            reading = [
                asyncio.create_task(self._read(*pair)) for pair in zip(lines, answers, strict=True)
            ]
            try:
                while table.phase == "playing":
                    await self._click(table, lines, answers)
            finally:
                for task in reading:
                    task.cancel()

    async def _wait_for_start(self, store: Any) -> Table:
        """The table as its log has it, once the game has begun."""
        table = Table(self._facts)
        while table.phase != "playing":
            for record in await store.entries(self._facts.table, table.seq):
                table.apply(record)
            await asyncio.sleep(0.01)
        return table

    async def _read(self, line: Any, has_answer: asyncio.Event) -> None:
        """Pictures are taken from the line, and left alone."""
        async for text in line:
            if text.startswith('{"is":"done"'):
                has_answer.set()
            assert not text.startswith('{"is":"refused"'), text

    async def _click(self, table: Table, lines: Sequence[Any], answers: Sequence[Any]) -> None:
        seat, session = table.actor, table.session
        action = session.game.notation.format_action(
            self._rng.choice(session.legal_numbers), session.options
        )
        at, name = len(session.history), f"{self._rng.getrandbits(64):016x}"
        entry = table.move(seat, at, action)
        answers[seat].clear()
        await lines[seat].send(json.dumps({"do": "move", "id": name, "at": at, "action": action}))
        await answers[seat].wait()
        self.acknowledged += 1
        table.apply(LogEntry(table.seq, f"{seat}:{name}", entry, 0.0))
