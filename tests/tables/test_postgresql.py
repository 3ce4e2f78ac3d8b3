"""What only PostgreSQL has: other workers are heard, and it may restart at any time."""

import asyncio
import re

import asyncpg
import pytest

from offleash.tables.log.addresses import check_database, store_at
from offleash.tables.log.entries import MovePlayed
from offleash.tables.log.postgresql import PostgresqlStore, server_version
from offleash.tables.log.store import SequenceConflict, StoreUnavailable
from offleash.tools.errors import OffleashError
from tests.tables import postgresql as database
from tests.tables.postgresql import free_port
from tests.tables.test_store import new_facts, with_stores
from tests.timeouts import TIMEOUT_S


class Ear:
    """What a worker heard, and a way to wait for it."""

    def __init__(self, store: PostgresqlStore) -> None:
        self.entries: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        store.listen(lambda table, seq: self.entries.put_nowait((table, seq)))

    async def next(self) -> tuple[str, int]:
        return await asyncio.wait_for(self.entries.get(), TIMEOUT_S)


def test_other_workers_hear_every_entry_in_order_and_nobody_hears_itself(postgresql):
    facts = new_facts()

    async def test(one: PostgresqlStore, two: PostgresqlStore) -> None:
        ears = [Ear(one), Ear(two)]
        await one.create(facts, [])
        for seq in range(20):
            await (one, two)[seq % 2].append(facts.table, seq, f"c{seq}", MovePlayed(0, "x"))
            assert await ears[1 - seq % 2].next() == (facts.table, seq)
        with pytest.raises(SequenceConflict):
            await one.append(facts.table, 0, "late", MovePlayed(0, "x"))
        await one.append(facts.table, 20, "last", MovePlayed(0, "x"))
        assert await ears[1].next() == (facts.table, 20)
        assert ears[0].entries.empty()

    with_stores(postgresql.new_database(), 2, test)


def test_calls_wait_for_a_restart_and_nothing_is_lost_or_doubled(postgresql):
    facts = new_facts()

    async def test(one: PostgresqlStore, two: PostgresqlStore) -> None:
        ear = Ear(two)
        await one.create(facts, [])
        restart = asyncio.create_task(asyncio.to_thread(postgresql.restart))
        seq = 0
        while not restart.done() or seq < 50:
            await one.append(facts.table, seq, f"c{seq}", MovePlayed(0, str(seq)))
            seq += 1
        await restart
        while await ear.next() != ("", -1):
            pass
        log = await two.entries(facts.table)
        assert [entry.entry.action for entry in log] == [str(n) for n in range(seq)]

    with_stores(postgresql.new_database(), 2, test)


def test_a_store_that_loses_its_connection_while_it_closes_does_close(postgresql, monkeypatch):
    connections, connect = [], asyncpg.connect

    async def record(*arguments, **keywords):
        connections.append(await connect(*arguments, **keywords))
        return connections[-1]

    async def test() -> None:
        store = PostgresqlStore(postgresql.new_database(), timeout_s=TIMEOUT_S)
        await store.open()
        connections[-1].terminate()  # the listener's; it hears of that when this task waits
        await asyncio.sleep(0)
        async with asyncio.timeout(TIMEOUT_S):
            await store.close()
        assert len(connections) == 1

    monkeypatch.setattr(asyncpg, "connect", record)
    asyncio.run(test())


def test_moves_are_on_the_disk_even_where_the_server_would_not_wait(postgresql):
    """The server of these tests has synchronous_commit off, as a host may have it."""

    async def test(store: PostgresqlStore) -> None:
        async with store._pool.acquire() as connection:
            assert await connection.fetchval("SHOW synchronous_commit") == "on"

    with_stores(postgresql.new_database(), 1, test)


def test_an_entry_whose_answer_got_lost_is_not_written_twice(postgresql, monkeypatch):
    """The first attempt writes, and then the connection breaks; the second finds it."""
    facts, fetch, lost_rows = new_facts(), asyncpg.Connection.fetch, []

    async def losing(connection, *arguments, **keywords):
        rows = await fetch(connection, *arguments, **keywords)
        if lost_rows:
            return rows
        lost_rows.append(rows)
        raise ConnectionResetError

    async def test(one: PostgresqlStore, two: PostgresqlStore) -> None:
        await one.create(facts, [])
        with monkeypatch.context() as patch:
            patch.setattr(asyncpg.Connection, "fetch", losing)
            at = await one.append(facts.table, 0, "c0", MovePlayed(0, "x"))
        assert lost_rows[0]  # it was written then
        assert [entry.at for entry in await two.entries(facts.table)] == [at]
        with pytest.raises(SequenceConflict):  # of another attempt it is the same command again
            await one.append(facts.table, 0, "c0", MovePlayed(0, "x"))

    with_stores(postgresql.new_database(), 2, test)


