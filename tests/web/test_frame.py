"""The frame of the site: what every answer carries, and how it refuses."""

import socket
from contextlib import suppress

import pytest
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import InvalidStatus

from offleash.tools.errors import OffleashError, Unavailable
from offleash.web import headers, protocol
from offleash.web.frame import make_app
from offleash.web.headers import MAX_BODY_BYTES, SECURITY, is_own_origin
from offleash.web.templates import page
from tests.timeouts import TIMEOUT_S
from tests.web.serving import connect_websocket, serving, visitor


async def hello(request):
    return page(request, "error.html", title="Hello", sentence=request.query_params["name"])


async def breaks(request):
    raise RuntimeError("a secret of the server")


async def bad_input(request):
    raise OffleashError("there is no <b>dog</b> here")


async def unavailable(request):
    raise Unavailable("the kennel does not answer")


async def raise_disconnect(request):
    raise ClientDisconnect


async def swallow(request):
    return PlainTextResponse(str(len(await request.body())))


async def echo(websocket):
    await websocket.accept()
    await websocket.send_text(await websocket.receive_text())
    await websocket.close()


ROUTES = [
    Route("/hello", hello),
    Route("/breaks", breaks),
    Route("/bad", bad_input),
    Route("/away", unavailable),
    Route("/left", raise_disconnect),
    Route("/swallow", swallow, methods=["POST"]),
    WebSocketRoute("/echo", echo),
]


@pytest.fixture(scope="module")
def site():
    with serving(
        make_app(ROUTES, public_url="https://dogs.example", names=["kennel.example"])
    ) as url:
        yield url


@pytest.fixture
def guest(site):
    with visitor(site) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status"), [("/hello?name=x", 200), ("/nowhere", 404), ("/breaks", 500), ("/bad", 400)]
)
def test_every_answer_carries_the_headers(guest, path, status):
    answer = guest.get(path)
    assert answer.status_code == status
    assert {name: answer.headers.get(name) for name in SECURITY} == SECURITY
    assert answer.headers["cache-control"] == "no-store"


def test_a_server_error_reveals_nothing(guest):
    text = guest.get("/breaks").text
    assert "Something went wrong on our side" in text
    assert "secret" not in text and "Traceback" not in text


def test_a_client_disconnect_is_not_a_server_error(guest):
    answer = guest.get("/left")
    assert (answer.status_code, answer.text) == (499, "")


def test_bad_input_gets_its_error_message_without_markup(guest):
    text = guest.get("/bad").text
    assert "There is no &lt;b&gt;dog&lt;/b&gt; here" in text
    assert "<b>" not in text


def test_an_unavailable_service_may_answer_later(guest):
    answer = guest.get("/away")
    assert answer.status_code == 503 and "The kennel does not answer" in answer.text


def test_texts_on_a_page_are_escaped(guest):
    text = guest.get("/hello", params={"name": "<script>alert(1)</script>'\""}).text
    assert "<script" not in text and "&lt;script&gt;" in text


def test_another_method_is_refused_with_a_reason(guest):
    answer = guest.get("/swallow")
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
    assert "does not support that method" in answer.text


def test_assets_are_kept_for_ever_under_their_digest_only(guest):
    style = guest.get("/hello?name=x").text.split('rel="stylesheet" href="')[1].split('"')[0]
    newest = guest.get(style)
    assert newest.headers["cache-control"].endswith("immutable")
    assert newest.headers["content-type"].startswith("text/css")
    old = guest.get("/assets/0123456789abcdef/web/assets/site.css")
    assert (old.text, old.headers["cache-control"]) == (newest.text, "no-cache")


@pytest.mark.parametrize("name", ["web/../pages/base.html", "web/%2e%2e/frame.py", "/etc/passwd"])
def test_assets_are_all_that_can_be_read(guest, name):
    assert guest.get(f"/assets/x/{name}").status_code == 404


def test_pages_are_compressed(guest):
    assert guest.get("/hello?name=x").headers["content-encoding"] == "gzip"


def test_a_body_up_to_the_limit_is_taken(guest):
    assert guest.post("/swallow", content=b"x" * MAX_BODY_BYTES).text == str(MAX_BODY_BYTES)


