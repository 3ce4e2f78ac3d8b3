"""A player removes their data: nothing of the person stays in the log, and the game goes on."""

from starlette.testclient import TestClient

from offleash.tables.live.table import Table
from offleash.tables.log.entries import (
    AnswerGiven,
    ChatSent,
    LogEntry,
    SeatTaken,
    SeatTransferred,
    encode,
)
from offleash.tables.log.sql import without_player
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.replays.tape import MAX_AGE_S, Tapes, account_of_table
from offleash.web.cookies import COOKIE, Keys, holder
from tests.tables.sample_tables import seated_table
from tests.tables.site import make_site
from tests.tables.test_store import address, database, new_facts, with_stores  # noqa: F401

SECRETS = ("ann", "Ann", "phone", "hello there", "I liked it")


def test_nothing_of_the_person_stays(address):  # noqa: F811
    facts = new_facts()
    entries = [
        SeatTaken(0, "ann", "Ann"),
        SeatTaken(1, "bob", "Bob"),
        ChatSent(0, "hello there"),
        ChatSent(1, "hi Bob here"),
        SeatTransferred(0, "phone"),
        AnswerGiven(0, 4, "I liked it"),
    ]

    async def test(store) -> None:
        await store.create(facts, [(f"c{n}", entry) for n, entry in enumerate(entries)])
        assert await store.forget("stranger") == []
        assert await store.forget("phone") == [facts.table]
        log = await store.entries(facts.table)
        assert [record.seq for record in log] == list(range(6))
        text = b"".join(encode(record.entry) for record in log).decode()
        assert not [secret for secret in SECRETS if secret in text]
        assert log[1].entry == entries[1] and log[3].entry == entries[3]
        assert log[5].entry == AnswerGiven(0, 4)
        assert await store.tables_of("phone") == []
        assert await store.forget("phone") == []

    with_stores(address, 1, test)


def test_a_game_goes_on_without_the_name():
    table = seated_table("domidog")
    log: list[LogEntry] = []
    again = Table(table.facts)
    for entry in [SeatTaken(0, "ann", "Ann"), SeatTaken(1, "bob", "Bob")]:
        log.append(LogEntry(len(log), f"c{len(log)}", entry, 0.0))
    changed = without_player([(record.seq, record.entry) for record in log], "ann")
    for record in log:
        again.apply(LogEntry(record.seq, record.command, changed.get(record.seq, record.entry), 0))
    assert [sitting.name for sitting in again.seats] == ["Player 1", "Bob"]
    assert again.seat_of("ann") == -1


def test_the_page_says_what_is_stored_and_removes_it(tmp_path):
    app = make_site(SqliteStore(tmp_path / "tables.sqlite"))
    with TestClient(app, base_url="http://localhost") as guest:
        keys: Keys = app.state.keys
        guest.cookies.set(COOKIE, keys.sign("ann"), domain="localhost.local")
        guest.headers["cookie"] = f"{COOKIE}={keys.sign('ann')}"
        facts = new_facts()
        store = app.state.host.store
        seat = SeatTaken(0, holder("ann"), "Ann")
        guest.portal.call(store.create, facts, [("c0", seat)])
        assert "At 1 table this browser" in guest.get("/your-data").text
        headers = {"origin": "http://localhost"}
        answer = guest.post("/your-data", headers=headers, follow_redirects=False)
        assert answer.status_code == 303 and f'{COOKIE}=""' in answer.headers["set-cookie"]
        [record] = guest.portal.call(store.entries, facts.table)
        assert record.entry.name == "Player 1" and holder("ann") not in record.entry.holder
        assert "At 0 tables" in guest.get("/your-data").text


def test_a_game_in_memory_is_read_again_after_a_while():
    now = [0.0]
    tapes = Tapes(clock=lambda: now[0])
    tape = account_of_table(seated_table("domidog").facts, [])
    tapes.put("game", tape)
    assert tapes.get("game") is tape
    now[0] = MAX_AGE_S + 1
    assert tapes.get("game") is None
