"""A guided first game on small screens: its text keeps its place, and covers nothing."""

from typing import Any

import pytest

from tests.tables.rooms import Room
from tests.tables.test_guide_page import GAMES

SIZES = {"phone": (360, 640), "tablet": (820, 1180)}
TOUCH = {"has_touch": True, "is_mobile": True}

# Where the parts of the page are, and what a learner can press.
LAYOUT = """() => {
  const box = (id) => document.getElementById(id).getBoundingClientRect();
  const [guide, board, bar] = ["guide", "board", "bar"].map(box);
  const isLong = document.getElementById("guide").scrollHeight > Math.ceil(guide.height);
  return { guide: [guide.top, guide.height], board: [board.top, board.bottom], isLong,
    barTop: bar.height ? bar.top : innerHeight,
    text: document.getElementById("guide-text").textContent,
    buttons: document.querySelectorAll("#buttons button").length };
}"""


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_keeps_its_place_and_covers_nothing(room: Room, game: str) -> None:
    for name, (width, height) in SIZES.items():
        viewport = {"width": width, "height": height}
        page: Any = room.open("/", viewport=viewport, **TOUCH).page
        page.tap(f'[data-game="{game}"] .first-game button')
        page.wait_for_selector("#guide-next:not([hidden])")
        first = page.evaluate(LAYOUT)
        assert first["buttons"] == 0  # nothing to play while there is something to read
        while page.is_visible("#guide-next"):
            page.tap("#guide-next")
        second = page.evaluate(LAYOUT)
        room.pages[-1].keep(f"guide-{game}-{name}")
        for layout in (first, second):
            assert layout["guide"] == first["guide"] and layout["board"] == first["board"]
            assert layout["guide"][0] + layout["guide"][1] <= layout["board"][0]
            assert layout["board"][1] < layout["barTop"] + 2  # they may share a border
            assert not layout["isLong"], layout["text"]
