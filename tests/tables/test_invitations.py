"""Invitations: partners, links for the local network, QR codes; and tables that anyone may join."""

import re
import sqlite3
from html import unescape
from types import SimpleNamespace

import pytest
from starlette.datastructures import URL

from offleash.tables.lobby import invitations
from offleash.tables.log.entries import decode_facts
from offleash.tables.log.sqlite import SqliteStore
from tests.tables.sample_tables import seated_table
from tests.tables.site import make_site
from tests.web.serving import serving, visitor


def request_to(url, public_url="", network_url=""):
    state = SimpleNamespace(public_url=public_url, network_url=network_url)
    base = str(URL(url).replace(path="/"))
    return SimpleNamespace(url=URL(url), base_url=base, app=SimpleNamespace(state=state))


@pytest.mark.parametrize(
    ("url", "public", "network", "link"),
    [
        (
            "http://127.0.0.1:8380/x",
            "",
            "http://192.168.1.5:8380",
            "http://192.168.1.5:8380/join/a",
        ),
        (
            "http://localhost:8380/x",
            "",
            "http://192.168.1.5:8380",
            "http://192.168.1.5:8380/join/a",
        ),
        ("http://club.local/x", "", "http://192.168.1.5:8380", "http://club.local/join/a"),
        (
            "http://127.0.0.1/x",
            "https://dogs.example",
            "http://10.0.0.2",
            "https://dogs.example/join/a",
        ),
        ("http://127.0.0.1:8380/x", "", "", "http://127.0.0.1:8380/join/a"),
    ],
)
def test_a_link_works_for_others_where_it_can(url, public, network, link):
    request = request_to(url, public, network)
    assert invitations.share_address(request, "/join/a") == link
    assert invitations.is_local_only(request) == link.startswith("http://127.")


def test_partners_are_named():
    table = seated_table("dog")
    assert invitations.partners_of(table, 0) == "Blue (Name 2)"
    assert invitations.partners_of(seated_table("domidog"), 0) == ""


def test_a_qr_code_is_one_drawing_without_styles():
    code = str(invitations.qr_code("http://192.168.1.5:8380/join/" + "x" * 32))
    assert code.startswith("<svg") and "viewBox" in code
    assert "style" not in code and "class" not in code and "width=" not in code


# Tables that anyone may join


@pytest.fixture
def site(tmp_path):
    app = make_site(SqliteStore(tmp_path / "tables.db"), pace=0.0)
    with serving(app) as url:
        app.state.has_lobby = True
        yield url, app


def make_table(guest, **fields):
    seats = {"seat0": "me", "seat1": "open", "seat2": "open", "seat3": "greedy"}
    answer = guest.post("/new/dog", data={"sent": "yes", "name": "Anna <b>", **seats, **fields})
    assert answer.status_code == 303
    return answer.headers["location"]


def listed(guest):
    text = guest.get("/").text
    return re.findall(r'<a href="(/join/[^"]+)"><b><bdi>([^<]*)</bdi>', text)


def test_the_lobby_lists_public_tables_of_players_who_are_there(site):
    url, app = site
    with visitor(url) as anna, visitor(url) as ben:
        make_table(anna)
        assert listed(ben) == []
        path = make_table(anna, public="yes")
        assert listed(ben) == []  # nobody has opened it
        table = path.removeprefix("/table/")
        mark(app, table, 0)
        [(link, name)] = listed(ben)
        assert unescape(name) == "Anna <b>"
        page = ben.get(link).text
        assert "partner of <bdi>" in page and "QR code" in page
        assert ben.post(link, data={"name": "Ben", "seat": "1"}).status_code == 303
        assert len(listed(ben)) == 1
        app.state.has_lobby = False
        assert listed(ben) == [] and "Open tables" not in ben.get("/").text
        make_table(anna, public="yes")
        assert sum(facts.is_public for facts in all_facts(app)) == 1


def mark(app, table, seat):
    """As if a page were open there."""
    with sqlite3.connect(app.state.store.path) as database:
        database.execute("INSERT INTO presence VALUES (?, ?, 9e9)", (table, seat))


def all_facts(app):
    with sqlite3.connect(app.state.store.path) as database:
        return [decode_facts(text) for (text,) in database.execute("SELECT facts FROM tables")]


def test_open_seats_are_what_makes_a_table_public(site):
    url, app = site
    with visitor(url) as anna:
        make_table(anna, public="yes", seat1="greedy", seat2="greedy")
    assert [facts.is_public for facts in all_facts(app)] == [False]
