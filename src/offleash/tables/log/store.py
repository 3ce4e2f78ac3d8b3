"""The interface of a store, implemented by each database."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from offleash.tables.log.entries import Entry, Facts, LogEntry, SeatTaken
from offleash.tools.errors import Unavailable

OnEntry = Callable[[str, int], None]  # (table, seq): another worker wrote that entry


class SequenceConflict(Exception):
    """Another entry already has this number, or this command was carried out before."""


class StoreUnavailable(Unavailable):
    """The database did not answer in time: the call may have taken effect, or not."""


class TableSummary(msgspec.Struct, frozen=True):
    """One line of a person's list of tables."""

    table: str
    game: str
    seat: int
    created: float
    written_at: float  # when the last entry was written
    is_over: bool


class Store(Protocol):
    """An append-only log for each table, and some more data; durable when a call returns."""

    on_error: Callable[[], None]  # called whenever the database does not answer

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def key(self) -> bytes:
        """Return 32 random bytes to sign cookies with, created once."""

    async def owners(self) -> int:
        """Return the number of the server's current owner, from 1 on."""

    async def renew_owner(self) -> int:
        """Invalidate every owner's browser; return the new number."""

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        """Create a table with its first entries and their commands.

        Raises SequenceConflict if it exists.
        """

    async def facts(self, table: str) -> Facts | None: ...

    async def find_by_invitation(self, code: str) -> str | None:
        """Return the table that an invitation belongs to."""

    async def find_by_watch_code(self, code: str) -> str | None:
        """Return the table that a code for watching belongs to."""

    async def entries(self, table: str, since: int = 0) -> list[LogEntry]:
        """Return the log from entry `since` on."""

    async def append(
        self, table: str, seq: int, command: str, entry: Entry, is_over: bool = False
    ) -> float:
        """Append entry `seq` and return its time.

        Raises SequenceConflict if `seq` is not the next number, or if the command was carried out
        before. Other workers are notified after the commit. A table that is over stays so until
        its last decision is taken back.
        """

    async def tables_of(self, holder: str) -> list[TableSummary]:
        """Return the tables where this holder has a seat, the latest first."""

    async def forget(self, holder: str) -> list[str]:
        """Remove a person's name, browser and lines from every log; return these tables.

        The moves stay.
        """

    async def sittings(self, table: str) -> list[SeatTaken]:
        """Who took a seat at a table, in order."""

    async def open_tables(self, since: float, limit: int) -> list[Facts]:
        """Return public tables not yet begun, with a page open since then; the latest first."""

    async def space(self) -> tuple[int, int | None]:
        """Return the bytes that the database takes, and those left on its disk if that is known."""

    async def check_writing(self, at: float) -> None:
        """Write something small. Raises StoreUnavailable if that is impossible."""

    # Presence

    async def mark_present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        """Note that these (table, seat) pairs have an open page now."""

    async def presence(self, table: str) -> dict[int, float]:
        """Return when each seat last had an open page."""

    # One-time links

    async def save_link(self, code: str, table: str, seat: int, until: float) -> None: ...

    async def use_link(self, code: str, now: float) -> tuple[str, int] | None:
        """Return the table and seat of a valid link; invalidate all links to that seat."""

    # Uploaded transcripts

    async def save_upload(self, name: str, text: str, at: float) -> None: ...

    async def read_upload(self, name: str) -> str | None: ...

    # Between workers

    def listen(self, on_entry: OnEntry) -> None:
        """Call `on_entry` for every entry that another worker writes.

        After a lost connection it is called with ("", -1): entries may have been missed.
        """

    async def calendar(self, now: float, ran_s: float) -> float:
        """Return the time by which old things are removed, and keep it.

        It is the clock's, unless that is far ahead of the last one: then only the seconds count
        for which the server ran since.
        """

    async def clean(self, now: float) -> int:
        """Remove what is old, never a table under way; return the number of removed tables."""
