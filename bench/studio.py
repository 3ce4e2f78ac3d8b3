"""The studio: how soon games come while a board is drawn, and what they cost: `make bench-studio`.

A real `offleash serve` has a project, and its owner sends one board after another as the page of
the editor does. What the page itself does meanwhile is measured in `bench/studio_page.py`.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
from tests.studio.trial_project import is_free

from bench.figures import Figure, end, milliseconds
from offleash.engine.batch import cores
from offleash.games import registry
from offleash.projects.project import new_project
from offleash.studio.boards.bot_games.client import NICENESS

TIMEOUT_S = 300  # the rules may have to be compiled first
CHECK_INTERVAL_S = 0.05  # between two checks of a board
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Bench:
    """A running site with one project, its owner at the door, and what was measured."""

    link: str  # of the owner
    address: str
    folder: Path
    session: int  # that all its processes belong to
    boards: int  # how many are drawn for each figure
    figures: list[Figure] = field(default_factory=list)

    def report(
        self, name: str, value: float, unit: str, goal: float, at_least: bool = False
    ) -> None:
        self.figures.append(Figure(name, value, unit, goal, at_least))
        print(self.figures[-1], flush=True)

    @contextmanager
    def owner(self) -> Iterator[httpx.Client]:
        """A browser of the owner's."""
        with httpx.Client(base_url=self.address, timeout=TIMEOUT_S, verify=False) as browser:
            browser.get(self.link)
            browser.headers.update({"origin": self.address, "accept": "application/json"})
            yield browser

    def new_board(self, number: int) -> str:
        """A board that nobody has drawn before."""
        text = (self.folder / "projects" / "mine" / "board.txt").read_text()
        return text.replace("name: ", f"name: {number} ", 1)


@contextmanager
def serve_project(boards: int) -> Iterator[Bench]:
    """`offleash serve` with a project, in a process of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new_project(folder / "projects" / "mine", registry.load("uri-nation"), "1.4", "Mine")
        command = [sys.executable, "-m", "offleash.cli", "serve", "--port", "0"]
        command += ["--projects", str(folder / "projects"), "--runs", str(folder / "runs")]
        command += ["--database", str(folder / "tables.sqlite")]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, text=True, start_new_session=True) as site:
            assert site.stdout is not None
            address = site.stdout.readline().split()[1].rstrip("/")
            link = site.stdout.readline().split()[1]
            try:
                yield Bench(link, address, folder, site.pid, boards)
            finally:
                site.terminate()


@contextmanager
def trial(browser: httpx.Client, text: str, before: str | None = None) -> Iterator[Iterator[Any]]:
    """The events of a trial as they come, each with the seconds since the board was sent."""
    start = time.perf_counter()
    body = {"text": text, "before": before}
    with browser.stream("POST", "/studio/mine/trial", json=body) as answer:

        def events() -> Iterator[tuple[float, dict[str, Any]]]:
            for line in answer.iter_lines():
                if line:
                    event = json.loads(line.removeprefix("data: "))
                    yield time.perf_counter() - start, event

        yield events()


def warm_up(bench: Bench, browser: httpx.Client) -> None:
    """As a page opens: the process is there and has played once."""
    browser.get("/studio/mine")
    with trial(browser, bench.new_board(0)) as events:
        for _, event in events:
            if event["is"] == "played":
                return
            assert event["is"] == "waiting", event


# What is measured


def feedback(bench: Bench) -> None:
    """Board after board, each stopped by the next one after two seconds.

    By the clock, which tells the truth on a machine that does nothing else; and by what the
    process has had of a core, which tells it on a busy one.
    """
    by_clock, by_core, widths = [], [], []
    with bench.owner() as browser:
        warm_up(bench, browser)
        pid = _player(bench.session)
        for number in range(1, bench.boards + 1):
            cpu_before = _cpu(pid)
            with trial(browser, bench.new_board(number), bench.new_board(number - 1)) as events:
                played = [(at, _cpu(pid) - cpu_before, e) for at, e in _until(events, 2.0)]
            by_clock.append([(at, event["games"]) for at, _, event in played])
            by_core.append([(cpu_time, event["games"]) for _, cpu_time, event in played])
            widths.append([_width(event) for _, _, event in played])
    for clock, runs in (("", by_clock), (" of a core", by_core)):
        first = [series[0][0] for series in runs]
        games = [max((n for at, n in series if at <= 1.0), default=0) for series in runs]
        name = f"first feedback on a board,{clock}"
        bench.report(f"{name} median", 1000 * statistics.median(first), "ms", 1000)
        bench.report(f"{name} longest", 1000 * max(first), "ms", 1000)
        name = f"games in the first second{clock}, median"
        bench.report(name, statistics.median(games), "games", 500, at_least=True)
    shrunk = statistics.median(100 * series[-1] / series[0] for series in widths)
    bench.report("interval after two seconds, of what it was at first", shrunk, "%", 50)


def _until(events: Iterator[Any], seconds: float) -> Iterator[tuple[float, dict[str, Any]]]:
    """What was played until a moment, and at least once."""
    for at, event in events:
        if event["is"] == "played":
            yield at, event
        if event["is"] in ("done", "refused") or at > seconds:
            return


def _width(event: dict[str, Any]) -> float:
    row = event["groups"][0]["rows"][0]
    return float(row["high"] - row["low"])


def cost(bench: Bench) -> None:
    """One trial for a few seconds: what its process takes, and what checks of the board wait."""
    with bench.owner() as browser, bench.owner() as other:
        warm_up(bench, browser)
        before = _cpu_of_workers(bench.session)
        quiet = _checks(other, bench, lambda: time.sleep(2))
        by_core = (_cpu_of_workers(bench.session) - before) / len(quiet)
        with trial(browser, bench.new_board(1000)) as events:
            pid, loads = _player(bench.session), []

            def play() -> None:
                before, start = _cpu(pid), time.perf_counter()
                for _ in _until(events, 4.0):
                    pass
                loads.append((_cpu(pid) - before) / (time.perf_counter() - start))

            busy = _checks(other, bench, play)
    bench.report("cores that the games take", loads[0], "cores", max(1, cores() - 1) * 1.05)
    bench.report("check of a board, of a core, mean", 1000 * by_core, "ms", 100)
    bench.report("check of a board meanwhile, median", milliseconds(busy, 0.5), "ms", 100)
    bench.report("check of a board meanwhile, p95", milliseconds(busy, 0.95), "ms", 150)
    difference = milliseconds(busy, 0.5) - milliseconds(quiet, 0.5)
    bench.report("check of a board meanwhile, median later than before", difference, "ms", 50)


def _checks(browser: httpx.Client, bench: Bench, during: Callable[[], None]) -> list[float]:
    """Seconds that checks of a board took while something went on."""
    times, is_over, text = [], Event(), bench.new_board(1)

    def check() -> None:
        while not is_over.wait(CHECK_INTERVAL_S):
            start = time.perf_counter()
            answer = browser.post("/studio/mine/check", json={"text": text})
            assert answer.status_code == 200
            times.append(time.perf_counter() - start)

    thread = Thread(target=check)
    thread.start()
    try:
        during()
    finally:
        is_over.set()
        thread.join()
    return times


def _player(session: int) -> int:
    """The process of a site that plays: the only one with its priority."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            fields = _stat(folder)
            if int(fields[3]) == session and int(fields[16]) == os.nice(0) + NICENESS:
                return int(folder.name)
    raise AssertionError("there is no process that plays")


