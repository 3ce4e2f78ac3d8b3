"""Whole games in a real browser, from the front page to the result, at every width.

The visitor sees the page only. Every game is played at 1440, 820 and 390 pixels, with a mouse, by
touch and by keys, in light and in dark colours.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from tests.browser import SCREENSHOTS, BrowserPage, screenshot
from tests.tables.page_visitor import KEYS, MOUSE, TOUCH, Visitor
from tests.tables.rooms import GAMES, TOP, Room, violations

SIZES = {1440: (1440, 900), 820: (820, 1180), 390: (390, 844)}
INPUTS = (MOUSE, TOUCH, KEYS)
MIDDLE = 12  # acts of the visitor until somewhere in the middle


@dataclass(frozen=True)
class Case:
    """A game, a window and how it is used."""

    game: str
    width: int
    how: str
    is_dark: bool

    @property
    def settings(self) -> dict[str, Any]:
        width, height = SIZES[self.width]
        return {
            "viewport": {"width": width, "height": height},
            "has_touch": self.how == TOUCH,
            "is_mobile": self.how == TOUCH and width < 1000,
            "color_scheme": "dark" if self.is_dark else "light",
        }

    def __str__(self) -> str:
        return f"{self.game}-{self.width}-{self.how}-{'dark' if self.is_dark else 'light'}"


CASES = [
    Case(game, width, INPUTS[(g + w) % len(INPUTS)], is_dark=(g + w) % 2 == 1)
    for g, game in enumerate(GAMES)
    for w, width in enumerate(SIZES)
]


# What does not fit: wider than the window, text that is cut off, and parts that overlap.
FAULTS = """() => {
  const faults = [];
  const say = (text, part) => faults.push(`${text}: ${part.outerHTML.slice(0, 120)}`);
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) faults.push("the page scrolls sideways");
  for (const part of document.querySelectorAll("main h1, main h2, main p, main li, main button, " +
      "main a, main summary, main label, main dt, main dd, main figcaption")) {
    const box = part.getBoundingClientRect();
    const hasBox = box.width > 2 && box.height > 2 && !part.closest(".unseen, #targets, dialog");
    if (!hasBox) continue;
    if (box.right > width + 1 || box.left < -1) say("outside of the window", part);
    const style = getComputedStyle(part);
    const isCut = style.overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1;
    if (isCut) say("cut off", part);
  }
  const parts = [...document.querySelectorAll(".head, .board-area, #bar, #close-ups, .beside")];
  const boxes = parts.map((part) => [part, part.getBoundingClientRect()])
    .filter(([, box]) => box.height > 0);
  for (const [part, a] of boxes) {
    for (const [other, b] of boxes) {
      if (part === other || [part, other].some((one) => isSticky(one))) continue;
      const isApart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 ||
        b.bottom <= a.top + 1;
      if (!isApart) say(`overlaps ${other.className || other.id}`, part);
    }
  }
  return faults;
  function isSticky(part) { return getComputedStyle(part).position === "sticky"; }
}"""


def keep(opened_page: BrowserPage, name: str) -> None:
    """The whole page and what of it can be seen, for people to look at."""
    opened_page.keep(name)
    if SCREENSHOTS:
        file = opened_page.pictures / f"{name}-window.png"
        file.write_bytes(screenshot(opened_page.page))


def sit_down(room: Room, case: Case) -> BrowserPage:
    """From the front page to a table with bots, as a person does it."""
    opened_page = room.open("/", **case.settings)
    page = opened_page.page
    page.click(f'[data-game="{case.game}"] .play')
    page.fill("#name", "Ann")
    page.click("#new .main >> nth=0")
    page.wait_for_url("**/table/*")
    return opened_page


@pytest.mark.soak
@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_whole_game_from_the_front_page_to_its_story(room: Room, case: Case) -> None:
    opened_page = play_from_the_front_page(room, case)
    assert violations(opened_page.page) == []
    look_at_the_story(opened_page, case)


def test_a_game_that_is_resigned_and_its_story(room: Room) -> None:
    case = Case("secret-mission", 390, KEYS, is_dark=True)
    opened_page = play_from_the_front_page(room, case, acts=4)
    look_at_the_story(opened_page, case)
    assert "resigned" in opened_page.page.locator("h1").inner_text()


def play_from_the_front_page(room: Room, case: Case, acts: int = 1_000_000) -> BrowserPage:
    """To the end of the game or, after so many acts, until the visitor resigns."""
    opened_page = sit_down(room, case)
    page, tops = opened_page.page, []

    def look(act: int) -> None:
        tops.append(page.evaluate(TOP))
        if act in (0, MIDDLE):
            assert page.evaluate(FAULTS) == []
            keep(opened_page, f"whole-{case}-{'start' if act == 0 else 'middle'}")

    visitor = Visitor(page, case.how)
    visitor.play(look, acts)
    if visitor.acts == acts:
        resign(page)
    page.wait_for_selector("#ended:not([hidden])")
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(TOP) == tops[-1]  # the page does not jump
    keep(opened_page, f"whole-{case}-end")
    return opened_page


def resign(page: Any) -> None:
    for button in ("#leaving summary", "#resign", "#resign-now"):
        page.press(button, "Enter")


def look_at_the_story(opened_page: BrowserPage, case: Case) -> None:
    page = opened_page.page
    page.click("#ended a >> text=The story of the game")
    page.wait_for_url("**/result/*")
    assert page.locator("h1").inner_text().strip()
    assert page.evaluate(FAULTS) == []
    assert violations(page) == []
    keep(opened_page, f"whole-{case}-story")
