"""A hostile client: hundreds of connections that send a byte at a time, or do not read."""

import asyncio
import socket
import subprocess
import sys
import time
from contextlib import suppress
from urllib.request import urlopen

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from offleash.web import protocol
from offleash.web.connections import OpenConnections, network_of
from offleash.web.protocol import TimedProtocol
from tests.timeouts import TIMEOUT_S
from tests.web.serving import connect_websocket, serving, visitor

HOSTILE = "127.0.0.2"  # another address of this machine
HEAD = b"Host: localhost\r\nx-dog: "


async def hello(request: Request) -> Response:
    return PlainTextResponse("woof")


async def refuse(request: Request) -> Response:
    """Answers before the body has come in."""
    return PlainTextResponse("no", 403)


async def flood(request: Request) -> Response:
    return PlainTextResponse("woof " * 2_000_000)


async def listen(socket: WebSocket) -> None:
    await socket.accept()
    with suppress(Exception):
        while True:
            await socket.receive_text()


@pytest.fixture
def site(monkeypatch):
    for name in ("HEADER", "BODY", "LEFTOVER", "READING", "CLOSING"):
        monkeypatch.setattr(protocol, f"{name}_TIMEOUT_S", 0.3)
    monkeypatch.setattr(TimedProtocol, "open_connections", OpenConnections())
    routes = [Route("/", hello), Route("/no", refuse, methods=["POST"]), Route("/flood", flood)]
    app = Starlette(routes=[*routes, WebSocketRoute("/ws", listen)])
    with serving(app, ws_ping_interval=0.2, ws_ping_timeout=0.2) as url:
        yield url


BODY = b"Content-Length: 100000\r\n\r\n"
SLOW = {
    "heads": b"GET / HTTP/1.1\r\n" + HEAD,
    "bodies of what is forbidden": b"POST /no HTTP/1.1\r\n" + HEAD + b"\r\n" + BODY,
    "bodies for no page": b"POST /nowhere HTTP/1.1\r\n" + HEAD + b"\r\n" + BODY,
    "bodies with a wrong method": b"DELETE / HTTP/1.1\r\n" + HEAD + b"\r\n" + BODY,
    "bodies of a GET": b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n" + BODY,
    "chunks": b"POST /no HTTP/1.1\r\n" + HEAD + b"\r\nTransfer-Encoding: chunked\r\n\r\n",
    "handshakes": b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" + HEAD,
    "empty lines": b"GET / HTTP/1.1\r\n" + HEAD + b"\r\n\r\n",
}
NEXT = {"chunks": b"1\r\nx\r\n", "empty lines": b"\r\n"}


async def send_slowly(url: str, first: bytes, byte: bytes) -> float:
    """Seconds until the site closes a connection on which a byte comes again and again."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port), local_addr=(HOSTILE, 0))
    began = time.monotonic()
    end = asyncio.create_task(reader.read())
    with suppress(OSError):
        writer.write(first)
        while not end.done():
            writer.write(byte)
            await asyncio.wait([end], timeout=0.05)
            assert time.monotonic() < began + TIMEOUT_S, "it is never closed"
    with suppress(OSError):
        await end
    writer.close()
    return time.monotonic() - began


@pytest.mark.parametrize("kind", SLOW)
def test_no_slow_sender_keeps_a_connection(site, kind):
    asyncio.run(send_slowly(site, SLOW[kind], NEXT.get(kind, b"x")))


def test_five_hundred_slow_senders_leave_room_for_others(site):
    async def attack() -> None:
        kinds = [(SLOW[kind], NEXT.get(kind, b"x")) for kind in SLOW]
        senders = [send_slowly(site, *kinds[n % len(kinds)]) for n in range(500)]
        await asyncio.gather(*senders)

    async def visit() -> list[int]:
        statuses = []
        while not ended.is_set():
            with visitor(site) as guest:
                answer = await asyncio.to_thread(guest.get, "/")
            statuses.append(answer.status_code)
        return statuses

    async def both() -> list[int]:
        visiting = asyncio.create_task(visit())
        try:
            await attack()
        finally:
            ended.set()
        return await visiting

    ended = asyncio.Event()
    statuses = asyncio.run(both())
    assert set(statuses) == {200}
    assert len(TimedProtocol.open_connections) <= 1


@pytest.mark.parametrize("path", ["/flood", "/"])
def test_who_does_not_read_is_not_waited_for(site, path):
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        host, port = site.removeprefix("http://").split(":")
        line.bind((HOSTILE, 0))
        line.connect((host, int(port)))
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        end = time.monotonic() + TIMEOUT_S
        while not len(TimedProtocol.open_connections):
            assert time.monotonic() < end
        while len(TimedProtocol.open_connections):
            assert time.monotonic() < end, "it waits for ever"
            time.sleep(0.01)


class Line:
    """A connection as it is counted."""

    def __init__(self, address, idle_since=None):
        self.address, self.idle_since, self.is_open = address, idle_since, True

    def abort(self):
        self.is_open = False


def test_the_connection_that_was_idle_longest_makes_room():
    lines = OpenConnections(in_all=4, of_address=2)
    old, new, busy = Line("192.0.2.1", 1.0), Line("192.0.2.1", 2.0), Line("192.0.2.2")
    for line in (old, new, busy):
        assert lines.admit(line)
    assert lines.admit(Line("192.0.2.1")) and not old.is_open and new.is_open  # of its address
    assert lines.admit(Line("192.0.2.3")) and len(lines) == 4
    assert lines.admit(Line("192.0.2.4")) and not new.is_open  # of all
    assert not lines.admit(Line("192.0.2.5")) and busy.is_open and len(lines) == 4
    lines.remove(busy)
    assert lines.admit(Line("192.0.2.5"))


def test_a_proxy_on_this_machine_may_have_any_number():
    lines = OpenConnections(in_all=100, of_address=2)
    assert all(lines.admit(Line("127.0.0.1")) for _ in range(100))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
    ],
)
def test_a_customer_of_ipv6_is_one_address(address, network):
    assert network_of(address) == network


def test_a_frame_that_never_ends_does_not_answer_pings(site):
    """Its page is given up as any that has gone, after the interval and the timeout of pings."""
    with connect_websocket(site, "/ws") as line:
        line.socket.sendall(b"\x81\xfe")  # a text frame whose length never comes
        end = time.monotonic() + TIMEOUT_S
        while len(TimedProtocol.open_connections):
            assert time.monotonic() < end, "it is never closed"
            time.sleep(0.01)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="Windows has no limit of descriptors")
def test_a_worker_survives_more_connections_than_it_has_descriptors():
    import resource

    limit = (64, 64)
    command = [sys.executable, "-m", "tests.web.supervised_site", "says_who", "1", ""]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),
    ) as running:
        link = running.stdout.readline().strip()
        address = link.removeprefix("http://").strip("/").split(":")
        with urlopen(link, timeout=TIMEOUT_S) as answer:
            worker = answer.read()
        lines = [
            socket.create_connection((address[0], int(address[1])), TIMEOUT_S, (HOSTILE, 0))
            for _ in range(300)
        ]
        for _ in range(3):
            with urlopen(link, timeout=TIMEOUT_S) as answer:
                assert answer.read() == worker
        for line in lines:
            line.close()
        running.terminate()
