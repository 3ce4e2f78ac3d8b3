"""Tables in one file, for one worker: nothing to set up.

One thread writes. What arrives while it commits shares the next transaction, so that each commit
may wait for the disk (`synchronous=FULL`): what was acknowledged outlives a power cut. A move alone
waits some 3 ms for that; with `NORMAL` it would not, and a power cut would cost the last moves.
Another thread reads, which in WAL mode waits for no writer.
"""

import asyncio
import os
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from offleash.core.errors import OffleashError
from offleash.tables.entries import Begun, Entry, Facts, Written, decode_entry, decode_facts, encode
from offleash.tables.store import statements as say
from offleash.tables.store.store import Heard, Mine, Taken

PATIENCE = 10.0  # seconds that another process may hold the file
MOST_AT_ONCE = 200  # entries that share a commit

OURS = {"tables", "entries", "settings"}  # whatever else a version of the program keeps

Work = Callable[[sqlite3.Connection], Any]

MOVE_ON = """UPDATE tables SET length = $2 + 1, written = $3, has_begun = has_begun OR $4,
    is_over = coalesce($5, is_over) WHERE id = $1 AND length = $2"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection in which every statement is its own transaction, unless one is begun."""
    made = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=64
    )
    made.execute("PRAGMA synchronous = FULL")
    made.execute("PRAGMA foreign_keys = ON")
    return made


def run(connection: sqlite3.Connection, statement: str, *values: object) -> list[Any]:
    """All rows of one statement."""
    return connection.execute(_numbered(statement), values).fetchall()


def _numbered(statement: str) -> str:
    """SQLite writes ?1 where PostgreSQL writes $1."""
    found = _statements.get(statement)
    if found is None:
        found = _statements[statement] = re.sub(r"\$(\d+)", r"?\1", statement)
    return found


_statements: dict[str, str] = {}


class Job(NamedTuple):
    """Something to write, and who waits for it."""

    work: Work
    future: "asyncio.Future[Any]"


class Writer:
    """The thread that writes: every transaction holds all that waits for it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._waiting: SimpleQueue[Job | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> "asyncio.Future[Any]":
        """Does the work in a transaction; done once that is on the disk."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.put(Job(work, future))
        return future

    async def close(self) -> None:
        """Ends when all that waits is written."""
        self._waiting.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._waiting.get()]
            with suppress(Empty):
                while len(jobs) < MOST_AT_ONCE:
                    jobs.append(self._waiting.get_nowait())
            is_open = None not in jobs
            found = self._commit([job for job in jobs if job])
            with suppress(RuntimeError):  # the loop is gone, and with it who waited
                self._loop.call_soon_threadsafe(_settle, found)

    def _commit(self, jobs: list[Job]) -> list[tuple[Job, Any]]:
        """What came of each: a value, or an exception."""
        if not jobs:
            return []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            found = [(job, self._attempt(job.work)) for job in jobs]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, or somebody holds the file
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            refusal = OffleashError(f"the tables could not be written: {error}")
            return [(job, refusal) for job in jobs]
        return found

    def _attempt(self, work: Work) -> Any:
        """One job of a transaction: when it fails, the others are as if it had not been."""
        self._connection.execute("SAVEPOINT job")
        try:
            found = work(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            found = Taken(str(error))
        except sqlite3.Error:
            raise  # nobody's alone
        except Exception as error:  # Taken, or a mistake: who asked hears of it, others write on
            self._connection.execute("ROLLBACK TO job")
            found = error
        self._connection.execute("RELEASE job")
        return found


def _settle(found: list[tuple[Job, Any]]) -> None:
    """Tells everybody, in the thread of the event loop."""
    for (_, future), value in found:
        if future.done():  # nobody waits any more
            continue
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)


