"""A program's seat at a table in the browser: it takes an invitation, as a person would.

The program's server talks to the site as a page does, and keeps the connection while it runs, so
the others see whether it is there. Its name ends with `(program)`.
"""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.cookiejar import CookieJar
from threading import Condition, Lock, Thread
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from offleash.mcp.games import MOST_LISTED
from offleash.play.live_luck import anchor_of, link_of, number_of_link
from offleash.tools.errors import OffleashError

MARK = " (program)"
MAX_NAME_LENGTH = 24  # at a table
LONGEST_NAME = MAX_NAME_LENGTH - len(MARK)
ANSWER_TIMEOUT_S = 30.0
TICK_S = 0.2  # between two looks whether the call was cancelled
MOST_BYTES = 16 * 1024 * 1024  # of one message
PATH = "/join/"
REFUSALS = {
    404: "the invitation is not valid",
    409: "no such seat is free",
    422: "choose another name",
    429: "try again later",
}

Json = dict[str, Any]


def join(link: str, name: str, seat: int | None) -> "BrowserSeat":
    """Take a seat at the table of an invitation. Raises OffleashError if that is impossible."""
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.path.startswith(PATH):
        raise OffleashError("link must be an invitation, such as http://NAME/join/CODE")
    if len(name) > LONGEST_NAME:
        raise OffleashError(f"a name has at most {LONGEST_NAME} characters here, not {len(name)}")
    origin, cookies = f"{parts.scheme}://{parts.netloc}", CookieJar()
    form = {"name": f"{name}{MARK}"} | ({} if seat is None else {"seat": str(seat)})
    request = Request(
        f"{origin}{parts.path}", urlencode(form).encode(), {"Origin": origin}, method="POST"
    )
    try:
        with build_opener(HTTPCookieProcessor(cookies)).open(request, timeout=30) as answer:
            table = urlsplit(answer.url).path
    except HTTPError as error:
        raise OffleashError(f"the table gave no seat ({error.code}): {_refusal(error)}") from None
    except (URLError, OSError) as error:
        raise OffleashError(f"{origin} does not answer: {error}") from None
    header = "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)
    return BrowserSeat(f"ws{origin[4:]}{table}/socket", header, origin)


def _refusal(error: HTTPError) -> str:
    return REFUSALS.get(error.code, str(error.reason))


