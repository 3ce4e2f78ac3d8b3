"""The studio is the owner's: guests, foreign pages and forged cookies get nothing."""

import asyncio
import re

import pytest

from offleash.tables.log.addresses import owner_key
from offleash.web.cookies import COOKIE, OWNER_COOKIE
from tests.studio.owner_site import KEY, make_app, owner
from tests.web.serving import serving, visitor

ADDRESSES = [
    ("GET", "/studio"),
    ("POST", "/studio"),
    ("GET", "/studio/mine"),
    ("GET", "/studio/mine/overview"),
    ("POST", "/studio/mine/overview"),
    ("GET", "/studio/mine/overview/board.svg"),
    ("GET", "/studio/mine/overview/image"),
    ("GET", "/studio/mine/playtests"),
    ("POST", "/studio/mine/playtests"),
    ("POST", "/studio/mine/playtests/comparison"),
    ("GET", "/studio/mine/playtests/mine.txt"),
    ("GET", "/studio/mine/history"),
    ("POST", "/studio/mine/history"),
    ("GET", "/studio/mine/history/board.svg"),
    ("GET", "/studio/mine/boards/summary.json"),
    ("GET", "/studio/mine/boards/summary.json/board"),
    ("POST", "/studio/mine/boards/summary.json/board"),
    ("GET", "/studio/mine/boards/summary.json/board.txt"),
    ("POST", "/studio/mine/boards/summary.json/check"),
    ("GET", "/studio/mine/boards/summary.json/digest"),
    ("POST", "/studio/mine/boards/summary.json/merge"),
    ("GET", "/studio/mine/digest"),
    ("POST", "/studio/mine/merge"),
    ("POST", "/studio/mine/boards/summary.json/draft"),
    ("DELETE", "/studio/mine/boards/summary.json/draft"),
    ("POST", "/studio/mine/boards/summary.json/trial"),
    ("GET", "/studio/mine/rule-sets/summary.json"),
    ("POST", "/studio/mine/rule-sets/summary.json"),
    ("POST", "/studio/mine/rule-sets/summary.json/check"),
    ("GET", "/studio/mine/compare"),
    ("POST", "/studio/mine/compare"),
    ("GET", "/studio/mine/compare/board.svg"),
    ("GET", "/studio/mine/compare/mine"),
    ("GET", "/studio/mine/board"),
    ("POST", "/studio/mine/board"),
    ("GET", "/studio/mine/board.txt"),
    ("POST", "/studio/mine/check"),
    ("POST", "/studio/mine/draft"),
    ("DELETE", "/studio/mine/draft"),
    ("POST", "/studio/mine/trial"),
    ("GET", "/studio/mine/rules"),
    ("POST", "/studio/mine/rules"),
    ("POST", "/studio/mine/rules/check"),
    ("GET", "/studio/mine/cards"),
    ("GET", "/studio/mine/cards/chance_cards/file"),
    ("POST", "/studio/mine/cards/chance_cards/file"),
    ("POST", "/studio/mine/cards/chance_cards/check"),
    ("POST", "/studio/mine/cards/chance_cards/csv"),
    ("POST", "/studio/mine/cards/chance_cards/draft"),
    ("DELETE", "/studio/mine/cards/chance_cards/draft"),
    ("GET", "/studio/mine/paper"),
    ("POST", "/studio/mine/paper/plan"),
    ("POST", "/studio/mine/paper/print"),
    ("GET", "/studio/mine/rulebook"),
    ("POST", "/studio/mine/rulebook/pdf"),
    ("GET", "/lab"),
    ("POST", "/lab"),
    ("POST", "/lab/choices"),
    ("GET", "/lab/runs"),
    ("GET", "/lab/runs/mine"),
    ("POST", "/lab/runs/mine/stop"),
    ("POST", "/lab/runs/mine/go-on"),
    ("POST", "/lab/runs/mine/remove"),
    ("GET", "/lab/compare"),
    ("GET", "/lab/mine"),
    ("GET", "/lab/mine/report"),
    ("GET", "/lab/mine/files/summary.json"),
    ("GET", "/studio/mine/paper"),
    ("POST", "/studio/mine/paper/plan"),
    ("POST", "/studio/mine/paper/print"),
    ("GET", "/studio/mine/rulebook"),
    ("POST", "/studio/mine/rulebook/pdf"),
]
NAMES = {"{file}": "summary.json", "{deck}": "chance_cards"}  # where it is not called mine


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = make_app(tmp_path_factory.mktemp("owned"))
    with serving(app) as url:
        yield app, url


