"""`kill -9` of a worker, and a restart of the database, while moves are under way."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from offleash.tables.live.table import Table
from offleash.tables.log.entries import Entry, LogEntry, SeatTaken, WordAdded
from tests.tables.postgresql import Server
from tests.tables.robots import (
    Robot,
    Site,
    check_log,
    people_facts,
    playing,
    read_log,
    serve_tables,
    until,
    write_tables,
)
from tests.tables.sample_tables import move, seated_table

pytestmark = pytest.mark.more

TABLES = 2
FEW, MANY = 1, 100
KILLS = 3
ROUNDS = 10  # each with new tables: a game of Dog would end before a thousand kills


def play_while(database: str, workers: int, disturbed: Callable, times: int, seed: int) -> None:
    """Robots play at a few tables; they are disturbed so often, at random moments."""
    rng = random.Random(seed)
    all_facts = [people_facts("dog") for _ in range(TABLES)]

    async def body() -> None:
        keys = await write_tables(database, all_facts)
        with serve_tables(database, workers) as site:
            robots = [
                Robot(site, keys, facts.table, seat, rng.getrandbits(32))
                for facts in all_facts
                for seat in range(4)
            ]
            with playing(robots):
                await until(lambda: all(robot.show for robot in robots), "everybody sees the table")
                for _ in range(times):
                    await disturb_site(site, robots, rng, disturbed)
                await all_go_on(robots)
            for facts in all_facts:
                table_robots = [robot for robot in robots if robot.table == facts.table]
                check_log(facts, await read_log(database, facts.table), table_robots)
            assert sum(len(robot.refusals) for robot in robots) == 0

    asyncio.run(body())


async def disturb_site(site: Site, robots: list[Robot], rng: random.Random, disturbed) -> None:
    """After some moves more, at a moment that has nothing to do with them."""
    count = count_acknowledged(robots)
    await until(lambda: count_acknowledged(robots) > count, "somebody plays")
    await asyncio.sleep(rng.random() / 10)
    await asyncio.to_thread(disturbed, site, rng)


def count_acknowledged(robots: list[Robot]) -> int:
    return sum(len(robot.acknowledged) for robot in robots)


async def all_go_on(robots: list[Robot]) -> None:
    """Every page has a line again, and at every table somebody plays on."""
    seqs = {robot.table: robot.show["seq"] for robot in robots}
    times = {robot: robot.shown_at for robot in robots}
    await until(
        lambda: all(
            robot.shown_at > times[robot] and robot.show["seq"] > seqs[robot.table] + 3
            for robot in robots
        ),
        "every page is back and its table goes on",
    )


@pytest.mark.parametrize("times", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
def test_a_killed_worker_costs_nothing_with_sqlite(tmp_path: Path, times: int):
    play_while(str(tmp_path / "tables.sqlite"), 1, Site.kill_worker, times, seed=times)


@pytest.mark.parametrize(
    ("times", "seed"),
    [(KILLS, 0), *(pytest.param(MANY, seed, marks=pytest.mark.soak) for seed in range(ROUNDS))],
)
def test_kills_and_restarts_cost_nothing_with_postgresql(
    postgresql: Server, times: int, seed: int
) -> None:
    """No move is lost, doubled or refused, and every page comes back by itself.

    Workers are killed, and replaced one after the other; the database is restarted.
    """
    calls = iter(range(times + 2))

    def disturb(site: Site, rng: random.Random) -> None:
        call = next(calls)
        if call % 100 == 0:
            site.reload()
        elif call % 50 == 1:
            postgresql.restart()
        else:
            site.kill_worker(rng)

    play_while(postgresql.new_database(), 2, disturb, times + 2, seed=seed)


class PageRequest:
    """What a robot at a seat was told: its moves are written, all but the last one."""

    def __init__(self, seat: int, moves: dict[str, str], pending: dict[str, str] | None) -> None:
        self.seat, self.acknowledged, self.pending = seat, moves, pending


def sample_game() -> tuple[Table, list[LogEntry], list[PageRequest]]:
    """A few moves of a table, as their robots know them; seat 2 still waits for an answer."""
    table, rng = seated_table("dog"), random.Random(1)
    log = [LogEntry(n, f"made-{n}", entry, 0.0) for n, entry in enumerate(made_by(table))]
    robots = [PageRequest(seat, {}, None) for seat in range(4)]
    for number in range(6):
        seq, seat = table.seq, table.actor
        entry = move(table, rng)
        log.append(LogEntry(seq, f"{seat}:id{number}", entry, 0.0))
        robots[seat].acknowledged[f"id{number}"] = entry.action
    last = log[-1]
    owner = robots[last.entry.seat]
    owner.pending = {"id": "id5", "action": owner.acknowledged.pop("id5")}
    return table, log, robots


def made_by(table: Table) -> list[Entry]:
    """The entries before the first move."""
    people = range(4)
    sat = [SeatTaken(seat, f"holder-{seat}", f"Name {seat}") for seat in people]
    spoke = [WordAdded(seat, f"{seat:032x}") for seat in people]
    entries = [entry for pair in zip(sat, spoke, strict=True) for entry in pair]
    fresh = Table(table.facts)
    for number, entry in enumerate(entries):
        fresh.apply(LogEntry(number, f"c{number}", entry, 0.0))
    return [*entries, fresh.begin()]


def test_the_check_of_the_log_finds_what_is_lost_or_doubled():
    table, log, robots = sample_game()
    check_log(table.facts, log, robots)
    with pytest.raises(AssertionError):  # the last but one was acknowledged, and is lost
        check_log(table.facts, log[:-2], robots)
    twice = msgspec.structs.replace(log[-1], seq=len(log))
    with pytest.raises(AssertionError):
        check_log(table.facts, [*log, twice], robots)
    robots[log[-1].entry.seat].pending = None
    with pytest.raises(AssertionError):  # nobody asked for it
        check_log(table.facts, log, robots)
