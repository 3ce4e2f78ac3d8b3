"""Figures for operators, in the text format of Prometheus.

Every worker has one row of numbers in a file that all map into memory, so any of them, and the
supervisor, can add them up. A worker that is restarted goes on with its row.
"""

import math
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np

from offleash.tools.errors import OffleashError

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS_S = (0.005, 0.02, 0.05, 0.1, 0.15, 0.3, 0.5, 1.0, 3.0, 10.0, math.inf)
COUNTER, GAUGE, HISTOGRAM = "counter", "gauge", "histogram"


def _number(number: float) -> str:
    return "+Inf" if math.isinf(number) else f"{number:.12g}"


@dataclass(frozen=True)
class Metric:
    """A figure; with a label, one number for each of its values."""

    name: str
    kind: str
    text: str
    label: str = ""
    values: tuple[str, ...] = ("",)

    def series(self) -> Iterator[tuple[str, str, str]]:
        """Yield the (name, label, value) of every number."""
        if self.kind == HISTOGRAM:
            yield from ((f"{self.name}_bucket", "le", _number(limit)) for limit in BUCKETS_S)
            yield f"{self.name}_sum", "", ""
        else:
            yield from ((self.name, self.label, value) for value in self.values)


METRICS = (
    Metric("tables", GAUGE, "Tables in memory"),
    Metric("pages", GAUGE, "Open pages at tables"),
    Metric("bots_waiting", GAUGE, "Bots' decisions that wait for a thread"),
    Metric("jobs_waiting", GAUGE, "Uploads and futures in the queue, with those that run"),
    Metric("moves_total", COUNTER, "Decisions written to the log", "by", ("person", "bot")),
    Metric(
        "requests_total",
        COUNTER,
        "Answered requests",
        "status",
        ("1xx", "2xx", "3xx", "4xx", "5xx"),
    ),
    Metric("over_quota_total", COUNTER, "Uses that a quota refused"),
    Metric("database_errors_total", COUNTER, "Calls that the database did not answer"),
    Metric("request_seconds", HISTOGRAM, "From a request to its answer"),
    Metric("move_seconds", HISTOGRAM, "From a page's request at a table to its answer"),
    Metric("picture_seconds", HISTOGRAM, "To make a picture of a table for one page"),
    Metric("thinking_seconds", HISTOGRAM, "A bot's decision, without waiting"),
)
SLOTS = {
    (name, value): slot
    for slot, (name, _, value) in enumerate(s for metric in METRICS for s in metric.series())
}
GAUGES = [SLOTS[metric.name, ""] for metric in METRICS if metric.kind == GAUGE]


class Metrics:
    """The figures of all workers; one of them writes here."""

    def __init__(self, file: str = "", worker: int = 0) -> None:
        """Open the figures; without a file there is one worker, which nobody else reads."""
        self._rows = _rows_of(file) if file else np.zeros((1, len(SLOTS)))
        self._own = self._rows[worker]
        self._own[GAUGES] = 0.0

    def count(self, name: str, value: str = "", amount: float = 1.0) -> None:
        """Add to a counter; `value` is that of its label."""
        self._own[SLOTS[name, value]] += amount

    def set_gauge(self, name: str, number: float) -> None:
        """Set a gauge of this worker."""
        self._own[SLOTS[name, ""]] = number

    def observe(self, name: str, seconds: float) -> None:
        """Add a duration to a histogram."""
        self._own[SLOTS[f"{name}_bucket", "0.005"] + bisect_left(BUCKETS_S, seconds)] += 1.0
        self._own[SLOTS[f"{name}_sum", ""]] += seconds

    def text(self) -> str:
        """Return the figures of all workers together."""
        return format_metrics(self._rows)


def create_file(file: Path, workers: int) -> None:
    """Create the file for so many workers."""
    np.zeros((workers, len(SLOTS))).tofile(file)


def _rows_of(file: str) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    return np.memmap(file, np.float64, "r+").reshape(-1, len(SLOTS))


def format_metrics(rows: "np.ndarray[tuple[int, int], np.dtype[np.float64]]") -> str:
    """Return the sums of all rows as text."""
    sums, lines = rows.sum(axis=0), []
    for metric in METRICS:
        name = f"offleash_{metric.name}"
        lines += [f"# HELP {name} {metric.text}.", f"# TYPE {name} {metric.kind}"]
        total = 0.0
        for series, label, value in metric.series():
            number = total = sums[SLOTS[series, value]] + (total if label == "le" else 0.0)
            labels = f'{{{label}="{value}"}}' if label else ""
            lines.append(f"offleash_{series}{labels} {_number(number)}")
            if value == "+Inf":
                lines.append(f"{name}_count {_number(number)}")
    return "\n".join(lines) + "\n"


@contextmanager
def serve_metrics(address: str, file: str) -> Iterator[None]:
    """Serve the figures on a port of their own, `HOST:PORT`, if there is an address.

    Raises OffleashError if it can't be used.
    """
    if not address:
        yield
        return
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise OffleashError(f"--metrics must be like 127.0.0.1:9380, not {address!r}")

    class Handler(BaseHTTPRequestHandler):
        """Answers every GET with the figures."""

        def do_GET(self) -> None:
            body = format_metrics(_rows_of(file)).encode()
            self.send_response(200)
            self.send_header("content-type", MEDIA_TYPE)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    try:
        server = ThreadingHTTPServer((host.strip("[]"), int(port)), Handler)
    except (OSError, OverflowError) as error:
        raise OffleashError(f"--metrics {address} can't be used: {error}") from None
    Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
