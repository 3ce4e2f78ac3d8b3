"""Somebody at a table: finds what can be picked on the page, and clicks, types or taps it."""

import random
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from offleash.bots.decision import Decision
from offleash.bots.players import Bots
from offleash.contract import Target
from offleash.tables.live.host import LiveTable
from offleash.tables.live.table import OVER
from tests.tables.site import Served

SEQ = "Number(document.getElementById('table').dataset.seq)"
SENT = "document.getElementById('board').ariaBusy === 'true'"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

# Where to point for a click on an element of the picture: its button, or that of a choice.
FIND = """([id, action]) => {
  const find = (selector) => document.querySelector(selector);
  const over = find(`#targets button[data-target="${CSS.escape(id)}"]:not(.other)`);
  if (over && over.classList.contains("picked")) return { kind: "picked" };
  const button = over ?? find(`#buttons button[data-action="${CSS.escape(action)}"]`);
  if (!button) return null;
  button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const box = button.getBoundingClientRect();
  return { kind: over ? "over" : "button", x: box.left + box.width / 2, y: box.top + box.height / 2,
    width: box.width, height: box.height };
}"""

# Until the page shows that it is this seat's turn, or the end; then how far the page is.
TURN = """(after) => new Promise((found, failed) => {
  const table = document.getElementById("table");
  const look = () => {
    const isDue = table.classList.contains("acting") &&
      document.querySelector("#targets .next, #buttons button");
    if (Number(table.dataset.seq) <= after || (!isDue && table.dataset.phase !== "over")) return;
    watching.disconnect();
    found([Number(table.dataset.seq), table.dataset.phase]);
  };
  const watching = new MutationObserver(look);
  watching.observe(table, { attributes: true });
  setTimeout(() => failed("nothing happens"), 180000);
  look();
})"""

