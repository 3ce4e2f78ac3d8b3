"""Tables in one file, for one worker: nothing to set up.

One thread writes. Jobs that arrive while it commits share the next transaction, so that each commit
can wait for the disk (`synchronous=FULL`): acknowledged moves survive a power cut. A single move
waits some 3 ms for that; with `NORMAL` it would not, and a power cut would lose the last moves.
Another thread reads; in WAL mode it never waits for the writer.
"""

import asyncio
import os
import re
import secrets
import shutil
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from offleash.tables.log import sql
from offleash.tables.log.entries import Entry, Facts, GameStarted, encode
from offleash.tables.log.store import OnEntry, SequenceConflict
from offleash.tools.errors import OffleashError, Unavailable
from offleash.tools.steady_time import steady_now

TIMEOUT_S = 10.0  # how long another process may lock the file
MAX_BATCH = 200  # jobs that share a commit

OUR_TABLES = {"tables", "entries", "settings"}  # every version of the program has these

Work = Callable[[sqlite3.Connection], Any]

MOVE_ON = """UPDATE tables SET length = $2 + 1, written = $3, has_begun = has_begun OR $4,
    is_over = coalesce($5, is_over) WHERE id = $1 AND length = $2"""


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection in autocommit mode."""
    connection = sqlite3.connect(
        path, timeout=TIMEOUT_S, isolation_level=None, check_same_thread=False, cached_statements=64
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def run(connection: sqlite3.Connection, statement: str, *values: object) -> list[Any]:
    """Return all rows of one statement."""
    return connection.execute(_numbered(statement), values).fetchall()


def _numbered(statement: str) -> str:
    """Return a statement with ?1 for SQLite where PostgreSQL writes $1."""
    text = _statements.get(statement)
    if text is None:
        text = _statements[statement] = re.sub(r"\$(\d+)", r"?\1", statement)
    return text


_statements: dict[str, str] = {}


class WriteJob(NamedTuple):
    """Something to write, and the future that waits for it."""

    work: Work
    future: "asyncio.Future[Any]"


class Writer:
    """The thread that writes: each transaction runs all waiting jobs."""

    def __init__(self, connection: sqlite3.Connection, on_error: Callable[[], None]) -> None:
        self._connection, self._on_error = connection, on_error
        self._waiting: SimpleQueue[WriteJob | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._run, name="tables", daemon=True)
        self._thread.start()

    def write(self, work: Work) -> "asyncio.Future[Any]":
        """Run the work in a transaction; the future is done once that is on the disk."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self._waiting.put(WriteJob(work, future))
        return future

    async def close(self) -> None:
        """Return when all waiting jobs are written."""
        self._waiting.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        is_open = True
        while is_open:
            jobs = [self._waiting.get()]
            with suppress(Empty):
                while len(jobs) < MAX_BATCH:
                    jobs.append(self._waiting.get_nowait())
            is_open = None not in jobs
            results = self._commit([job for job in jobs if job])
            with suppress(RuntimeError):  # the loop is closed, and nobody waits
                self._loop.call_soon_threadsafe(_settle, results)

    def _commit(self, jobs: list[WriteJob]) -> list[tuple[WriteJob, Any]]:
        """Return the result of each job: a value or an exception."""
        if not jobs:
            return []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            results = [(job, self._attempt(job.work)) for job in jobs]
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:  # the disk is full, or the file is locked
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            self._on_error()
            failure = Unavailable(f"the tables could not be written: {error}")
            return [(job, failure) for job in jobs]
        return results

    def _attempt(self, work: Work) -> Any:
        """Run one job of a transaction; if it fails, the others are not affected."""
        self._connection.execute("SAVEPOINT job")
        try:
            result = work(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO job")
            result = SequenceConflict(str(error))
        except sqlite3.Error:
            raise  # it concerns the whole transaction
        except Exception as error:  # only for the caller; the other jobs go on
            self._connection.execute("ROLLBACK TO job")
            result = error
        self._connection.execute("RELEASE job")
        return result


def _settle(results: list[tuple[WriteJob, Any]]) -> None:
    """Complete the futures, in the thread of the event loop."""
    for (_, future), value in results:
        if future.done():  # cancelled
            continue
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)