class BrowserSeat:
    """A seat at a table in the browser."""

    def __init__(self, address: str, cookies: str, origin: str) -> None:
        self._address, self._cookies, self._origin = address, cookies, origin
        self._changed, self.lock = Condition(), Lock()
        self._show: Json = {}
        self._lines: list[Json] = []
        self._answers: dict[str, Json] = {}
        self._word, self._requested, self._closed = "", "", ""
        self._secret, self._mark = secrets.token_bytes(32), (-1, "")  # for live luck
        self._stack = ExitStack()
        self._connection = self._connect()

    def _connect(self) -> ClientConnection:
        self._stack.close()
        try:
            opening = connect(
                self._address,
                additional_headers={"Cookie": self._cookies},
                origin=Origin(self._origin),
                max_size=MOST_BYTES,
            )
            connection: ClientConnection = self._stack.enter_context(opening)
        except (OSError, WebSocketException) as error:
            raise OffleashError(f"the table does not answer: {error}") from None
        self._closed = ""
        Thread(target=self._read, args=(connection,), daemon=True).start()
        return connection

    def _read(self, connection: ClientConnection) -> None:
        """Take messages until the connection ends."""
        reason = "the table closed the connection"
        try:
            for text in connection:
                self._take(connection, json.loads(text))
        except (OSError, WebSocketException, ValueError) as error:
            reason = f"the connection to the table broke: {error}"
        with self._changed:
            self._closed = reason
            self._changed.notify_all()

    def _take(self, connection: ClientConnection, message: Json) -> None:
        with self._changed:
            if message["is"] == "show":
                old = [line for line in self._lines if line["number"] < message["since"]]
                self._lines = [*old, *message["lines"]]
                self._show = message
            elif message["is"] != "draw":
                self._answers[message["id"]] = message
            self._changed.notify_all()
        if message["is"] == "show":
            self._add_word(connection, message)
        elif message["is"] == "draw":
            self._show_link(connection, message["draw"], message["mark"])

    def _show_link(self, connection: ClientConnection, draw: int, mark: str) -> None:
        """Show the link of a draw: the next in order, and never one for two different games."""
        last, last_mark = self._mark
        if draw == last + 1 or (draw == last and mark == last_mark):
            self._mark = draw, mark
            link = link_of(self._secret, number_of_link(draw)).hex()
            request = {"do": "link", "draw": draw, "link": link, "id": secrets.token_hex(8)}
            connection.send(json.dumps(request))

    def _add_word(self, connection: ClientConnection, show: Json) -> None:
        """Promise a word for the luck, and show it once every player has promised one."""
        fate, you = show["fate"], show["you"]
        is_open = show["phase"] in ("gathering", "words") and you >= 0
        if not is_open or fate["words"][you] or you in fate["silent"]:
            return
        people = [
            n
            for n, seat in enumerate(show["seats"])
            if seat["kind"] == "person" and not seat["bot"] and n not in fate["silent"]
        ]
        if fate["live"]:
            if fate["promises"][you]:
                return
            request = {"do": "promise", "promise": anchor_of(self._secret)}
        elif not fate["promises"][you]:
            self._word = self._word or secrets.token_hex(16)
            promise = hashlib.sha256(self._word.encode()).hexdigest()
            request = {"do": "promise", "promise": promise}
        elif show["phase"] == "words" and all(fate["promises"][n] for n in people):
            request = {"do": "word", "word": self._word}
        else:
            return
        if json.dumps(request) != self._requested:
            self._requested = json.dumps(request)
            connection.send(json.dumps({**request, "id": secrets.token_hex(8)}))

    # What a program does

    @contextmanager
    def turn(self, step: Callable[[], None]) -> Iterator[None]:
        """Let one call at a time use the seat, with an open connection."""
        with self.lock:
            if self._closed:
                self._connection = self._connect()
            self._until(lambda: bool(self._show), step)
            yield

    @property
    def next_event(self) -> int:
        """The number of the next action."""
        return int(self._show.get("at", 0))

    @property
    def is_waiting(self) -> bool:
        """Whether somebody else has to act before this seat can."""
        is_over = self._show["phase"] in ("over", "abandoned")
        return not is_over and (self._show["phase"] != "playing" or not self._is_to_move())

    def _is_to_move(self) -> bool:
        return bool(self._show["actor"] == self._show["you"])

    def wait(self, seconds: float, step: Callable[[], None]) -> None:
        """Wait at most so long until this seat is to move, or the game is over."""
        self._until(lambda: not self.is_waiting, step, seconds, must=False)

    def observe(self, since: int = 0) -> Json:
        """Return what this seat may know, and what it has learnt since an event."""
        show = self._show
        seats, is_over = show["seats"], show["phase"] in ("over", "abandoned")
        seen: Json = {
            "you": seats[show["you"]]["word"],
            "players": {seat["word"]: seat["name"] or seat["kind"] for seat in seats},
            "phase": show["phase"],
            "headline": show["headline"],
            "events": [
                f"{line['number']} {line['text']}"
                for line in self._lines
                if line["number"] >= since
            ],
            "next_event": show["at"],
            "over": is_over,
        }
        if show["phase"] in ("playing", "over"):
            described = self._ask({"do": "describe"})
            seen |= {key: described[key] for key in ("game", "position", "board")}
            if legal := described["legal"]:
                seen |= {"task": show["task"], "legal_count": len(legal)}
                seen["legal"] = legal[:MOST_LISTED]
        if show["shares"]:
            names = [seat["word"] for seat in seats]
            seen["results"] = dict(zip(names, show["shares"], strict=True))
        return seen

    def legal(self, contains: str = "") -> list[str]:
        """Return the legal actions that contain a text. Raises OffleashError out of turn."""
        if self.is_waiting:
            raise OffleashError(f"it is not your turn: {self._show['headline']}")
        return [action for action in self._ask({"do": "describe"})["legal"] if contains in action]

    def play(self, action: str) -> None:
        """Play an action. Raises OffleashError if the table refuses it."""
        before = self.next_event
        self._ask({"do": "move", "at": before, "action": action})
        self._until(lambda: self.next_event > before, lambda: None)

    def advise(self, playouts: int, count: int) -> list[Json]:
        """Return the table's own advice, if the table allows any."""
        keys = ("action", "chance", "low", "high", "why")
        hints = self._ask({"do": "advise"})["hints"][:count]
        return [{key: hint[key] for key in keys} for hint in hints]

    def picture(self) -> str:
        """Raise OffleashError: the table draws for pages only."""
        raise OffleashError("open the table in a browser to see its picture")

    def _ask(self, request: Json) -> Json:
        """Return the answer to a request. Raises OffleashError if it is refused."""
        id = secrets.token_hex(8)
        try:
            self._connection.send(json.dumps({**request, "id": id}))
        except (OSError, WebSocketException) as error:
            raise OffleashError(f"the connection to the table broke: {error}") from None
        self._until(lambda: id in self._answers, lambda: None)
        answer = self._answers.pop(id)
        if answer["is"] == "refused":
            raise OffleashError(answer["why"])
        return answer

    def _until(
        self,
        is_met: Callable[[], bool],
        step: Callable[[], None],
        seconds: float = ANSWER_TIMEOUT_S,
        must: bool = True,
    ) -> None:
        """Wait for a condition. Raises OffleashError if it must hold and does not in time."""
        end = time.monotonic() + seconds
        while True:
            with self._changed:
                if self._changed.wait_for(lambda: is_met() or bool(self._closed), TICK_S):
                    break
            step()
            if time.monotonic() > end:
                break
        if not is_met() and (must or self._closed):
            raise OffleashError(self._closed or "the table does not answer in time")

    def close(self) -> None:
        """Leave the connection; the seat stays the program's."""
        self._stack.close()
