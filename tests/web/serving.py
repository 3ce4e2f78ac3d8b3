"""A site on a free port of this machine, in a thread, as a browser sees it."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from offleash.web.protocol import TimedProtocol, TimedWebSocket
from tests.timeouts import TIMEOUT_S


class _Server(uvicorn.Server):
    """Signals belong to the tests, not to a server in a thread."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def serving(app: Any, port: int = 0, **settings: Any) -> Iterator[str]:
    """Runs an application as long as needed; gives its address, such as http://127.0.0.1:4711."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        log_level="critical",
        ws=TimedWebSocket,
        ws_max_size=8192,
        timeout_graceful_shutdown=1,
        **settings,
    )
    server = _Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        while not server.started and thread.is_alive():
            thread.join(0.01)
        assert server.started, "the site did not start"
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(TIMEOUT_S)
        listener.close()
        assert not thread.is_alive(), "the site did not stop"


def visitor(url: str, **settings: Any) -> httpx.Client:
    """A browser without a screen: it keeps cookies and says where its forms come from."""
    # verify: nothing here speaks TLS, and reading certificates takes longer than a request
    return httpx.Client(
        base_url=url, headers={"origin": url}, timeout=TIMEOUT_S, verify=False, **settings
    )


def connect_websocket(url: str, path: str, **settings: Any) -> ClientConnection:
    """A page's WebSocket; the site may have to load a game before it answers."""
    address = url.replace("http", "ws", 1) + path
    return connect(address, **{"origin": url, "open_timeout": TIMEOUT_S, "proxy": None, **settings})
