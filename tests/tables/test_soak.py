"""Tables of every type, while workers and servers are killed, the disk is full and the clock jumps.

`make soak` takes OFFLEASH_SOAK_ROUNDS disturbances, 1,000 without it, half of them with each
database; `make test-more` a few. Nothing acknowledged may be lost or doubled, and no page may learn
a secret.
"""

import asyncio
import os
import random
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from offleash.tables.log.entries import Facts, LinksMissed, MoveUndone, TableAbandoned
from tests.tables.postgresql import Server, free_port
from tests.tables.robots import (
    Robot,
    Site,
    browser_of,
    chain_secret,
    check_log,
    people_facts,
    playing,
    read_log,
    until,
    write_tables,
)
from tests.tables.test_kills import count_acknowledged

pytestmark = pytest.mark.more

ROUNDS_OF_TABLES = 20  # disturbances until there are new tables: games end
FEW, ALL = 6, int(os.environ.get("OFFLEASH_SOAK_ROUNDS", "1000")) // 2
DISK_BYTES = 192_000_000
UNDO_SHARE = 0.5
JUMPS_S = (-400 * 86400.0, -86400.0, -600.0, 600.0, 86400.0, 400 * 86400.0, 3000 * 86400.0)
CLOCK_FOLDER = Path(__file__).parent / "clock_offset"
TABLE_TYPES = {
    "clocks": ("dog", {"clock_s": 36_000}),
    "live luck": ("domidog", {"live_luck": True}),
    "alliances": ("uri-nation", {}),
    "undo": ("puppy-park", {}),
}


class SoakRobot(Robot):
    """While it waits for others, it now and then takes its move back."""

    leaks = 0  # messages with somebody's secret

    @property
    def wants(self) -> bool:
        can_undo = self.show["can_undo"] and self.show["phase"] == "playing"
        return super().wants or (can_undo and self.pending is None)

    async def _move(self, line: Any) -> None:
        if self.show["actor"] == self.seat:
            await super()._move(line)
        elif self._rng.random() < UNDO_SHARE:
            name = f"{self._rng.getrandbits(64):016x}"
            request = {"do": "undo", "id": name, "at": self.show["at"]}
            await line.send(msgspec.json.encode(request).decode())


def watch_for_leaks(robot: SoakRobot, facts: Facts) -> None:
    """Counts messages with the table's seed, or with another player's cookie or chain."""
    others = [seat for seat in range(len(facts.seats)) if seat != robot.seat]
    secrets = [browser_of(facts.table, seat) for seat in others]
    secrets += [chain_secret(facts.table, seat).hex() for seat in others]

    def read(text: str) -> None:
        is_over = '"phase":"over"' in text or '"phase":"abandoned"' in text
        robot.leaks += any(secret in text for secret in secrets)
        robot.leaks += not is_over and facts.seed.hex() in text

    robot.on_text = read


@contextmanager
def small_disk() -> Iterator[Path]:
    """A disk of its own, which can be filled; who may not make one skips the test."""
    folder = Path(tempfile.mkdtemp(prefix="offleash-soak-"))
    folder.chmod(0o755)  # PostgreSQL runs as somebody else
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=0755", "tmpfs", str(disk)]
    if subprocess.run(mount, stderr=subprocess.DEVNULL, check=False).returncode:
        pytest.skip("only root can make a disk to fill")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)
        shutil.rmtree(folder)


class Soak:
    """A server whose surroundings are disturbed."""

    def __init__(self, database: str, workers: int, disk: Path, seed: int) -> None:
        self.database, self.workers, self.disk = database, workers, disk
        self.server: Server | None = None
        self.rng, self.port = random.Random(seed), free_port()
        self.clock = disk.parent / "clock"
        self.clock.write_text("0")
        self.counts: dict[str, int] = {}
        self.site = self.start()

    def start(self) -> Site:
        path = f"{CLOCK_FOLDER}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
        environment = {"PYTHONPATH": path, "OFFLEASH_TEST_CLOCK": str(self.clock)}
        return Site(self.database, self.workers, port=self.port, environment=environment)

    def disturb(self) -> None:
        kinds = [self.kill_worker, self.kill_server, self.fill_disk, self.jump, self.reload]
        kind = self.rng.choices(kinds, [5, 1, 2, 3, 1])[0]
        self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
        kind()

    def kill_worker(self) -> None:
        self.site.kill_worker(self.rng)

    def kill_server(self) -> None:
        for pid in self.site.workers():
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        self.site.kill()
        self.site = self.start()

    def reload(self) -> None:
        self.site.reload()

    def jump(self) -> None:
        """The clock is set, and sometimes a server begins under the wrong date."""
        self.clock.write_text(str(self.rng.choice(JUMPS_S)))
        if self.rng.random() < 0.3:
            self.kill_server()

    def fill_disk(self) -> None:
        ballast = self.disk / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(1 << 20))
        with suppress(OSError), (self.disk / "ballast2").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(512))
        subprocess.run(["sleep", "0.5"], check=True)
        for name in ("ballast", "ballast2"):
            (self.disk / name).unlink(missing_ok=True)
        if self.server is not None:
            self._revive()

    def _revive(self) -> None:
        """PostgreSQL may have stopped for want of room, as it would in earnest."""
        assert self.server is not None
        with suppress(subprocess.CalledProcessError):
            self.server.stop("immediate")
        try:
            self.server.start()
        except subprocess.CalledProcessError:
            print(self.server.log(), flush=True)
            raise


