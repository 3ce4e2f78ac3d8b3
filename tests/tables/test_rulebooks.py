"""The rulebook of a table: under its options, opened at the decision at hand."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import anyio.to_thread
import httpx
import pytest

from offleash.contract.text.rulebook_template import read_rulebook
from offleash.paper.rulebook.book import make_book
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.rulebooks import rulebook, rules_pages
from offleash.web.headers import STANDALONE_POLICY
from tests.tables.site import make_site
from tests.tables.test_lobby import Site, create_table
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving, visitor

EXPANSION = {"preset": "expansion", "o.extra_tiles": "true"}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = make_site(SqliteStore(tmp_path_factory.mktemp("books") / "tables.db"), pace=0.0)
    with serving(app) as url:
        yield Site(url, app)


def test_the_book_opens_at_the_section_of_the_decision(site, monkeypatch):
    threads = []

    def read(*arguments, **settings):
        threads.append(threading.current_thread().name)
        return read_rulebook(*arguments, **settings)

    monkeypatch.setattr("offleash.games.secret_mission.text.rulebook.read_rulebook", read)
    with visitor(site.url) as guest, visitor(site.url) as stranger:
        table, links = create_table(guest, "secret-mission", **EXPANSION)
        session = site.look(table).session
        words = session.game.notation.field_words["phase"]
        phase = words[int(session.state["phase"][0])]
        place = guest.get(f"/table/{table}/rulebook/here").headers["location"]
        assert threads == ["rulebooks_0"]  # not the event loop's
        chapters = session.game.notation.rulebook(session.options).chapters
        (chapter,) = (chapter for chapter in chapters if phase in chapter.phases)
        assert place == f"/table/{table}/rulebook#{chapter.title.lower().replace(' ', '-')}"
        answer = guest.get(f"/table/{table}/rulebook")
        assert answer.status_code == 200 and "36 tiles" in answer.text
        assert f'id="{place.partition("#")[2]}"' in answer.text
        assert answer.headers["content-security-policy"] == STANDALONE_POLICY
        assert f'href="/table/{table}/rulebook/here"' in guest.get(f"/table/{table}").text
        for path in ("rulebook", "rulebook/here"):
            assert stranger.get(f"/table/{table}/{path}").status_code == 403
        assert stranger.get(f"{links['watch']}/rulebook").text == answer.text
        assert stranger.get("/watch/x/rulebook").status_code == 404
        assert threads.count("rulebooks_0") == 1  # all of them read one book


def test_visitors_share_the_making_of_a_book_and_hold_no_thread():
    threads, is_free = [], threading.Event()

    def make(name, data):
        threads.append(threading.current_thread().name)
        assert is_free.wait(TIMEOUT_S)
        if len(threads) == 1:
            raise OSError("no fonts")
        return rulebook.TableBook("the page", {})

    async def visit():
        books = rulebook.Books()
        visits = [asyncio.create_task(books.get(make, "digs", b"")) for _ in range(45)]
        while not threads:
            await asyncio.sleep(0.001)
        assert anyio.to_thread.current_default_thread_limiter().borrowed_tokens == 0
        visits.pop().cancel()  # who leaves takes the book from nobody
        is_free.set()
        failures = await asyncio.gather(*visits, return_exceptions=True)
        assert {str(failure) for failure in failures} == {"no fonts"}
        assert (await books.get(make, "digs", b"")).page == "the page"  # a failure is not kept
        assert await books.get(make, "digs", b"") is await books.get(make, "digs", b"")
        books.close()

    asyncio.run(visit())
    assert threads == ["rulebooks_0"] * 2


def test_the_first_visitors_of_a_rules_page_share_its_making(site, monkeypatch):
    threads, is_free = [], threading.Event()

    def make(game, options):
        threads.append(threading.current_thread().name)
        assert is_free.wait(TIMEOUT_S)
        return make_book(game, options)

    monkeypatch.setattr(rules_pages, "make_book", make)
    rules_pages.book_chapters.cache_clear()
    with ThreadPoolExecutor(6) as guests, visitor(site.url) as guest:
        address = f"{site.url}/rules/domidog/book"
        visits = [guests.submit(httpx.get, address, timeout=TIMEOUT_S) for _ in range(6)]
        while not threads:
            assert guest.get("/rules/domidog").status_code == 200  # nobody else waits
        is_free.set()
        assert {visit.result(TIMEOUT_S).status_code for visit in visits} == {200}
    assert threads == ["rulebooks_0"]
