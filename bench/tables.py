"""Tables in the browser: delays, moves a second, recovery, memory: `make bench-tables`.

Robots open lines to `offleash serve` as pages do. They run on the same machine as the workers, and
PostgreSQL waits for its disk as it does in earnest.
"""

import argparse
import asyncio
import multiprocessing
import random
import re
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
from tests.tables.postgresql import Server
from tests.tables.robots import (
    Clicker,
    Robot,
    Site,
    people_facts,
    playing,
    serve_tables,
    until,
    write_tables,
)
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bench.figures import Figure, end, milliseconds
from bench.slow_senders import slow_senders
from offleash.tables.log.addresses import store_at
from offleash.tables.log.entries import Facts
from offleash.web.cookies import COOKIE, Keys

QUIET_PAUSE_S = 0.1  # between moves while delays are measured
THINKER = "search:20000"  # half a second a decision: it thinks nearly all the time


@dataclass
class Bench:
    """Where tables are kept, and how long things are watched."""

    seconds: float
    kills: int
    stall: float
    tables: int
    folder: Path
    server: Server
    figures: list[Figure] = field(default_factory=list)

    def database(self, kind: str) -> str:
        if kind == "PostgreSQL":
            return self.server.new_database()
        return tempfile.mkdtemp(dir=self.folder) + "/tables.sqlite"

    def report(
        self, name: str, value: float, unit: str, goal: float, at_least: bool = False
    ) -> None:
        self.figures.append(Figure(name, value, unit, goal, at_least))
        print(self.figures[-1], flush=True)


def make_robots(site: Site, keys: Keys, all_facts: Sequence[Facts]) -> list[Robot]:
    """A robot on every person's seat."""
    return [
        Robot(site, keys, facts.table, seat, seed=seat + 10 * number)
        for number, facts in enumerate(all_facts)
        for seat in range(facts.seats.count("open"))
    ]


async def wait_for_robots(robots: Sequence[Robot]) -> None:
    await until(lambda: all(robot.show for robot in robots), "every page is there")


class Delays:
    """From a click at one page to the picture at the others, of chosen pairs of pages."""

    def __init__(self, robots: Sequence[Robot], is_pair: Callable[[Robot, Robot], bool]) -> None:
        self.times: list[float] = []
        self._clicks: dict[tuple[str, int], Robot] = {}
        self._is_pair = is_pair
        for robot in robots:
            robot.on_show = self._on_show
            robot.on_click = self._on_click

    def _on_click(self, robot: Robot) -> None:
        self._clicks[robot.table, robot.pending["at"]] = robot

    def _on_show(self, robot: Robot) -> None:
        at = robot.show["at"]
        for before in range(at - 1, max(-1, at - 12), -1):  # chance followed it
            clicker = self._clicks.get((robot.table, before))
            if clicker is not None:
                key = (robot, robot.table, before)
                if key not in self._clicks and self._is_pair(clicker, robot):
                    self.times.append(robot.shown_at - clicker.sent_at)
                    self._clicks[key] = robot
                return

    def was_clicked(self, table: str, at: int) -> bool:
        """Whether somebody clicked when a game had so many actions."""
        return (table, at) in self._clicks

    def milliseconds(self, share: float) -> float:
        return milliseconds(self.times, share)


async def delays(bench: Bench) -> None:
    """One worker with SQLite; and two with PostgreSQL, where click and picture are of different
    workers."""
    all_facts = [people_facts("dog")]
    database = bench.database("SQLite")
    keys = await write_tables(database, all_facts)
    with serve_tables(database) as site:
        robots = make_robots(site, keys, all_facts)
        delay = Delays(robots, lambda clicker, robot: clicker is not robot)
        await _play_quietly(bench, robots)
    bench.report("click to the other page, SQLite, median", delay.milliseconds(0.5), "ms", 50)
    bench.report("click to the other page, SQLite, p95", delay.milliseconds(0.95), "ms", 50)

    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    with serve_tables(database, workers=2) as site:
        robots = make_robots(site, keys, all_facts)
        delay = Delays(robots, lambda clicker, robot: clicker.seat % 2 != robot.seat % 2)
        await _play_quietly(bench, robots, site)
    bench.report("click across two workers, PostgreSQL, median", delay.milliseconds(0.5), "ms", 75)
    bench.report("click across two workers, PostgreSQL, p95", delay.milliseconds(0.95), "ms", 75)


