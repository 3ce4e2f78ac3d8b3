"""A table of a project that is a playtest: its game goes to the project, with the answers."""

import asyncio
import random
import threading
import time

import msgspec
import pytest

from offleash.cli.site import make_site_app
from offleash.games import registry
from offleash.projects.playtests import delete_playtest, list_playtests
from offleash.projects.project import new_project
from offleash.tables.live.host import Host
from offleash.tables.live.table import OVER, Table
from offleash.tables.lobby.playtests import decision_times, record_playtest
from offleash.tables.log.entries import (
    OPEN,
    AnswerGiven,
    BotAssigned,
    GameStarted,
    LogEntry,
    MoveUndone,
    PlayerResigned,
    PlayerReturned,
    SeatTaken,
    WordAdded,
)
from offleash.tables.log.sqlite import SqliteStore
from offleash.tools.errors import OffleashError
from offleash.web.cookies import COOKIE
from offleash.web.supervisor import Settings
from tests.tables.lines import held_by, write_table
from tests.tables.sample_tables import NOW, move, pinned_facts, take
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving, visitor

KEY = "the-key-of-the-owner"


@pytest.fixture
def projects(tmp_path):
    new_project(tmp_path / "projects" / "mine", registry.load("digs"), "quick", "My yard")
    return tmp_path / "projects"


def played_table(playtest="mine"):
    """A finished table of three people, and its entries."""
    facts = pinned_facts("digs", [OPEN, OPEN, OPEN])
    table = Table(msgspec.structs.replace(facts, playtest=playtest, version=1))
    entries, rng = [], random.Random(3)
    for seat in range(3):
        entries.append(take(table, SeatTaken(seat, held_by(f"browser-{seat}"), f"Name {seat}")))
        entries.append(take(table, WordAdded(seat, f"{seat:032x}")))
    entries.append(take(table, table.begin()))
    while table.phase != OVER:
        entries.append(move(table, rng))
    return table, entries


def log_of(entries):
    return [LogEntry(seq, f"c{seq}", entry, NOW + seq) for seq, entry in enumerate(entries)]


def test_a_finished_game_is_a_file_of_the_project(projects):
    table, entries = played_table()
    record_playtest(projects, table, log_of(entries))
    (game,) = list_playtests(projects / "mine")
    assert (game.seats, game.people, game.version) == (["Name 0", "Name 1", "Name 2"], [0, 1, 2], 1)
    assert game.results == table.session.returns and game.pace == 1.0
    assert game.session().state.tobytes() == table.session.state.tobytes()
    assert len(game.seconds) == sum(entry.__class__.__name__ == "MovePlayed" for entry in entries)
    assert game.minutes == pytest.approx(len(game.seconds) / 60)
    delete_playtest(projects / "mine", game.name)
    record_playtest(projects, table, log_of(entries))  # by a worker that opens the table again
    assert list_playtests(projects / "mine") == []
    with pytest.raises(OffleashError, match="does not exist"):
        delete_playtest(projects / "mine", "../project")


def test_an_ordinary_table_or_a_project_that_is_gone_writes_nothing(projects):
    for playtest in ("", "other"):
        table, entries = played_table(playtest)
        record_playtest(projects, table, log_of(entries))
    assert sorted(path.name for path in projects.iterdir()) == ["mine"]
    assert list_playtests(projects / "mine") == []
    table, entries = played_table("..")
    with pytest.raises(OffleashError, match="not a plain file name"):
        record_playtest(projects, table, log_of(entries))


def test_time_counts_from_the_decision_before():
    table, entries = played_table()
    log = log_of(entries)
    slow = [
        msgspec.structs.replace(record, at=record.at + 5000 * (n > 8))
        for n, record in enumerate(log)
    ]
    times = [seconds for _, seconds in decision_times(table, slow)]
    assert times[:3] == [1.0, 1.0, 900.0]  # whoever takes longer was away
    undone = [*log[:8], LogEntry(8, "u", MoveUndone(0), NOW + 8), *log[9:]]
    assert decision_times(table, undone)[1][1] == 2.0


