"""Both stores do the same: one suite, with SQLite and with a real PostgreSQL."""

import asyncio
import secrets
import sqlite3
import stat
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import asyncpg
import msgspec
import pytest

from offleash.tables.log.addresses import file_of, is_shared, store_at
from offleash.tables.log.entries import (
    Entry,
    Facts,
    GameStarted,
    LogEntry,
    MovePlayed,
    MoveUndone,
    RematchCreated,
    SeatTaken,
    SeatTransferred,
    WordAdded,
)
from offleash.tables.log.postgresql import SCHEMA
from offleash.tables.log.sql import DAY_S
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.log.store import SequenceConflict, Store, TableSummary
from offleash.tools.errors import OffleashError
from tests.tables.postgresql import Server
from tests.timeouts import TIMEOUT_S

Opens = Callable[[], Store]
NOW = 1_800_000_000.0


def new_facts(table: str = "", **other: object) -> Facts:
    table = table or secrets.token_hex(8)
    defaults = {
        "table": table,
        "game": "dog",
        "rules": "1",
        "base": "",
        "options": {"seats": "4"},
        "seats": ("open", "greedy"),
        "seed": bytes(range(32)),
        "invitation": f"invite-{table}",
        "watching": f"watch-{table}",
        "created": 1_700_000_000,
    }
    return Facts(**(defaults | other))


@pytest.fixture(scope="module")
def database(postgresql: Server) -> str:
    return postgresql.new_database()


