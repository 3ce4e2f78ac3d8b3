"""The process that plays trials: it receives orders from its worker, and plays the newest.

It sends `(NUMBER, WORD, JSON)` for every event of an order; events of the process itself have the
number 0. It ends after a long time without orders.
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from offleash.compiler import machine
from offleash.compiler.notice import Notice
from offleash.contract.option_texts import text_scope
from offleash.contract.studio.workbench import Trial
from offleash.games import registry
from offleash.lab.runs.experiment import Work
from offleash.studio.boards.bot_games.board import CheckStop, TrialBoard
from offleash.studio.boards.bot_games.figures import board_figures
from offleash.studio.boards.bot_games.order import (
    TrialOrder,
    check_board,
    experiment_of,
    experiment_with,
)
from offleash.tools.errors import OffleashError
from offleash.tools.prose import to_sentence
from offleash.web.child_process import ParentPipe

IDLE_TIMEOUT_S = 15 * 60  # without an order, after which it ends
ENOUGH_GAMES = 500  # on a board before the other one is read or played
BROKEN = "Something went wrong on the server; it will still play the next board."

log = logging.getLogger("offleash.trials")

Send = Callable[[dict[str, Any]], None]


class TrialStopped(Exception):
    """Nobody is waiting for these games any more."""


def play_orders(pipe: ParentPipe) -> None:
    """Play the worker's orders; end after a long silence."""

    def on_compile(notice: Notice) -> None:
        if not notice.over:
            why = f"Compiling the rules, only this once: {notice.done} of {notice.total}."
            send_event(pipe, 0, {"is": "waiting", "why": why})

    machine.announce = on_compile
    while message := pipe.receive(IDLE_TIMEOUT_S):
        if "warm" in message:
            warm(message["warm"])
            send_event(pipe, 0, {"is": "ready"})
        elif "order" in message and not is_stopped(pipe, message["number"]):
            with text_scope():
                serve(pipe, message["number"], TrialOrder(**message["order"]))


def send_event(pipe: ParentPipe, number: int, event: dict[str, Any]) -> None:
    """Send an event of an order, or of the process itself, as JSON."""
    text = json.dumps(event, separators=(",", ":"), allow_nan=False)
    pipe.send((number, event["is"], text))


def is_stopped(pipe: ParentPipe, number: int) -> bool:
    """Return whether the worker has stopped this order or sent a newer one."""
    return any("order" in message or message.get("stop") == number for message in pipe.pending())


def warm(name: str) -> None:
    """Load a game's kernels, so that no order has to wait for them."""
    try:
        game = registry.load(name)
        experiment_with(game, game.options()).play(Work(0, 0, 1))
    except OffleashError as error:
        log.warning("%s", error)  # orders get this error too


def serve(pipe: ParentPipe, number: int, order: TrialOrder) -> None:
    """Play one order to its end, or until it is stopped."""

    def send(event: dict[str, Any]) -> None:
        send_event(pipe, number, event)

    def check_stop(_: int = 0) -> None:
        if is_stopped(pipe, number):
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
    assert game.studio.workbench is not None and game.studio.workbench.trial is not None
    check_board(game, order.option, order.text)
    trial = game.studio.workbench.trial
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
