"""Security headers, the check of a request's origin, and the limit on its size."""

import asyncio
import re
import socket
from collections.abc import Callable, Container, Iterable, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 1024 * 1024  # of any request
BODY_TIMEOUT_S = 30.0  # for it to arrive

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# For a page that shows another page of ours in a frame.
FRAMING_POLICY = f"{POLICY}; frame-src 'self'"
# For the page in the frame: one file with inline scripts and styles that loads nothing. The sandbox
# also applies when it is opened by itself: no cookies, no other page, no connections.
FRAMED_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-scripts allow-downloads"
)
# For a file with inline styles that loads nothing, opened by itself.
STANDALONE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# For a page that plays games by itself; the file's own policy names its one script and style.
EXPLORE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; "
    "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# Every response has one of these.
POLICIES = (POLICY, FRAMING_POLICY, FRAMED_POLICY, STANDALONE_POLICY, EXPLORE_POLICY)
SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
IMMUTABLE = "public, max-age=31536000, immutable"  # for files with their digest in the URL
REVALIDATE = {"cache-control": "no-cache"}  # for pages without personal data
NO_STORE = "no-store"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# A host and maybe a port: urlsplit also takes what follows a bracket.
LOCATION = re.compile(r"(?:\[[0-9A-Za-z:.%]+\]|[^\[\]/?#@:\\]+)(?::[0-9]{0,5})?")
DEFAULT_PORTS = {"http": 80, "https": 443}
UNKNOWN_NAME = "This is not a name of this server; `offleash serve --name` can add it."

Refuse = Callable[[Request, int, str], Response]  # makes an error page from a status and a message


def add_security(headers: MutableHeaders) -> None:
    """Set the security headers of a response, which may have chosen another policy.

    Unless a response sets `cache-control`, it is not stored.
    """
    policy = headers.get("content-security-policy")
    for name, value in SECURITY.items():
        headers[name] = value
    if policy in POLICIES:
        headers["content-security-policy"] = policy
    if policy == FRAMED_POLICY:
        headers["x-frame-options"] = "SAMEORIGIN"
    headers.setdefault("cache-control", NO_STORE)


def is_own_origin(scope: Scope, public_url: str = "") -> bool:
    """Return whether a request comes from a page of this site, by its Origin header."""
    headers = Headers(scope=scope)
    origin = headers.get("origin", "")
    if not origin:
        return False
    host = _host_and_port(f"http://{headers.get('host', '')}")
    return (public_url != "" and _host_and_port(origin) == _host_and_port(public_url)) or (
        # A proxy may terminate TLS, so compare the scheme's port, not the scheme.
        host is not None and _host_and_port(origin) in (host, _as_secure(host))
    )


def own_names(public_url: str = "", names: Iterable[str] = ()) -> frozenset[str]:
    """Return this server's names: the configured ones, and those in its own network."""
    machine = socket.gethostname()
    public = urlsplit(public_url).hostname or "localhost"
    every = (public, "localhost", machine, f"{machine}.local", *names)
    return frozenset(name.lower() for name in every)


def is_own_host(host: str, names: Container[str]) -> bool:
    """Return whether the Host header is a name of this server, or an address.

    A page of another site can make its own name point here (DNS rebinding), but not an address.
    """
    location = _host_and_port(f"http://{host}") if LOCATION.fullmatch(host) else None
    if location is None:
        return False
    try:
        return bool(ip_address(location[0].partition("%")[0]))
    except ValueError:
        return location[0].rstrip(".") in names


def _host_and_port(url: str) -> tuple[str, int] | None:
    """Return the host and port of a URL, or None if it is malformed."""
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or port is None:
        return None
    return parts.hostname, port


def _as_secure(address: tuple[str, int]) -> tuple[str, int]:
    """Return an address on port 80 as one on port 443."""
    host, port = address
    return (host, DEFAULT_PORTS["https"]) if port == DEFAULT_PORTS["http"] else address


class Guard:
    """Middleware: sets headers, and refuses foreign origins and names, and large bodies."""

    def __init__(
        self, app: ASGIApp, refuse: Refuse, public_url: str = "", names: Sequence[str] = ()
    ) -> None:
        self.app, self.refuse, self.public_url = app, refuse, public_url
        self.names = own_names(public_url, names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not is_own_host(Headers(scope=scope).get("host", ""), self.names):
            await self._refuse(scope, receive, send, 421, UNKNOWN_NAME)
        elif not is_safe and not is_own_origin(scope, self.public_url):
            await self._refuse(
                scope, receive, send, 403, "This request did not come from a page of this site."
            )
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif _content_length(scope) > MAX_BODY_BYTES:
            await self._refuse(scope, receive, send, 413, "")
        else:
            await self.app(scope, limit_body(receive), add_headers(send))

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, message: str
    ) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": message})
            return
        answer = self.refuse(Request(scope, receive), status, message)
        await answer(scope, receive, add_headers(send))


def _content_length(scope: Scope) -> int:
    """Return the content length of a request, or more than the limit if it is malformed."""
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 20 else MAX_BODY_BYTES + 1


def limit_body(receive: Receive) -> Receive:
    """Wrap `receive`. Raise HTTPException 413 if the body is too large, 408 if it is too slow."""
    received, until, is_whole = 0, asyncio.get_running_loop().time() + BODY_TIMEOUT_S, False

    async def receive_some() -> Message:
        nonlocal received, is_whole
        try:  # after the body, this waits for the end of the connection
            async with asyncio.timeout_at(None if is_whole else until):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, headers={"connection": "close"}) from None
        is_whole = not message.get("more_body", False)
        received += len(message.get("body", b""))
        if received > MAX_BODY_BYTES:
            raise HTTPException(413)
        return message

    return receive_some


def add_headers(send: Send) -> Send:
    """Wrap `send` to set the security headers."""

    async def send_secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            add_security(MutableHeaders(scope=message))
        await send(message)

    return send_secured
