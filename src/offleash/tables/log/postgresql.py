"""Tables in PostgreSQL, which several workers share.

An entry is one statement: it moves the table on from length `seq`, writes the entry and notifies,
all or nothing. Two workers that append the same number wait for each other at the table's row, and
the second finds it changed. While the database restarts, calls are retried until it is back; an
entry that was written although its answer was lost is found by its command.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg
from asyncpg import exceptions as errors

from offleash.tables.log import sql
from offleash.tables.log.entries import Entry, Facts, GameStarted, encode
from offleash.tables.log.store import OnEntry, SequenceConflict, StoreUnavailable
from offleash.tools.errors import OffleashError
from offleash.tools.steady_time import steady_now

TIMEOUT_S = 10.0  # how long a call waits for a database that restarts
RETRY_PAUSE_S = 0.05  # between two attempts
CONNECT_TIMEOUT_S = 5.0
KEEPALIVE_INTERVAL_S = 10.0  # of silence, after which the listener checks its connection
MAX_CONNECTIONS = 8  # of a worker
SCHEMA = "offleash"
CHANNEL = "offleash"
ADVISORY_LOCK = 0x0FF1EA54  # held to create the schema and to clean

# The database went away, is starting or has too many clients. A timeout is an OSError.
CONNECTION_ERRORS = (
    OSError,
    errors.PostgresConnectionError,
    errors.OperatorInterventionError,
    errors.InterfaceError,
    errors.InternalClientError,
    errors.TooManyConnectionsError,
)

APPEND = """WITH moved AS (
        UPDATE tables SET length = $2 + 1, written = $5, has_begun = has_begun OR $6,
            is_over = coalesce($7, is_over)
        WHERE id = $1 AND length = $2 RETURNING id),
    held AS (
        INSERT INTO holders SELECT id, $8, $9::text FROM moved WHERE $9::text IS NOT NULL
        ON CONFLICT (id, seat) DO UPDATE SET holder = excluded.holder),
    written AS (
        INSERT INTO entries SELECT id, $2::bigint, $3, $4, $5::double precision FROM moved)
    SELECT pg_notify($10, $11) FROM moved"""

SIZE = "SELECT pg_database_size(current_database())"

Connection = Any  # asyncpg has no types
Result = TypeVar("Result")


async def server_version(address: str, timeout_s: float) -> str:
    """Return the version of the server. Raise OffleashError if it does not answer."""
    try:
        connection = await asyncpg.connect(address, timeout=timeout_s)
    except (ValueError, OverflowError):  # whose text may contain the password
        raise OffleashError("the address of the database is invalid") from None
    except (OSError, TimeoutError, errors.PostgresError) as error:
        raise OffleashError(f"the database does not answer: {error}") from None
    try:
        return str(await connection.fetchval("SHOW server_version"))
    finally:
        await connection.close()


class PostgresqlStore(sql.StatementStore):
    """The tables in a database; see the Protocol `Store` for what each method does."""

    def __init__(
        self, address: str, timeout_s: float = TIMEOUT_S, clock: Callable[[], float] = steady_now
    ) -> None:
        super().__init__()
        self._address, self._clock = address, clock
        self.timeout_s = timeout_s  # how long a call waits for a database that is away
        self._name = secrets.token_hex(4)  # of this worker, in its notifications
        self._callbacks: list[OnEntry] = []
        self._pool: Any = None

    async def open(self) -> None:
        self._slots = asyncio.Semaphore(MAX_CONNECTIONS)
        settings = {
            "search_path": SCHEMA,
            "application_name": "offleash",
            "synchronous_commit": "on",  # an acknowledged move is on the disk, whatever a host set
        }
        self._settings = {"server_settings": settings, "command_timeout": self.timeout_s or 5.0}
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=MAX_CONNECTIONS,
                reset=_skip_reset,
                **self._settings,
            )
            await self._retry(_prepare)
        except (ValueError, OverflowError):  # whose text may contain the password
            raise OffleashError(
                "the address of the database is invalid; it must look like postgresql://…"
            ) from None
        except errors.PostgresError as error:
            raise OffleashError(f"the database can't be used: {error}") from None
        sql.check_format(await self._read_value(sql.SETTING, "format"), "the database")
        self._is_listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen_forever())
        await self._is_listening.wait()

    async def close(self) -> None:
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        await self._pool.close()

    # Calls that survive a restart of the database

    async def _retry(self, attempt: Callable[[Connection, bool], Awaitable[Result]]) -> Result:
        """Call `attempt(connection, is_retry)` until it gets an answer.

        Raises StoreUnavailable if the database does not answer in time.
        """
        async with self._slots:  # waiting for a slot does not count towards the timeout
            now = asyncio.get_running_loop().time
            until, is_retry = now() + self.timeout_s, False
            while True:
                try:
                    async with self._pool.acquire(timeout=CONNECT_TIMEOUT_S) as connection:
                        return await attempt(connection, is_retry)
                except errors.DiskFullError:
                    self.on_error()
                    raise StoreUnavailable("the disk of the database is full") from None
                except CONNECTION_ERRORS as error:
                    if isinstance(error, ValueError) or self._pool.is_closing():
                        raise  # our own mistake
                    self.on_error()
                    if now() >= until:
                        raise StoreUnavailable(
                            f"the database can't be reached ({_reason(error)})"
                        ) from None
                is_retry = True
                await asyncio.sleep(RETRY_PAUSE_S)

    async def _read(self, statement: str, *values: object) -> list[Any]:
        async def attempt(connection: Connection, is_retry: bool) -> list[Any]:
            rows: list[Any] = await connection.fetch(statement, *values)
            return rows

        return await self._retry(attempt)

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        row = sql.new_table(facts, [entry for _, entry in entries], self._clock())
        at = row[6]
        rows = [
            (facts.table, seq, command, encode(entry).decode(), at)
            for seq, (command, entry) in enumerate(entries)
        ]
        holders = [(facts.table, *seat) for _, entry in entries if (seat := sql.holder_of(entry))]

        async def attempt(connection: Connection, is_retry: bool) -> None:
            try:
                async with connection.transaction():
                    await connection.execute(sql.NEW_TABLE, *row)
                    if facts.is_public:
                        await connection.execute(sql.LIST_TABLE, facts.table)
                    await connection.executemany(sql.WRITE, rows)
                    for holder in holders:
                        await connection.execute(sql.HOLD, *holder)
            except errors.UniqueViolationError as error:
                if not is_retry or await connection.fetchval(sql.FACTS, facts.table) != row[1]:
                    raise SequenceConflict(str(error)) from None

        await self._retry(attempt)

    async def append(
        self, table: str, seq: int, command: str, entry: Entry, is_over: bool = False
    ) -> float:
        at, text = self._clock(), encode(entry).decode()
        seat, holder = sql.holder_of(entry) or (None, None)
        begun, ends = isinstance(entry, GameStarted), sql.ends(entry, is_over)
        notice = (CHANNEL, f"{self._name} {seq} {table}")
        values = (table, seq, command, text, at, begun, ends, seat, holder, *notice)

        async def attempt(connection: Connection, is_retry: bool) -> float:
            try:
                if await connection.fetch(APPEND, *values):
                    return at
            except errors.UniqueViolationError:
                pass  # the command was carried out before
            if is_retry:
                own = await connection.fetchval(sql.WRITTEN_BY, table, seq, command, text)
                if own is not None:
                    return float(own)
            raise SequenceConflict(f"entry {seq} of table {table} is not the next one")

        return await self._retry(attempt)

    async def space(self) -> tuple[int, int | None]:
        return int(await self._read_value(SIZE)), None

    async def check_writing(self, at: float) -> None:
        async def attempt(connection: Connection, is_retry: bool) -> None:
            await connection.execute(sql.CHECK_WRITING, str(at))

        await self._retry(attempt)

    # Presence

    async def mark_present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        rows = [(table, seat, at) for table, seat in sorted(seats)]  # all workers lock in one order

        async def attempt(connection: Connection, is_retry: bool) -> None:
            await connection.executemany(sql.PRESENT, rows)

        if rows:
            await self._retry(attempt)

    # Between workers

    def listen(self, on_entry: OnEntry) -> None:
        self._callbacks.append(on_entry)

    async def _listen_forever(self) -> None:
        """Listen on a separate connection, and reconnect when it is lost."""
        while True:
            with suppress(Exception):  # without this, no notification would arrive any more
                connection = await asyncpg.connect(self._address, **self._settings)
                try:
                    await self._listen_on(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(RETRY_PAUSE_S)

    async def _listen_on(self, connection: Connection) -> None:
        """Pass on notifications until the connection is lost."""
        is_lost = asyncio.Event()
        connection.add_termination_listener(lambda _: is_lost.set())
        await connection.add_listener(CHANNEL, self._on_notice)
        if self._is_listening.is_set():
            self._notify("", -1)
        self._is_listening.set()
        while not connection.is_closed():
            try:
                # wait_for of 3.11 swallows a cancellation if the connection is lost just then
                async with asyncio.timeout(KEEPALIVE_INTERVAL_S):
                    await is_lost.wait()
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=TIMEOUT_S)

    def _on_notice(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        name, seq, table = payload.split(" ", 2)
        if name != self._name:
            self._notify(table, int(seq))

    def _notify(self, table: str, seq: int) -> None:
        for on_entry in self._callbacks:
            on_entry(table, seq)

    async def clean(self, now: float) -> int:
        unbegun, finished, uploads = sql.clean_times(now)

        async def attempt(connection: Connection, is_retry: bool) -> int:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", ADVISORY_LOCK)
                await connection.execute(sql.CLEAN_LINKS, now)
                await connection.execute(sql.CLEAN_UPLOADS, uploads)
                return len(await connection.fetch(sql.CLEAN, unbegun, finished))

        return await self._retry(attempt)


async def _prepare(connection: Connection, is_retry: bool) -> None:
    """Create what does not exist yet."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", ADVISORY_LOCK)
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        for statement in sql.SCHEMA:
            await connection.execute(statement)
        await connection.execute(sql.KEEP_SETTING, "format", str(sql.FORMAT))
        await connection.execute(sql.KEEP_SETTING, "key", secrets.token_hex(32))


async def _skip_reset(connection: Connection) -> None:
    """Skip the reset and save a round trip, since no call changes connection settings."""


def _reason(error: BaseException) -> str:
    """Return a short reason, never the address, which may contain a password."""
    return getattr(error, "strerror", None) or type(error).__name__
