"""Clocks of games when the host's clock is set, the machine sleeps, or the server is away."""

import asyncio
import time
from contextlib import asynccontextmanager

import msgspec
import pytest

from offleash.tables.live import host as hosts, messages
from offleash.tables.live.host import Host
from offleash.tables.live.table import PLAYING
from offleash.tables.log.entries import OPEN, OutageEnded
from offleash.tables.log.sqlite import SqliteStore
from offleash.tools import steady_time
from offleash.tools.steady_time import ServerRun
from tests.tables.sample_tables import pinned_facts
from tests.tables.test_host import ANN, a_move, say_word, until
from tests.tables.test_talk import BEN

BUDGET_S, DAY_S = 600, 86_400


class FakeTime:
    """Two clocks: one of them can be set."""

    def __init__(self, monkeypatch) -> None:
        self.wall_s, self.steady_s = 1_700_000_000.0, 1000.0
        self.monkeypatch = monkeypatch
        self.restart()

    def restart(self) -> None:
        """A new run of the server reads the wall clock once."""
        run = FakeRun(self.wall_s, self.steady_s)
        object.__setattr__(run, "fake", self)
        self.monkeypatch.setattr(steady_time, "_run", run)

    def pass_s(self, seconds: float) -> None:
        self.wall_s += seconds
        self.steady_s += seconds


class FakeRun(ServerRun):
    fake: FakeTime

    def now(self) -> float:
        return self.began_s + self.fake.steady_s - self.monotonic_s


@pytest.fixture
def clock(monkeypatch) -> FakeTime:
    monkeypatch.setattr(hosts, "CLOCK_GRACE_S", 0.0)
    monkeypatch.setattr(hosts, "CLOCK_CHECK_S", 0.01)
    monkeypatch.setattr(hosts, "PRESENCE_INTERVAL_S", 0.01)
    fake = FakeTime(monkeypatch)
    monkeypatch.setattr(time, "time", lambda: fake.wall_s)
    return fake


@asynccontextmanager
async def table_in_play(folder, is_new=False):
    """Ann and Ben at a table with clocks, on a server that has just started."""
    store = SqliteStore(folder / "tables.sqlite")
    await store.open()
    host = Host(store, pace=0.0)
    await host.open()
    try:
        if is_new:
            facts = msgspec.structs.replace(pinned_facts("domidog", [OPEN] * 2), clock_s=BUDGET_S)
            await host.make_table(facts, (ANN, BEN))
        live = await host.table("a-table")
        pages = [await host.enter(live, name) for name in ("ann", "ben")]
        if is_new:
            await say_word(host, *pages)
            await until(lambda: live.table.phase == PLAYING)
        yield host, live, pages
    finally:
        await host.close()
        await store.close()


def left_s(live) -> float:
    """What the page of the player to decide shows."""
    return live.show(next(iter(live.pages))).clocks[live.table.actor]


@pytest.mark.parametrize("jump_s", [DAY_S, -DAY_S, 600])
def test_a_clock_that_is_set_takes_no_time(tmp_path, clock, jump_s):
    """By the day, and by ten minutes as after a suspend: steady clocks stand still meanwhile."""

    async def play():
        async with table_in_play(tmp_path, is_new=True) as (host, live, pages):
            clock.pass_s(60)
            clock.wall_s += jump_s
            assert left_s(live) == BUDGET_S - 60
            await asyncio.sleep(0.05)
            assert live.table.phase == PLAYING
            assert not any(live.away.values())  # presence does not go by that clock either
            first = live.table.actor
            assert isinstance(await host.answer(pages[first], a_move(live)), messages.Done)
            assert live.table.clock.left_s(first, steady_time.steady_now()) == BUDGET_S - 60

    asyncio.run(play())


@pytest.mark.parametrize("jump_s", [DAY_S, -DAY_S, 0, 7200])
def test_a_restart_grants_what_was_left(tmp_path, clock, jump_s):
    async def play():
        async with table_in_play(tmp_path, is_new=True) as (host, live, _):
            clock.pass_s(60)
            seen = steady_time.steady_now()
            while max((await host.store.presence("a-table")).values()) < seen:
                await asyncio.sleep(0.01)
        clock.pass_s(1800)  # nobody serves
        clock.wall_s += jump_s
        clock.restart()
        for _ in range(2):  # the second time, there was no outage
            async with table_in_play(tmp_path) as (host, live, _):
                assert left_s(live) == BUDGET_S - 60
                clock.pass_s(0)
                entries = [record.entry for record in await host.store.entries("a-table")]
                assert entries.count(OutageEnded(60.0)) == 1
        async with table_in_play(tmp_path) as (_, live, _):
            clock.pass_s(100)
            assert left_s(live) == BUDGET_S - 160
            assert live.table.phase == PLAYING

    asyncio.run(play())


def test_processes_of_one_run_have_one_time(clock):
    run = steady_time.this_run()
    clock.wall_s += DAY_S  # a worker that is replaced now would read another time
    steady_time.join_run(run)
    assert steady_time.steady_now() == run.began_s
