"""Rooms with tables: a site and a browser, in which people open pages and play."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser import SCREENSHOTS, BrowserPage
from tests.tables.page_player import Player
from tests.tables.site import Served, serving

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "color_scheme": "dark",
}
BOT = "greedy"
# Where the board is on the page.
TOP = "() => document.getElementById('board').getBoundingClientRect().top + scrollY"
SEQ_IS = "([seq]) => Number(document.getElementById('table').dataset.seq) >= seq"

# A company and options with which a game is short, and pictures are small.
GAMES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "dog": (["ann", BOT, BOT, BOT], {"loop_len": 16}),
    "domidog": (["ann", BOT], {}),
    "puppy-park": (["ann", BOT], {}),
    "secret-mission": (["ann", BOT], {}),
    "uri-nation": (["ann", BOT], {"seats": 2, "max_rounds": 3, "board": "four-corners"}),
}


@pytest.fixture(scope="module")
def tables_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("site")) as running_site:
        yield running_site


class Room:
    """A site and a browser: opens pages for people."""

    def __init__(self, site: Served, chromium: Any, folder: Path, luck: str) -> None:
        self.site, self.chromium, self.folder, self.luck = site, chromium, folder, luck
        self.pages: list[BrowserPage] = []

    def open(self, path: str, browser: str = "", **settings: Any) -> BrowserPage:
        opened_page: BrowserPage = self.chromium.take_page(
            self.folder, self.site.address, **{**DESK, **settings}
        )
        if browser:
            opened_page.page.context.add_cookies([self.site.cookie(browser)])
        opened_page.page.goto(f"{self.site.address}{path}")
        self.pages.append(opened_page)
        return opened_page

    def sit(self, game: str, browser: str = "ann", **settings: Any) -> tuple[BrowserPage, Player]:
        """A new table of a game, and Ann's page at it."""
        seats, options = GAMES[game]
        live = self.site.make_table(game, seats, options=options, luck=self.luck)
        opened_page = self.open(f"/table/{live.name}", browser, **settings)
        return opened_page, Player(self.site, opened_page.page, live)

    def wait_until_playing(self, live: Any) -> None:
        """Until everybody's word is there, or nobody waits for it."""
        self.site.do(self.site.until(lambda: live.table.actor >= 0))


@pytest.fixture
def room(tables_site: Served, chromium: Any, tmp_path: Path, request: Any) -> Iterator[Room]:
    luck = re.sub("[^a-z]+", "-", request.node.name)  # every test has its own, in every run
    new_room = Room(tables_site, chromium, Path(SCREENSHOTS or tmp_path), luck)
    yield new_room
    for opened_page in new_room.pages:
        assert opened_page.errors == [], "\n".join(map(str, opened_page.errors))
        chromium.give_back(opened_page)


def violations(page: Any, *parts: str) -> list[str]:
    """What axe finds on a page, or in these parts of it, a line each."""
    violations = (
        Axe().run(page, context={"include": list(parts)} if parts else None).response["violations"]
    )
    return [
        f"{violation['id']}: {[node['html'] for node in violation['nodes']][:3]}"
        for violation in violations
    ]


def by_mouse(player: Player) -> None:
    player.click(player.choose("greedy"))


def by_keyboard(player: Player) -> None:
    player.press()


def by_finger(player: Player) -> None:
    player.tap(player.choose("greedy"))


def play(player: Player, decide: Callable[[Player], None], turns: int = 1_000_000) -> None:
    """So many turns of this seat, or the whole game."""
    while player.wait() and player.turns <= turns:
        decide(player)


def until(page: Any, condition: str, *arguments: Any) -> None:
    """Waits for something on the page."""
    page.wait_for_function(condition, arg=list(arguments), polling=20)
