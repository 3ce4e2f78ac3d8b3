"""One worker: an application, served on a socket that the supervisor holds."""

import asyncio
import ctypes
import importlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from offleash.core.errors import OffleashError

LARGEST_FRAME = 8192  # bytes that a page may send at once
GRACE = 2  # seconds for pages to go
PR_SET_PDEATHSIG, PR_SET_NAME = 1, 15


def run(bound: socket.socket, application: str, settings: Any, word: Any) -> None:
    """Serves until SIGTERM, or until the supervisor is gone."""
    end_with_parent("worker")
    logging.basicConfig(format="offleash: %(message)s", level=logging.WARNING)
    try:
        import uvloop

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(bound, application, settings, word))
    except OffleashError as error:
        print(f"offleash: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


def warm(file: str) -> None:
    """The process that compiles what the workers will need."""
    end_with_parent("warming")
    from offleash.games import registry
    from offleash.web import warming

    try:
        warming.warm(Path(file), list(registry.ROWS))
    except OSError as error:
        print(f"offleash: rules can't be compiled ahead: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


def end_with_parent(name: str) -> None:
    """No process outlives the supervisor, however that ends, or the server that forked it.

    Its name is what `ps` shows. SIGTERM ends it, which the server that forked it does not hear.
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        ctypes.CDLL(None).prctl(PR_SET_NAME, f"offleash {name}".encode())
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


async def _serve(bound: socket.socket, application: str, settings: Any, word: Any) -> None:
    import uvicorn

    module, _, name = application.partition(":")
    app = getattr(importlib.import_module(module), name)(settings)
    config = uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        lifespan="off",  # entered here, so that what goes wrong can be said in a sentence
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(settings.public_url),
        timeout_graceful_shutdown=GRACE,
    )

    class Server(uvicorn.Server):
        """Says when it serves, and leaves signals to us."""

        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            signal.signal(signal.SIGTERM, self.handle_exit)
            yield

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            with suppress(BrokenPipeError):  # the supervisor is gone, and so are we in a moment
                word.send(True)
            word.close()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            """Streams have no end of their own, and would be waited for in vain."""
            for leave in getattr(app.state, "leaving", ()):
                leave()
            await super().shutdown(sockets)

    async with app.router.lifespan_context(app):
        await Server(config).serve([bound])
