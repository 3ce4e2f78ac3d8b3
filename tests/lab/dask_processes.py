"""Forks schedulers and workers of Dask from one process that has imported what they need.

`python -m tests.lab.dask_processes` reads requests, a line of JSON each: a program, which it starts
and whose process id it answers; or a process id, which it answers with the exit status.
"""

import importlib
import json
import os
import sys
from typing import Any

import tests.toys  # noqa: F401
from offleash.games import registry
from offleash.lab.runs import cluster  # noqa: F401

PROGRAMS = {kind: f"distributed.cli.dask_{kind}" for kind in ("scheduler", "worker")}


def become(request: dict[str, Any]) -> None:
    """Turns this process into a scheduler or a worker."""
    os.environ.update(request["environment"])
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT)
    for number, file in enumerate((os.open(os.devnull, os.O_RDONLY), log, log)):
        os.dup2(file, number)
    importlib.import_module(PROGRAMS[request["kind"]]).main(request["arguments"])


def serve() -> None:
    registry.load("digs")
    for program in PROGRAMS.values():
        importlib.import_module(program)
    for line in sys.stdin:
        request = json.loads(line)
        if isinstance(request, int):
            print(os.waitstatus_to_exitcode(os.waitpid(request, 0)[1]), flush=True)
        elif child := os.fork():
            print(child, flush=True)
        else:
            return become(request)


if __name__ == "__main__":
    serve()
