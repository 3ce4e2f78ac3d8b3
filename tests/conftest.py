"""Every test sees the toys next to the shipped games, and may open a page in a browser."""

import gc
from collections import Counter
from pathlib import PurePosixPath

import pytest

import tests.toys  # noqa: F401
from offleash.bots import kinds
from offleash.games import registry
from offleash.studio.print.jobs import PRELOADED_MODULES
from offleash.web import child_process
from tests.browser import CHROMIUM, chromium, open_page, page_modules  # noqa: F401

PAGE_MODULES = pytest.StashKey[set]()
# From an empty cache its tests compile for minutes: begun late, one would run alone at the end.
LONGEST = "test_compile.py"
# What child processes of a site run. One fork server serves all tests of a process, and it imports
# nothing more once it is running: a child process would import the rest each time.
CHILD_MODULES = (
    *PRELOADED_MODULES,
    "offleash.studio.experiments.run_process",
    "offleash.studio.boards.bot_games.process",
    "offleash.tables.replays.futures",
    "offleash.tables.replays.replay",
    *(row.module for row in registry.ROWS.values()),
)


@pytest.fixture(autouse=True)
def no_registered_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python bots are registered for one test, not for those after it in the same process."""
    monkeypatch.setattr(kinds, "registered_kinds", {})


def pytest_configure() -> None:
    gc.disable()  # until all tests are imported: hardly anything of them becomes garbage


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What compiles longest comes first; files that open pages last: a process has one browser."""
    config.stash[PAGE_MODULES] = pages = page_modules(items)
    items.sort(key=lambda item: (item.path in pages, item.path.name != LONGEST))


def pytest_collection_finish() -> None:
    gc.freeze()  # what is imported by now stays: it need not be looked at again and again
    gc.enable()
    child_process.preload(*CHILD_MODULES)


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.path not in item.config.stash[PAGE_MODULES]:
        CHROMIUM.stop()


def pytest_sessionfinish() -> None:
    CHROMIUM.stop()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """With `--durations`: where the time went, folder by folder."""
    if terminalreporter.config.getoption("durations") is None:
        return
    reports = [report for group in terminalreporter.stats.values() for report in group]
    seconds = Counter[PurePosixPath]()
    for report in reports:
        if isinstance(report, pytest.TestReport):
            seconds[PurePosixPath(report.nodeid.partition("::")[0]).parent] += report.duration
    terminalreporter.section("seconds by folder, all workers together")
    for folder, total in seconds.most_common():
        terminalreporter.line(f"{total:8.1f} {folder}")
