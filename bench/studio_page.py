"""The board editor while somebody draws and bots play what was drawn, by the browser's own trace.

`make bench-studio` runs it; alone: `.venv/bin/python bench/studio_page.py`.
"""

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import FLAGS, Opened, chromium_path
from tests.studio.editing import DESK, DRAWN, Editor

from offleash.games import registry
from offleash.play.project import new_project

LONGEST = 100  # milliseconds of a task, while somebody draws
FRAMES = {"sample": 16, "largest": 33}  # milliseconds: one frame, and two
TRACED = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline")
COLUMNS, ROWS = 64, 64  # of the largest board


@dataclass(frozen=True)
class Figure:
    """Something measured, and what it should be at most."""

    name: str
    value: float
    goal: float

    @property
    def is_reached(self) -> bool:
        return self.value <= self.goal

    def __str__(self) -> str:
        verdict = "reached" if self.is_reached else "MISSED"
        return f"{self.name:58}{self.value:>9.1f}  ≤ {self.goal:<6g}ms        {verdict}"


# The site


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """`offleash serve` over two projects; gives its owner's link."""
    projects = folder / "projects"
    for name in FRAMES:
        new_project(projects / name, registry.load("uri-nation"), "1.4", name)
    options = {"database": folder / "tables.sqlite", "projects": projects, "runs": folder / "runs"}
    command = [sys.executable, "-m", "offleash.cli", "serve", "--port", "0"]
    command += [str(word) for name, value in options.items() for word in (f"--{name}", value)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield next(filter(None, map(owner_link, server.stdout)))
        finally:
            server.terminate()


def owner_link(line: str) -> str:
    """The link that a printed line has, if it is the owner's."""
    found = re.search(r"https?://\S+/owner/\S+", line)
    return found[0] if found else ""


# Somebody who draws


def scribble(editor: Editor, seconds: float) -> int:
    """Strokes with brush, rectangle, fill and undo, with a pause now and then; how many."""
    chance, strokes = random.Random(1), 0
    left, top, right, bottom = seen(editor.page)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        editor.page.focus("#sheet")
        editor.keys(chance.choice("sT=.x"), chance.choice("drf"))
        editor.page.mouse.move(chance.uniform(left, right), chance.uniform(top, bottom))
        editor.page.mouse.down()
        for _ in range(4):
            editor.page.mouse.move(
                chance.uniform(left, right), chance.uniform(top, bottom), steps=5
            )
        editor.page.mouse.up()
        strokes += 1
        editor.keys(*["Control+z"] * (1 if strokes % 4 else 4))  # mostly back to a sound board
        if strokes % 3 == 0:
            editor.page.wait_for_timeout(500)  # and the board is checked and played
    return strokes


def seen(page: Page) -> list[float]:
    """The part of the sheet that can be drawn on."""
    return page.evaluate(
        """() => {
          const sheet = document.getElementById("sheet").getBoundingClientRect();
          const frame = document.getElementById("frame").getBoundingClientRect();
          return [Math.max(sheet.left, frame.left) + 30, Math.max(sheet.top, frame.top) + 30,
            Math.min(sheet.right, frame.right) - 10, Math.min(sheet.bottom, frame.bottom) - 10];
        }"""
    )


def enlarge(editor: Editor) -> None:
    """The largest sheet, with a street all around what was drawn."""
    editor.about(rows=str(ROWS), columns=str(COLUMNS))
    editor.page.click("#fit")


# The browser's own trace


@dataclass(frozen=True)
class Trace:
    """Tasks of the page's main thread, in milliseconds of the clock and at work: where other
    programs want the processor too, a task waits for it."""

    tasks: Sequence[float]
    at_work: Sequence[float]
    frames: Sequence[float]  # at work, where something was drawn anew


def traced(browser: Browser, page: Page, deed: Callable[[], object]) -> Trace:
    """What the main thread did meanwhile."""
    browser.start_tracing(page=page, categories=list(TRACED))
    deed()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    own = [each for each in events if (each["pid"], each["tid"]) in mains]
    tasks = [each for each in own if each["name"] == "RunTask" and "tdur" in each]
    drawn = [each["ts"] for each in own if each["name"] == "FireAnimationFrame"]
    frames = [task for task in tasks if any(_holds(task, moment) for moment in drawn)]
    return Trace(
        [task["dur"] / 1000 for task in tasks],
        [task["tdur"] / 1000 for task in tasks],
        [task["tdur"] / 1000 for task in frames],
    )


def _holds(task: dict[str, Any], moment: float) -> bool:
    return bool(task["ts"] <= moment <= task["ts"] + task["dur"])


def measure(browser: Browser, link: str, name: str, seconds: float) -> list[Figure]:
    """One board, drawn on for some seconds."""
    context = browser.new_context(**DESK)
    page = context.new_page()
    page.goto(link)
    page.goto(f"{link.partition('/owner')[0]}/studio/{name}")
    page.wait_for_selector(DRAWN)
    editor = Editor(Opened(page, Path()))
    if name == "largest":
        enlarge(editor)
    page.wait_for_timeout(1000 * seconds)  # rules are loaded, and the first games played
    found = traced(browser, page, lambda: scribble(editor, seconds))
    context.close()
    frame = statistics.quantiles(found.frames, n=20)[-1]
    return [
        Figure(f"longest task, {name} board", max(found.tasks), LONGEST),
        Figure(f"the most work in a task, {name} board", max(found.at_work), LONGEST),
        Figure(f"the work of a frame with a change, {name} board, p95", frame, FRAMES[name]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="of drawing")
    seconds = parser.parse_args().seconds
    figures: list[Figure] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as link,
        sync_playwright() as playwright,
    ):
        path = chromium_path()
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        for name in FRAMES:
            for figure in measure(browser, link, name, seconds):
                figures.append(figure)
                print(figure, flush=True)
        browser.close()
    missed = [figure for figure in figures if not figure.is_reached]
    if missed:
        sys.exit(f"{len(missed)} of {len(figures)} goals are missed")


if __name__ == "__main__":
    main()
