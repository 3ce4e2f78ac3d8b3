"""A database restored from the documented backup replays every table to the same bytes."""

import asyncio
import os
import random
import re
import subprocess
from pathlib import Path

from offleash.tables.live.table import PLAYING, Table
from offleash.tables.log.addresses import store_at
from offleash.tables.log.entries import OPEN, Facts, LogEntry, SeatTaken, WordAdded
from tests.tables.postgresql import Server, programs
from tests.tables.robots import people_facts

GUIDE = Path(__file__).parents[2] / "docs" / "hosting.md"
MARK = "<!-- run by tests/tables/test_backup.py -->\n```sh\n(.*?)```"
GAMES = ("dog", "uri-nation", "secret-mission")
MOVES = 12

Snapshot = dict[str, tuple[Facts, list[LogEntry], bytes]]


async def play_some(database: str) -> list[str]:
    """Writes the first moves of a game of each kind; gives the tables' ids."""
    store, rng, names = store_at(database), random.Random(7), []
    await store.open()
    for game in GAMES:
        facts = people_facts(game)
        table = Table(facts)
        people = [seat for seat, occupant in enumerate(facts.seats) if occupant == OPEN]
        first = [SeatTaken(seat, f"holder {seat}", f"Zoë {seat}") for seat in people]
        first += [WordAdded(seat, f"{seat:032x}") for seat in people]
        await store.create(facts, [(f"first {n}", entry) for n, entry in enumerate(first)])
        for record in await store.entries(facts.table):
            table.apply(record)
        for number in range(MOVES):
            session = table.session
            entry = (
                table.begin()
                if table.phase != PLAYING
                else table.move(table.actor, len(session.history), rng.choice(session.legal))
            )
            at = await store.append(facts.table, table.seq, f"later {number}", entry)
            table.apply(LogEntry(table.seq, f"later {number}", entry, at))
        names.append(facts.table)
    await store.save_upload("a-name", "a transcript ~ with “quotes”\n", 1.0)
    await store.close()
    return names


async def read_all(database: str, names: list[str]) -> tuple[Snapshot, bytes, str | None]:
    """Every table with its log and its position, the key and the upload."""
    store = store_at(database)
    await store.open()
    snapshot: Snapshot = {}
    for name in names:
        facts, log = await store.facts(name), await store.entries(name)
        assert facts is not None
        table = Table(facts)
        for record in log:
            table.apply(record)
        snapshot[name] = facts, log, table.session.state.tobytes()
    result = snapshot, await store.key(), await store.read_upload("a-name")
    await store.close()
    return result


def test_the_documented_backup_restores_every_table(postgresql: Server, tmp_path: Path):
    dump, restore = re.findall(MARK, GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    old, new = postgresql.new_database(), postgresql.new_database()
    names = asyncio.run(play_some(old))
    path = f"{programs()}:{os.environ['PATH']}"
    for command, database in ((dump, old), (restore, new)):
        variables = {**os.environ, "OFFLEASH_DATABASE": database, "PATH": path}
        subprocess.run(["sh", "-ec", command], check=True, cwd=tmp_path, env=variables)
    before = asyncio.run(read_all(old, names))
    assert asyncio.run(read_all(new, names)) == before
    assert all(len(log) > MOVES for _, log, _ in before[0].values())
