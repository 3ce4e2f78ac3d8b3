"""A worker: an application, served on the supervisor's socket."""

import asyncio
import ctypes
import importlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from offleash.tools.errors import OffleashError
from offleash.tools.steady_time import join_run

MAX_FRAME_BYTES = 8192  # of a WebSocket message from a page
SHUTDOWN_TIMEOUT_S = 2  # for open connections to close
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def run(listener: socket.socket, application: str, settings: Any, pipe: Any) -> None:
    """Serve until SIGTERM, or until the supervisor ends."""
    end_with_parent("worker")
    from offleash.web.logs import set_up_logging  # not in the supervisor

    set_up_logging(settings.logs_json)
    join_run(settings.run)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(listener, application, settings, pipe))
    except OffleashError as error:
        print(f"offleash: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return the faster event loop; None for the usual one on Windows, which has no other."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def warm(file: str) -> None:
    """Run in the process that compiles what the workers will need."""
    end_with_parent("warming")
    from offleash.games import registry
    from offleash.web import warming

    try:
        warming.warm(Path(file), list(registry.ROWS))
    except OSError as error:
        print(f"offleash: can't compile rules ahead: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


def end_with_parent(name: str) -> None:
    """End this process when the supervisor or the fork server ends, however that happens.

    `ps` shows the name. SIGTERM, which the fork server blocks, is unblocked; Windows can't block
    signals, so there Ctrl-C is ignored.
    """
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    else:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        ctypes.CDLL(None).prctl(PR_SET_NAME, f"offleash {name}".encode())
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


async def _serve(listener: socket.socket, application: str, settings: Any, pipe: Any) -> None:
    import uvicorn

    from offleash.web.connections import OpenConnections, open_limit
    from offleash.web.protocol import TimedProtocol, TimedWebSocket

    TimedProtocol.open_connections = OpenConnections(open_limit())
    module, _, name = application.partition(":")
    app = getattr(importlib.import_module(module), name)(settings)
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        ws=TimedWebSocket,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="off",  # entered here, so that its errors can be reported
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.public_url),
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
    )

    class Server(uvicorn.Server):
        """Reports when it is serving, and leaves signals to us."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            signal.signal(signal.SIGTERM, self.handle_exit)
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            with suppress(BrokenPipeError):  # the supervisor is gone, and this process will end too
                pipe.send(True)
            pipe.close()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """End open streams, which would never end by themselves."""
            for leave in getattr(app.state, "leaving", ()):
                leave()
            await super().shutdown(sockets)

    async with app.router.lifespan_context(app):
        await Server(config).serve([listener])
