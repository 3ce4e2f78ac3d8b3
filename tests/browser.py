"""Pages in a real browser: Debian's chromium, offline, and everything it complains about."""

import os
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.timeouts import TIMEOUT_S

FLAGS = (
    "--font-render-hinting=none",  # letters as wide as on paper, not fitted to pixels
    *(("--no-sandbox",) if hasattr(os, "geteuid") and os.geteuid() == 0 else ()),
)

SCREENSHOTS = os.environ.get("OFFLEASH_SCREENSHOTS", "")
SCREENSHOT_ATTEMPTS = 5
REDUCED = "reduce"
OUTSIDE = ("http:", "https:", "ws:", "wss:", "ftp:")


@dataclass
class BrowserPage:
    """A page, and what went wrong on it so far, a line each."""

    page: Any
    pictures: Path
    errors: list[str] = field(default_factory=list)
    allowed: str = ""  # the only address that it may ask
    kind: str = ""  # pages of one kind can stand in for each other
    motion: str = REDUCED  # what the window asks for, unless a test changes it

    def listen(self) -> None:
        """From now on every complaint is kept; so is every request that leaves the machine."""
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.errors.append(f"page error: {error}"))
        self.page.on("request", self._request)
        self.page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # which the page does itself, as it moves on
            self.errors.append(f"failed: {request.url}")

    def _request(self, request: Any) -> None:
        is_allowed = self.allowed and request.url.startswith(self.allowed)
        if request.url.startswith(OUTSIDE) and not is_allowed:
            self.errors.append(f"asked the network: {request.url}")

    def screenshot(self, name: str) -> Path:
        """The whole page as a picture."""
        file = self.pictures / f"{name}.png"
        file.write_bytes(screenshot(self.page, full_page=True))
        return file

    def keep(self, name: str) -> None:
        """A picture for people to look at, where OFFLEASH_SCREENSHOTS names a folder for them."""
        if SCREENSHOTS:
            self.screenshot(name)


def screenshot(page: Any, **options: Any) -> bytes:
    """A picture of a page; Chromium now and then refuses one, and takes it when asked again."""
    from playwright.sync_api import Error

    for _ in range(SCREENSHOT_ATTEMPTS - 1):
        try:
            return page.screenshot(**options)  # type: ignore[no-any-return]
        except Error as error:
            if "Unable to capture" not in str(error):
                raise
    return page.screenshot(**options)  # type: ignore[no-any-return]


def wait_for_requests(page: Any, requests: list[Any], count: int) -> None:
    """Until a route of the page has collected so many."""
    end = time.monotonic() + TIMEOUT_S
    while len(requests) < count:
        assert time.monotonic() < end, f"{len(requests)} of {count} requests came"
        page.wait_for_timeout(10)


OpenPage = Callable[..., BrowserPage]


def chromium_path() -> str:
    """Where chromium is; without it the test is skipped, or fails with CI=true."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if path is None:
        refuse = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        refuse("chromium is missing: no page can be opened (as root, `make test` installs it)")
    return path


class Chromium:
    """One browser for all tests of a process, started by the first that opens a page.

    While playwright runs, no other test could run an event loop: see `pytest_runtest_setup`.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Any = None
        self._idle_pages: defaultdict[str, list[BrowserPage]] = defaultdict(list)

    def start(self) -> Any:
        if self._browser is None:
            path = chromium_path()
            from playwright.sync_api import expect, sync_playwright

            expect.set_options(timeout=TIMEOUT_S * 1000)
            playwright = self._stack.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(
                executable_path=path, args=list(FLAGS), timeout=TIMEOUT_S * 1000
            )
            self._stack.callback(self._browser.close)
        return self._browser

    def new_context(self, **options: Any) -> Any:
        """A window of its own, with cookies of its own, that is waited for as long as it takes.

        Its pages hold still, unless asked otherwise: without a graphics card, motion takes long.
        """
        context = self.start().new_context(**{"reduced_motion": REDUCED, **options})
        context.set_default_timeout(TIMEOUT_S * 1000)
        return context

    def take_page(
        self, pictures: Path, address: str, script: str = "", **options: Any
    ) -> BrowserPage:
        """A page in a window without cookies and storage, which may ask this address.

        It is one that another test gave back, if there is any: a tab that has loaded a page of a
        site loads the next one with two thirds of the work of a new window.
        """
        kind = repr((script, sorted(options.items())))
        if self._idle_pages[kind]:
            opened_page = self._idle_pages[kind].pop()
            opened_page.pictures, opened_page.allowed = pictures, address
            opened_page.errors = []
            return opened_page
        context = self.new_context(**options)
        if script:
            context.add_init_script(script)
        opened_page = BrowserPage(context.new_page(), pictures, allowed=address, kind=kind)
        opened_page.motion = options.get("reduced_motion", REDUCED)
        opened_page.listen()
        return opened_page

    def give_back(self, opened_page: BrowserPage) -> None:
        """Leaves a page as it was new, for the next test."""
        page, context = opened_page.page, opened_page.page.context
        if page.is_closed() or len(context.pages) > 1:
            context.close()
            return
        page.goto(f"{opened_page.allowed}/healthz")  # a blank page would get a new process
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.emulate_media(reduced_motion=opened_page.motion)
        context.clear_cookies()
        self._idle_pages[opened_page.kind].append(opened_page)

    def stop(self) -> None:
        self._stack.close()
        self._idle_pages.clear()
        self._browser = None


CHROMIUM = Chromium()


@pytest.fixture(scope="module")
def chromium() -> Any:
    """The browser."""
    CHROMIUM.start()
    return CHROMIUM


def page_modules(items: Sequence[pytest.Item]) -> set[Path]:
    """The files with a test that opens a page."""
    return {item.path for item in items if "chromium" in getattr(item, "fixturenames", ())}


@pytest.fixture
def open_page(chromium: Any, tmp_path: Path) -> Iterator[OpenPage]:
    """`open_page(file, width=390, dark=True)` opens a file as a reader does, without a network."""
    yield from opener(chromium, tmp_path)


def opener(chromium: Any, folder: Path) -> Iterator[OpenPage]:
    """The body of `open_page`, for a fixture that keeps its page for a whole module."""
    folder = Path(SCREENSHOTS or folder)
    contexts = []

    def opens(file: Path, width: int = 1200, height: int = 900, dark: bool = False) -> BrowserPage:
        context = chromium.new_context(
            offline=True,
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        window = BrowserPage(context.new_page(), folder)
        window.listen()
        window.page.goto(file.resolve().as_uri(), wait_until="load")
        return window

    yield opens
    for context in contexts:
        context.close()
