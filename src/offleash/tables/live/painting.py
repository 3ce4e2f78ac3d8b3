"""Pictures give way to moves: however many pages are open, a move is carried out at once.

Drawing a picture takes some milliseconds, a move less than one. If moves come faster than they can
all be drawn, every page gets the newest picture, only less often.
"""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

REST = 0.25  # after a picture, moves go first for this many times as long as it took


class Painter:
    """Lets pages be drawn one at a time, in the order of their requests."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._pending_moves = 0  # moves that are being written
        self._started_at = self._resume_at = 0.0

    @contextmanager
    def writing_move(self) -> Iterator[None]:
        """Mark that a move is being written."""
        self._pending_moves += 1
        try:
            yield
        finally:
            self._pending_moves -= 1

    async def __aenter__(self) -> None:
        await self._turn.acquire()
        try:
            while self._pending_moves and (remaining := self._resume_at - time.perf_counter()) > 0:
                await asyncio.sleep(min(remaining, 0.01))
        except BaseException:
            self._turn.release()
            raise
        self._started_at = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        """Wait for nothing, so that the picture is still the newest when it is sent."""
        now = time.perf_counter()
        self._resume_at = now + REST * (now - self._started_at)
        self._turn.release()
