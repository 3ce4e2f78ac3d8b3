"""Bots that think too long. No clock takes part: a wait is over when the test says so."""

from contextlib import suppress
from threading import Event

import pytest

import offleash
from offleash.bots.kinds import register_bot
from offleash.bots.players import Bots
from offleash.bots.python import time_limit
from offleash.bots.python.time_limit import BotThread, MoveTimeout, Overtime, TimeLimit
from offleash.engine.forfeit import Forfeited
from offleash.play.session import Session
from offleash.tools.errors import OffleashError


class Impatient(TimeLimit):
    """Gives up as soon as the bot has begun; then waits for its end, or does not."""

    def __init__(self, started, waits=True):
        super().__init__(2.5)
        self.started, self.waits = started, waits

    def wait(self, event):
        self.started.wait()
        return False

    def wait_for_stop(self, event):
        return event.wait() if self.waits else False


def test_an_endless_loop_is_stopped_and_its_thread_goes_on():
    started, ended = Event(), []

    def loop():
        try:
            started.set()
            while True:
                pass
        except Overtime:
            ended.append(True)
            raise

    thread = BotThread(Impatient(started))
    for _ in range(2):
        started.clear()
        with pytest.raises(MoveTimeout, match=r"thought for more than 2\.5 s"):
            thread.call(loop)
    assert ended == [True, True] and not thread.is_stuck
    thread.time_limit = TimeLimit(3600)
    assert thread.call(lambda: 7) == 7
    thread.close()


def test_a_bot_that_cannot_be_stopped_is_not_asked_again():
    started, released = Event(), Event()

    def deaf():
        started.set()
        while not released.is_set():
            with suppress(Overtime):
                released.wait()

    thread = BotThread(Impatient(started, waits=False))
    with pytest.raises(MoveTimeout, match="thought for more"):
        thread.call(deaf)
    with pytest.raises(MoveTimeout, match="could not be stopped"):
        thread.call(lambda: 7)
    released.set()
    thread.close()


def test_results_and_exceptions_are_passed_on():
    for seconds in (0, 3600):
        thread = BotThread(TimeLimit(seconds))
        assert thread.call(lambda: "yes") == "yes"
        assert thread.call(lambda: None) is None
        with pytest.raises(ZeroDivisionError):
            thread.call(lambda: 1 // 0)
        thread.close()


@pytest.mark.parametrize("seconds", [-1, 1e9, float("nan"), float("inf")])
def test_an_invalid_limit_is_refused(seconds):
    with pytest.raises(OffleashError, match=r"it must be from 0 \(no limit\) to 86400"):
        TimeLimit(seconds)


def test_the_limit_of_this_process_can_be_changed(monkeypatch):
    monkeypatch.setattr(time_limit, "time_limit", TimeLimit())
    time_limit.set_time_limit(0.5)
    assert BotThread().time_limit.seconds == 0.5


def test_a_bot_that_thinks_for_ever_forfeits():
    started = Event()

    class Endless:
        def choose(self, view, legal):
            started.set()
            while True:
                pass

    game = offleash.load_game("dog")
    session = Session(game, game.options(), seed=4)
    bots = Bots(game, [register_bot(Endless())] * 4, Impatient(started))
    with pytest.raises(Forfeited, match=r"it thought for more than 2\.5 s; it saw"):
        bots.play(session)
    bots.close()
