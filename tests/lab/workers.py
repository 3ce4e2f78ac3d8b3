"""A real cluster on loopback: a scheduler and workers, each a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from tests.timeouts import TIMEOUT_S


def wait_until(condition, goal):
    """Looks until something is there."""
    end = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {goal}"
        time.sleep(0.01)


class DaskProcesses:
    """The process that starts schedulers and workers, with its imports: see `dask_processes.py`."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.lab.dask_processes"],
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, request: object) -> int:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(request), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def stop(self) -> None:
        self._process.communicate()


class DaskProcess:
    """A scheduler or a worker."""

    def __init__(self, processes: DaskProcesses, **request: object) -> None:
        self._processes, self._status = processes, None
        self._pid = processes.ask(request)

    def kill(self) -> None:
        if self._status is None:
            os.kill(self._pid, signal.SIGKILL)

    def wait(self) -> int:
        """The exit status, or minus the signal that ended it."""
        if self._status is None:
            self._status = self._processes.ask(self._pid)
        return self._status


class Loopback:
    """Processes that are all gone when the `with` block ends."""

    def __init__(self, folder: Path, processes: DaskProcesses) -> None:
        self.folder, self._starter, self._processes = folder, processes, []

    def __enter__(self):
        file = self.folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file))
        wait_until(lambda: file.exists() and _is_whole(file), "the scheduler")
        self.address = json.loads(file.read_text())["address"]
        return self

    def __exit__(self, *_):
        self._end(self._processes)

    @contextmanager
    def workers(self):
        """The workers that are started within are gone afterwards, for the scheduler too."""
        before = len(self._processes)
        yield
        self._end(self._processes[before:])
        self.wait_for_workers(0)

    @contextmanager
    def allowing_no_failures(self):
        """The scheduler gives a task up with the first worker that it is lost with."""
        allowed = self._set_allowed_failures(0)
        yield
        self._set_allowed_failures(allowed)

    def _set_allowed_failures(self, count: int) -> int:
        def change(dask_scheduler):
            before, dask_scheduler.allowed_failures = dask_scheduler.allowed_failures, count
            return before

        with self._client() as client:
            return client.run_on_scheduler(change)

    def worker(self, *preloads: str, **environment: str) -> DaskProcess:
        """Starts a worker, which imports the modules of `preloads` before it takes work."""
        loaded = [part for name in ("tests.toys", *preloads) for part in ("--preload", name)]
        command = ("worker", self.address, "--nthreads", "1", "--no-nanny", *loaded)
        return self._start(*command, **environment)

    def wait_for_workers(self, count: int) -> None:
        """Until so many are there, no more and no fewer."""
        with self._client() as client:
            wait_until(lambda: len(client.nthreads()) == count, f"{count} workers")

    def _client(self):
        from distributed import Client

        return Client(self.address, set_as_default=False)

    @staticmethod
    def _end(processes) -> None:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()

    def _start(self, kind: str, *arguments: str, **environment: str) -> DaskProcess:
        log = self.folder / f"{kind}-{len(self._processes)}.log"
        common = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
        process = DaskProcess(
            self._starter,
            kind=kind,
            arguments=[*arguments, *common],
            environment=environment,
            log=str(log),
        )
        self._processes.append(process)
        return process


def _is_whole(file: Path) -> bool:
    try:
        return "address" in json.loads(file.read_text())
    except ValueError:
        return False
