"""Bots that think too long. No clock takes part: a wait is over when the test says so."""

from contextlib import suppress
from threading import Event

import pytest

import offleash
from offleash.bots import patience
from offleash.bots.patience import Overtime, Patience, Thinker, TooLong
from offleash.bots.seats import Bots
from offleash.core.errors import OffleashError
from offleash.core.forfeit import Forfeited
from offleash.play.session import Session


class Impatient(Patience):
    """Gives up as soon as the bot has begun; then waits for its end, or does not."""

    def __init__(self, begun, waits=True):
        super().__init__(2.5)
        self.begun, self.waits = begun, waits

    def wait(self, answered):
        self.begun.wait()
        return False

    def wait_for_end(self, answered):
        return answered.wait() if self.waits else False


def test_an_endless_loop_is_stopped_and_its_thread_goes_on():
    begun, ended = Event(), []

    def loop():
        try:
            begun.set()
            while True:
                pass
        except Overtime:
            ended.append(True)
            raise

    thinker = Thinker(Impatient(begun))
    for _ in range(2):
        begun.clear()
        with pytest.raises(TooLong, match=r"thought for more than 2\.5 s"):
            thinker.call(loop)
    assert ended == [True, True] and not thinker.is_stuck
    thinker.patience = Patience(3600)
    assert thinker.call(lambda: 7) == 7
    thinker.close()


def test_one_that_can_not_be_stopped_is_asked_no_more():
    begun, released = Event(), Event()

    def deaf():
        begun.set()
        while not released.is_set():
            with suppress(Overtime):
                released.wait()

    thinker = Thinker(Impatient(begun, waits=False))
    with pytest.raises(TooLong, match="thought for more"):
        thinker.call(deaf)
    with pytest.raises(TooLong, match="could not be stopped"):
        thinker.call(lambda: 7)
    released.set()
    thinker.close()


def test_what_code_gives_or_raises_comes_through():
    for seconds in (0, 3600):
        thinker = Thinker(Patience(seconds))
        assert thinker.call(lambda: "yes") == "yes"
        assert thinker.call(lambda: None) is None
        with pytest.raises(ZeroDivisionError):
            thinker.call(lambda: 1 // 0)
        thinker.close()


@pytest.mark.parametrize("seconds", [-1, 1e9, float("nan"), float("inf")])
def test_a_limit_that_is_none_is_refused(seconds):
    with pytest.raises(OffleashError, match="it must be from 0 to 86400, and 0 is no limit"):
        Patience(seconds)


def test_the_limit_of_this_process_can_be_changed(monkeypatch):
    monkeypatch.setattr(patience, "patience", Patience())
    patience.allow(0.5)
    assert Thinker().patience.seconds == 0.5


def test_a_bot_that_thinks_for_ever_forfeits(admit):
    begun = Event()

    class Endless:
        def choose(self, view, legal):
            begun.set()
            while True:
                pass

    game = offleash.load("dog")
    session = Session(game, game.options(), seed=4)
    bots = Bots(game, [admit(Endless())] * 4, Impatient(begun))
    with pytest.raises(Forfeited, match=r"it thought for more than 2\.5 s; it saw"):
        bots.play(session)
    bots.close()
