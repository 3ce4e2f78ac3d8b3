"""What both databases are told: one schema, and statements that mean the same in each.

Old things are removed by one rule, and a table under way never is.
"""

from offleash.core.errors import OffleashError
from offleash.tables.entries import Begun, Carried, Entry, Facts, Sat, TookBack, encode
from offleash.tables.store.store import Mine

FORMAT = 1  # of the schema: a database of a later one is refused
DAY = 24 * 60 * 60.0
UNBEGUN_DAYS = 7  # without an entry, until a table that never began is removed
FINISHED_DAYS = 400  # after its last entry
UPLOAD_DAYS = 30
RULE = (
    f"Removed are: a table that never began, {UNBEGUN_DAYS} days after the last thing that "
    f"happened there; a finished one after {FINISHED_DAYS} days; a transcript that was dropped on "
    f"the page after {UPLOAD_DAYS} days; a table under way never."
)

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
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
)

KEEP_SETTING = "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO NOTHING"
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
TABLES_OF = """SELECT id, game, seat, created, written, is_over FROM holders JOIN tables USING (id)
    WHERE holder = $1 ORDER BY written DESC, id, seat"""

NEW_TABLE = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
WRITE = "INSERT INTO entries VALUES ($1, $2, $3, $4, $5)"
HOLD = """INSERT INTO holders VALUES ($1, $2, $3)
    ON CONFLICT (id, seat) DO UPDATE SET holder = excluded.holder"""
WRITTEN_BY = (
    "SELECT written FROM entries WHERE id = $1 AND seq = $2 AND command = $3 AND entry = $4"
)

PRESENT = """INSERT INTO presence SELECT id, CAST($2 AS BIGINT), CAST($3 AS DOUBLE PRECISION)
    FROM tables WHERE id = $1
    ON CONFLICT (id, seat) DO UPDATE SET seen = excluded.seen"""
PRESENCE = "SELECT seat, seen FROM presence WHERE id = $1"

KEEP_LINK = "INSERT INTO links VALUES ($1, $2, $3, $4)"
USE_LINK = """DELETE FROM links
    WHERE (id, seat) = (SELECT id, seat FROM links WHERE code = $1 AND until > $2)
    RETURNING id, seat"""  # all of that seat: who made them has it no longer

KEEP_UPLOAD = """INSERT INTO uploads VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET text = excluded.text, kept = excluded.kept"""
UPLOAD = "SELECT text FROM uploads WHERE name = $1"

CLEAN = """DELETE FROM tables
    WHERE (NOT has_begun AND written < $1) OR (is_over AND written < $2) RETURNING id"""
CLEAN_UPLOADS = "DELETE FROM uploads WHERE kept < $1"
CLEAN_LINKS = "DELETE FROM links WHERE until < $1"


def clean_times(now: float) -> tuple[float, float, float]:
    """What was last written before these times is old: not begun, finished, an upload."""
    return now - UNBEGUN_DAYS * DAY, now - FINISHED_DAYS * DAY, now - UPLOAD_DAYS * DAY


def new_table(facts: Facts, entries: list[Entry], at: float) -> tuple[object, ...]:
    """The row of a table that begins with these entries."""
    return (
        facts.table,
        encode(facts).decode(),
        facts.game,
        facts.invitation,
        facts.watching,
        float(facts.created),
        at,
        len(entries),
        any(isinstance(entry, Begun) for entry in entries),
        False,
    )


def holder_of(entry: Entry) -> tuple[int, str] | None:
    """The seat that an entry gives to somebody, and whom."""
    return (entry.seat, entry.holder) if isinstance(entry, Sat | Carried) else None


def ends(entry: Entry, is_over: bool) -> bool | None:
    """Whether the table is over from now on; None where it stays as it was."""
    return is_over if is_over or isinstance(entry, TookBack) else None


def mine(row: tuple[str, str, int, float, float, bool]) -> Mine:
    """A table of somebody, as the database has it."""
    return Mine(*row[:-1], bool(row[-1]))


def check_format(found: str, where: str) -> None:
    """A database that a later version of the program wrote can't be understood."""
    if found != str(FORMAT):
        raise OffleashError(f"the tables in {where} belong to a later version of offleash")
