"""Runs programs in forks of one process that has Numba and the games imported already.

A program that is started the ordinary way imports them for two seconds, and hundreds of tests start
one. `python -m tests.fork_server` reads requests from its input, a line of JSON each, and answers
with the process id and then the exit status; `ForkServer` in tests/processes.py writes them.
"""

import contextlib
import gc
import io
import json
import os
import runpy
import signal
import sys
from typing import Any

from offleash.cli import app, terminal
from offleash.compiler.machine import numba
from offleash.games import registry
from offleash.web import warming
from tests.processes import ENCODING


def preload() -> None:
    """What nearly every program needs: the command line, Numba and the games."""
    with contextlib.redirect_stdout(io.StringIO()):
        app.run(["games"])
    numba().njit(lambda number: number + 1)(1)  # fills its registries
    for name in registry.ROWS:
        registry.load(name)
    warming.load("dog")  # which most programs play


def become(request: dict[str, Any]) -> None:
    """Turns this process into the program of a request; does not return if the program exits."""
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    signal.signal(signal.SIGINT, signal.default_int_handler)  # this process may ignore it
    if request["stdin"].startswith("/dev/pts/"):
        os.setsid()  # the terminal that is opened next becomes its own
    for number, (name, flags) in enumerate(
        (("stdin", os.O_RDONLY), ("stdout", os.O_WRONLY), ("stderr", os.O_WRONLY))
    ):
        os.dup2(os.open(request[name], flags), number)
    encoding = request["environment"].get(ENCODING)
    sys.stdin = os.fdopen(0, encoding=encoding, closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding=encoding, closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, encoding, errors="backslashreplace", closefd=False)
    terminal.console.__init__()  # reads the environment again
    terminal.messages.__init__(stderr=True)
    sys.argv[1:] = request["arguments"]
    sys.path[0] = request["folder"]
    try:
        runpy.run_module(request["module"], run_name="__main__", alter_sys=True)
    except SystemExit as error:
        sys.stdout.flush()
        if isinstance(error.code, int | None):
            os._exit(error.code or 0)  # sooner than Python tears down everything it has imported
        raise


def serve() -> None:
    preload()
    gc.freeze()
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            return become(json.loads(line))
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
