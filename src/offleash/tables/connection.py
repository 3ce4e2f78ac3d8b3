"""One page's line to its table: requests come in one by one, the newest picture goes out."""

import asyncio
import time
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from offleash.tables import messages
from offleash.tables.host import Held, Host, Page
from offleash.tables.store.store import Away

MOST, WITHIN = 100, 20.0  # messages that a page may send, in so many seconds
STUCK = 60.0  # seconds that a page may leave a message unread
MOST_UNREAD = 16  # answers

# Codes of a closed line, see RFC 6455; from 4000 on they are ours
NOT_TEXT, NO_REQUEST, TOO_MANY, LATER, SEAT_GONE = 1003, 1007, 1008, 1013, 4003


class Hangup(Exception):
    """The line is closed, for a reason in a few words."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class Line:
    """A page that is open at a table."""

    def __init__(self, host: Host, socket: WebSocket, page: Page) -> None:
        self.host, self.socket, self.page = host, socket, page
        self._answers: deque[messages.Answer] = deque()
        self._answered = asyncio.Event()
        self._times: deque[float] = deque(maxlen=MOST)

    async def run(self) -> None:
        """Until either side hangs up."""
        tasks = [asyncio.create_task(each()) for each in (self._read, self._answer, self._show)]
        done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for task in done:
            await self._hang_up(task.exception())

    async def _hang_up(self, error: BaseException | None) -> None:
        if isinstance(error, Hangup):
            if self.socket.application_state == WebSocketState.CONNECTED:
                with suppress(RuntimeError, OSError):
                    await self.socket.close(error.code, error.reason)
        elif error is not None and not isinstance(
            error, WebSocketDisconnect | TimeoutError | OSError
        ):
            raise error

    async def _read(self) -> None:
        while True:
            frame = await self.socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if frame.get("text") is None:
                raise Hangup(NOT_TEXT, "only text is understood here")
            self._count()
            try:
                asked = messages.decode(frame["text"])
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                raise Hangup(NO_REQUEST, "that is no request") from None
            self._answers.append(await self._answer_to(asked))
            self._answered.set()
            self.page.news.set()
            if len(self._answers) > MOST_UNREAD:
                raise Hangup(TOO_MANY, "answers are not read")

    def _count(self) -> None:
        now = time.monotonic()
        if len(self._times) == MOST and now - self._times[0] < WITHIN:
            raise Hangup(TOO_MANY, "too many messages")
        self._times.append(now)

    async def _answer_to(self, asked: messages.Request) -> messages.Answer:
        try:
            return await self.host.answer(self.page, asked)
        except Away as error:  # nobody knows whether it was written: the page asks again
            raise Hangup(LATER, str(error)) from None

    async def _answer(self) -> None:
        """Answers, at once, whoever is being drawn."""
        while True:
            await self._answered.wait()
            self._answered.clear()
            await self._send_answers()

    async def _send_answers(self) -> None:
        """Those that wait now, in their order."""
        for _ in range(len(self._answers)):
            if self._answers:
                await self._send(messages.encode(self._answers.popleft()))

    async def _show(self) -> None:
        """The newest picture, when it is this page's turn: a slow reader gets no backlog."""
        held = self.page.held
        while True:
            await self.page.news.wait()
            async with self.host.painter:
                self.page.news.clear()
                if self.page.holder and self.page.seat < 0:
                    raise Hangup(SEAT_GONE, "this seat is on another device now")
                text = messages.encode(held.show(self.page))
            await self._send_answers()  # a picture comes after what it already shows
            await self._send(text)

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(STUCK):  # wait_for of 3.11 can swallow a cancellation
            await self.socket.send_text(text)


async def serve(host: Host, socket: WebSocket, held: Held, holder: str) -> None:
    """A page's line, from its opening to its end; no holder: somebody who looks on."""
    await socket.accept()
    try:
        page = await host.enter(held, holder)
    except Away as error:
        await socket.close(LATER, str(error))
        return
    try:
        await Line(host, socket, page).run()
    finally:
        host.leave(page)