async def run_tables(soak: Soak, rounds: int) -> list[int]:
    """New tables, so many disturbances, and then the checks of their logs."""
    all_facts = [
        msgspec.structs.replace(people_facts(game), **changes)
        for game, changes in TABLE_TYPES.values()
    ]
    keys = await write_tables(soak.database, all_facts)
    robots = [
        SoakRobot(soak.site, keys, facts.table, seat, soak.rng.getrandbits(32))
        for facts in all_facts
        for seat in range(len(facts.seats))
    ]
    by_table = {facts.table: facts for facts in all_facts}
    for robot in robots:
        robot.pause = 0.02
        watch_for_leaks(robot, by_table[robot.table])
    with playing(robots):
        await until(lambda: all(robot.show for robot in robots), "everybody sees the table")
        for _ in range(rounds):
            count = count_acknowledged(robots)
            await until(lambda count=count: count_acknowledged(robots) > count, "somebody plays")
            await asyncio.sleep(soak.rng.random() / 10)
            await asyncio.to_thread(soak.disturb)
        playing_on = [robot for robot in robots if robot.show["phase"] == "playing"]
        if playing_on:
            await all_pages_return(playing_on)
    moves = undone = leaks = 0
    for facts in all_facts:
        table_robots = [robot for robot in robots if robot.table == facts.table]
        log = await read_log(soak.database, facts.table)
        check_log(facts, log, table_robots)
        kinds = [type(record.entry) for record in log]
        assert not {LinksMissed, TableAbandoned} & set(kinds)  # every page answered each draw
        moves += sum(len(robot.acknowledged) for robot in table_robots)
        undone += kinds.count(MoveUndone)
        leaks += sum(robot.leaks for robot in table_robots)
        refusals = [why for robot in table_robots for why in robot.refusals]
        assert all(is_expected(why) for why in refusals), refusals
    return [moves, undone, leaks]


async def all_pages_return(robots: list[Robot]) -> None:
    """Each page has a picture again after the last disturbance."""
    times = {robot: robot.shown_at for robot in robots}
    await until(
        lambda: all(r.shown_at > times[r] or r.show["phase"] != "playing" for r in robots),
        "every page is back",
    )


def is_expected(why: str) -> bool:
    """A full disk refuses moves, and a move taken back meanwhile makes another one late."""
    reasons = ("could not be written", "the game has gone on", "turn", "game is over", "no room")
    return any(reason in why for reason in reasons)


async def run_soak(soak: Soak, rounds: int) -> None:
    totals, done = [0, 0, 0], 0
    while done < rounds:
        part = min(ROUNDS_OF_TABLES, rounds - done)
        totals = [a + b for a, b in zip(totals, await run_tables(soak, part), strict=True)]
        done += part
        moves, undone, leaks = totals
        print(
            f"{done} rounds: {moves} moves acknowledged, {undone} taken back, {leaks} leaks",
            end=" ",
        )
        print(soak.counts, flush=True)
        assert leaks == 0
    assert totals[0] > rounds


LENGTHS = [FEW, pytest.param(ALL, marks=pytest.mark.soak)]
# A server that is killed leaves robots with connections that nobody closes
LEFT_OPEN = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@LEFT_OPEN
@pytest.mark.parametrize("rounds", LENGTHS)
def test_soak_with_sqlite(rounds: int) -> None:
    with small_disk() as disk:
        soak = Soak(str(disk / "tables.sqlite"), 1, disk, seed=rounds)
        try:
            asyncio.run(run_soak(soak, rounds))
        finally:
            soak.site.kill()


@LEFT_OPEN
@pytest.mark.parametrize("rounds", LENGTHS)
def test_soak_with_postgresql(rounds: int) -> None:
    with small_disk() as disk:
        server = Server(is_safe=True, parent=disk)  # what it has committed outlives a crash
        try:
            soak = Soak(server.new_database(), 2, disk, seed=rounds)
            soak.server = server
            try:
                asyncio.run(run_soak(soak, rounds))
            finally:
                soak.site.kill()
        finally:
            server.remove()


def test_the_watch_for_leaks_finds_one() -> None:
    facts = people_facts("dog")
    robot = SoakRobot.__new__(SoakRobot)
    robot.seat, robot.table = 0, facts.table
    watch_for_leaks(robot, facts)
    robot.on_text('{"is":"show","phase":"playing"}')
    assert robot.leaks == 0
    robot.on_text(facts.seed.hex())
    robot.on_text(chain_secret(facts.table, 1).hex())
    assert robot.leaks == 2
