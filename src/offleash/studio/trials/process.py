"""The process that plays: it takes orders from its worker line by line, the newest first.

It writes `NUMBER WORD JSON` in a line for everything that happens to an order; what happens to
the process itself has the number 0. It ends when its worker is gone, or has nothing for it.
"""

import json
import logging
import os
import queue
import resource
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from offleash.core import machine
from offleash.core.batch import cores
from offleash.core.errors import OffleashError
from offleash.core.notice import Notice
from offleash.core.workbench import Trial
from offleash.games import registry
from offleash.lab.experiment import Work
from offleash.studio.trials.board import Board, Look
from offleash.studio.trials.figures import told_board
from offleash.studio.trials.order import Order, check_board, experiment_of, experiment_with

NICENESS = 5
IDLE = 15 * 60  # seconds without an order, after which it ends
MEMORY, A_THREAD = 4 << 30, 128 << 20  # bytes of addresses; the compiler alone takes up much
FULL = 1 << 30  # bytes in use: every board leaves some tables behind
ANOTHER = 3  # the exit status of a process that is full: another shall take its place
ENOUGH = 500  # games on a board before the one before it is looked at, or played
BROKEN = "Something broke on our side; the next board is played all the same."

told = logging.getLogger("offleash.trials")

Say = Callable[[dict[str, Any]], None]


class Stopped(Exception):
    """Nobody waits for these games any more."""


class Desk:
    """Orders as they come in; a newer one stops the one at hand, wherever that is."""

    def __init__(self, incoming: TextIO, outgoing: TextIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._wanted = 0  # the number of the order that somebody waits for
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._incoming:
            said = json.loads(line)
            if "order" in said:
                self._wanted = int(said["number"])
            elif said.get("stop") == self._wanted:
                self._wanted = 0
            self._waiting.put(said)
        os._exit(0)  # the worker is gone: whatever is being played is for nobody

    def next(self) -> dict[str, Any] | None:
        """What is to be done; nothing after a long silence."""
        with suppress(queue.Empty):
            return self._waiting.get(timeout=IDLE)
        return None

    def is_wanted(self, number: int) -> bool:
        return number == self._wanted

    def say(self, number: int, what: dict[str, Any]) -> None:
        """One line, written whole."""
        text = json.dumps(what, separators=(",", ":"), allow_nan=False)
        self._outgoing.write(f"{number} {what['is']} {text}\n")
        self._outgoing.flush()

    def hear_compiler(self, notice: Notice) -> None:
        """What `machine.announce` calls."""
        if not notice.over:
            why = f"The rules are being compiled, once: {notice.done} of {notice.total}."
            self.say(0, {"is": "waiting", "why": why})


def main() -> None:
    """The life of the process."""
    outgoing = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what anything else may print is no message
    _limit()
    desk = Desk(sys.stdin, outgoing)
    machine.announce = desk.hear_compiler
    while said := desk.next():
        if "warm" in said:
            warm(said["warm"])
            desk.say(0, {"is": "ready"})
        elif "order" in said and desk.is_wanted(said["number"]):
            serve(desk, said["number"], Order(**said["order"]))
            if in_use() > FULL:  # after an order, so that each is played, however much is taken
                sys.exit(ANOTHER)


def in_use() -> int:
    """Bytes of memory. What a system calls the most so far may be that of who began us."""
    if sys.platform != "linux":
        return 0
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _limit() -> None:
    """The page and everybody else come first."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who stops the site by hand stops the worker
    most = MEMORY + A_THREAD * cores()
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def warm(name: str) -> None:
    """Loads what a game is played and counted with, so that no order has to wait for it."""
    try:
        game = registry.load(name)
        experiment_with(game, game.options()).play(Work(0, 0, 1))
    except OffleashError as error:
        told.warning("%s", error)  # whoever orders something is told as well


def serve(desk: Desk, number: int, order: Order) -> None:
    """Plays one order to its end, or until nobody waits for it."""

    def say(what: dict[str, Any]) -> None:
        desk.say(number, what)

    def look(_: int = 0) -> None:
        if not desk.is_wanted(number):
            raise Stopped

    try:
        conduct(order, say, look)
        say({"is": "done"})
    except Stopped:
        pass
    except OffleashError as error:
        say({"is": "refused", "why": sentence(error)})
    except MemoryError:
        say({"is": "refused", "why": "These games need more memory than we allow."})
    except Exception:
        told.exception("a trial failed")
        say({"is": "refused", "why": BROKEN})


def sentence(error: OffleashError) -> str:
    """With a stop, and with a capital unless it begins with the name of a file."""
    text = str(error).rstrip(".")
    is_word = text.partition(" ")[0].isalpha()
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}."


def conduct(order: Order, say: Say, look: Look) -> None:
    """Plays the board first; from some games on, the one before it does not lag behind."""
    game = registry.load(order.game)
    assert game.workbench is not None and game.workbench.trial is not None
    check_board(game, order.option, order.text)
    trial = game.workbench.trial
    boards = [Board(experiment_of(order, order.text), order.project, order.runs)]
    try:
        _soon(trial, boards[0], say, look)
        boards += _before(order, boards[0])
        if boards[1:] and boards[1].blocks:
            say(told_board(trial, *boards))
        while (board := _behind(*boards)) is not None:
            look(0)
            board.step(look)
            say(told_board(trial, *boards))
        for board in boards:
            board.finish()
    finally:
        for board in boards:
            board.close()


def _soon(trial: Trial, board: Board, say: Say, look: Look) -> None:
    """What is known at once, and the first games: nothing else is worth a moment before them."""
    if board.blocks:
        say(told_board(trial, board))
    while board.games < ENOUGH and not board.is_played:
        look(0)
        board.step(look)
        say(told_board(trial, board))
    look(0)


def _before(order: Order, board: Board) -> list[Board]:
    """The board before, where there was one that can be played and was another."""
    if order.before is None:
        return []
    try:
        experiment = experiment_of(order, order.before)
    except OffleashError:
        return []
    if experiment.plan == board.experiment.plan:
        return []
    return [Board(experiment, order.project, order.runs)]


def _behind(board: Board, before: Board | None = None) -> Board | None:
    """Which of the two goes on; none where all is played."""
    if before and not before.is_played:
        if board.is_played or before.blocks < board.blocks:
            return before
    return None if board.is_played else board


if __name__ == "__main__":
    main()