@pytest.mark.parametrize("absence", [BotAssigned(0, "medium", by=1), PlayerResigned(0, "medium")])
def test_decisions_of_a_bot_for_a_player_are_not_the_players(absence):
    table, entries = played_table()
    log = log_of(entries)
    start = next(n for n, record in enumerate(log) if isinstance(record.entry, GameStarted)) + 1
    gone = [*log[:start], LogEntry(start, "gone", absence, NOW + start)]
    people = decision_times(table, log)
    others = [(seat, seconds) for seat, seconds in people if seat != 0]
    assert 0 < len(others) < len(people)
    assert decision_times(table, [*gone, *log[start:]]) == others
    back = LogEntry(start, "back", PlayerReturned(0), NOW + start)
    assert decision_times(table, [*gone, back, *log[start:]]) == people


@pytest.fixture
def site(projects, tmp_path):
    table, entries = played_table()
    keys = write_table(tmp_path, table.facts, entries)
    settings = Settings(projects=str(projects), owner=KEY, pace=0.0)
    with serving(make_site_app(SqliteStore(tmp_path / "tables.sqlite"), settings)) as url:
        yield url, keys


def until(condition):
    end = time.monotonic() + TIMEOUT_S
    while not (result := condition()):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
    return result


def test_players_answer_two_questions(site, projects):
    url, keys = site
    at = "/table/a-table/questions"
    with visitor(url, cookies={COOKIE: keys.sign("browser-0")}) as player, visitor(url) as guest:
        assert at in player.get("/table/a-table").text
        assert guest.get(at).status_code == 403
        for wrong in ({}, {"rating": "6"}, {"rating": "x"}, {"rating": "3", "line": "x" * 301}):
            assert player.post(at, data=wrong).status_code == 422
        assert player.post(at, data={"rating": "2", "line": "too long"}).status_code == 303
        answer = {"rating": "5", "line": "More <b>bones</b>"}
        assert player.post(at, data=answer).status_code == 303
        assert "More &lt;b&gt;bones&lt;/b&gt;" in player.get(f"{at}?done").text
        (game,) = until(lambda: [g for g in list_playtests(projects / "mine") if g.rating == 5])
        assert [(a.seat, a.rating, a.line) for a in game.answers] == [(0, 5, "More <b>bones</b>")]
        assert list(game.agreed) == []  # nobody is modelled who did not tick it
        assert player.post(at, data={**answer, "agreed": "on"}).status_code == 303
        (game,) = until(lambda: [g for g in list_playtests(projects / "mine") if g.agreed])
        assert list(game.agreed) == [0]
        assert 'name="agreed" checked' in player.get(at).text


def test_the_last_answer_is_in_the_last_file(tmp_path):
    table, entries = played_table()
    write_table(tmp_path, table.facts, entries)
    begun, overtaken, written = threading.Event(), threading.Event(), []

    def record(table, entries):
        count = len(table.answers)
        if count == 1:
            begun.set()
            overtaken.wait(0.1)
        elif count == 2:
            overtaken.set()
        written.append(count)

    async def answer():
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.open()
        host = Host(store)
        host.on_over = record
        live = await host.table("a-table")
        await asyncio.to_thread(until, lambda: written)  # as after a worker was killed
        for seat in range(2):
            entry = AnswerGiven(seat, 3)
            await host.carry_out(live, f"answer-{seat}", lambda _, entry=entry: entry)
            await asyncio.to_thread(begun.wait, TIMEOUT_S)
        await asyncio.to_thread(until, lambda: len(written) == 3)
        await host.close()
        await store.close()

    asyncio.run(answer())
    assert written == [0, 1, 2]


def test_the_owner_says_that_a_table_is_a_playtest(site, projects):
    url, _ = site
    with visitor(url) as owner:
        owner.get(f"/owner/{KEY}")
        assert 'name="playtest"' in owner.get("/new/digs?project=mine").text
        assert 'name="playtest"' not in owner.get("/new/digs").text
        form = {"name": "Ann", "seat0": "me", "seat1": "greedy", "project": "mine"}
        for fields, link in (({"playtest": "yes"}, True), ({}, False)):
            table = owner.post("/new/digs", data={**form, **fields}).headers["location"]
            assert (f"{table}/questions" in owner.get(table).text) is link
