"""How long a bot that somebody wrote may think, and how one is stopped that thinks for ever.

Its code runs in a thread of its own. When its time is over, an exception is raised in that thread:
this ends any loop of Python code. It can't end a call that does not come back to Python (a long
sleep, a library in C), nor code that catches everything: such a thread is left behind, and its bot
plays no more.
"""

import ctypes
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

from offleash.core.errors import OffleashError

USUAL = 10.0  # seconds for a move
LONGEST = 86_400.0
GRACE = 1.0  # seconds for a thread to end after it was told to

T = TypeVar("T")


class Overtime(BaseException):
    """Raised in the midst of a bot that thinks too long."""


class TooLong(Exception):
    """No answer came in time. The message stands behind "it"."""


class Patience:
    """Seconds for a move; 0 for as long as it takes, in the caller's own thread."""

    def __init__(self, seconds: float = USUAL) -> None:
        if not 0 <= seconds <= LONGEST:
            raise OffleashError(
                f"the limit of a move is {seconds:g} seconds; it must be from 0 to {LONGEST:g}, "
                "and 0 is no limit"
            )
        self.seconds = seconds

    def wait(self, answered: Event) -> bool:
        """Whether the answer came in time."""
        return answered.wait(self.seconds)

    def wait_for_end(self, answered: Event) -> bool:
        """Whether one that was told to stop did so."""
        return answered.wait(GRACE)


patience = Patience()  # of this process, unless somebody is told otherwise


def allow(seconds: float) -> None:
    """From now on, moves may take so long."""
    global patience
    patience = Patience(seconds)


class Task(Generic[T]):
    """One call, and what became of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self.answered = work, Event()
        self._value: list[T] = []
        self._error: BaseException = Overtime()

    def run(self) -> None:
        try:
            self._value.append(self._work())
        except BaseException as error:
            self._error = error
        finally:
            self.answered.set()

    def result(self) -> T:
        """The value, or the error that was raised instead."""
        if not self._value:
            raise self._error
        return self._value[0]


class Thinker:
    """A thread for other people's code, which can be stopped."""

    def __init__(self, allowed: Patience | None = None) -> None:
        self.patience = allowed or patience
        self.is_stuck = False
        self._tasks: SimpleQueue[Task[Any] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def call(self, work: Callable[[], T]) -> T:
        """What `work` gives back; raises TooLong after the time, and whatever `work` raises."""
        if not self.patience.seconds:
            return work()
        if self.is_stuck:
            raise TooLong(
                "could not be stopped when it last thought too long, and is asked no more"
            )
        if self._thread is None:
            self._thread = Thread(target=_serve, args=(self._tasks,), daemon=True)
            self._thread.start()
        task = Task(work)
        self._tasks.put(task)
        if self.patience.wait(task.answered):
            return task.result()
        self._stop(task)
        raise TooLong(f"thought for more than {self.patience.seconds:g} s")

    def _stop(self, task: Task[Any]) -> None:
        assert self._thread is not None and self._thread.ident is not None
        where = ctypes.c_ulong(self._thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(where, ctypes.py_object(Overtime))
        self.is_stuck = not self.patience.wait_for_end(task.answered)

    def close(self) -> None:
        """Lets the thread end."""
        self._tasks.put(None)
        self._thread = None


def _serve(tasks: "SimpleQueue[Task[Any] | None]") -> None:
    """Runs task after task; an exception that comes too late for one ends none."""
    while True:
        try:
            task = tasks.get()
            if task is None:
                return
            task.run()
        except Overtime:
            continue
