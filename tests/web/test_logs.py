"""Logs: one JSON object a line, with the id of the request and without secrets."""

import json
import logging

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed

from offleash.web.frame import make_app
from offleash.web.logs import JsonFormatter, TextFormatter
from offleash.web.metrics import Metrics
from tests.web.serving import connect_websocket, serving, visitor
from tests.web.test_metrics import numbers

SECRET = "AbCd-secret-code"
log = logging.getLogger("offleash.sample")


async def join(request):
    log.warning("the kennel is full")
    return PlainTextResponse("joined")


async def breaks(request):
    raise RuntimeError("broken")


async def talk(websocket):
    await websocket.accept()
    await websocket.close()


ROUTES = [Route("/join/{code}", join), Route("/breaks", breaks), WebSocketRoute("/s/{code}", talk)]


@pytest.fixture
def lines(caplog, monkeypatch):
    """What the site logs, as JSON."""
    records: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: records.append(JsonFormatter().format(record))
    logger = logging.getLogger("offleash")
    logger.addHandler(handler)
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.manager._clear_cache()
    yield lambda: list(map(json.loads, records))
    logger.removeHandler(handler)
    logger.manager._clear_cache()


def test_a_request_is_logged_with_its_id_and_without_secrets(lines):
    metrics = Metrics()
    with serving(make_app(ROUTES, metrics=metrics)) as url:
        with visitor(url) as guest:
            answer = guest.get(f"/join/{SECRET}?name={SECRET}")
            guest.get(f"/{SECRET}")
            guest.get("/healthz")
            guest.get("/breaks")
        with connect_websocket(url, f"/s/{SECRET}") as line, pytest.raises(ConnectionClosed):
            line.recv()
    warning, joined, missing, broken, socket = lines()
    assert warning["message"] == "the kennel is full" and warning["level"] == "warning"
    assert warning["request"] == joined["request"] == answer.headers["x-request-id"]
    assert (joined["message"], joined["status"]) == ("GET /join/{code}", 200)
    assert joined["ms"] >= 0
    assert (missing["message"], missing["status"]) == ("GET (no route)", 404)
    assert (broken["message"], broken["status"]) == ("GET /breaks", 500)
    assert (socket["message"], socket["status"]) == ("WEBSOCKET /s/{code}", 101)
    assert SECRET not in json.dumps(lines())
    counts = numbers(metrics.text())
    statuses = {f"{n}xx": counts[f'offleash_requests_total{{status="{n}xx"}}'] for n in range(1, 6)}
    assert statuses == {"1xx": 1, "2xx": 2, "3xx": 0, "4xx": 1, "5xx": 1}


def test_an_error_keeps_its_traceback():
    try:
        raise RuntimeError("broken")
    except RuntimeError as error:
        info = (RuntimeError, error, error.__traceback__)
    record = logging.LogRecord("offleash", logging.ERROR, "", 0, "it %s", ("broke",), info)
    line = json.loads(JsonFormatter().format(record))
    assert line["message"] == "it broke" and "RuntimeError: broken" in line["error"]
    assert TextFormatter().format(record).startswith("offleash: it broke\nTraceback")