def test_a_larger_body_is_refused_announced_or_not(guest):
    def pieces():
        for _ in range(17):
            yield b"x" * (64 * 1024)

    for content in (b"x" * (MAX_BODY_BYTES + 1), pieces()):
        answer = guest.post("/swallow", content=content)
        assert answer.status_code == 413
        assert "more than 1 MB" in answer.text


def raw_answer(url: str, text: bytes) -> bytes:
    """All that comes back until the site closes the connection."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), TIMEOUT_S) as line:
        line.sendall(text)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer


@pytest.mark.parametrize("text", [b"", b"GET /hello HTTP/1.1\r\nHost: localh"])
def test_headers_that_never_come_close_the_connection(site, monkeypatch, text):
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_S", 0.05)
    assert raw_answer(site, text) == b""


def test_endless_headers_close_the_connection(site, monkeypatch):
    monkeypatch.setattr(protocol, "HEADER_TIMEOUT_S", 2 * TIMEOUT_S)
    answer = b""
    with suppress(ConnectionError):  # it may be closed while we are sending
        answer = raw_answer(site, b"GET / HTTP/1.1\r\n" + b"x-dog: woof\r\n" * 200_000)
    assert answer == b""


def test_a_body_that_never_comes_is_given_up(site, monkeypatch):
    monkeypatch.setattr(headers, "BODY_TIMEOUT_S", 0.05)
    head = "POST /swallow HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    answer = raw_answer(site, f"{head}Content-Length: 10\r\n\r\nwoof".encode())
    assert answer.startswith(b"HTTP/1.1 408") and b"did not arrive in time" in answer


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:80", 200),
        ("[::1]:8380", 200),
        ("192.0.2.7", 200),
        ("localhost:9", 200),
        ("dogs.example", 200),
        ("DOGS.example.", 200),
        ("kennel.example", 200),
        (f"{socket.gethostname()}.local", 200),
        ("evil.example", 421),
        ("dogs.example.evil", 421),
        ("dogs.example:port", 421),
        ("[::1]evil", 421),
        ("[::1]evil.example:80", 421),
        ("evil@localhost", 421),
        ("localhost/evil", 421),
        ("[::1", 421),
        ("", 421),
    ],
)
def test_only_names_of_this_server_are_answered(site, host, status):
    with visitor(site) as guest:
        assert guest.get("/hello?name=x", headers={"host": host}).status_code == status


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1"])
def test_a_foreign_origin_may_change_nothing(site, origin):
    headers = {"origin": origin} if origin else {}
    with visitor(site) as guest:
        guest.headers = headers
        answer = guest.post("/swallow", content=b"x")
    assert answer.status_code == 403
    assert "did not come from a page of this site" in answer.text
    with pytest.raises(InvalidStatus):
        connect_websocket(site, "/echo", origin=origin or None)


@pytest.mark.parametrize("public", [False, True])
def test_own_pages_may_change_data(site, public):
    origin = "https://dogs.example" if public else site
    with visitor(site) as guest:
        assert guest.post("/swallow", content=b"x", headers={"origin": origin}).text == "1"
    with connect_websocket(site, "/echo", origin=origin) as talk:
        talk.send("woof")
        assert talk.recv() == "woof"


@pytest.mark.parametrize(
    ("origin", "host", "expected"),
    [
        ("http://dogs.example", "dogs.example", True),
        ("https://dogs.example", "dogs.example", True),
        ("https://dogs.example", "dogs.example:80", True),
        ("https://dogs.example:8443", "dogs.example:8443", True),
        ("http://dogs.example:8000", "dogs.example", False),
        ("http://dogs.example.evil", "dogs.example", False),
        ("ftp://dogs.example", "dogs.example", False),
        ("http://dogs.example:99999999", "dogs.example", False),
        ("http://[::1]:8000", "[::1]:8000", True),
        ("http://", "", False),
    ],
)
def test_own_origins_are_recognised(origin, host, expected):
    headers = [(b"origin", origin.encode()), (b"host", host.encode())]
    assert is_own_origin({"type": "http", "headers": headers}) is expected
