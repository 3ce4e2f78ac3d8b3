"""Lines of pages to their table over real sockets, and all that a bad page may send."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from offleash.play.fair_luck import promise_of
from offleash.tables.live.connection import PageConnection
from offleash.tables.log.entries import OPEN, SeatTaken
from offleash.tables.log.sqlite import SqliteStore
from offleash.web.cookies import COOKIE, Keys
from tests.tables.lines import held_by, open_line, write_table
from tests.tables.sample_tables import pinned_facts
from tests.tables.site import make_site
from tests.timeouts import TIMEOUT_S
from tests.web.serving import connect_websocket, serving

SEAT, WATCH = "/table/a-table/socket", f"/watch/{'w' * 32}/socket"


def served_table(folder):
    """Ann and Ben at Secret Mission; (address, keys)."""
    facts = pinned_facts("secret-mission", [OPEN, OPEN])
    entries = [SeatTaken(0, held_by("ann"), "Ann"), SeatTaken(1, held_by("ben"), "Ben")]
    keys = write_table(folder, facts, entries)
    with serving(make_site(SqliteStore(folder / "tables.sqlite"), pace=0.0)) as url:
        yield url, keys


@pytest.fixture
def site(tmp_path):
    yield from served_table(tmp_path)


@pytest.fixture(scope="module")
def unchanged_site(tmp_path_factory):
    """The same for tests in which nothing happens at the table."""
    yield from served_table(tmp_path_factory.mktemp("site"))


def begin(*pages):
    for page in pages:
        page.read()
        page.ask("promise", promise=promise_of("a" * 32))
    for page in pages:
        page.ask("word", word="a" * 32)
    for page in pages:
        while page.show["phase"] != "playing":
            page.read()


def test_two_pages_at_one_table_see_the_same(site):
    url, keys = site
    with (
        open_line(url, SEAT, keys, "ann") as ann,
        open_line(url, SEAT, keys, "ben") as ben,
        open_line(url, WATCH) as watcher,
    ):
        begin(ann, ben)
        for _ in range(6):
            page = ann if ann.show["actor"] == 0 else ben
            assert page.play(page.show["choices"][0]["action"])["is"] == "done"
            seq = page.until(lambda m: m["is"] == "show")["seq"]
            for visitor in (ann, ben, watcher):
                while visitor.show.get("seq", 0) < seq:
                    visitor.read()
        shows = [page.show for page in (ann, ben, watcher)]
        assert len({(show["seq"], show["at"], show["actor"]) for show in shows}) == 1
        assert len({json.dumps(show["seats"]) for show in shows}) == 1
        assert [show["you"] for show in shows] == [0, 1, -1]
        assert watcher.show["choices"] == [] and watcher.show["fate"]["seed"] == ""
        assert "".join(watcher.chunks).startswith("<svg") and "</svg>" in watcher.chunks[-1]


def test_a_move_does_not_wait_for_routes(tmp_path):
    facts = pinned_facts("secret-mission", [OPEN, OPEN])
    entries = [SeatTaken(0, held_by("ann"), "Ann"), SeatTaken(1, held_by("ben"), "Ben")]
    keys = write_table(tmp_path, facts, entries)
    app = make_site(SqliteStore(tmp_path / "tables.sqlite"), pace=0.0)

    async def search(table, owner):
        await asyncio.Event().wait()

    with (
        serving(app) as url,
        open_line(url, SEAT, keys, "ann") as ann,
        open_line(url, SEAT, keys, "ben") as ben,
    ):
        app.state.host.thinkers.list_routes = search
        begin(ann, ben)
        page = ann if ann.show["actor"] == 0 else ben
        for _ in range(20):  # it is one request, sent again
            page.line.send(json.dumps({"do": "routes", "id": "the-same-one"}))
        assert page.play(page.show["choices"][0]["action"])["is"] == "done"


def test_stale_repeated_and_foreign_moves_are_refused(site):
    url, keys = site
    with open_line(url, SEAT, keys, "ann") as ann, open_line(url, SEAT, keys, "ben") as ben:
        begin(ann, ben)
        mover, other = (ann, ben) if ann.show["actor"] == 0 else (ben, ann)
        at, action = mover.show["at"], mover.show["choices"][0]["action"]
        assert "turn" in other.ask("move", at=at, action=action)["why"]
        assert mover.ask("move", "the-same", at=at, action=action)["is"] == "done"
        assert mover.ask("move", "the-same", at=at, action=action)["is"] == "done"
        assert "gone on" in mover.ask("move", at=at, action=action)["why"]
        while other.show["at"] == at:
            other.read()
        assert "is not an action" in other.play("<script>")["why"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("", 1007),
        ("{", 1007),
        ("null", 1007),
        ('{"do":"move"}', 1007),
        ('{"do":"rule","id":"12345678"}', 1007),
        ('{"do":"move","id":"12345678","at":-1,"action":"x"}', 1007),
        ('{"do":"move","id":"12345678","at":1e99,"action":"x"}', 1007),
        ('{"do":"move","id":"12345678","at":0,"action":"x","more":1}', 1007),
        ('{"do":"move","id":"1","at":0,"action":"x"}', 1007),
        ('{"do":"word","id":"12345678","word":"' + "z" * 32 + '"}', 1007),
        ("[" * 8000, 1007),
        ('{"a":' * 1600, 1007),
        ('{"do":"undo","id":"12345678","at":"\\ud800"}', 1007),
        (b"\x00\x01", 1003),
        ("x" * 8193, 1009),
        ("x" * 100_000, 1009),
    ],
)
def test_an_invalid_request_closes_the_connection(unchanged_site, frame, code):
    url, keys = unchanged_site
    with open_line(url, SEAT, keys, "ann") as ann:
        ann.read()
        ann.line.send(frame)
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            while True:
                ann.read()
        assert closed.value.rcvd.code == code
    with open_line(url, SEAT, keys, "ann") as ann:  # and nothing else is lost by it
        assert ann.read()["is"] == "show"


def test_forged_and_foreign_cookies_have_no_seat(unchanged_site):
    url, keys = unchanged_site
    foreign_keys = Keys(b"another key, not the one of this")
    forged = [
        {"Cookie": f"{COOKIE}={foreign_keys.sign('ann')}"},
        {"Cookie": f"{COOKIE}=ann"},
        {"Cookie": f"{COOKIE}={keys.sign('ann')[:-1]}"},
        {"Cookie": f"{COOKIE}={keys.sign('eve')}"},
        {},
    ]
    for headers in forged:
        with connect_websocket(url, SEAT, additional_headers=headers) as line:
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(TIMEOUT_S)
            assert closed.value.rcvd.code == 4003


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "null", None])
def test_pages_of_other_sites_are_turned_away(unchanged_site, origin):
    url, keys = unchanged_site
    with pytest.raises(InvalidStatus) as error, open_line(url, SEAT, keys, "ann", origin=origin):
        pass
    assert error.value.response.status_code == 403


@pytest.mark.parametrize(
    "path",
    ["/table/nothing/socket", "/watch/nothing/socket", "/table/%00/socket", "/watch/%00%ff/socket"],
)
def test_links_that_lead_nowhere_say_so(unchanged_site, path):
    url, keys = unchanged_site
    with open_line(url, path, keys, "ann") as visitor:
        with pytest.raises(ConnectionClosed) as closed:
            visitor.read()
        assert closed.value.rcvd.code == 4004


def test_a_connection_does_not_wait_for_the_compiler(tmp_path):
    """After an update a page comes back by itself, maybe before its game is ready again."""
    keys = write_table(
        tmp_path,
        pinned_facts("secret-mission", [OPEN, OPEN]),
        [SeatTaken(0, held_by("ann"), "Ann")],
    )
    app = make_site(SqliteStore(tmp_path / "tables.sqlite"))
    with serving(app) as url:
        app.state.warmth = lambda: {"secret-mission": 0.25}
        for path in (SEAT, WATCH):
            with open_line(url, path, keys, "ann") as early:
                with pytest.raises(ConnectionClosed) as closed:
                    early.read()
                assert closed.value.rcvd.code == 1013
        app.state.warmth = lambda: {"secret-mission": 1.0}
        for path in (SEAT, WATCH):
            with open_line(url, path, keys, "ann") as back:
                assert back.read()["phase"] == "gathering"


def test_spectators_can_do_nothing(unchanged_site):
    url, _ = unchanged_site
    with open_line(url, WATCH) as watcher:
        watcher.read()
        for do, fields in (
            ("promise", {"promise": "a" * 64}),
            ("word", {"word": "a" * 32}),
            ("routes", {}),
            ("moves", {"at": 0, "actions": ["at 0,0 E"]}),
            ("move", {"at": 0, "action": "at 0,0 E"}),
            ("undo", {"at": 0}),
            ("lend", {"seat": 0, "bot": "random"}),
            ("return", {}),
            ("stand-in", {"bot": "strong"}),
            ("chat", {"text": "hello"}),
            ("switch chat", {"is_on": True}),
            ("resign", {}),
            ("offer end", {}),
            ("decline end", {}),
            ("again", {}),
            ("advise", {}),
            ("look", {"actions": ["at 0,0 E"]}),
        ):
            assert watcher.ask(do, **fields)["is"] == "refused", do


def test_a_connection_that_the_server_cancels_leaves_no_task_behind():
    async def cancel_one():
        has_begun = asyncio.Event()

        async def receive():
            has_begun.set()
            await asyncio.Event().wait()

        socket, page = SimpleNamespace(receive=receive), SimpleNamespace()
        page.live, page.changed = None, asyncio.Event()
        connection = asyncio.create_task(PageConnection(None, socket, page).run())
        await has_begun.wait()
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)
        return asyncio.all_tasks() - {asyncio.current_task()}

    assert asyncio.run(cancel_one()) == set()