def _cpu_of_workers(session: int) -> float:
    """Seconds of all processes of a site but the one that plays."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = _stat(folder)
            if int(fields[3]) == session and int(fields[16]) == os.nice(0):
                total += _cpu(int(folder.name))
    return total


def _cpu(pid: int) -> float:
    """Seconds of all its threads."""
    fields = _stat(Path(f"/proc/{pid}"))
    return (int(fields[11]) + int(fields[12])) / TICKS


def _stat(place: Path) -> list[str]:
    """What follows the name of a process: its state, parent, group, session, and so on."""
    return (place / "stat").read_text().rpartition(") ")[2].split()


def stopping(bench: Bench) -> None:
    """From the moment at which a page goes until its games have stopped."""
    times = []
    with bench.owner() as browser:
        warm_up(bench, browser)
        for number in range(2000, 2000 + bench.boards):
            with trial(browser, bench.new_board(number)) as events:
                run = next(iter(_until(events, 0.0)))[1]["run"]
            start = time.perf_counter()
            while not is_free(bench.folder / "runs" / run):
                time.sleep(0.002)
            times.append(time.perf_counter() - start)
    bench.report("games stop after the page went, median", milliseconds(times, 0.5), "ms", 200)
    bench.report("games stop after the page went, longest", 1000 * max(times), "ms", 400)


PARTS: tuple[Callable[[Bench], None], ...] = (feedback, cost, stopping)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [part.__name__ for part in PARTS]
    parser.add_argument("--only", nargs="*", choices=names, default=names)
    parser.add_argument("--boards", type=int, default=7, help="drawn for each measurement")
    arguments = parser.parse_args()
    with serve_project(arguments.boards) as bench:
        for part in PARTS:
            if part.__name__ in arguments.only:
                part(bench)
    end(bench.figures)


if __name__ == "__main__":
    main()
