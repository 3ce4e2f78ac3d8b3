"""Logs with the id of the request: one line of text for people, or of JSON for programs.

No line contains an address that opens something: codes and names in paths are left out.
"""

import json
import logging
import secrets
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from offleash.web.metrics import Metrics

log = logging.getLogger("offleash.requests")
request_id: ContextVar[str] = ContextVar("request_id", default="")

HEADER = "x-request-id"
NO_ROUTE = "(no route)"  # refused before, or no such page
PLAIN_PATHS = ("/healthz", "/readyz", "/metrics")  # asked for all the time: not logged


def set_up_logging(is_json: bool) -> None:
    """Log to the standard error output: warnings, and as JSON every request too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if is_json else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    logging.getLogger("offleash").setLevel(logging.INFO if is_json else logging.WARNING)


class TextFormatter(logging.Formatter):
    """`offleash: the message (request 1f2e3d4c)`."""

    def format(self, record: logging.LogRecord) -> str:
        number = request_id.get()
        return f"offleash: {super().format(record)}" + (f" (request {number})" if number else "")


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if number := request_id.get():
            line["request"] = number
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class RequestLog:
    """Middleware: gives every request an id, logs its answer and counts it."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        number, began, status = secrets.token_hex(4), time.perf_counter(), 500

        async def send_numbered(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = number
            elif message["type"] in ("websocket.accept", "websocket.close"):
                status = 101 if message["type"] == "websocket.accept" or status == 101 else 403
            await send(message)

        token = request_id.set(number)
        try:
            await self._app(scope, receive, send_numbered)
        finally:
            self._record(scope, status, time.perf_counter() - began)
            request_id.reset(token)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        self._metrics.count("requests_total", f"{status // 100}xx")
        if scope["type"] == "http":  # a WebSocket lasts as long as its page
            self._metrics.observe("request_seconds", seconds)
        if log.isEnabledFor(logging.INFO) and scope["path"] not in PLAIN_PATHS:
            method, path = scope.get("method", "WEBSOCKET"), path_pattern(scope)
            fields = {"status": status, "ms": round(1000 * seconds, 1)}
            log.info("%s %s", method, path, extra={"fields": fields})


def path_pattern(scope: Scope) -> str:
    """Return the path with the names of its variable parts instead of what they are."""
    if "endpoint" not in scope:
        return NO_ROUTE
    path: str = scope["path"]
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(f"/{value}", f"/{{{name}}}", 1)
    return path