async def clear_database(address: str) -> None:
    """Leaves nothing in a database: that takes less time than to make another one."""
    connection = await asyncpg.connect(address)
    await connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
    await connection.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Of an empty store."""
    if request.param == "sqlite":
        return str(tmp_path / "deep" / "tables.sqlite")
    database: str = request.getfixturevalue("database")
    asyncio.run(clear_database(database))
    return database


def with_stores(address: str, number: int, test: Callable[..., Awaitable[object]]) -> None:
    """Runs a test with so many stores, as so many workers have them."""

    async def body() -> None:
        stores = [store_at(address, timeout_s=TIMEOUT_S) for _ in range(number)]
        for store in stores:
            await store.open()
        try:
            await test(*stores)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(body())


def test_what_is_written_is_read_by_another_worker(address):
    facts = new_facts(files={"ab12": "a board"}, start="here")
    entries: list[tuple[str, Entry]] = [
        ("c0", SeatTaken(0, "ann", "Ann")),
        ("c1", GameStarted(("roll 3",))),
    ]

    async def test(one: Store, two: Store) -> None:
        await one.create(facts, entries)
        at = await one.append(
            facts.table, 2, "c2", MovePlayed(0, "go 'home' 🐕", ("roll 1", "roll 2"))
        )
        log = await two.entries(facts.table)
        assert [(w.seq, w.command, w.entry) for w in log] == [
            *((seq, *entry) for seq, entry in enumerate(entries)),
            (2, "c2", MovePlayed(0, "go 'home' 🐕", ("roll 1", "roll 2"))),
        ]
        assert await two.entries(facts.table, 2) == [LogEntry(2, "c2", log[2].entry, at)]
        assert await two.facts(facts.table) == facts
        assert await two.find_by_invitation(facts.invitation) == facts.table
        assert await two.find_by_watch_code(facts.watching) == facts.table

    with_stores(address, 2, test)


def test_missing_entries_are_none(address):
    async def test(store: Store) -> None:
        assert await store.facts("x") is None
        assert await store.find_by_invitation("x") is None
        assert await store.find_by_watch_code("x") is None
        assert await store.entries("x") == []
        assert await store.tables_of("x") == []
        assert await store.presence("x") == {}
        assert await store.use_link("x", NOW) is None
        assert await store.read_upload("x") is None
        await store.mark_present([("x", 0)], NOW)
        with pytest.raises(SequenceConflict):
            await store.append("x", 0, "c", GameStarted())

    with_stores(address, 1, test)


def test_the_key_is_made_once(address):
    keys = []

    async def test(one: Store, two: Store) -> None:
        keys.extend([await one.key(), await two.key()])

    with_stores(address, 2, test)
    with_stores(address, 2, test)
    assert len(keys[0]) == 32
    assert len(set(keys)) == 1


@pytest.mark.parametrize(("seq", "command"), [(0, "new"), (2, "new"), (1, "c0"), (-1, "new")])
def test_an_entry_out_of_turn_or_a_command_done_before_changes_nothing(address, seq, command):
    facts = new_facts()

    async def test(store: Store) -> None:
        await store.create(facts, [("c0", SeatTaken(0, "ann", "Ann"))])
        before = await store.entries(facts.table)
        with pytest.raises(SequenceConflict):
            await store.append(facts.table, seq, command, SeatTransferred(0, "bob"), is_over=True)
        assert await store.entries(facts.table) == before
        assert await store.tables_of("bob") == []
        assert not (await store.tables_of("ann"))[0].is_over
        await store.append(facts.table, 1, "c1", GameStarted())

    with_stores(address, 1, test)


@pytest.mark.parametrize("same", ["table", "invitation", "watching"])
def test_no_two_tables_share_an_id_or_a_link(address, same):
    async def test(store: Store) -> None:
        first = new_facts()
        second = msgspec.structs.replace(new_facts(), **{same: getattr(first, same)})
        await store.create(first, [])
        with pytest.raises(SequenceConflict):
            await store.create(second, [("c0", GameStarted())])
        assert await store.facts(first.table) == first
        if same != "table":
            assert await store.facts(second.table) is None

    with_stores(address, 1, test)


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.soak)])
def test_two_workers_race_and_one_wins_each_time(address, count):
    facts = new_facts()

    async def test(one: Store, two: Store) -> None:
        await one.create(facts, [])
        won = []
        for seq in range(count):
            tries = (
                worker.append(facts.table, seq, f"{name}{seq}", MovePlayed(0, name))
                for name, worker in zip("ab", (one, two), strict=True)
            )
            came = await asyncio.gather(*tries, return_exceptions=True)
            assert [isinstance(it, float) for it in came].count(True) == 1, came
            assert [isinstance(it, SequenceConflict) for it in came].count(True) == 1, came
            won.append("ab"[isinstance(came[1], float)])
        log = await two.entries(facts.table)
        assert [entry.seq for entry in log] == list(range(count))
        assert [entry.entry.action for entry in log] == won

    with_stores(address, 2, test)


def test_many_at_once_are_all_there(address):
    tables = [new_facts() for _ in range(40)]

    async def test(store: Store) -> None:
        async def play(facts: Facts) -> None:
            for seq in range(5):
                await store.append(facts.table, seq, f"c{seq}", MovePlayed(0, str(seq)))
            with pytest.raises(SequenceConflict):
                await store.append(facts.table, 0, "late", MovePlayed(0, "late"))

        await asyncio.gather(*(store.create(facts, []) for facts in tables))
        await asyncio.gather(*map(play, tables))
        for facts in tables:
            log = await store.entries(facts.table)
            assert [entry.entry for entry in log] == [MovePlayed(0, str(n)) for n in range(5)]

    with_stores(address, 1, test)


def test_tables_are_found_by_who_holds_a_seat(address):
    old, new = new_facts("old"), new_facts("new", game="domidog", created=1_750_000_000)

    async def test(store: Store) -> None:
        await store.create(
            old, [("c0", SeatTaken(0, "ann", "Ann")), ("c1", SeatTaken(2, "bob", "Bob"))]
        )
        await store.create(new, [])
        sat = await store.append("new", 0, "c0", SeatTaken(3, "ann", "Ann"))
        assert [(entry.table, entry.seat) for entry in await store.tables_of("ann")] == [
            ("new", 3),
            ("old", 0),
        ]
        assert (await store.tables_of("ann"))[0] == TableSummary(
            "new", "domidog", 3, 1_750_000_000, sat, False
        )
        await store.append("old", 2, "c2", SeatTransferred(0, "phone"), is_over=True)
        assert [entry.table for entry in await store.tables_of("ann")] == ["new"]
        assert [(m.table, m.is_over) for m in await store.tables_of("phone")] == [("old", True)]
        assert [entry.seat for entry in await store.tables_of("bob")] == [2]
        assert [entry.name for entry in await store.sittings("old")] == ["Ann", "Bob"]

    with_stores(address, 1, test)


def test_over_is_over_until_it_is_taken_back(address):
    facts = new_facts()

    async def test(store: Store) -> None:
        async def is_over() -> bool:
            return (await store.tables_of("ann"))[0].is_over

        await store.create(facts, [("c0", SeatTaken(0, "ann", "Ann")), ("c1", GameStarted())])
        assert not await is_over()
        await store.append(facts.table, 2, "c2", MovePlayed(0, "win"), is_over=True)
        assert await is_over()
        await store.append(facts.table, 3, "c3", MoveUndone(0))
        assert not await is_over()
        await store.append(facts.table, 4, "c4", MovePlayed(0, "win"), is_over=True)
        await store.append(facts.table, 5, "c5", RematchCreated("next"))
        assert await is_over()

    with_stores(address, 1, test)


def test_presence_is_the_newest(address):
    facts = new_facts()

    async def test(one: Store, two: Store) -> None:
        await one.create(facts, [])
        await one.mark_present([(facts.table, 1), (facts.table, 0), ("gone", 0)], NOW)
        await two.mark_present([(facts.table, 1)], NOW + 5)
        await two.mark_present([], NOW + 9)
        assert await one.presence(facts.table) == {0: NOW, 1: NOW + 5}

    with_stores(address, 2, test)


def test_a_link_works_once_and_in_time(address):
    facts = new_facts()

    async def test(one: Store, two: Store) -> None:
        await one.create(facts, [])
        await one.save_link("code", facts.table, 2, NOW)
        await one.save_link("also", facts.table, 2, NOW)  # by who has the seat no longer then
        await one.save_link("late", facts.table, 3, NOW)
        results = await asyncio.gather(
            *(store.use_link("code", NOW - 1) for store in (one, two) * 5)
        )
        assert sorted(results, key=str) == [(facts.table, 2), *[None] * 9]
        assert await one.use_link("also", NOW - 1) is None
        assert await two.use_link("late", NOW + 1) is None
        assert await two.use_link("late", NOW - 1) == (facts.table, 3)

    with_stores(address, 2, test)


def test_uploads_are_kept(address):
    async def test(one: Store, two: Store) -> None:
        await one.save_upload("name", "dog\n1. go", NOW)
        assert await two.read_upload("name") == "dog\n1. go"

    with_stores(address, 2, test)


def store_of(address: str, clock: Callable[[], float]) -> Store:
    """A store with a clock of its own."""
    if not is_shared(address):
        return SqliteStore(file_of(address), clock=clock)
    from offleash.tables.log.postgresql import PostgresqlStore

    return PostgresqlStore(address, clock=clock)


async def make_old_table(address: str, facts: Facts, days: float, *entries: Entry) -> None:
    """A table whose last entry was so many days before NOW; the last one ends it if it moved."""
    store = store_of(address, lambda: NOW - days * DAY_S)
    await store.open()
    await store.create(facts, [(f"c{n}", entry) for n, entry in enumerate(entries[:-1])])
    *_, last = entries
    number = len(entries) - 1
    await store.append(facts.table, number, f"c{number}", last, isinstance(last, MovePlayed))
    await store.close()


@pytest.mark.parametrize(
    ("days", "entries", "is_kept"),
    [
        (6, [SeatTaken(0, "ann", "Ann")], True),
        (8, [SeatTaken(0, "ann", "Ann"), WordAdded(0, "ab")], False),
        (5000, [GameStarted(), SeatTaken(0, "ann", "Ann")], True),
        (5000, [SeatTaken(0, "ann", "Ann"), GameStarted()], True),
        (399, [GameStarted(), MovePlayed(0, "win")], True),
        (401, [GameStarted(), MovePlayed(0, "win")], False),
        (5000, [MovePlayed(0, "win"), GameStarted(), MoveUndone(0)], True),
    ],
)
def test_what_is_old_is_removed_and_a_table_under_way_never(address, days, entries, is_kept):
    facts = new_facts()

    async def test(store: Store) -> None:
        await make_old_table(address, facts, days, *entries)
        await store.mark_present([(facts.table, 0)], NOW)
        await store.save_link("code", facts.table, 0, NOW + 9)
        assert await store.clean(NOW) == (not is_kept)
        assert (await store.facts(facts.table) is not None) == is_kept
        assert bool(await store.entries(facts.table)) == is_kept
        assert bool(await store.presence(facts.table)) == is_kept
        assert (await store.use_link("code", NOW) is not None) == is_kept
        if not is_kept:
            assert await store.tables_of("ann") == []

    with_stores(address, 1, test)


def test_old_uploads_and_links_are_removed(address):
    facts = new_facts()

    async def test(store: Store) -> None:
        await store.create(facts, [("c0", GameStarted())])
        await store.save_upload("old", "x", NOW - 31 * DAY_S)
        await store.save_upload("new", "x", NOW - 29 * DAY_S)
        await store.save_link("code", facts.table, 0, NOW - 1)
        assert await store.clean(NOW) == 0
        assert (await store.read_upload("old"), await store.read_upload("new")) == (None, "x")
        assert await store.use_link("code", NOW - 9) is None

    with_stores(address, 1, test)


def test_the_file_is_for_its_owner_alone(tmp_path):
    path = tmp_path / "deep" / "tables.sqlite"

    async def test(store: Store) -> None:
        await store.create(new_facts(), [])
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file

    with_stores(str(path), 1, test)
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_an_error_in_one_write_does_not_block_others(tmp_path):
    """The thread that writes outlives whatever it is handed."""

    async def write() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        try:
            with pytest.raises(OverflowError):
                await store.save_link("a-code", "a-table", 2**70, 1.0)
            async with asyncio.timeout(TIMEOUT_S):
                await store.save_upload("a-name", "a text", 1.0)
            assert await store.read_upload("a-name") == "a text"
        finally:
            async with asyncio.timeout(TIMEOUT_S):
                await store.close()

    asyncio.run(write())


def test_a_file_of_another_program_is_left_as_it_is(tmp_path):
    path = tmp_path / "cats.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE tables (cat TEXT)")
    before = path.read_bytes()
    with pytest.raises(OffleashError, match="this database belongs to another program"):
        asyncio.run(store_at(str(path)).open())
    assert path.read_bytes() == before


def test_a_store_knows_its_size(address: str):
    async def test(store: Store) -> None:
        used, free = await store.space()
        assert used > 1000 and (free is None) == is_shared(address)
        assert free is None or free > 0

    with_stores(address, 1, test)


def test_open_tables_are_public_ones_where_somebody_waits(address):
    names = ("waiting", "private", "left", "playing")
    facts = {name: new_facts(name, is_public=name != "private") for name in names}

    async def test(one: Store, two: Store) -> None:
        for name in names:
            await one.create(facts[name], [("c0", SeatTaken(0, "ann", "Ann"))])
        await one.append("playing", 1, "c1", GameStarted(("roll 3",)))
        await one.mark_present([(name, 0) for name in names if name != "left"], NOW)
        await one.mark_present([("left", 0)], NOW - 100)
        assert await two.open_tables(NOW - 30, 9) == [facts["waiting"]]
        assert [table.table for table in await two.open_tables(NOW - 200, 9)] == ["left", "waiting"]
        assert len(await two.open_tables(NOW - 200, 1)) == 1

    with_stores(address, 2, test)


def test_a_clock_that_is_years_ahead_removes_nothing(address):
    year_s = 365 * 86400.0

    async def test(store: Store) -> None:
        facts, now = new_facts(), time.time() + 60.0  # a table was written just before
        await store.create(facts, [])
        today = await store.calendar(now, 0.0)
        assert today == now
        assert await store.calendar(now + 5 * year_s, 0.0) == today  # a server under a wrong date
        assert await store.clean(await store.calendar(now + 5 * year_s, 3600.0)) == 0
        assert await store.facts(facts.table) is not None
        assert await store.calendar(now + 30 * 86400, 60.0) == now + 30 * 86400  # it was off
        assert await store.calendar(now, 60.0) == now  # and the date is right again

    with_stores(address, 1, test)