class SqliteStore(sql.StatementStore):
    """The tables in a file; see the Protocol `Store` for what each method does."""

    def __init__(self, path: Path, clock: Callable[[], float] = steady_now) -> None:
        super().__init__()
        self.path, self._clock = path, clock

    async def open(self) -> None:
        try:
            await asyncio.to_thread(self._prepare)
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise OffleashError(f"tables can't be kept in {self.path}: {why}") from None
        self._writer = Writer(self._writing, lambda: self.on_error())
        self._reader = ThreadPoolExecutor(1, "reading tables")

    def _prepare(self) -> None:
        """Create the file, readable only by its owner, and the schema."""
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        self._writing = connect(self.path)
        self._check_owner()
        ((mode,),) = run(self._writing, "PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise sqlite3.OperationalError("this file system does not support SQLite's WAL mode")
        self._writing.execute("BEGIN IMMEDIATE")
        for statement in sql.SCHEMA:
            run(self._writing, statement)
        run(self._writing, sql.KEEP_SETTING, "format", str(sql.FORMAT))
        run(self._writing, sql.KEEP_SETTING, "key", secrets.token_hex(32))
        self._writing.execute("COMMIT")
        sql.check_format(run(self._writing, sql.SETTING, "format")[0][0], str(self.path))
        self._reading = connect(self.path)

    def _check_owner(self) -> None:
        """Raise sqlite3.DatabaseError if the file belongs to another program."""
        names = {name for (name,) in run(self._writing, "SELECT name FROM sqlite_master")}
        if names and not names >= OUR_TABLES:
            self._writing.close()
            raise sqlite3.DatabaseError("this database belongs to another program")

    async def close(self) -> None:
        await self._writer.close()
        self._reader.shutdown(wait=True)
        self._reading.close()
        self._writing.close()

    async def _read(self, statement: str, *values: object) -> list[Any]:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, run, self._reading, statement, *values)

    async def _write(self, statement: str, *values: object) -> list[Any]:
        rows: list[Any] = await self._writer.write(lambda c: run(c, statement, *values))
        return rows

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        at = self._clock()

        def work(connection: sqlite3.Connection) -> None:
            row = sql.new_table(facts, [entry for _, entry in entries], at)
            run(connection, sql.NEW_TABLE, *row)
            if facts.is_public:
                run(connection, sql.LIST_TABLE, facts.table)
            for seq, (command, entry) in enumerate(entries):
                _write_entry(connection, facts.table, seq, command, entry, at)

        await self._writer.write(work)

    async def append(
        self, table: str, seq: int, command: str, entry: Entry, is_over: bool = False
    ) -> float:
        at = self._clock()
        has_begun, ends = isinstance(entry, GameStarted), sql.ends(entry, is_over)

        def work(connection: sqlite3.Connection) -> float:
            values = (table, seq, at, has_begun, ends)
            if not connection.execute(_numbered(MOVE_ON), values).rowcount:
                raise SequenceConflict(f"entry {seq} of table {table} is not the next one")
            _write_entry(connection, table, seq, command, entry, at)
            return at

        written_at: float = await self._writer.write(work)
        return written_at

    async def space(self) -> tuple[int, int | None]:
        return self.path.stat().st_size, shutil.disk_usage(self.path.parent).free

    async def check_writing(self, at: float) -> None:
        await self._write(sql.CHECK_WRITING, str(at))

    # Presence

    async def mark_present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        def work(connection: sqlite3.Connection) -> None:
            for table, seat in seats:
                run(connection, sql.PRESENT, table, seat, at)

        if seats:
            await self._writer.write(work)

    # Between workers

    def listen(self, on_entry: OnEntry) -> None:
        """Do nothing: there is no other worker."""

    async def clean(self, now: float) -> int:
        unbegun, finished, uploads = sql.clean_times(now)

        def work(connection: sqlite3.Connection) -> int:
            run(connection, sql.CLEAN_LINKS, now)
            run(connection, sql.CLEAN_UPLOADS, uploads)
            return len(run(connection, sql.CLEAN, unbegun, finished))

        removed: int = await self._writer.write(work)
        return removed


def _write_entry(
    connection: sqlite3.Connection, table: str, seq: int, command: str, entry: Entry, at: float
) -> None:
    run(connection, sql.WRITE, table, seq, command, encode(entry).decode(), at)
    if holder := sql.holder_of(entry):
        run(connection, sql.HOLD, table, *holder)