class SqliteStore:
    """The tables in a file; see the Protocol `Store` for what each method does."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path, self._clock = path, clock

    async def open(self) -> None:
        try:
            await asyncio.to_thread(self._prepare)
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise OffleashError(f"tables can't be kept in {self.path}: {why}") from None
        self._writer = Writer(self._writing)
        self._reader = ThreadPoolExecutor(1, "reading tables")

    def _prepare(self) -> None:
        """Makes the file, which only its owner may read, and what is in it."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._writing = connect(self.path)
        self._check_owner()
        ((mode,),) = run(self._writing, "PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise sqlite3.OperationalError("this disk can't share a file between processes")
        self._writing.execute("BEGIN IMMEDIATE")
        for statement in say.SCHEMA:
            run(self._writing, statement)
        run(self._writing, say.KEEP_SETTING, "format", str(say.FORMAT))
        run(self._writing, say.KEEP_SETTING, "key", secrets.token_hex(32))
        self._writing.execute("COMMIT")
        say.check_format(run(self._writing, say.SETTING, "format")[0][0], str(self.path))
        self._reading = connect(self.path)

    def _check_owner(self) -> None:
        """A file of another program is left as it is."""
        names = {name for (name,) in run(self._writing, "SELECT name FROM sqlite_master")}
        if names and not names >= OURS:
            self._writing.close()
            raise sqlite3.DatabaseError("it is a database of another program")

    async def close(self) -> None:
        await self._writer.close()
        self._reader.shutdown(wait=True)
        self._reading.close()
        self._writing.close()

    async def _read(self, statement: str, *values: object) -> list[Any]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, run, self._reading, statement, *values)

    async def _one(self, statement: str, *values: object) -> Any:
        """The first value that is found, or None."""
        rows = await self._read(statement, *values)
        return rows[0][0] if rows else None

    async def _write(self, statement: str, *values: object) -> list[Any]:
        found: list[Any] = await self._writer.write(lambda c: run(c, statement, *values))
        return found

    async def key(self) -> bytes:
        return bytes.fromhex(await self._one(say.SETTING, "key"))

    async def owners(self) -> int:
        return int(await self._one(say.SETTING, "owners") or 1)

    async def make_owner_anew(self) -> int:
        return int((await self._write(say.COUNT_UP, "owners"))[0][0])

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        at = self._clock()

        def work(connection: sqlite3.Connection) -> None:
            row = say.new_table(facts, [entry for _, entry in entries], at)
            run(connection, say.NEW_TABLE, *row)
            for seq, (command, entry) in enumerate(entries):
                _write_entry(connection, facts.table, seq, command, entry, at)

        await self._writer.write(work)

    async def facts(self, table: str) -> Facts | None:
        found = await self._one(say.FACTS, table)
        return decode_facts(found) if found else None

    async def invited(self, code: str) -> str | None:
        found: str | None = await self._one(say.INVITED, code)
        return found

    async def watched(self, code: str) -> str | None:
        found: str | None = await self._one(say.WATCHED, code)
        return found

    async def entries(self, table: str, since: int = 0) -> list[Written]:
        rows = await self._read(say.ENTRIES, table, since)
        return [Written(seq, by, decode_entry(text), at) for seq, by, text, at in rows]

    async def append(
        self, table: str, seq: int, command: str, entry: Entry, is_over: bool = False
    ) -> float:
        at = self._clock()
        has_begun, ends = isinstance(entry, Begun), say.ends(entry, is_over)

        def work(connection: sqlite3.Connection) -> float:
            values = (table, seq, at, has_begun, ends)
            if not connection.execute(_numbered(MOVE_ON), values).rowcount:
                raise Taken(f"entry {seq} of table {table} is not the next one")
            _write_entry(connection, table, seq, command, entry, at)
            return at

        written: float = await self._writer.write(work)
        return written

    async def tables_of(self, holder: str) -> list[Mine]:
        return [say.mine(row) for row in await self._read(say.TABLES_OF, holder)]

    # Who is there

    async def present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        def work(connection: sqlite3.Connection) -> None:
            for table, seat in seats:
                run(connection, say.PRESENT, table, seat, at)

        if seats:
            await self._writer.write(work)

    async def presence(self, table: str) -> dict[int, float]:
        return dict(await self._read(say.PRESENCE, table))

    # Links that work once

    async def keep_link(self, code: str, table: str, seat: int, until: float) -> None:
        await self._write(say.KEEP_LINK, code, table, seat, until)

    async def use_link(self, code: str, now: float) -> tuple[str, int] | None:
        rows = await self._write(say.USE_LINK, code, now)
        return rows[0] if rows else None

    # Transcripts that were dropped on a page

    async def keep_upload(self, name: str, text: str, at: float) -> None:
        await self._write(say.KEEP_UPLOAD, name, text, at)

    async def upload(self, name: str) -> str | None:
        found: str | None = await self._one(say.UPLOAD, name)
        return found

    # Between workers

    def listen(self, heard: Heard) -> None:
        """There is no other worker to be heard."""

    async def clean(self, now: float) -> int:
        unbegun, finished, uploads = say.clean_times(now)

        def work(connection: sqlite3.Connection) -> int:
            run(connection, say.CLEAN_LINKS, now)
            run(connection, say.CLEAN_UPLOADS, uploads)
            return len(run(connection, say.CLEAN, unbegun, finished))

        removed: int = await self._writer.write(work)
        return removed


def _write_entry(
    connection: sqlite3.Connection, table: str, seq: int, command: str, entry: Entry, at: float
) -> None:
    run(connection, say.WRITE, table, seq, command, encode(entry).decode(), at)
    if held := say.holder_of(entry):
        run(connection, say.HOLD, table, *held)
