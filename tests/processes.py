"""Runs Python, or a program, in a process of its own."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.timeouts import TIMEOUT_S

ENCODING = "PYTHONIOENCODING"


def run_python(
    code: str, *arguments: str, timeout_s: float = TIMEOUT_S, **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=timeout_s,
        check=False,
    )


def output_of(code: str, *arguments: str, **environment: str) -> str:
    process = run_python(code, *arguments, **environment)
    assert process.returncode == 0, process.stderr
    return process.stdout


def call_interpreted(function: Callable[[], Any]) -> Any:
    """What a function without arguments returns where rules are interpreted, as JSON has it."""
    module, name = function.__module__, function.__name__
    code = f"import json; from {module} import {name}; print(json.dumps({name}()))"
    return json.loads(output_of(code, OFFLEASH_RULES="interpreted"))


def run_program(
    module: str, *arguments: object, stdin: str | bytes = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """`python -m module …` as a user runs it, forked from a process that has it imported.

    With a variable that is read at start-up it gets an ordinary process.
    """
    command, merged = [str(argument) for argument in arguments], {**os.environ, **environment}
    data = stdin if isinstance(stdin, bytes) else stdin.encode(errors="surrogateescape")
    if startup_variables(merged) == fork_server().variables:
        process = fork_server().run(module, command, data, merged)
    else:
        process = subprocess.run(
            [sys.executable, "-m", module, *command],
            capture_output=True,
            input=data,
            env=merged,
            timeout=TIMEOUT_S,
            check=False,
        )
    out, errors = (
        data.decode(merged.get(ENCODING, "utf-8")) for data in (process.stdout, process.stderr)
    )
    return subprocess.CompletedProcess(process.args, process.returncode, out, errors)


def startup_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Those that Python and our modules read as they start; the fork server sets the encoding."""
    prefixes = ("OFFLEASH_", "NUMBA_", "PYTHON", "XDG_CACHE_HOME", "HOME", "LANG", "LC_")
    return {
        name: value
        for name, value in environment.items()
        if name.startswith(prefixes) and name != ENCODING
    }


class ForkServer:
    """The process behind `tests/fork_server.py`: one for each process that runs tests."""

    def __init__(self, *command: str) -> None:
        self.variables = startup_variables(os.environ)
        self._process = subprocess.Popen(
            [sys.executable, *(command or ("-m", "tests.fork_server"))],
            cwd=Path(__file__).parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,  # a line in a buffer here would be invisible to `select`
            start_new_session=True,
        )

    def start(
        self, module: str, arguments: list[str], environment: dict[str, str], **streams: str
    ) -> "RunningProgram":
        """Starts a program that reads and writes these files; the one before must have ended."""
        assert self._process.stdin is not None and self._process.stdout is not None
        request = {
            "module": module,
            "arguments": arguments,
            "environment": environment,
            "folder": os.getcwd(),
            **streams,
        }
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        return RunningProgram(self, int(self.answer(module)))

    def answer(self, goal: str) -> bytes:
        """The next line of the server."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], TIMEOUT_S)[0]:
            self.kill()
            raise subprocess.TimeoutExpired(goal, TIMEOUT_S)
        return self._process.stdout.readline()

    def run(
        self, module: str, arguments: list[str], stdin: bytes, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[bytes]:
        """As `subprocess.run` does it."""
        with tempfile.TemporaryDirectory() as folder:
            files = {name: Path(folder) / name for name in ("stdin", "stdout", "stderr")}
            for file in files.values():
                file.touch()
            files["stdin"].write_bytes(stdin)
            streams = {name: str(file) for name, file in files.items()}
            status = self.start(module, arguments, environment, **streams).wait()
            out, errors = files["stdout"].read_bytes(), files["stderr"].read_bytes()
        return subprocess.CompletedProcess([module, *arguments], status, out, errors)

    def stop(self) -> None:
        self._process.communicate()

    def kill(self) -> None:
        """Ends the program that is running too; the next one gets a new server."""
        os.killpg(self._process.pid, signal.SIGKILL)
        fork_server.cache_clear()


class RunningProgram:
    """A program that a fork server has started."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.pid, self._server = pid, server
        self._status: int | None = None

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def wait(self) -> int:
        """The exit status, or minus the signal that ended it."""
        if self._status is None:
            self._status = int(self._server.answer(f"the end of process {self.pid}"))
        return self._status

    def kill(self) -> None:
        if self._status is None:
            self.send_signal(signal.SIGKILL)
            self.wait()


@cache
def fork_server() -> ForkServer:
    server = ForkServer()
    atexit.register(server.stop)
    return server
