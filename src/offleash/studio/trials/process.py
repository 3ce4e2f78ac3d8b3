"""The process that plays trials: it reads orders from its worker, one per line, newest first.

It writes a line `NUMBER WORD JSON` for every event of an order; events of the process itself have
the number 0. It ends when its worker has gone, or after a long time without orders.
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
from offleash.core.errors import OffleashError, to_sentence
from offleash.core.notice import Notice
from offleash.core.workbench import Trial
from offleash.games import registry
from offleash.lab.experiment import Work
from offleash.studio.trials.board import CheckStop, TrialBoard
from offleash.studio.trials.figures import board_figures
from offleash.studio.trials.order import TrialOrder, check_board, experiment_of, experiment_with

NICENESS = 5
IDLE_TIMEOUT_S = 15 * 60  # without an order, after which it ends
ADDRESS_SPACE_BYTES, THREAD_BYTES = 4 << 30, 128 << 20  # the compiler alone needs much
FULL_BYTES = 1 << 30  # in use: every board leaves some tables behind
EXIT_RESTART = 3  # the exit status of a process that is full and must be replaced
ENOUGH_GAMES = 500  # on a board before the other one is read or played
BROKEN = "Something went wrong on the server; it will still play the next board."

log = logging.getLogger("offleash.trials")

Send = Callable[[dict[str, Any]], None]


class TrialStopped(Exception):
    """Nobody is waiting for these games any more."""


class WorkerPipe:
    """The pipe to the worker; a new order stops the one being played."""

    def __init__(self, incoming: TextIO, outgoing: TextIO) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._current = 0  # the number of the order to play
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._incoming:
            message = json.loads(line)
            if "order" in message:
                self._current = int(message["number"])
            elif message.get("stop") == self._current:
                self._current = 0
            self._waiting.put(message)
        os._exit(0)  # the worker has gone, so nobody needs these games

    def next(self) -> dict[str, Any] | None:
        """Return the next message, or None after a long silence."""
        with suppress(queue.Empty):
            return self._waiting.get(timeout=IDLE_TIMEOUT_S)
        return None

    def is_current(self, number: int) -> bool:
        return number == self._current

    def send(self, number: int, event: dict[str, Any]) -> None:
        """Write one event as a line."""
        text = json.dumps(event, separators=(",", ":"), allow_nan=False)
        self._outgoing.write(f"{number} {event['is']} {text}\n")
        self._outgoing.flush()

    def on_compile(self, notice: Notice) -> None:
        """Report compilation; a callback for `machine.announce`."""
        if not notice.over:
            why = f"Compiling the rules, only this once: {notice.done} of {notice.total}."
            self.send(0, {"is": "waiting", "why": why})


def main() -> None:
    """Serve orders until the worker closes the pipe."""
    outgoing = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # other prints must not reach the worker
    _set_limits()
    pipe = WorkerPipe(sys.stdin, outgoing)
    machine.announce = pipe.on_compile
    while message := pipe.next():
        if "warm" in message:
            warm(message["warm"])
            pipe.send(0, {"is": "ready"})
        elif "order" in message and pipe.is_current(message["number"]):
            serve(pipe, message["number"], TrialOrder(**message["order"]))
            if memory_in_use() > FULL_BYTES:  # only after an order, so that each is played
                sys.exit(EXIT_RESTART)


def memory_in_use() -> int:
    """Return the resident bytes; the peak would include that of the parent process."""
    if sys.platform != "linux":
        return 0
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _set_limits() -> None:
    """Lower the priority and limit the memory of this process."""
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    limit = ADDRESS_SPACE_BYTES + THREAD_BYTES * cores()
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def warm(name: str) -> None:
    """Load a game's kernels, so that no order has to wait for them."""
    try:
        game = registry.load(name)
        experiment_with(game, game.options()).play(Work(0, 0, 1))
    except OffleashError as error:
        log.warning("%s", error)  # orders get this error too


def serve(pipe: WorkerPipe, number: int, order: TrialOrder) -> None:
    """Play one order to its end, or until it is stopped."""

    def send(event: dict[str, Any]) -> None:
        pipe.send(number, event)

    def check_stop(_: int = 0) -> None:
        if not pipe.is_current(number):
            raise TrialStopped

    try:
        conduct(order, send, check_stop)
        send({"is": "done"})
    except TrialStopped:
        pass
    except OffleashError as error:
        send({"is": "refused", "why": to_sentence(error)})
    except MemoryError:
        send({"is": "refused", "why": "These games need more memory than the server allows."})
    except Exception:
        log.exception("a trial failed")
        send({"is": "refused", "why": BROKEN})


def conduct(order: TrialOrder, send: Send, check_stop: CheckStop) -> None:
    """Play the board first; after enough games, let the other board keep up with it."""
    game = registry.load(order.game)
    assert game.workbench is not None and game.workbench.trial is not None
    check_board(game, order.option, order.text)
    trial = game.workbench.trial
    boards = [TrialBoard(experiment_of(order, order.text), order.project, order.runs)]
    try:
        _play_first_games(trial, boards[0], send, check_stop)
        boards += _other_board(order, boards[0])
        if boards[1:] and boards[1].blocks:
            send(board_figures(trial, *boards))
        while (board := _next_to_play(*boards)) is not None:
            check_stop(0)
            board.step(check_stop)
            send(board_figures(trial, *boards))
        for board in boards:
            board.finish()
    finally:
        for board in boards:
            board.close()


def _play_first_games(trial: Trial, board: TrialBoard, send: Send, check_stop: CheckStop) -> None:
    """Send saved results, then play the first games before anything else."""
    if board.blocks:
        send(board_figures(trial, board))
    while board.games < ENOUGH_GAMES and not board.is_complete:
        check_stop(0)
        board.step(check_stop)
        send(board_figures(trial, board))
    check_stop(0)


def _other_board(order: TrialOrder, board: TrialBoard) -> list[TrialBoard]:
    """Return the board to compare with, if it differs and can be played."""
    if order.before is None:
        return []
    try:
        experiment = experiment_of(order, order.before)
    except OffleashError:
        return []
    if experiment.plan == board.experiment.plan:
        return []
    return [TrialBoard(experiment, order.project, order.runs)]


def _next_to_play(board: TrialBoard, before: TrialBoard | None = None) -> TrialBoard | None:
    """Return the board that plays next; None if both are complete."""
    if before and not before.is_complete:
        if board.is_complete or before.blocks < board.blocks:
            return before
    return None if board.is_complete else board


if __name__ == "__main__":
    main()
