"""A stand-in for the server's games: it says exactly what a test wants, in that order."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from offleash.studio.projects.access import OWNER_ADDRESS
from offleash.studio.projects.projects import BOARD_PATHS
from offleash.web.owner import for_owner

Event = dict[str, Any]
OPEN = {"is": "open"}  # nothing more comes, and the stream is not ended
BROKEN = {"is": "broken"}  # the connection breaks
DONE = {"is": "done"}
TOTAL = 6000


@dataclass
class Games:
    """Answers each request for games with the events that `answer` makes of its body."""

    answer: Callable[[Event], Iterable[Event]] = lambda body: [DONE]
    requests: list[Event] = field(default_factory=list)
    left: list[int] = field(default_factory=list)  # requests whose page went away

    def routes(self) -> list[BaseRoute]:
        """Before those of the studio, so that they are met first."""
        play = for_owner(self.play)
        paths = [f"{OWNER_ADDRESS}{path}/trial" for path in BOARD_PATHS]
        return [Route(path, play, methods=["POST"]) for path in paths]

    async def play(self, request: Request) -> Response:
        body = json.loads(await request.body())
        self.requests.append(body)
        number = len(self.requests) - 1
        # It may wait for the test: in a thread, so that the page gets its other answers meanwhile.
        events = await run_in_threadpool(lambda: list(self.answer(body)))
        if "status" in events[0]:
            raise HTTPException(events[0]["status"], events[0]["sentence"])
        stream = self._stream(number, events)
        return StreamingResponse(stream, media_type="text/event-stream")

    async def _stream(self, number: int, events: list[Event]) -> AsyncIterator[str]:
        for event in events:
            if event == BROKEN:
                raise ConnectionError
            if event == OPEN:
                try:
                    await asyncio.Event().wait()
                finally:
                    self.left.append(number)
            text = f"data: {json.dumps(event)}\n\n"
            middle = len(text) // 2  # what is read need not end where an event does
            yield text[:middle]
            await asyncio.sleep(0)
            yield text[middle:]


def played_event(games: int, shift: float = 0.0, before: bool = False, heat: bool = True) -> Event:
    """Figures as the server tells them; a shift moves the first home's wins."""
    wide = 1 / games**0.5
    rows = {
        ("homes", "Wins by home"): {
            f"home {n}": 0.25 + s for n, s in zip("1234", (shift, 0.03, -0.02, -0.01), strict=True)
        },
        ("archetypes", "Wins by archetype"): {
            "Bruiser": 0.44,
            "Scrapper": 0.16,
            "Diplomat": 0.19,
            "Yapper": 0.21,
        },
        ("seats", "Wins by seat"): {"Red": 0.27, "Yellow": 0.26, "Blue": 0.24, "Green": 0.23},
        ("ends", "How games end"): {"threshold": 0.22, "last dog": 0.0, "out of time": 0.78},
    }
    groups = [_group(*key, True, values, wide, before) for key, values in rows.items()]
    length = _group("length", "Length", False, {"rounds": 28.9 + 10 * shift}, 5 * wide, before)
    event = {"is": "played", "games": games, "of": TOTAL, "run": "trials-mine-1"}
    maps = {"heat": [_heat("visits", "Visits", before), _heat("fights", "Fights", before)]}
    return {**event, "groups": [*groups, length], **(maps if heat else {})}


def _group(
    key: str, name: str, is_share: bool, rows: dict[str, float], wide: float, before: bool
) -> Event:
    return {
        "key": key,
        "name": name,
        "is_share": is_share,
        "rows": [_row(row_name, value, wide, before) for row_name, value in rows.items()],
    }


def _row(name: str, value: float, wide: float, before: bool) -> Event:
    """Home 1 and the length change clearly, the rest within chance."""
    change = {"home 1": -0.04, "rounds": 0.6}.get(name, 0.002) if before else None
    half = 0.3 * wide
    return {
        "name": name,
        "value": value,
        "low": max(0.0, value - wide),
        "high": value + wide,
        "before": None if change is None else value - change,
        "change": change,
        "change_low": None if change is None else change - half,
        "change_high": None if change is None else change + half,
    }


def _heat(key: str, name: str, before: bool) -> Event:
    cells = [[row, column, (row + 1) * (column % 7) / 4] for row in (0, 3) for column in range(7)]
    was = [[row, column, (column + 1) / 2] for row, column, _ in cells]
    return {
        "key": key,
        "name": name,
        "unit": "per game",
        "cells": cells,
        "before": was if before else None,
    }
