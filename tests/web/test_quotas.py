"""Fair shares of browsers and addresses, by a clock that the test sets."""

import pickle
import re
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from offleash.tools.errors import OffleashError
from offleash.web import quotas
from offleash.web.frame import make_app
from offleash.web.quotas import (
    DEFAULT_QUOTAS,
    Client,
    FairShares,
    Quota,
    TooManyRequests,
    parse_quotas,
)
from tests.web.serving import connect_websocket, serving, visitor

ANN, BEN = Client("ann", "192.0.2.1"), Client("ben", "192.0.2.1")
CLEO = Client("cleo", "192.0.2.2")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def shares_with(clock: Clock | None = None, **counts: tuple[int, int]) -> FairShares:
    return FairShares({n: Quota(*c, n) for n, c in counts.items()}, clock or Clock())


def uses(shares: FairShares, client: Client, times: int) -> int:
    """How many of so many uses are allowed."""
    allowed = 0
    for _ in range(times):
        try:
            shares.use(client, "tables")
            allowed += 1
        except TooManyRequests:
            pass
    return allowed


def test_a_browser_gets_its_quota_and_then_what_time_gives_back():
    clock = Clock()
    shares = shares_with(clock, tables=(6, 60))
    assert uses(shares, ANN, 100) == 6
    with pytest.raises(
        TooManyRequests, match="too many tables; try again in 10 seconds"
    ) as refusal:
        shares.use(ANN, "tables")
    clock.now += refusal.value.retry_after
    assert uses(shares, ANN, 100) == 1
    clock.now += 3600
    assert uses(shares, ANN, 100) == 6


def test_an_address_has_a_larger_quota_for_all_its_browsers():
    shares = shares_with(tables=(3, 60), address=(2, 0))
    fresh = [Client(f"browser {n}", ANN.address) for n in range(10)]
    assert sum(uses(shares, client, 3) for client in fresh) == 6
    assert uses(shares, CLEO, 10) == 3


def test_this_machine_and_the_owner_have_no_quota_of_an_address():
    shares = shares_with(tables=(3, 60), address=(1, 0))
    assert [uses(shares, Client(name, ""), 5) for name in "abc"] == [3, 3, 3]
    assert uses(shares, Client("owner", "192.0.2.3", is_owner=True), 50) == 50


def test_browsers_without_a_cookie_share_what_their_address_has():
    shares = shares_with(tables=(3, 60), address=(2, 0))
    stranger, local = Client("", ANN.address), Client("", "")
    assert uses(shares, stranger, 10) == 6 and uses(shares, ANN, 10) == 0
    assert uses(shares, local, 10) == 6 and uses(shares, Client("local", ""), 10) == 3


def test_a_refused_use_costs_nothing():
    clock = Clock()
    shares = shares_with(clock, tables=(3, 60), address=(1, 0))
    assert uses(shares, ANN, 3) == 3
    assert uses(shares, BEN, 100) == 0  # the address has no more
    clock.now += 60
    assert uses(shares, BEN, 100) == 3


def test_one_large_use_fits_and_is_paid_for():
    clock = Clock()
    shares = shares_with(clock, uploads=(100, 10))
    shares.use(ANN, "uploads", 500)
    for seconds in (1, 39):
        with pytest.raises(TooManyRequests):
            shares.use(ANN, "uploads", 1)
        clock.now += seconds
    clock.now += 1
    shares.use(ANN, "uploads", 1)


def test_things_at_the_same_time_are_counted_while_they_last():
    shares = shares_with(sockets=(1, 0), address=(2, 0))
    with shares.hold(ANN, "sockets"), shares.hold(BEN, "sockets"):
        for client in (ANN, Client("dario", ANN.address)):
            with pytest.raises(TooManyRequests), shares.hold(client, "sockets"):
                pass
    with shares.hold(ANN, "sockets"):
        pass
    with pytest.raises(TooManyRequests):
        shares.check_count(ANN, "sockets", 1)


def test_memory_stays_bounded(monkeypatch):
    monkeypatch.setattr(quotas, "MAX_CLIENTS", 10)
    shares = shares_with(tables=(2, 60))
    assert uses(shares, ANN, 3) == 2
    for number in range(100):
        shares.use(Client(f"browser {number}", ""), "tables")
    assert len(pickle.dumps(shares)) < 1000  # a hundred names take far more
    assert uses(shares, ANN, 1) == 0  # who used most is remembered longest


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "20010db800010002::/64"),
        ("2001:db8:1:2::9", "20010db800010002::/64"),
        ("fe80::1%eth0", "fe80000000000000::/64"),
        ("testclient", ""),
        ("", ""),
    ],
)
def test_an_address_is_an_ipv4_host_or_an_ipv6_network(host, network):
    assert quotas.network_of(host) == network


def test_limits_are_settings():
    changed = parse_quotas(["tables=3/7", "sockets=4", "advice=off"])
    assert (changed["tables"].count, changed["tables"].seconds) == (3, 7)
    assert changed["sockets"].count == 4 and "advice" not in changed
    assert changed["futures"] == DEFAULT_QUOTAS["futures"]


def test_the_guide_lists_every_limit_with_its_default():
    guide = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([0-9/]+) \| (.*?) \|$", guide, re.MULTILINE)
    assert rows == [(name, str(quota), quota.text) for name, quota in DEFAULT_QUOTAS.items()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("tables=3", "write COUNT/SECONDS or off"),
        ("sockets=3/7", "write COUNT or off"),
        ("tables=0/7", "write COUNT/SECONDS or off"),
        ("tables=3/0", "write COUNT/SECONDS or off"),
        ("tables", "write COUNT/SECONDS or off"),
        ("dogs=3", "'dogs' is not one of the limits requests, tables"),
    ],
)
def test_a_wrong_limit_is_an_error_that_names_it(text, reason):
    with pytest.raises(OffleashError, match=f"^--limit {text}: {reason}"):
        parse_quotas([text])


async def hello(request):
    return PlainTextResponse("hello")


async def talk(websocket):
    await websocket.accept()
    await websocket.close()


def test_a_flood_is_answered_with_429_and_when_to_try_again():
    routes = [Route("/", hello), WebSocketRoute("/talk", talk)]
    app = make_app(
        routes, quotas={"requests": Quota(3, 100_000, "requests"), "address": Quota(1, 0, "")}
    )
    with serving(app) as url, visitor(url) as guest:
        assert [guest.get("/").status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = guest.get("/")
        assert int(answer.headers["retry-after"]) > 30_000
        assert answer.text.startswith("Too many requests; try again in 33,3")
        assert answer.headers["x-frame-options"] == "DENY"
        with pytest.raises(InvalidStatus) as refusal:
            connect_websocket(url, "/talk")
        assert refusal.value.response.status_code == 429