def addresses_of(app):
    return {
        (method, re.sub(r"{\w+}", lambda part: NAMES.get(part[0], "mine"), route.path))
        for route in app.routes
        if getattr(route, "path", "").startswith(("/studio", "/lab"))
        for method in route.methods - {"HEAD"}
    }


def test_every_address_of_the_studio_is_tried(site):
    app, _ = site
    assert addresses_of(app) == set(ADDRESSES)


@pytest.mark.parametrize(("method", "address"), ADDRESSES)
def test_guests_are_refused(site, method, address):
    _, url = site
    with visitor(url) as guest:
        answer = guest.request(method, address, headers={"accept": "application/json"})
        assert answer.status_code == 403
        assert answer.json()["sentence"].startswith("Only the owner can do this")
        assert "Only the owner can do this" in guest.request(method, address).text


def test_a_foreign_page_can_use_no_owner(site):
    _, url = site
    with owner(url) as browser:
        for method, address in ADDRESSES:
            if method != "GET":
                for origin in ("http://elsewhere.example", "null", ""):
                    answer = browser.request(method, address, headers={"origin": origin})
                    assert answer.status_code == 403
                    assert "did not come from a page of this site" in answer.json()["sentence"]


def test_only_the_key_opens_the_door(site):
    _, url = site
    with visitor(url) as guest:
        for wrong in ("x", KEY[:-1], KEY + "x", "%C3%BC"):
            assert guest.get(f"/owner/{wrong}").status_code == 403
        assert guest.post("/owner", data={"key": "ü"}).status_code == 403
        assert "password" in guest.get("/owner").text
        assert OWNER_COOKIE not in guest.cookies
        answer = guest.post("/owner", data={"key": f" {KEY} "})
        assert answer.status_code == 303 and guest.get("/studio").status_code == 200
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=lax" in cookie and KEY not in cookie


def test_neither_a_seat_nor_a_changed_cookie_is_a_key(site):
    app, url = site
    with owner(url) as browser:
        good = browser.cookies[OWNER_COOKIE]
    seat = app.state.keys.sign("someone")
    for forged in (seat, good[:-2] + ("AA" if good[-2:] != "AA" else "BB"), "x" + good, ""):
        with visitor(url, cookies={OWNER_COOKIE: forged, COOKIE: seat}) as guest:
            assert guest.get("/studio").status_code == 403


def test_the_way_to_the_studio_is_shown_to_its_owner_alone(site):
    _, url = site
    with visitor(url) as guest, owner(url) as browser:
        assert 'href="/studio"' not in guest.get("/").text
        assert 'href="/studio"' in browser.get("/", headers={"accept": "text/html"}).text


def test_a_new_owner_key_locks_out_earlier_owners(tmp_path):
    database = tmp_path / "tables.db"
    with serving(make_app(tmp_path)) as url, owner(url) as browser:
        former = dict(browser.cookies)
    with serving(make_app(tmp_path, key="another")) as url, visitor(url, cookies=former) as client:
        assert client.get("/studio").status_code == 200  # a restart alone changes nothing
    for _ in range(2):
        asyncio.run(owner_key(str(database), is_new=True))
        with serving(make_app(tmp_path)) as url:
            with visitor(url, cookies=former) as guest:
                assert guest.get("/studio").status_code == 403
            with owner(url) as browser:
                assert browser.get("/studio").status_code == 200
                former = dict(browser.cookies)


def test_the_studio_link_outlives_a_restart_and_a_new_owner_gets_another(tmp_path):
    database = str(tmp_path / "tables.db")
    first, again = (asyncio.run(owner_key(database, is_new=False)) for _ in range(2))
    newer = asyncio.run(owner_key(database, is_new=True))
    assert first == again != newer == asyncio.run(owner_key(database, is_new=False))
    assert asyncio.run(owner_key(str(tmp_path / "other.db"), is_new=False)) not in (first, newer)
    assert len(first) == 24


def test_without_a_key_nobody_is_the_owner(tmp_path):
    with serving(make_app(tmp_path, key="")) as url, visitor(url) as guest:
        assert guest.get("/owner/x").status_code == 403
        assert guest.post("/owner", data={"key": ""}).status_code == 403
        assert guest.get("/studio").status_code == 403