async def _play_quietly(bench: Bench, robots: Sequence[Robot], site: Site | None = None) -> None:
    """With a site of two workers, even seats are with the first and odd ones with the second."""
    for robot in robots:
        robot.pause = QUIET_PAUSE_S
    if site is None:
        with playing(robots):
            await wait_for_robots(robots)
            await asyncio.sleep(bench.seconds)
        return
    await until(lambda: len(site.workers()) == 2, "both workers are there")
    await asyncio.sleep(2)  # until both serve
    with ExitStack() as stack:
        for parity, worker in enumerate(site.workers()):
            worker_robots = [robot for robot in robots if robot.seat % 2 == parity]
            with site.only(worker):
                stack.enter_context(playing(worker_robots))
                await wait_for_robots(worker_robots)
        await asyncio.sleep(bench.seconds)


async def rates(bench: Bench, tables: int = 40) -> None:
    """Moves a second of one worker that has as much to do as it can; every page is open."""
    for kind, goal in (("SQLite", 400), ("PostgreSQL", 200)):
        all_facts = [people_facts("dog") for _ in range(tables)]
        database = bench.database(kind)
        keys = await write_tables(database, all_facts)
        store = store_at(database)
        await store.open()
        with serve_tables(database) as site:
            clickers = [Clicker(site, keys, facts, seed) for seed, facts in enumerate(all_facts)]
            tasks = [asyncio.create_task(clicker.run(store)) for clicker in clickers]
            await until(
                lambda all_facts=clickers: all(c.acknowledged for c in all_facts), "all play"
            )
            rate = await _rate(clickers, bench.seconds)
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                assert isinstance(result, asyncio.CancelledError | None), result
        await store.close()
        name = f"moves a second, {kind}, {tables} tables of Dog with 4 pages"
        bench.report(name, rate, "moves/s", goal, at_least=True)


async def _rate(clickers: Sequence[Clicker], seconds: float) -> float:
    """Acknowledged moves a second, all together."""
    count_before, start = sum(clicker.acknowledged for clicker in clickers), time.perf_counter()
    await asyncio.sleep(seconds)
    played = sum(clicker.acknowledged for clicker in clickers) - count_before
    return played / (time.perf_counter() - start)


async def recovery(bench: Bench) -> None:
    """From the kill until every page has a new picture."""
    for kind, workers, goal in (("SQLite", 1, 4.0), ("PostgreSQL", 2, 1.0)):
        all_facts = [people_facts("dog"), people_facts("uri-nation")]
        database = bench.database(kind)
        keys = await write_tables(database, all_facts)
        times = []
        with serve_tables(database, workers) as site:
            robots = make_robots(site, keys, all_facts)
            with _slowly(robots), playing(robots):
                await wait_for_robots(robots)
                for number in range(bench.kills):
                    await asyncio.sleep(2)
                    kill = asyncio.to_thread(site.kill_worker, random.Random(number))
                    times.append(await _back(robots, kill))
        name = f"every page back after kill -9, {kind}, {workers} worker(s)"
        bench.report(f"{name}, median", statistics.median(times), "s", goal)
        bench.report(f"{name}, longest", max(times), "s", goal)


@contextmanager
def _slowly(robots: Sequence[Robot]) -> Iterator[None]:
    """As people play, only quicker: what a worker has to do is to come back."""
    for robot in robots:
        robot.pause = QUIET_PAUSE_S
    yield


async def _back(robots: Sequence[Robot], disturb: Awaitable[object]) -> float:
    """Seconds after what disturbed them until every page has a new picture."""
    await disturb
    killed_at = time.perf_counter()
    await until(lambda: all(robot.shown_at > killed_at for robot in robots), "every page is back")
    return max(robot.shown_at for robot in robots) - killed_at