@pytest.mark.parametrize(
    "other_entry",
    [("c0", MovePlayed(0, "y")), ("other", MovePlayed(0, "x"))],
    ids=["action", "command"],
)
def test_a_second_attempt_does_not_take_anothers_entry_for_its_own(
    postgresql, monkeypatch, other_entry
):
    facts, fetch = new_facts(), asyncpg.Connection.fetch

    async def test(one: PostgresqlStore, two: PostgresqlStore) -> None:
        await one.create(facts, [])

        async def losing(*_, **__):
            monkeypatch.setattr(asyncpg.Connection, "fetch", fetch)
            await two.append(facts.table, 0, *other_entry)
            raise ConnectionResetError

        monkeypatch.setattr(asyncpg.Connection, "fetch", losing)
        with pytest.raises(SequenceConflict):
            await one.append(facts.table, 0, "c0", MovePlayed(0, "x"))
        (entry,) = await two.entries(facts.table)
        assert (entry.command, entry.entry) == other_entry

    with_stores(postgresql.new_database(), 2, test)


def test_an_unavailable_database_is_reported_after_a_while(postgresql):
    facts = new_facts()

    async def test() -> None:
        store = store_at(postgresql.new_database())
        await store.open()
        await store.create(facts, [])
        store.timeout_s = 0.3  # from here on: how fast it was made does not matter
        postgresql.stop()
        try:
            with pytest.raises(StoreUnavailable, match="can't be reached"):
                await store.append(facts.table, 0, "c0", MovePlayed(0, "x"))
        finally:
            postgresql.start()
            await store.close()

    asyncio.run(test())


def test_an_address_that_leads_nowhere_gives_one_error_message(postgresql):
    secret = f"postgresql://postgres:secret@127.0.0.1:{free_port()}/tables"
    for address, pattern in (
        (secret, "can't be reached"),
        (postgresql.address("nosuch"), 'database "nosuch" does not exist'),
        ("postgresql://postgres@127.0.0.1:99999999/x", "address of the database is invalid"),
        ("postgresql://postgres:secret@127.0.0.1:port/x", "address of the database is invalid"),
        ("postgresql://postgres:secret@[::1/x", "brackets do not match"),
    ):
        with pytest.raises(OffleashError, match=pattern) as error:
            asyncio.run(check_database(address))
        assert "secret" not in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip), ("true", pytest.fail)])
def test_a_missing_database_skips_with_a_reason_and_fails_in_ci(monkeypatch, tmp_path, ci, outcome):
    monkeypatch.setattr(database, "PACKAGES", tmp_path)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome.Exception, match="PostgreSQL is missing"):
        database.programs()


FULL_DISK = """CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''no space left'' USING ERRCODE = ''disk_full''; END';
    CREATE TRIGGER full_disk BEFORE INSERT ON offleash.tables EXECUTE FUNCTION fail()"""


def test_a_full_disk_refuses_new_tables_and_the_old_ones_go_on(postgresql):
    address, facts, errors = postgresql.new_database(), new_facts(), []

    async def test(store: PostgresqlStore) -> None:
        store.on_error = lambda: errors.append("full")
        await store.create(facts, [])
        connection = await asyncpg.connect(address)
        await connection.execute(FULL_DISK)
        await connection.close()
        with pytest.raises(StoreUnavailable, match="the disk of the database is full"):
            await store.create(new_facts(), [])
        assert errors == ["full"]
        await store.append(facts.table, 0, "c0", MovePlayed(0, "x"))
        assert len(await store.entries(facts.table)) == 1

    with_stores(address, 1, test)


def test_the_version_of_the_server_is_known(postgresql):
    version = asyncio.run(server_version(postgresql.address(), timeout_s=TIMEOUT_S))
    assert re.match(r"\d+\.\d+", version)
