"""SQL for both databases: one schema, and statements that mean the same in each.

One rule says what is old and can be removed; a table under way never is.
"""

import secrets
from collections.abc import Callable
from itertools import groupby
from typing import Any

from offleash.tables.log.entries import (
    AnswerGiven,
    ChatSent,
    Entry,
    Facts,
    GameStarted,
    LogEntry,
    MoveUndone,
    SeatTaken,
    SeatTransferred,
    decode_entry,
    decode_facts,
    encode,
)
from offleash.tables.log.store import TableSummary
from offleash.tools.errors import OffleashError

FORMAT = 1  # of the schema: a later one is refused
GONE = "gone-"  # begins the holder of a seat whose player's data were removed
REMOVED_LINE = "(removed)"  # instead of a line of such a player
DAY_S = 24 * 60 * 60.0
UNBEGUN_DAYS = 7  # after its last entry, a table that never began is removed
FINISHED_DAYS = 400  # the same for a finished table
UPLOAD_DAYS = 30
TRUSTED_LEAP_DAYS = 35  # since the last cleaning: a clock further ahead may be wrong

SCHEMA = (
    """CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, facts TEXT NOT NULL, game TEXT NOT NULL,
        invitation TEXT NOT NULL UNIQUE, watching TEXT NOT NULL UNIQUE,
        created DOUBLE PRECISION NOT NULL, written DOUBLE PRECISION NOT NULL,
        length BIGINT NOT NULL, has_begun BOOLEAN NOT NULL, is_over BOOLEAN NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS entries (
        id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seq BIGINT NOT NULL,
        command TEXT NOT NULL, entry TEXT NOT NULL, written DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (id, seq), UNIQUE (id, command))""",
    """CREATE TABLE IF NOT EXISTS holders (
        id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat BIGINT NOT NULL,
        holder TEXT NOT NULL, PRIMARY KEY (id, seat))""",
    "CREATE INDEX IF NOT EXISTS tables_of_a_holder ON holders (holder)",
    """CREATE TABLE IF NOT EXISTS presence (
        id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat BIGINT NOT NULL,
        seen DOUBLE PRECISION NOT NULL, PRIMARY KEY (id, seat))""",
    """CREATE TABLE IF NOT EXISTS links (
        code TEXT PRIMARY KEY, id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
        seat BIGINT NOT NULL, until DOUBLE PRECISION NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS uploads (
        name TEXT PRIMARY KEY, text TEXT NOT NULL, kept DOUBLE PRECISION NOT NULL)""",
    "CREATE TABLE IF NOT EXISTS listed (id TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE)",
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

KEEP_SETTING = "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
CHECK_WRITING = """INSERT INTO settings VALUES ('written', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
SET_CALENDAR = """INSERT INTO settings VALUES ('calendar', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
LAST_WRITTEN = "SELECT max(written) FROM tables"
SETTING = "SELECT value FROM settings WHERE name = $1"
COUNT_UP = (
    "INSERT INTO settings VALUES ($1, '2') ON CONFLICT (name) DO UPDATE "
    "SET value = CAST(CAST(settings.value AS INTEGER) + 1 AS TEXT) RETURNING value"
)

FACTS = "SELECT facts FROM tables WHERE id = $1"
INVITED = "SELECT id FROM tables WHERE invitation = $1"
WATCHED = "SELECT id FROM tables WHERE watching = $1"
ENTRIES = (
    "SELECT seq, command, entry, written FROM entries WHERE id = $1 AND seq >= $2 ORDER BY seq"
)
SITTINGS = (
    """SELECT entry FROM entries WHERE id = $1 AND entry LIKE '{"type":"sat"%' ORDER BY seq"""
)
TABLES_OF = """SELECT id, game, seat, created, written, is_over FROM holders JOIN tables USING (id)
    WHERE holder = $1 ORDER BY written DESC, id, seat"""

OPEN_TABLES = """SELECT facts FROM listed JOIN tables USING (id) WHERE NOT has_begun AND NOT is_over
    AND EXISTS (SELECT 1 FROM presence WHERE presence.id = tables.id AND presence.seen > $1)
    ORDER BY created DESC, tables.id LIMIT $2"""
LIST_TABLE = "INSERT INTO listed VALUES ($1)"

NEW_TABLE = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
WRITE = "INSERT INTO entries VALUES ($1, $2, $3, $4, $5)"
HOLD = """INSERT INTO holders VALUES ($1, $2, $3)
    ON CONFLICT (id, seat) DO UPDATE SET holder = excluded.holder"""
WRITTEN_BY = (
    "SELECT written FROM entries WHERE id = $1 AND seq = $2 AND command = $3 AND entry = $4"
)

HELD_BY = """SELECT id, seq, entry FROM entries
    WHERE id IN (SELECT id FROM holders WHERE holder = $1) ORDER BY id, seq"""
REWRITE = "UPDATE entries SET entry = $3 WHERE id = $1 AND seq = $2"
DROP_HOLDER = "DELETE FROM holders WHERE holder = $1"

PRESENT = """INSERT INTO presence SELECT id, CAST($2 AS BIGINT), CAST($3 AS DOUBLE PRECISION)
    FROM tables WHERE id = $1
    ON CONFLICT (id, seat) DO UPDATE SET seen = excluded.seen"""
PRESENCE = "SELECT seat, seen FROM presence WHERE id = $1"

KEEP_LINK = "INSERT INTO links VALUES ($1, $2, $3, $4)"
USE_LINK = """DELETE FROM links
    WHERE (id, seat) = (SELECT id, seat FROM links WHERE code = $1 AND until > $2)
    RETURNING id, seat"""  # all links of that seat, since it moves to another device

KEEP_UPLOAD = """INSERT INTO uploads VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text, kept = excluded.kept"""
UPLOAD = "SELECT text FROM uploads WHERE name = $1"

CLEAN = """DELETE FROM tables
    WHERE (NOT has_begun AND written < $1) OR (is_over AND written < $2) RETURNING id"""
CLEAN_UPLOADS = "DELETE FROM uploads WHERE kept < $1"
CLEAN_LINKS = "DELETE FROM links WHERE until < $1"


def clean_times(now: float) -> tuple[float, float, float]:
    """Return the times before which things are old: tables not begun, finished tables, uploads."""
    return now - UNBEGUN_DAYS * DAY_S, now - FINISHED_DAYS * DAY_S, now - UPLOAD_DAYS * DAY_S


def new_table(facts: Facts, entries: list[Entry], at: float) -> tuple[object, ...]:
    """Return the row of a new table with these entries."""
    return (
        facts.table,
        encode(facts).decode(),
        facts.game,
        facts.invitation,
        facts.watching,
        float(facts.created),
        at,
        len(entries),
        any(isinstance(entry, GameStarted) for entry in entries),
        False,
    )


def without_player(entries: list[tuple[int, Entry]], holder: str) -> dict[int, Entry]:
    """Return the entries of a table that change when a player's data are removed, by number.

    Moves stay, since the game consists of them; the name, the browser and what the player wrote go.
    """
    holders = dict(own for _, entry in entries if (own := holder_of(entry)))
    changed: dict[int, Entry] = {}
    for seq, entry in entries:
        if holders.get(getattr(entry, "seat", -1)) != holder:
            continue
        match entry:
            case SeatTaken(seat=seat):
                nobody = f"{GONE}{secrets.token_hex(8)}"
                changed[seq] = SeatTaken(seat, nobody, f"Player {seat + 1}")
            case SeatTransferred(seat=seat):
                changed[seq] = SeatTransferred(seat, f"{GONE}{secrets.token_hex(8)}")
            case ChatSent(seat=seat):
                changed[seq] = ChatSent(seat, REMOVED_LINE)
            case AnswerGiven(seat=seat, rating=rating):
                changed[seq] = AnswerGiven(seat, rating)
    return changed


def holder_of(entry: Entry) -> tuple[int, str] | None:
    """Return the seat that an entry gives to a person, and its holder."""
    return (entry.seat, entry.holder) if isinstance(entry, SeatTaken | SeatTransferred) else None


def ends(entry: Entry, is_over: bool) -> bool | None:
    """Return whether the table is now over; None if that does not change."""
    return is_over if is_over or isinstance(entry, MoveUndone) else None


def table_summary(row: tuple[str, str, int, float, float, bool]) -> TableSummary:
    """Return a summary from its row."""
    return TableSummary(*row[:-1], bool(row[-1]))


def check_format(version: str, location: str) -> None:
    """Raise OffleashError if a later version of the program wrote the database."""
    if version != str(FORMAT):
        raise OffleashError(
            f"the tables in {location} were written by a later version: update offleash"
        )


class StatementStore:
    """The calls of a `Store` that are one statement each, for both databases."""

    def __init__(self) -> None:
        self.on_error: Callable[[], None] = lambda: None

    async def _read(self, statement: str, *values: object) -> list[Any]:
        """Return all rows of a statement."""
        raise NotImplementedError

    async def _write(self, statement: str, *values: object) -> list[Any]:
        """Return the rows of a statement that changes something."""
        return await self._read(statement, *values)

    async def _read_value(self, statement: str, *values: object) -> Any:
        """Return the first value of the first row, or None."""
        rows = await self._read(statement, *values)
        return rows[0][0] if rows else None

    async def key(self) -> bytes:
        return bytes.fromhex(await self._read_value(SETTING, "key"))

    async def owners(self) -> int:
        return int(await self._read_value(SETTING, "owners") or 1)

    async def renew_owner(self) -> int:
        return int((await self._write(COUNT_UP, "owners"))[0][0])

    async def calendar(self, now: float, ran_s: float) -> float:
        text = await self._read_value(SETTING, "calendar")
        last = float(text or await self._read_value(LAST_WRITTEN) or now)
        is_trusted = now - last <= TRUSTED_LEAP_DAYS * DAY_S
        today = now if is_trusted else last + ran_s
        await self._write(SET_CALENDAR, repr(today))
        return today

    async def facts(self, table: str) -> Facts | None:
        text = await self._read_value(FACTS, table)
        return decode_facts(text) if text else None

    async def find_by_invitation(self, code: str) -> str | None:
        table: str | None = await self._read_value(INVITED, code)
        return table

    async def find_by_watch_code(self, code: str) -> str | None:
        table: str | None = await self._read_value(WATCHED, code)
        return table

    async def entries(self, table: str, since: int = 0) -> list[LogEntry]:
        rows = await self._read(ENTRIES, table, since)
        return [LogEntry(seq, by, decode_entry(text), at) for seq, by, text, at in rows]

    async def tables_of(self, holder: str) -> list[TableSummary]:
        return [table_summary(tuple(row)) for row in await self._read(TABLES_OF, holder)]

    async def sittings(self, table: str) -> list[SeatTaken]:
        entries = [decode_entry(text) for (text,) in map(tuple, await self._read(SITTINGS, table))]
        return [entry for entry in entries if isinstance(entry, SeatTaken)]

    async def open_tables(self, since: float, limit: int) -> list[Facts]:
        rows = await self._read(OPEN_TABLES, since, limit)
        return [decode_facts(text) for (text,) in map(tuple, rows)]

    async def presence(self, table: str) -> dict[int, float]:
        return dict(map(tuple, await self._read(PRESENCE, table)))

    async def forget(self, holder: str) -> list[str]:
        rows = await self._read(HELD_BY, holder)
        tables = []
        for table, group in groupby(map(tuple, rows), lambda row: row[0]):
            entries = [(int(seq), decode_entry(text)) for _, seq, text in group]
            for seq, entry in without_player(entries, holder).items():
                await self._write(REWRITE, table, seq, encode(entry).decode())
            tables.append(table)
        await self._write(DROP_HOLDER, holder)  # last: if this breaks off, it can be repeated
        return tables

    async def save_link(self, code: str, table: str, seat: int, until: float) -> None:
        await self._write(KEEP_LINK, code, table, seat, until)

    async def use_link(self, code: str, now: float) -> tuple[str, int] | None:
        rows = await self._write(USE_LINK, code, now)
        return tuple(rows[0]) if rows else None

    async def save_upload(self, name: str, text: str, at: float) -> None:
        await self._write(KEEP_UPLOAD, name, text, at)

    async def read_upload(self, name: str) -> str | None:
        text: str | None = await self._read_value(UPLOAD, name)
        return text
