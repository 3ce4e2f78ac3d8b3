"""What a table's log must be able to do, whichever database holds it."""

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from offleash.core.errors import Unavailable
from offleash.tables.entries import Entry, Facts, Written

Heard = Callable[[str, int], None]  # (table, seq): somebody wrote that entry


class Taken(Exception):
    """Another entry has this number already, or this command was carried out before."""


class Away(Unavailable):
    """The database did not answer for too long: what was asked for may have happened, or not."""


class Mine(msgspec.Struct, frozen=True):
    """A table of somebody, for the list of them."""

    table: str
    game: str
    seat: int
    created: float
    written: float  # when the last entry was
    is_over: bool


class Store(Protocol):
    """An append-only log for each table, and a little beside it; on return all is durable."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def key(self) -> bytes:
        """32 random bytes that sign, made once and kept."""

    async def owners(self) -> int:
        """How often the server's owner was made anew, from 1 on."""

    async def make_owner_anew(self) -> int:
        """Whoever was the owner so far is none any more."""

    # Tables

    async def create(self, facts: Facts, entries: Sequence[tuple[str, Entry]]) -> None:
        """A new table, with its first entries and their commands."""

    async def facts(self, table: str) -> Facts | None: ...

    async def invited(self, code: str) -> str | None:
        """The table that an invitation leads to."""

    async def watched(self, code: str) -> str | None:
        """The table that a link for watching leads to."""

    async def entries(self, table: str, since: int = 0) -> list[Written]:
        """The log from entry `since` on."""

    async def append(
        self, table: str, seq: int, command: str, entry: Entry, is_over: bool = False
    ) -> float:
        """Writes entry `seq`, says when; `Taken` where that is not the next one, or the command
        was done before. Other workers hear of it after the commit. A table that is over stays so
        until its last decision is taken back."""

    async def tables_of(self, holder: str) -> list[Mine]:
        """The tables where this browser has a seat, the latest first."""

    # Who is there

    async def present(self, seats: Sequence[tuple[str, int]], at: float) -> None:
        """These (table, seat) have an open page now."""

    async def presence(self, table: str) -> dict[int, float]:
        """When each seat was last there."""

    # Links that work once

    async def keep_link(self, code: str, table: str, seat: int, until: float) -> None: ...

    async def use_link(self, code: str, now: float) -> tuple[str, int] | None:
        """The table and the seat of a link; no link to that seat works again."""

    # Transcripts that were dropped on a page

    async def keep_upload(self, name: str, text: str, at: float) -> None: ...

    async def upload(self, name: str) -> str | None: ...

    # Between workers

    def listen(self, heard: Heard) -> None:
        """Call this for every entry that another worker writes. After a lost connection to the
        database it is called with ("", -1): anything may have been missed."""

    async def clean(self, now: float) -> int:
        """Removes what is old by the stated rule, never a table under way; how many tables."""