CENTRE = """(id) => {
  const element = document.querySelector(`#picture #${CSS.escape(id)}`);
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""

FOCUS = """() => {
  const at = document.activeElement;
  const style = getComputedStyle(at);
  return { target: at.dataset.target ?? "", isButton: Boolean(at.closest("#buttons")),
    isSeen: at.matches(":focus-visible") && style.outlineStyle !== "none" &&
      parseFloat(style.outlineWidth) >= 2 };
}"""


@dataclass
class Player:
    """A page at a table, and the table as its server knows it."""

    site: Served
    page: Any
    live: LiveTable
    seat: int = 0
    seq: int = -1  # how far the page was when this seat was last to decide
    rng: random.Random = field(default_factory=lambda: random.Random(5))
    turns: int = 0  # that began for this seat
    decisions: int = 0

    def wait(self) -> bool:
        """Until this seat is to decide and its page says so; False when the game is over."""
        before = self.seq
        self.seq, phase = self.page.evaluate(TURN, before)
        self.turns += self.seq > before + 1 or before < 0
        return phase != OVER

    def choose(self, bot: str = "") -> Target:
        """One of the legal actions, by chance or as a bot would."""

        async def ask() -> Target:
            # A table that decides tries things out: nobody may look meanwhile.
            async with self.live.lock:
                return self._choose(bot)

        target: Target = self.site.do(ask())
        return target

    def _choose(self, bot: str) -> Target:
        targets = self.choices()
        if not bot:
            return self.rng.choice(targets)
        table, seat = self.live.table, self.seat
        session, legal = table.session, [target.action for target in targets]
        view, luck = session.view(seat), session.luck.of_seat(seat)
        bots = Bots(table.game, [bot] * len(table.seats))
        turn = len(session.history)
        action = bots.decide(Decision(view, session.options, luck, seat, legal, turn))
        return targets[legal.index(action)]

    def choices(self) -> list[Target]:
        """The legal actions of this seat, which is to decide."""
        session = self.live.table.session
        view, legal = session.view(self.seat), session.legal_numbers
        return session.game.pictures.targets(view, session.options, self.seat, legal)

    # By mouse

    def click(self, target: Target) -> None:
        """Plays a target click by click."""
        for element in target.clicks or ("",):
            place = self._find(element, target.text)
            if place["kind"] != "picked":
                self.page.mouse.click(place["x"], place["y"])
            if place["kind"] == "button":
                break
        self.decisions += 1

    def point(self, element: str) -> None:
        """Clicks one element of the picture."""
        place = self._find(element)
        self.page.mouse.click(place["x"], place["y"])

    def _find(self, element: str, action: str = "") -> Any:
        """Where to point: a tap is over before the page has made a click of it."""
        place = self.page.evaluate(FIND, [element, action])
        if place is None:
            find = self.page.wait_for_function(FIND, arg=[element, action], polling=20)
            place = find.json_value()
        return place

    def centre_of(self, element: str) -> tuple[float, float]:
        """Where an element of the picture is on the screen."""
        x, y = self.page.evaluate(CENTRE, element)
        return x, y

    def draw(self, path: list[tuple[float, float]], is_touch: bool, pause_s: float) -> None:
        """Draws a path, with the mouse or with a finger, and rests at each of its points."""
        if is_touch:
            self._drag(path, pause_s)
            return
        self.page.mouse.move(*path[0])
        self.page.mouse.down()
        for x, y in path[1:]:
            self.page.mouse.move(x, y, steps=8)
            self.page.wait_for_timeout(1000 * pause_s)
        self.page.mouse.up()

    def _drag(self, path: list[tuple[float, float]], pause_s: float) -> None:
        """What a finger does, told to the browser as its screen would tell it."""
        screen = self.page.context.new_cdp_session(self.page)

        def touch(event_type: str, *points: tuple[float, float]) -> None:
            at = [{"x": x, "y": y} for x, y in points]
            screen.send("Input.dispatchTouchEvent", {"type": event_type, "touchPoints": at})

        touch("touchStart", path[0])
        for (x, y), (to_x, to_y) in pairwise(path):
            for part in (0.25, 0.5, 0.75, 1):
                touch("touchMove", (x + part * (to_x - x), y + part * (to_y - y)))
            self.page.wait_for_timeout(1000 * pause_s)
        touch("touchEnd")
        screen.detach()

    # By finger

    def tap(self, target: Target) -> None:
        """Plays a target with a finger: at the end the page asks once more."""
        for element in target.clicks or ("",):
            place = self._find(element, target.text)
            if place["kind"] != "picked":
                assert min(place["width"], place["height"]) >= 43.9, place
                self.page.touchscreen.tap(place["x"], place["y"])
            if place["kind"] == "button":
                break
        assert self.page.evaluate(SEQ) == self.seq, "played without a question"
        self.page.locator("#buttons .play").tap()
        self.decisions += 1

    # By keyboard

    def press(self) -> None:
        """Plays something: a few arrows and Enter, until a decision is written down."""
        for _ in range(40):
            press_something(self.page, self.rng)
            if self.page.evaluate(SENT) or self.page.evaluate(SEQ) > self.seq:
                self.decisions += 1
                return
        raise AssertionError("forty times Enter, and nothing is played")


def press_something(page: Any, rng: random.Random) -> None:
    """Goes to a target or a button by keys, maybe to another one by arrows, and presses Enter."""
    reach_target(page)
    for _ in range(rng.randrange(4)):
        page.keyboard.press(rng.choice(ARROWS))
    at = page.evaluate(FOCUS)
    assert at["isSeen"], f"the focus can't be seen: {at}"
    page.keyboard.press("Enter")


def reach_target(page: Any) -> None:
    """Goes to a target or a button by keys alone."""
    for key in ("ArrowDown", *["Tab"] * 40):
        at = page.evaluate(FOCUS)
        if at["target"] or at["isButton"]:
            return
        page.keyboard.press(key)
    raise AssertionError("no key leads to what can be picked")
