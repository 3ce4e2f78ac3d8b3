"""Limits at tables: a browser that wants too much gets 429 and a time, and the others play on."""

from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from offleash.play.fair_luck import promise_of
from offleash.tables.log.entries import OPEN, SeatTaken
from offleash.tables.log.sqlite import SqliteStore
from offleash.web.cookies import COOKIE
from offleash.web.quotas import Quota
from tests.tables.lines import held_by, open_line, write_table
from tests.tables.sample_tables import pinned_facts
from tests.tables.site import make_site
from tests.web.serving import serving, visitor

SEAT = "/table/a-table/socket"
LONG_S = 100_000  # however long a slow machine takes
NEW = {"seat0": "me", "seat1": "open", "name": "Ann"}
TRANSCRIPT = Path(__file__).parent.parent / "play" / "table.txt"


@contextmanager
def limited_site(folder, **counts):
    """Ann and Ben at a table of a site with these limits; (address, keys)."""
    facts = pinned_facts("secret-mission", [OPEN, OPEN])
    entries = [SeatTaken(0, held_by("ann"), "Ann"), SeatTaken(1, held_by("ben"), "Ben")]
    keys = write_table(folder, facts, entries)
    limits = {name: Quota(count, seconds, name) for name, (count, seconds) in counts.items()}
    app = make_site(SqliteStore(folder / "tables.sqlite"), pace=0.0, quotas=limits)
    with serving(app) as url:
        yield url, keys


def browser(url, keys, name):
    return visitor(url, cookies={COOKIE: keys.sign(name)})


def test_too_many_new_tables_get_429(tmp_path):
    site = limited_site(tmp_path, tables=(2, LONG_S))
    with site as (url, keys), browser(url, keys, "ann") as ann, browser(url, keys, "ben") as ben:
        answers = [ann.post("/new/secret-mission", data=NEW) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [303, 303, 429]
        assert int(answers[-1].headers["retry-after"]) > LONG_S / 3
        assert "Too many tables; try again in" in answers[-1].text
        assert ben.post("/new/secret-mission", data=NEW).status_code == 303


def test_unfinished_tables_are_limited(tmp_path):
    site = limited_site(tmp_path, open=(3, 0))
    with site as (url, keys), browser(url, keys, "ann") as ann:  # who has a table already
        answers = [ann.post("/new/secret-mission", data=NEW) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert answers[-1].headers["retry-after"] == "10"


def test_too_many_pages_and_messages_are_closed_with_a_reason(tmp_path):
    with limited_site(tmp_path, sockets=(1, 0), messages=(5, LONG_S)) as (url, keys):
        with open_line(url, SEAT, keys, "ann") as ann:
            ann.read()
            with open_line(url, SEAT, keys, "ann") as second:
                with pytest.raises(ConnectionClosed) as closed:
                    second.read()
                assert closed.value.rcvd.code == 1008
                assert closed.value.rcvd.reason == "too many sockets; try again in 10 seconds"
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
                for number in range(7):
                    ann.ask("why", id=f"many-{number:04}")
            assert closed.value.rcvd.code == 1008 and number == 5
            assert "too many messages" in closed.value.rcvd.reason
        with open_line(url, SEAT, keys, "ben") as ben:
            ben.read()
            assert ben.ask("why")["is"] == "reason"


def test_too_much_advice_is_refused_and_the_game_goes_on(tmp_path):
    site = limited_site(tmp_path, advice=(1, LONG_S))
    with (
        site as (url, keys),
        open_line(url, SEAT, keys, "ann") as ann,
        open_line(url, SEAT, keys, "ben") as ben,
    ):
        for page in (ann, ben):
            page.read()
            page.ask("promise", promise=promise_of("a" * 32))
        for page in (ann, ben):
            page.ask("word", word="a" * 32)
        for page in (ann, ben):
            while page.show["phase"] != "playing":
                page.read()
        page = ann if ann.show["actor"] == 0 else ben
        assert page.ask("advise")["is"] == "hints"
        assert "too many advice; try again in" in page.ask("advise")["why"]
        assert page.play(page.show["choices"][0]["action"])["is"] == "done"


def test_uploads_count_by_size_and_the_same_text_is_stored_once(tmp_path):
    site, text = limited_site(tmp_path, uploads=(50, LONG_S)), TRANSCRIPT.read_bytes()
    with site as (url, keys), browser(url, keys, "ann") as ann:
        answers = [ann.post("/replay", files={"transcript": ("a.txt", text)}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert answers[0].headers["location"] == answers[1].headers["location"]


def test_a_full_disk_refuses_new_tables_and_keeps_the_old_ones_playing(tmp_path):
    with limited_site(tmp_path, disk=(1_000_000_000, 0)) as (url, keys):
        with browser(url, keys, "ann") as ann:
            answer = ann.post("/new/secret-mission", data=NEW)
            assert answer.status_code == 503
            assert "There is no room for more right now; games in play go on" in answer.text
        with open_line(url, SEAT, keys, "ann") as page:
            page.read()
            assert page.ask("promise", promise=promise_of("a" * 32))["is"] == "done"
