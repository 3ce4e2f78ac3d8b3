"""Somebody who knows only what the page shows, and plays by mouse, by touch or by keys."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.tables.page_player import press_something

MOUSE, TOUCH, KEYS = "mouse", "touch", "keys"

# Until the page waits for this player, or the game is over; then whether it is.
READY = """() => {
  const table = document.getElementById("table");
  if (table.dataset.phase === "over") return { isOver: true };
  const isBusy = document.getElementById("board").ariaBusy === "true";
  const isDue = table.classList.contains("acting") &&
    document.querySelector("#targets .next, #buttons button") !== null;
  return isDue && !isBusy ? { isOver: false } : null;
}"""

# Chooses something to point at, brings it into view, and says where it is and what lies on top of
# it there: what plays the move that is shown, or one of all that lead on. Nothing, if all is gone.
CHOOSE = """([luck, isTouch]) => {
  const find = (selector) => [...document.querySelectorAll(selector)];
  const [play] = find("#buttons .play");
  const onward = find("#targets .next, #buttons button:not(.play, .turn, .back)");
  const mark = play && (isTouch || find("#targets .next").length === 0) ?
    play : onward[Math.floor(luck * onward.length)];
  if (!mark) return null;
  const box = () => mark.getBoundingClientRect();
  const isSeen = box().top >= 0 && box().bottom <= innerHeight;
  if (!isSeen) mark.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { left, top, width, height } = box();
  const [x, y] = [left + width / 2, top + height / 2];
  const at = document.elementFromPoint(x, y);
  const isTarget = mark.closest("#targets") !== null;  // of several, the page takes the nearest
  const isReached = at === mark || (isTarget && at?.closest("#targets") !== null);
  return { x, y, width, height, isReached, isSeen, mark: mark.outerHTML, at: at?.outerHTML };
}"""


@dataclass
class Visitor:
    """A page at a table, and how it is used."""

    page: Any
    how: str
    rng: random.Random = field(default_factory=lambda: random.Random(11))
    acts: int = 0
    scrolls: int = 0  # how often something had to be brought into view

    def play(self, look: Callable[[int], None], acts: int = 1_000_000) -> None:
        """Plays so long, or until the game is over; `look` is called before each act."""
        while not self.page.wait_for_function(READY, polling=20).json_value()["isOver"]:
            look(self.acts)
            if self.acts == acts:
                return
            self.acts += 1
            if self.how == KEYS:
                press_something(self.page, self.rng)  # a step back is a way to go on too
            else:
                self._point()

    def _point(self) -> None:
        place = self.page.evaluate(CHOOSE, [self.rng.random(), self.how == TOUCH])
        if place is None:
            return
        assert place["isReached"], f"{place['mark']} lies under {place['at']}"
        self.scrolls += not place["isSeen"]
        if self.how == MOUSE:
            self.page.mouse.click(place["x"], place["y"])
            return
        assert min(place["width"], place["height"]) >= 43.9, place
        self.page.touchscreen.tap(place["x"], place["y"])
