"""HTTP connections with deadlines for all that a browser sends, so that slow ones do not add up.

Every deadline is for the whole head or body, however often a byte arrives.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from offleash.web.connections import OpenConnections

HEADER_TIMEOUT_S = 15.0  # from the start, or the end of an answer, until the next head is there
BODY_TIMEOUT_S = 35.0  # from the head on; web.headers answers a little earlier, if it reads
LEFTOVER_TIMEOUT_S = 2.0  # for the rest of a body when the answer is complete
READING_TIMEOUT_S = 30.0  # for the other side to read what fills the buffer
CLOSING_TIMEOUT_S = 5.0  # for the other side to read the end of an answer
GRACE_S = 0.1
MAX_HEADER_BYTES = 64 * 1024


class _PatientWriter:
    """Closes a connection whose other side does not read."""

    loop: asyncio.AbstractEventLoop
    transport: Any
    _reading: asyncio.TimerHandle | None = None

    def await_reading(self) -> None:
        self._reading = self.loop.call_later(READING_TIMEOUT_S, self.transport.abort)

    def stop_awaiting(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None


class TimedProtocol(HttpToolsProtocol, _PatientWriter):
    """Closes a connection whose head or body is late, or whose head is too long."""

    open_connections = OpenConnections()  # of this process

    address = ""
    idle_since: float | None = None
    _timer: asyncio.TimerHandle | None = None
    _header_bytes = 0
    _is_head_due = True
    _is_body_due = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.idle_since = self.loop.time()
        if self.open_connections.admit(self):
            self._await_head()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        self.stop_awaiting()
        self.open_connections.remove(self)
        super().connection_lost(exc)

    def abort(self) -> None:
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._is_head_due:
            self._header_bytes += len(data)
            if self._header_bytes > MAX_HEADER_BYTES + len(data):
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_begin(self) -> None:
        if not self._is_head_due:  # it comes while the last request is still answered
            self._await_head()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_head_due, self._is_body_due, self.idle_since = False, True, None
        self._set_timer(BODY_TIMEOUT_S)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_body_due = False
        self._stop_timer()
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:
            self._be_idle()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._set_timer(CLOSING_TIMEOUT_S)
        elif not self.cycle.response_complete:
            pass  # the next request was here before this answer
        elif self._is_body_due:
            self.idle_since = self.loop.time()
            self._set_timer(LEFTOVER_TIMEOUT_S)
        elif not self._is_head_due:
            self._be_idle()

    def handle_websocket_upgrade(self) -> None:
        self._stop_timer()
        self.open_connections.remove(self)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.await_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_awaiting()

    def _be_idle(self) -> None:
        self.idle_since = self.loop.time()
        self._await_head()

    def _await_head(self) -> None:
        self._is_head_due, self._header_bytes = True, 0
        self._set_timer(HEADER_TIMEOUT_S)

    def _set_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._allow_grace)

    def _allow_grace(self) -> None:
        """Wait a little more: a busy worker may not have read yet what came in time."""
        self._timer = self.loop.call_later(GRACE_S, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class TimedWebSocket(WebSocketsSansIOProtocol, _PatientWriter):
    """A WebSocket that counts as an open connection, and whose page has to read."""

    address = ""
    idle_since: float | None = None  # pings find out whether somebody is there

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        if not TimedProtocol.open_connections.admit(self):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_awaiting()
        TimedProtocol.open_connections.remove(self)
        super().connection_lost(exc)

    def abort(self) -> None:
        self.transport.abort()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.await_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stop_awaiting()
