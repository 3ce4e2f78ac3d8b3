"""Pictures give way to moves: however many pages look on, what is asked for is done at once.

A picture takes a worker some milliseconds, a move less than one. Where moves come faster than they
can all be drawn, every page gets the newest picture, only less often.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

REST = 2.0  # times as long as a picture took, moves have the worker to themselves after it


class Painter:
    """Whose turn it is to be drawn: one page at a time, in the order in which they asked."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._asked = 0  # moves that are not written yet
        self._begun = self._rested = 0.0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Meanwhile somebody waits for a move to be written."""
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    async def __aenter__(self) -> None:
        await self._turn.acquire()
        try:
            while self._asked and (left := self._rested - time.perf_counter()) > 0:
                await asyncio.sleep(min(left, 0.01))
        except BaseException:
            self._turn.release()
            raise
        self._begun = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        """Waits for nothing, so that the picture is still the newest when it is sent."""
        now = time.perf_counter()
        self._rested = now + REST * (now - self._begun)
        self._turn.release()
