"""What every answer carries, who may ask for something to be done, and how much may be sent."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 1024 * 1024  # bytes of a request, whatever it is for

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# A page that shows another one of ours in a frame.
HOLDS_FRAMES = f"{POLICY}; frame-src 'self'"
# What is shown there: one file that brings its own scripts and styles and loads nothing. It is
# locked up the same where it is opened by itself: no cookies, no other page, nowhere to send to.
FRAMED = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-scripts allow-downloads",
    )
)
# A file of ours that brings its own style and loads nothing, opened by itself.
READ = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
POLICIES = (POLICY, HOLDS_FRAMES, FRAMED, READ)  # no answer has any other
SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
FOR_EVER = "public, max-age=31536000, immutable"  # of what has its digest in its address
KEEP_NOTHING = "no-store"
SAFE = ("GET", "HEAD", "OPTIONS")
USUAL_PORTS = {"http": 80, "https": 443}

Refuse = Callable[[Request, int, str], Response]  # makes a page with a status and a sentence


def add_security(headers: MutableHeaders) -> None:
    """Writes what every answer carries; an answer may have chosen another one of the policies.

    One that says nothing of it is not kept.
    """
    chosen = headers.get("content-security-policy")
    for name, value in SECURITY.items():
        headers[name] = value
    if chosen in POLICIES:
        headers["content-security-policy"] = chosen
    if chosen == FRAMED:
        headers["x-frame-options"] = "SAMEORIGIN"
    headers.setdefault("cache-control", KEEP_NOTHING)


def is_own_origin(scope: Scope, public_url: str = "") -> bool:
    """Whether a request was made by a page of this site, by what its browser says of it."""
    headers = Headers(scope=scope)
    origin = headers.get("origin", "")
    if not origin:
        return False
    host = _place(f"http://{headers.get('host', '')}")
    return (public_url != "" and _place(origin) == _place(public_url)) or (
        # A proxy may speak TLS for us, so the scheme is not compared, only the port it stands for.
        host is not None and _place(origin) in (host, _as_secure(host))
    )


def _place(url: str) -> tuple[str, int] | None:
    """The host and the port that an address leads to."""
    try:
        parts = urlsplit(url)
        port = parts.port or USUAL_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if parts.scheme not in USUAL_PORTS or not parts.hostname or port is None:
        return None
    return parts.hostname, port


def _as_secure(place: tuple[str, int]) -> tuple[str, int]:
    """A host that was named without a port, as https has it."""
    host, port = place
    return (host, USUAL_PORTS["https"]) if port == USUAL_PORTS["http"] else place


class Guard:
    """Around the whole site: headers on every answer, no foreign origin, no endless body."""

    def __init__(self, app: ASGIApp, refuse: Refuse, public_url: str = "") -> None:
        self.app, self.refuse, self.public_url = app, refuse, public_url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        changes_nothing = scope["type"] == "http" and scope["method"] in SAFE
        if not changes_nothing and not is_own_origin(scope, self.public_url):
            await self._refuse(scope, receive, send, 403, "This was not asked for by our page.")
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        elif _announced(scope) > LARGEST_BODY:
            await self._refuse(scope, receive, send, 413, "")
        else:
            await self.app(scope, bounded(receive), with_headers(send))

    async def _refuse(
        self, scope: Scope, receive: Receive, send: Send, status: int, why: str
    ) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": why})
            return
        answer = self.refuse(Request(scope, receive), status, why)
        await answer(scope, receive, with_headers(send))


def _announced(scope: Scope) -> int:
    """How many bytes a request says it has."""
    length = Headers(scope=scope).get("content-length", "0")
    return int(length) if length.isdecimal() and len(length) < 20 else LARGEST_BODY + 1


def bounded(receive: Receive) -> Receive:
    """Receives no more than is allowed, whatever was announced."""
    got = 0

    async def receive_some() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > LARGEST_BODY:
            raise HTTPException(413)
        return message

    return receive_some


def with_headers(send: Send) -> Send:
    """Sends with what every answer carries."""

    async def send_secured(message: Message) -> None:
        if message["type"] == "http.response.start":
            add_security(MutableHeaders(scope=message))
        await send(message)

    return send_secured
