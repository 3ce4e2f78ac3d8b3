"""HTTP connections that must send their headers in time, so that idle ones do not add up."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADER_TIMEOUT_S = 15.0  # from the start of a connection or request until its headers are there
GRACE_S = 0.1
MAX_HEADER_BYTES = 64 * 1024


class TimedProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are late or too long."""

    _timer: asyncio.TimerHandle | None = None
    _header_bytes = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._await_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._timer is not None:
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES + len(data):
                self.transport.close()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        self._await_headers()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._stop_timer()
        super().on_headers_complete()

    def _await_headers(self) -> None:
        if self._timer is None:
            self._header_bytes = 0
            self._timer = self.loop.call_later(HEADER_TIMEOUT_S, self._allow_grace)

    def _allow_grace(self) -> None:
        """Wait a little more: a busy worker may not have read yet what came in time."""
        self._timer = self.loop.call_later(GRACE_S, self.timeout_keep_alive_handler)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
