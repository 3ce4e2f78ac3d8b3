"""The time limit of a Python bot's move, and how a bot that exceeds it is stopped.

The bot's code runs in a thread of its own. When its time is up, an exception is raised in that
thread, which ends any loop of Python code. It can't end a call that does not return to Python (a
long sleep, a C library), nor code that catches everything: such a thread is abandoned, and its bot
is not called again.
"""

import ctypes
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

from offleash.tools.errors import OffleashError

DEFAULT_S = 10.0
MAX_S = 86_400.0
STOP_TIMEOUT_S = 1.0  # for a thread to end after the exception was raised in it

T = TypeVar("T")


class Overtime(BaseException):
    """Raised inside a bot that exceeds its time limit."""


class MoveTimeout(Exception):
    """A bot did not answer in time. The message continues a sentence that begins with "it"."""


class TimeLimit:
    """Seconds for a move; 0 means no limit, and the bot runs in the caller's thread."""

    def __init__(self, seconds: float = DEFAULT_S) -> None:
        if not 0 <= seconds <= MAX_S:
            raise OffleashError(
                f"the time limit of a move is {seconds:g} seconds; it must be from 0 (no limit) "
                f"to {MAX_S:g}"
            )
        self.seconds = seconds

    def wait(self, done: Event) -> bool:
        """Return whether the answer came in time."""
        return done.wait(self.seconds)

    def wait_for_stop(self, done: Event) -> bool:
        """Return whether a bot that was interrupted has stopped."""
        return done.wait(STOP_TIMEOUT_S)


time_limit = TimeLimit()  # the default of this process


def set_time_limit(seconds: float) -> None:
    """Set the default time limit of this process."""
    global time_limit
    time_limit = TimeLimit(seconds)


class Task(Generic[T]):
    """One call and its result."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work, self.done = work, Event()
        self._value: list[T] = []
        self._error: BaseException = Overtime()

    def run(self) -> None:
        try:
            self._value.append(self._work())
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def result(self) -> T:
        """Return the value; raise the error if the call failed."""
        if not self._value:
            raise self._error
        return self._value[0]


class BotThread:
    """A thread that runs a bot's code and can be interrupted."""

    def __init__(self, limit: TimeLimit | None = None) -> None:
        self.time_limit = limit or time_limit
        self.is_stuck = False
        self._tasks: SimpleQueue[Task[Any] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def call(self, work: Callable[[], T]) -> T:
        """Return what `work` returns; raise MoveTimeout if it takes too long, or what it raises."""
        if not self.time_limit.seconds:
            return work()
        if self.is_stuck:
            raise MoveTimeout(
                "could not be stopped when it last exceeded its time, so it is not called again"
            )
        if self._thread is None:
            self._thread = Thread(target=_serve, args=(self._tasks,), daemon=True)
            self._thread.start()
        task = Task(work)
        self._tasks.put(task)
        if self.time_limit.wait(task.done):
            return task.result()
        self._stop(task)
        raise MoveTimeout(f"thought for more than {self.time_limit.seconds:g} s")

    def _stop(self, task: Task[Any]) -> None:
        assert self._thread is not None and self._thread.ident is not None
        thread_id = ctypes.c_ulong(self._thread.ident)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(thread_id, ctypes.py_object(Overtime))
        self.is_stuck = not self.time_limit.wait_for_stop(task.done)

    def close(self) -> None:
        """Let the thread end."""
        self._tasks.put(None)
        self._thread = None


def _serve(tasks: "SimpleQueue[Task[Any] | None]") -> None:
    """Run tasks in turn; ignore an exception that arrives after its task ended."""
    while True:
        try:
            task = tasks.get()
            if task is None:
                return
            task.run()
        except Overtime:
            continue