async def rolling(bench: Bench) -> None:
    """How long a page is without its table when all workers are replaced, one after the other."""
    all_facts = [people_facts("dog") for _ in range(4)]
    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    with serve_tables(database, workers=2) as site:
        robots = make_robots(site, keys, all_facts)
        with _slowly(robots), playing(robots):
            await wait_for_robots(robots)
            for _ in range(max(1, bench.kills // 5)):
                await asyncio.sleep(1)
                await _back(robots, asyncio.to_thread(site.reload))
    gaps = [gap for robot in robots for gap in robot.gaps]
    bench.report("a page is back in a rolling restart, longest", max(gaps), "s", 2.0)
    refused = sum(len(robot.refusals) for robot in robots)
    bench.report("moves refused in rolling restarts", refused, "moves", 0)


async def restarts(bench: Bench) -> None:
    """From the moment at which PostgreSQL has restarted until every table goes on."""
    all_facts = [people_facts("dog") for _ in range(2)]
    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    times = []
    with serve_tables(database, workers=2) as site:
        robots = make_robots(site, keys, all_facts)
        with _slowly(robots), playing(robots):
            await wait_for_robots(robots)
            for _ in range(max(1, bench.kills // 2)):
                await asyncio.sleep(1)
                times.append(await _back(robots, asyncio.to_thread(bench.server.restart)))
    bench.report("every page goes on after a restart of PostgreSQL, longest", max(times), "s", 2.0)


async def thinking(bench: Bench, turns: int = 5) -> None:
    """What a search that thinks all the time costs the moves of another table: turn about, so that
    both meet the same weather. Bots think only as long as somebody looks."""
    all_facts = [people_facts("dog"), people_facts("uri-nation", (THINKER,) * 3)]
    database = bench.database("SQLite")
    keys = await write_tables(database, all_facts)
    delays_by_load: dict[bool, list[float]] = {False: [], True: []}
    with serve_tables(database) as site:
        robots = make_robots(site, keys, all_facts)
        quiet = [robot for robot in robots if robot.table == all_facts[0].table]
        delay = Delays(quiet, lambda clicker, robot: clicker is not robot)
        with _slowly(quiet), playing(quiet):
            await wait_for_robots(quiet)
            for turn in range(2 * turns):
                with playing([robot for robot in robots if turn % 2 and robot not in quiet]):
                    await asyncio.sleep(1)  # until what was thought about before is done
                    delay.times.clear()
                    await asyncio.sleep(bench.seconds / turns)
                    delays_by_load[turn % 2 == 1] += delay.times
    for share, name in ((0.5, "median"), (0.95, "p95")):
        difference = milliseconds(delays_by_load[True], share) - milliseconds(
            delays_by_load[False], share
        )
        bench.report(
            f"another table's move while {THINKER} thinks, {name} later", difference, "ms", 50
        )


async def joins(bench: Bench, tables: int = 100) -> None:
    """A burst of people who join and open their table at once, by whichever of two workers."""
    all_facts = [people_facts("secret-mission") for _ in range(tables)]
    database = bench.database("PostgreSQL")
    store = store_at(database)
    await store.open()
    for facts in all_facts:
        await store.create(facts, [])
    await store.close()
    with serve_tables(database, workers=2, limits=("requests=off",)) as site:
        await until(lambda: len(site.workers()) == 2, "both workers are there")
        refused = sum(await asyncio.gather(*(_join(site, facts) for facts in all_facts)))
    bench.report(f"players refused in a burst of {tables} joins", refused, "players", 0)


async def _join(site: Site, facts: Facts) -> int:
    """Joins as a browser does; 1 if one of its requests is refused."""
    # verify: reading certificates takes longer than a request
    settings = {"base_url": site.link, "timeout": None, "verify": False}
    async with httpx.AsyncClient(headers={"origin": site.link}, **settings) as browser:
        await browser.get(f"/join/{facts.invitation}")
        joined = await browser.post(f"/join/{facts.invitation}", data={"name": "Robot"})
        assert joined.status_code == 303, joined.text
        cookie = f"{COOKIE}={joined.cookies[COOKIE]}"
        async with httpx.AsyncClient(**settings) as other:  # maybe with another worker
            page = await other.get(joined.headers["location"], headers={"cookie": cookie})
        link = f"{site.link.replace('http', 'ws')}{joined.headers['location']}/socket"
        fields = {"Cookie": cookie}
        async with connect(
            link, origin=site.link, additional_headers=fields, max_size=None, open_timeout=None
        ) as line:
            try:
                await line.recv()
            except ConnectionClosed:
                return 1
        return int(page.status_code != 200)


async def bots(bench: Bench, tables: int = 40) -> None:
    """One browser has many tables of bots that think hard: how long another's bot takes then."""
    greedy_facts = [people_facts("uri-nation", ("search:1200",) * 3) for _ in range(tables)]
    facts = people_facts("uri-nation", ("search:75",) * 3)
    database = bench.database("PostgreSQL")
    await write_tables(database, greedy_facts, "greedy")
    keys = await write_tables(database, [facts])
    times: list[float] = []
    with serve_tables(database, workers=2, limits=("sockets=off",)) as site:
        robots = [Robot(site, keys, f.table, 0, n, "greedy") for n, f in enumerate(greedy_facts)]
        robot = Robot(site, keys, facts.table, 0, seed=1)
        last: dict[str, float] = {}

        def on_show(robot: Robot) -> None:
            if last and robot.show["seq"] > last["seq"] and last["actor"] > 0:
                times.append(robot.shown_at - last["at"])
            last.update(seq=robot.show["seq"], actor=robot.show["actor"], at=robot.shown_at)

        robot.on_show = on_show
        with playing(robots):
            await wait_for_robots(robots)
            with playing([robot]):
                await wait_for_robots([robot])
                await asyncio.sleep(3 * bench.seconds)
    name = f"a bot's answer while one browser has {tables} tables of strong bots"
    bench.report(f"{name}, median", milliseconds(times, 0.5) / 1000, "s", 3.0)
    bench.report(f"{name}, longest", max(times), "s", 3.0)


async def memory(bench: Bench, tables: int = 500) -> None:
    """All processes of the site with so many open tables, a page at each."""
    games = ("dog", "uri-nation", "puppy-park", "domidog", "secret-mission")
    all_facts = [people_facts(games[n % len(games)]) for n in range(tables)]
    database = bench.database("SQLite")
    keys = await write_tables(database, all_facts)
    with serve_tables(database) as site:
        robots = [Robot(site, keys, facts.table, 0, seed=1) for facts in all_facts]
        with playing(robots):
            await wait_for_robots(robots)
            bench.report(f"memory with {tables} open tables", site.memory() / 1e6, "MB", 500)


PEOPLE_PAUSE_S = 2.0  # that a person takes for a decision
CROWD_BOTS = ("greedy", "greedy")
MAX_MOVE_MS, MAX_PICTURE_MS = 150.0, 500.0


@dataclass(frozen=True)
class Crowd:
    """What was measured at many tables."""

    move_ms: float  # to the acknowledgement, 99th percentile
    picture_ms: float  # to the other's picture, 99th percentile
    rate: float  # entries a second, with those of bots
    cpu_ms: float  # of the workers, for one entry

    @property
    def is_fine(self) -> bool:
        return self.move_ms <= MAX_MOVE_MS and self.picture_ms <= MAX_PICTURE_MS


async def play_crowd(bench: Bench, tables: int, workers: int) -> Crowd:
    """Two people and two bots at so many tables of Dog, at the pace of people."""
    all_facts = [people_facts("dog", CROWD_BOTS) for _ in range(tables)]
    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    with serve_tables(database, workers, pace=0.7) as site:
        robots = make_robots(site, keys, all_facts)
        delay = Delays(robots, lambda clicker, robot: clicker is not robot)
        for number, robot in enumerate(robots):  # not all at the same time
            robot.pause = PEOPLE_PAUSE_S * (0.5 + number / len(robots))
        with playing(robots):
            await wait_for_robots(robots)
            await asyncio.sleep(5)  # until the first deals are over
            delay.times.clear()
            seq_before = sum(robot.show["seq"] for robot in robots if robot.seat == 0)
            for robot in robots:
                robot.waits.clear()
            cpu = site.cpu_seconds()
            await asyncio.sleep(bench.seconds)
            cpu = site.cpu_seconds() - cpu
            seq = sum(robot.show["seq"] for robot in robots if robot.seat == 0)
            refusals = [why for robot in robots for why in robot.refusals]
            assert not refusals, refusals[:3]
    waits = [wait for robot in robots for wait in robot.waits]
    count = seq - seq_before
    return Crowd(
        milliseconds(waits, 0.99),
        delay.milliseconds(0.99),
        count / bench.seconds,
        1000 * cpu / count,
    )


async def crowd(bench: Bench, tables: int = 100) -> None:
    """A hundred tables on two workers."""
    crowd = await play_crowd(bench, tables, workers=2)
    name = f"{tables} tables of Dog with two people and two bots, 2 workers"
    bench.report(f"{name}: a move, p99", crowd.move_ms, "ms", MAX_MOVE_MS)
    bench.report(f"{name}: the other's picture, p99", crowd.picture_ms, "ms", MAX_PICTURE_MS)
    bench.report(f"{name}: entries a second", crowd.rate, "entries/s", 50, at_least=True)
    bench.report(f"{name}: CPU of an entry", crowd.cpu_ms, "ms", 20)


async def capacity(bench: Bench) -> None:
    """How many such tables a machine holds: as many as doubling, then halving the step, reaches."""
    for workers in (1, 2, 4):
        holds, step = 0, bench.tables
        while step >= bench.tables / 4:
            crowd = await play_crowd(bench, holds + step, workers)
            print(
                f"  {workers} worker(s), {holds + step} tables: a move {crowd.move_ms:.0f} ms, "
                f"a picture {crowd.picture_ms:.0f} ms, {crowd.rate:.0f} entries/s, "
                f"{crowd.cpu_ms:.1f} ms CPU an entry",
                flush=True,
            )
            if crowd.is_fine:
                holds += step
            else:
                step //= 2
        name = f"tables of Dog that {workers} worker(s) hold"
        bench.report(name, holds, "tables", 25, at_least=True)


FLOOD_CONNECTIONS = 16


def flood_site(link: str, cookie: str, requests: int) -> None:
    """Runs in another process: asks for the front page so often, as fast as it is answered."""
    host, port = link.removeprefix("http://").split(":")
    request = f"GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n".encode()

    async def ask(times: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        for _ in range(times):
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"content-length: (\d+)", head)[1]))
        writer.close()

    async def ask_all() -> None:
        times = requests // FLOOD_CONNECTIONS
        await asyncio.gather(*(ask(times) for _ in range(FLOOD_CONNECTIONS)))

    asyncio.run(ask_all())


async def flood(bench: Bench, requests: int = 10_000) -> None:
    """Moves of others while one browser floods the site, next to quiet times."""
    all_facts = [people_facts("dog") for _ in range(4)]
    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    with serve_tables(database, workers=2) as site:
        robots = make_robots(site, keys, all_facts)
        with _slowly(robots), playing(robots):
            await wait_for_robots(robots)
            await asyncio.sleep(2)
            waits: dict[bool, list[float]] = {}
            for is_flooded in (False, True):
                for robot in robots:
                    robot.waits.clear()
                start = time.perf_counter()
                if is_flooded:
                    values = (site.link, f"{COOKIE}={keys.sign('a flood')}", requests)
                    process = multiprocessing.get_context("spawn").Process(
                        target=flood_site, args=values
                    )
                    process.start()
                    await asyncio.to_thread(process.join)
                    assert process.exitcode == 0
                else:
                    await asyncio.sleep(bench.seconds)
                waits[is_flooded] = [wait for robot in robots for wait in robot.waits]
                seconds = time.perf_counter() - start
    quiet, loud = (milliseconds(waits[is_flooded], 0.99) for is_flooded in (False, True))
    bench.report("a move in quiet times, p99", quiet, "ms", MAX_MOVE_MS)
    name = f"a move while one browser sends {requests} requests in {seconds:.0f} s, p99"
    bench.report(name, loud, "ms", 2 * quiet)


async def stalls(bench: Bench, readers: int = 20) -> None:
    """Pages that leave everything unread, compared with what the table takes without them."""
    all_facts = [people_facts("dog")]
    database = bench.database("SQLite")
    keys = await write_tables(database, all_facts)
    with serve_tables(database) as site:
        robots = make_robots(site, keys, all_facts)
        for robot in robots:
            robot.pause = QUIET_PAUSE_S
        delay = Delays(robots, lambda clicker, robot: clicker is not robot)
        with playing(robots):
            await wait_for_robots(robots)
            await asyncio.sleep(3)
            await asyncio.sleep(bench.stall)  # a table that begins grows in any case
            before = site.memory()
            link = f"{site.link.replace('http', 'ws')}/watch/{all_facts[0].watching}/socket"
            lines = [
                await connect(link, origin=site.link, max_queue=1, compression=None)
                for _ in range(readers)
            ]
            delay.times.clear()
            await asyncio.sleep(bench.stall)
            growth = (site.memory() - before) / 1e6
            for line in lines:
                line.transport.abort()
    bench.report(f"memory of {readers} readers that stall for {bench.stall:g} s", growth, "MB", 10)
    bench.report("click to the other page meanwhile, p95", delay.milliseconds(0.95), "ms", 50)


async def live(bench: Bench, turns: int = 4) -> None:
    """What live luck adds to a move that chance follows, with four pages, turn about."""
    database = bench.database("SQLite")
    keys = await write_tables(database, [])
    times: dict[bool, list[float]] = {False: [], True: []}
    with serve_tables(database) as site:
        for turn in range(2 * turns):
            is_live = turn % 2 == 1
            facts = people_facts("secret-mission", players=4)
            facts = msgspec.structs.replace(facts, live_luck=is_live)
            await write_tables(database, [facts])
            robots = make_robots(site, keys, [facts])
            delay = Delays(robots, lambda clicker, robot: clicker is not robot)
            keep_draws(robots, delay)
            with _slowly(robots), playing(robots):
                await until(
                    lambda robots=robots: all(r.show.get("phase") == "playing" for r in robots),
                    "the game begins",
                )
                end = time.monotonic() + bench.seconds / turns
                while time.monotonic() < end and robots[0].show["phase"] != "over":
                    await asyncio.sleep(0.05)
            times[is_live] += delay.times
    print(f"  {len(times[False])} and {len(times[True])} pictures after a draw")
    for share, name in ((0.5, "p50"), (0.99, "p99")):
        before, after = (milliseconds(times[is_live], share) for is_live in times)
        title = "click to the others' pictures of a draw"
        bench.report(f"{title}, committed luck, {name}", before, "ms", 150)
        bench.report(f"{title}, live luck, {name}", after, "ms", 300)
        bench.report(f"live luck adds to that, four pages, {name}", after - before, "ms", 150)


def keep_draws(robots: Sequence[Robot], delay: Delays) -> None:
    """Only pictures count that show what chance brought after the click."""
    for robot in robots:
        count = robot.on_show

        def on_show(robot: Robot, count: Callable[[Robot], None] = count) -> None:
            if not delay.was_clicked(robot.table, robot.show["at"] - 1):
                count(robot)

        robot.on_show = on_show


HOSTILE_CONNECTIONS = 500


async def hostile(bench: Bench, tables: int = 100, turns: int = 3) -> None:
    """Acknowledgements at many tables with four pages each, turn about without and with hundreds
    of hostile connections beside them."""
    all_facts = [people_facts("dog") for _ in range(tables)]
    database = bench.database("PostgreSQL")
    keys = await write_tables(database, all_facts)
    waits: dict[bool, list[float]] = {False: [], True: []}
    with serve_tables(database, workers=2, pace=0.7) as site:
        robots = make_robots(site, keys, all_facts)
        for number, robot in enumerate(robots):  # not all at the same time
            robot.pause = 2 * PEOPLE_PAUSE_S * (0.5 + number / len(robots))
        with playing(robots):
            await wait_for_robots(robots)
            await asyncio.sleep(5)
            for turn in range(2 * turns):
                with ExitStack() as stack:
                    if turn % 2:
                        senders = slow_senders(site.link, HOSTILE_CONNECTIONS)
                        counts = await asyncio.to_thread(stack.enter_context, senders)
                    for robot in robots:
                        robot.waits.clear()
                    await asyncio.sleep(bench.seconds)
                    if turn % 2:
                        print(f"  hostile: {counts[0]} connections, {counts[1]} slow bytes")
                    waits[turn % 2 == 1] += [wait for robot in robots for wait in robot.waits]
    print(f"  {len(waits[False])} moves without them, {len(waits[True])} with them")
    quiet, loud = (milliseconds(waits[is_loud], 0.99) for is_loud in (False, True))
    name = f"{tables} tables of Dog with four pages, a move, p99"
    bench.report(name, quiet, "ms", MAX_MOVE_MS)
    bench.report(
        f"{name}, beside {HOSTILE_CONNECTIONS} hostile connections", loud, "ms", 1.5 * quiet
    )


PARTS = (
    delays,
    live,
    hostile,
    rates,
    recovery,
    rolling,
    restarts,
    thinking,
    joins,
    bots,
    memory,
    stalls,
    flood,
    crowd,
    capacity,
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [part.__name__ for part in PARTS]
    parser.add_argument("--only", nargs="*", choices=names, default=names)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each measurement")
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--stall", type=float, default=60.0, help="seconds")
    parser.add_argument("--tables", type=int, default=40, help="the first step of capacity")
    arguments = parser.parse_args()
    server = Server(is_safe=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            values = (arguments.seconds, arguments.kills, arguments.stall, arguments.tables)
            bench = Bench(*values, Path(folder), server)
            for part in PARTS:
                if part.__name__ in arguments.only:
                    asyncio.run(part(bench))
    finally:
        server.remove()
    end(bench.figures)


if __name__ == "__main__":
    main()
