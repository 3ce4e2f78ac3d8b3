"""The board editor while somebody draws and bots play what was drawn, by the browser's own trace.

A part of `make bench-studio`; alone: `python -m bench.studio_page`.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser import FLAGS, BrowserPage, chromium_path
from tests.studio.editor import DESK, DRAWN, Editor

from bench.figures import end
from bench.studio import Bench, serve_project

DRAWING_S = 10.0
LONGEST = 100  # milliseconds of a task, while somebody draws
FRAME = 16  # milliseconds that a frame has
ROWS = COLUMNS = 64  # of the largest board
TRACED = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline")


# Somebody who draws


def scribble(editor: Editor, seconds: float) -> int:
    """Strokes with brush, rectangle, fill and undo, with a pause now and then; how many."""
    chance, strokes = random.Random(1), 0
    left, top, right, bottom = visible_box(editor.page)
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


def visible_box(page: Page) -> list[float]:
    """The part of the sheet that can be drawn on."""
    return page.evaluate(
        """() => {
          const sheet = document.getElementById("sheet").getBoundingClientRect();
          const frame = document.getElementById("frame").getBoundingClientRect();
          return [Math.max(sheet.left, frame.left) + 30, Math.max(sheet.top, frame.top) + 30,
            Math.min(sheet.right, frame.right) - 10, Math.min(sheet.bottom, frame.bottom) - 10];
        }"""
    )


# The browser's own trace


@dataclass(frozen=True)
class Trace:
    """Tasks of the page's main thread, in milliseconds of the clock and at work: where other
    programs want the processor too, a task waits for it."""

    tasks: Sequence[float]
    cpu_times: Sequence[float]
    frames: Sequence[float]  # at work, where something was redrawn


def trace_page(browser: Browser, page: Page, action: Callable[[], object]) -> Trace:
    """What the main thread did meanwhile."""
    browser.start_tracing(page=page, categories=list(TRACED))
    action()
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    page_events = [event for event in events if (event["pid"], event["tid"]) in mains]
    tasks = [event for event in page_events if event["name"] == "RunTask" and "tdur" in event]
    frame_times = [event["ts"] for event in page_events if event["name"] == "FireAnimationFrame"]
    frames = [task for task in tasks if any(_holds(task, moment) for moment in frame_times)]
    return Trace(
        [task["dur"] / 1000 for task in tasks],
        [task["tdur"] / 1000 for task in tasks],
        [task["tdur"] / 1000 for task in frames],
    )


def _holds(task: dict[str, Any], moment: float) -> bool:
    return bool(task["ts"] <= moment <= task["ts"] + task["dur"])


# What is measured


@contextmanager
def open_editor(bench: Bench) -> Iterator[tuple[Browser, Editor]]:
    """The editor in a browser of its own, after the first games."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        page = browser.new_page(**DESK)
        page.goto(bench.link)
        page.goto(f"{bench.address}/studio/mine")
        page.wait_for_selector(DRAWN)
        page.wait_for_selector("#games:has-text('Wins by home')", timeout=300_000)
        yield browser, Editor(BrowserPage(page, Path()))
        browser.close()


def drawing(bench: Bench) -> None:
    """On the sample board."""
    with open_editor(bench) as (browser, editor):
        trace = trace_page(browser, editor.page, lambda: scribble(editor, DRAWING_S))
    report_trace(bench, "the sample board", trace, FRAME)


def drawing_largest(bench: Bench) -> None:
    """On the largest sheet that a board may have."""
    with open_editor(bench) as (browser, editor):
        editor.about(rows=str(ROWS), columns=str(COLUMNS))
        editor.page.click("#fit")
        trace = trace_page(browser, editor.page, lambda: scribble(editor, DRAWING_S))
    report_trace(bench, f"{ROWS} x {COLUMNS} cells", trace, 2 * FRAME)


def report_trace(bench: Bench, board: str, trace: Trace, frame: float) -> None:
    bench.report(f"longest task, {board}", max(trace.tasks), "ms", LONGEST)
    bench.report(f"the most work in a task, {board}", max(trace.cpu_times), "ms", LONGEST)
    ordered = sorted(trace.frames)
    work = ordered[int(0.95 * len(ordered))]
    bench.report(f"work of a frame with a change, {board}, p95", work, "ms", frame)


PARTS: tuple[Callable[[Bench], None], ...] = (drawing, drawing_largest)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [part.__name__ for part in PARTS]
    parser.add_argument("--only", nargs="*", choices=names, default=names)
    arguments = parser.parse_args()
    with serve_project(boards=1) as bench:
        for part in PARTS:
            if part.__name__ in arguments.only:
                part(bench)
    end(bench.figures)


if __name__ == "__main__":
    main()
