"""The door over HTTP: every request carries a key, which decides what its program may use."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from socket import socket

import uvicorn
from anyio import to_thread
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp, Receive, Scope, Send

from offleash.mcp.access import Access
from offleash.mcp.server import ACCESS, make_server
from offleash.mcp.tools import Door
from offleash.projects.links import find_link
from offleash.web.quotas import Quotas

PATH = "/mcp"
BEARER = "bearer "
OWNER = "owner"
REFUSAL = "send the key that the server printed, a project's link or a seat's key: Bearer KEY"


@dataclass(frozen=True)
class AccessKeys:
    """What each key opens: everything, a project, or a seat."""

    owner: str
    projects: Path | None
    door: Door

    def access(self, key: str) -> Access | None:
        """Return what a key opens; None if it opens nothing. Reads the links of projects."""
        if self.owner and secrets.compare_digest(key.encode(), self.owner.encode()):
            return Access(OWNER, is_owner=True, projects=self.projects)
        if self.door.games.has(key):
            return Access(f"seat {key}", seat=key)
        match = find_link(self.projects, key) if self.projects else None
        if match is None:
            return None
        folder, link = match
        name = f"link {key}"
        return Access(name, projects=folder.parent, project=folder.name, can_run=link.can_edit)


class KeyCheck:
    """Refuses requests without a valid key, and notes who the others are from."""

    def __init__(self, app: ASGIApp, keys: AccessKeys) -> None:
        self._app, self._keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        key = key_of(dict(scope["headers"]))
        access = await to_thread.run_sync(self._keys.access, key) if key else None
        if access is None:
            return await _refuse(send)
        scope[ACCESS] = access
        await self._app(scope, receive, send)


def key_of(headers: Mapping[bytes, bytes]) -> str:
    """Return the key of a request; empty without one."""
    text = headers.get(b"authorization", b"").decode("latin-1")
    return text[len(BEARER) :].strip() if text.lower().startswith(BEARER) else ""


async def _refuse(send: Send) -> None:
    body = json.dumps({"error": REFUSAL}).encode()
    headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def make_app(keys: AccessKeys) -> ASGIApp:
    """Return the application. A page in a browser has no key, whatever name it came by."""
    security = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server = make_server(keys.door, None)
    app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security)
    return KeyCheck(app, keys)


def serve_http(listener: socket, owner: str, projects: Path | None, quotas: Quotas) -> None:
    """Serve until Ctrl-C."""
    app = make_app(AccessKeys(owner, projects, Door(quotas=quotas)))
    config = uvicorn.Config(app, log_level="warning", server_header=False)
    uvicorn.Server(config).run(sockets=[listener])
