"""Tables in PostgreSQL, which several workers share.

An entry is one statement: it moves the table on from length `seq`, writes the entry and notifies,
all or nothing. Two workers that want the same entry wait for each other at the table's row, and
the second finds it moved on. While the database restarts, calls are tried again until it is back;
an entry that was written although its answer got lost is found by its command.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg
from asyncpg import exceptions as errors

from offleash.core.errors import OffleashError
from offleash.tables.entries import Begun, Entry, Facts, Written, decode_entry, decode_facts, encode
from offleash.tables.store import statements as say
from offleash.tables.store.store import Away, Heard, Mine, Taken

PATIENCE = 10.0  # seconds that a call waits for a database that restarts
PAUSE = 0.05  # between two attempts
CONNECTED = 5.0  # seconds that a new connection may take
ALIVE = 10.0  # seconds of silence after which the listener asks whether anybody is there
MOST_CONNECTIONS = 8  # of a worker
SCHEMA = "offleash"
CHANNEL = "offleash"
LOCK = 0x0FF1EA54  # only one worker at a time makes the schema, or cleans

# The database went away, is starting or has too many guests. A timeout is an OSError.
LOST = (
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

Connection = Any  # asyncpg has no types
Found = TypeVar("Found")


class PostgresqlStore:
    """The tables in a database; see the Protocol `Store` for what each method does."""

    def __init__(
        self,
        address: str,
        patience: float = PATIENCE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._address, self._clock = address, clock
        self.patience = patience  # seconds that a call waits for a database that is away
        self._name = secrets.token_hex(4)  # of this worker, in its notices
        self._heard: list[Heard] = []
        self._pool: Any = None

    async def open(self) -> None:
        self._places = asyncio.Semaphore(MOST_CONNECTIONS)
        settings = {"search_path": SCHEMA, "application_name": "offleash"}
        self._settings = {"server_settings": settings, "command_timeout": self.patience or 5.0}
        try:
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=0,
                max_size=MOST_CONNECTIONS,
                reset=_leave_as_it_is,
                **self._settings,
            )
            await self._try(_prepare)
        except (ValueError, OverflowError):  # whose text may hold the password
            raise OffleashError("this is no address of a database, postgresql://…") from None
        except errors.PostgresError as error:
            raise OffleashError(f"the database can't be used: {error}") from None
        say.check_format(await self._one(say.SETTING, "format"), "the database")
        self._is_listening = asyncio.Event()
        self._listener = asyncio.create_task(self._listen_for_ever())
        await self._is_listening.wait()

    async def close(self) -> None:
        self._listener.cancel()
        with suppress(asyncio.CancelledError):
            await self._listener
        await self._pool.close()

    # Calls that survive a restart of the database

    async def _try(self, attempt: Callable[[Connection, bool], Awaitable[Found]]) -> Found:
        """`attempt(connection, is_again)`, until there is an answer."""
        async with self._places:  # a worker with much to do is no reason to give up
            now = asyncio.get_running_loop().time
            until, is_again = now() + self.patience, False
            while True:
                try:
                    async with self._pool.acquire(timeout=CONNECTED) as connection:
                        return await attempt(connection, is_again)
                except LOST as error:
                    if isinstance(error, ValueError) or self._pool.is_closing():
                        raise  # a mistake of ours
                    if now() >= until:
                        raise Away(f"the database can't be reached ({_reason(error)})") from None
                is_again = True
                await asyncio.sleep(PAUSE)

    async def _read(self, statement: str, *values: object) -> list[Any]:
        async def attempt(connection: Connection, is_again: bool) -> list[Any]:
            found: list[Any] = await connection.fetch(statement, *values)
            return found

        return await self._try(attempt)

    async def _one(self, statement: str, *values: object) -> Any:
        """The first value that is found, or None."""
        rows = await self._read(statement, *values)
        return rows[0][0] if rows else None

    async def key(self) -> bytes:
        return bytes.fromhex(await self._one(say.SETTING, "key"))

    async def owners(self) -> int:
        return int(await self._one(say.SETTING, "owners") or 1)

    async def make_owner_anew(self) -> int:
        return int((await self._read(say.COUNT_UP, "owners"))[0][0])

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        row = say.new_table(facts, [entry for _, entry in entries], self._clock())
        at = row[6]
        written = [
            (facts.table, seq, command, encode(entry).decode(), at)
            for seq, (command, entry) in enumerate(entries)
        ]
        held = [(facts.table, *found) for _, entry in entries if (found := say.holder_of(entry))]

        async def attempt(connection: Connection, is_again: bool) -> None:
            try:
                async with connection.transaction():
                    await connection.execute(say.NEW_TABLE, *row)
                    await connection.executemany(say.WRITE, written)
                    for hold in held:
                        await connection.execute(say.HOLD, *hold)
            except errors.UniqueViolationError as error:
                if not is_again or await connection.fetchval(say.FACTS, facts.table) != row[1]:
                    raise Taken(str(error)) from None

        await self._try(attempt)

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
        at, text = self._clock(), encode(entry).decode()
        seat, holder = say.holder_of(entry) or (None, None)
        begun, ends = isinstance(entry, Begun), say.ends(entry, is_over)
        notice = (CHANNEL, f"{self._name} {seq} {table}")
        values = (table, seq, command, text, at, begun, ends, seat, holder, *notice)

        async def attempt(connection: Connection, is_again: bool) -> float:
            try:
                if await connection.fetch(APPEND, *values):
                    return at
            except errors.UniqueViolationError:
                pass  # of the command
            if is_again:
                own = await connection.fetchval(say.WRITTEN_BY, table, seq, command, text)
                if own is not None:
                    return float(own)
            raise Taken(f"entry {seq} of table {table} is not the next one")

        return await self._try(attempt)

    async def tables_of(self, holder: str) -> list[Mine]:
        return [say.mine(tuple(row)) for row in await self._read(say.TABLES_OF, holder)]

    # Who is there

    async def present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        rows = [(table, seat, at) for table, seat in sorted(seats)]  # all workers lock in one order

        async def attempt(connection: Connection, is_again: bool) -> None:
            await connection.executemany(say.PRESENT, rows)

        if rows:
            await self._try(attempt)

    async def presence(self, table: str) -> dict[int, float]:
        rows = await self._read(say.PRESENCE, table)
        return dict(map(tuple, rows))

    # Links that work once

    async def keep_link(self, code: str, table: str, seat: int, until: float) -> None:
        await self._read(say.KEEP_LINK, code, table, seat, until)

    async def use_link(self, code: str, now: float) -> tuple[str, int] | None:
        rows = await self._read(say.USE_LINK, code, now)
        return tuple(rows[0]) if rows else None

    # Transcripts that were dropped on a page

    async def keep_upload(self, name: str, text: str, at: float) -> None:
        await self._read(say.KEEP_UPLOAD, name, text, at)

    async def upload(self, name: str) -> str | None:
        found: str | None = await self._one(say.UPLOAD, name)
        return found

    # Between workers

    def listen(self, heard: Heard) -> None:
        self._heard.append(heard)

    async def _listen_for_ever(self) -> None:
        """On a connection of its own; after it was lost, anything may have been missed."""
        while True:
            with suppress(Exception):  # whatever it was: without this, nobody hears of anything
                connection = await asyncpg.connect(self._address, **self._settings)
                try:
                    await self._listen_on(connection)
                finally:
                    connection.terminate()
            await asyncio.sleep(PAUSE)

    async def _listen_on(self, connection: Connection) -> None:
        """Until the connection is lost."""
        is_lost = asyncio.Event()
        connection.add_termination_listener(lambda _: is_lost.set())
        await connection.add_listener(CHANNEL, self._on_notice)
        if self._is_listening.is_set():
            self._tell("", -1)
        self._is_listening.set()
        while not connection.is_closed():
            try:
                await asyncio.wait_for(is_lost.wait(), ALIVE)
            except TimeoutError:
                await connection.execute("SELECT 1", timeout=PATIENCE)

    def _on_notice(self, connection: Connection, pid: int, channel: str, payload: str) -> None:
        name, seq, table = payload.split(" ", 2)
        if name != self._name:
            self._tell(table, int(seq))

    def _tell(self, table: str, seq: int) -> None:
        for heard in self._heard:
            heard(table, seq)

    async def clean(self, now: float) -> int:
        unbegun, finished, uploads = say.clean_times(now)

        async def attempt(connection: Connection, is_again: bool) -> int:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
                await connection.execute(say.CLEAN_LINKS, now)
                await connection.execute(say.CLEAN_UPLOADS, uploads)
                return len(await connection.fetch(say.CLEAN, unbegun, finished))

        return await self._try(attempt)


async def _prepare(connection: Connection, is_again: bool) -> None:
    """Makes what is not there yet."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        for statement in say.SCHEMA:
            await connection.execute(statement)
        await connection.execute(say.KEEP_SETTING, "format", str(say.FORMAT))
        await connection.execute(say.KEEP_SETTING, "key", secrets.token_hex(32))


async def _leave_as_it_is(connection: Connection) -> None:
    """No call changes a setting of its connection, so none need be put back: half the talk."""


def _reason(error: BaseException) -> str:
    """A few words, never the address, which may hold a password."""
    return getattr(error, "strerror", None) or type(error).__name__
