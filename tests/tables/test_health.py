"""What a load balancer and a person on call ask a site with tables."""

import pytest
from starlette.responses import Response

from offleash.tables import site
from offleash.tables.log.sqlite import SqliteStore
from offleash.tables.log.store import StoreUnavailable
from offleash.web.owner import set_owner_key
from tests.tables.site import make_site
from tests.web.serving import serving, visitor


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    app = make_site(SqliteStore(tmp_path_factory.mktemp("health") / "tables.sqlite"))
    set_owner_key(app, "a key")
    with serving(app) as url, visitor(url) as guest:
        yield app, guest


def test_a_site_is_healthy_and_ready(served):
    _, guest = served
    assert (guest.get("/healthz").status_code, guest.get("/healthz").text) == (200, "ok\n")
    answer = guest.get("/readyz")
    report = answer.json()
    assert answer.status_code == 200 and report["ready"]
    assert report["database"] == "answers" and report["bots"] == 0
    assert report["rules"]["dog"] == 1.0


async def full_disk():
    return 5_000_000, 1_900_000


async def no_answer(*arguments):
    raise StoreUnavailable("the database can't be reached (timeout)")


@pytest.mark.parametrize(
    ("part", "break_it", "reason"),
    [
        ("database", lambda app: (app.state.host.store, "owners", no_answer), "can't be reached"),
        (
            "rules",
            lambda app: (site, "ready_shares", lambda _: {"dog": 0.5}),
            "no game is compiled",
        ),
        ("database", lambda app: (app.state.host.store, "check_writing", no_answer), "reached"),
        ("disk", lambda app: (app.state.host.store, "space", full_disk), "the disk is full: 1 MB"),
        ("bots", lambda app: (type(app.state.host.thinkers), "waiting", 51), "51 decisions"),
    ],
)
def test_what_is_missing_makes_it_unready_but_healthy(served, monkeypatch, part, break_it, reason):
    app, guest = served
    monkeypatch.setattr(site, "WRITING_INTERVAL_S", 0.0)
    monkeypatch.setattr(*break_it(app))
    answer = guest.get("/readyz")
    assert answer.status_code == 503 and not answer.json()["ready"]
    assert reason in answer.json()[part]
    assert guest.get("/healthz").status_code == 200


def test_whoever_asks_whether_it_is_ready_writes_hardly_anything(served, monkeypatch):
    app, guest = served
    writes = []

    async def write(at):
        writes.append(at)

    monkeypatch.setattr(app.state.host.store, "check_writing", write)
    assert {guest.get("/readyz").status_code for _ in range(40)} == {200}
    assert len(writes) <= 2


def test_only_the_owner_sees_the_figures(served):
    app, guest = served
    assert guest.get("/metrics").status_code == 403
    app.state.metrics.count("moves_total", "bot")
    greeting = Response()
    app.state.keys.remember_owner(greeting, is_secure=False)
    guest.headers["cookie"] = greeting.headers["set-cookie"].partition(";")[0]
    answer = guest.get("/metrics")
    assert answer.status_code == 200
    assert 'offleash_moves_total{by="bot"} 1\n' in answer.text
