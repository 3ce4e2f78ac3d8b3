"""A page's WebSocket: requests come in one by one, answers and the newest picture go out."""

import asyncio
import time
from collections import deque
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from offleash.tables.live import messages
from offleash.tables.live.host import Host, LiveTable, Page
from offleash.tables.log.store import StoreUnavailable
from offleash.web.quotas import TooManyRequests, client_of

SEND_TIMEOUT_S = 60.0  # for a page to read a message
MAX_UNSENT_ANSWERS = 16
DRAW_PATIENCE_S = 0.5  # for links, before the picture shows the game as it waits for them
SLOW_REQUESTS = (messages.ListRoutes, messages.Advise)  # no move waits for their answers

# WebSocket close codes, see RFC 6455; from 4000 on they are ours
UNSUPPORTED_DATA, INVALID_DATA, POLICY_VIOLATION = 1003, 1007, 1008
TRY_AGAIN_LATER, SEAT_GONE = 1013, 4003


class ConnectionClosed(Exception):
    """The connection is closed with a code and a short reason."""

    def __init__(self, code: int, reason: str) -> None:
        self.code, self.reason = code, reason


class PageConnection:
    """The connection of a page that is open at a table."""

    def __init__(self, host: Host, socket: WebSocket, page: Page) -> None:
        self.host, self.socket, self.page = host, socket, page
        self._answers: deque[messages.Answer] = deque()
        self._has_answers = asyncio.Event()
        self._latest_draw = -1  # the draw for which the page was asked last, if it has a chain
        self._slow: dict[str, asyncio.Task[None]] = {}  # by the id of the request

    async def run(self) -> None:
        """Serve the page until either side closes the connection."""
        tasks = [asyncio.create_task(loop()) for loop in (self._read, self._answer, self._show)]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:  # also when the server stops and cancels this
            tasks += self._slow.values()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            await self._close(task.exception())

    async def _close(self, error: BaseException | None) -> None:
        if isinstance(error, ConnectionClosed):
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
                raise ConnectionClosed(UNSUPPORTED_DATA, "only text messages are accepted")
            self._limit_rate()
            try:
                request = messages.decode(frame["text"])
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                raise ConnectionClosed(INVALID_DATA, "this is not a valid request") from None
            if isinstance(request, SLOW_REQUESTS):
                self._answer_later(request)
            else:
                await self._carry_out(request)
            if len(self._answers) + len(self._slow) > MAX_UNSENT_ANSWERS:
                raise ConnectionClosed(POLICY_VIOLATION, "the page does not read its answers")

    def _answer_later(self, request: messages.Request) -> None:
        """Start a search; the same request again waits for the same answer."""
        if request.id not in self._slow:
            task = self._slow[request.id] = asyncio.create_task(self._carry_out(request))
            task.add_done_callback(lambda _: self._slow.pop(request.id))

    async def _carry_out(self, request: messages.Request) -> None:
        self._answers.append(await self._answer_to(request))
        self._has_answers.set()
        self.page.changed.set()

    def _limit_rate(self) -> None:
        try:
            self.host.shares.use(self.page.client, "messages")
        except TooManyRequests as error:
            raise ConnectionClosed(POLICY_VIOLATION, str(error)) from None

    async def _answer_to(self, request: messages.Request) -> messages.Answer:
        try:
            return await self.host.answer(self.page, request)
        except StoreUnavailable as error:  # it may be written or not: the page asks again
            raise ConnectionClosed(TRY_AGAIN_LATER, str(error)) from None

    async def _answer(self) -> None:
        """Send answers at once, whichever page is being drawn."""
        while True:
            await self._has_answers.wait()
            self._has_answers.clear()
            await self._send_answers()

    async def _send_answers(self) -> None:
        """Send the answers that are waiting now, in order."""
        for _ in range(len(self._answers)):
            if self._answers:
                await self._send(messages.encode(self._answers.popleft()))

    async def _show(self) -> None:
        """Send the newest picture when it is this page's turn: a slow reader gets no backlog."""
        live = self.page.live
        while True:
            await self.page.changed.wait()
            await self._ask_for_link()
            async with self.host.painter:
                self.page.changed.clear()
                if self.page.holder and self.page.seat < 0:
                    raise ConnectionClosed(SEAT_GONE, "this seat has moved to another device")
                began = time.perf_counter()
                text = messages.encode(live.show(self.page))
                self.host.metrics.observe("picture_seconds", time.perf_counter() - began)
            await self._send_answers()  # before the picture that already shows their effect
            await self._send(text)

    async def _ask_for_link(self) -> None:
        """Ask the page for its link of a draw; the move and what is drawn are shown together."""
        table = self.page.live.table
        draws = table.draw_due
        if draws is None or draws.number == self._latest_draw:
            return
        self._latest_draw = number = draws.number
        if (seat := self.page.seat) in draws.missing:
            await self._send(messages.encode(messages.DrawDue(number, table.mark, seat)))
        end = time.monotonic() + DRAW_PATIENCE_S
        while table.draw_due and draws.number == number and time.monotonic() < end:
            self.page.changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(end - time.monotonic()):
                    await self.page.changed.wait()
            await self._send_answers()

    async def _send(self, text: str) -> None:
        async with asyncio.timeout(SEND_TIMEOUT_S):  # wait_for of 3.11 can swallow a cancellation
            await self.socket.send_text(text)


async def serve(host: Host, socket: WebSocket, live: LiveTable, holder: str) -> None:
    """Serve a page's connection until it is closed; no holder: a spectator."""
    await socket.accept()
    client = client_of(socket)
    try:
        with host.shares.hold(client, "sockets"):
            page = await host.enter(live, holder, client)
            try:
                await PageConnection(host, socket, page).run()
            finally:
                host.leave(page)
    except TooManyRequests as error:
        await socket.close(POLICY_VIOLATION, str(error))
    except StoreUnavailable as error:
        await socket.close(TRY_AGAIN_LATER, str(error))
