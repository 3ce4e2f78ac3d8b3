"""The table page in a real browser: zoom, chat, resigning, sounds, pace, and setting up."""

from typing import Any

import msgspec
import pytest

from offleash.games import registry
from offleash.tables.live.host import LiveTable
from offleash.tables.live.table import OVER, new_facts
from offleash.tables.log.entries import OPEN, Entry, SeatTaken, WordAdded
from offleash.web.cookies import holder
from tests.browser import BrowserPage, wait_for_requests
from tests.tables.rooms import PHONE, SEQ_IS, Room, by_finger, by_mouse, until, violations

BOX = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map(Math.round);
}"""


MIDDLE = """(id) => {
  const box = document.querySelector(`#picture #${CSS.escape(id)}`).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


def company(room: Room, game: str, *names: str, **changes: Any) -> Any:
    """A table with these people, who can chat."""
    rules = registry.load(game)
    facts = new_facts(rules, rules.options(), [OPEN] * len(names), created=1_700_000_000)
    facts = msgspec.structs.replace(facts, chat=True, maker=0, **changes)
    entries: list[Entry] = [
        SeatTaken(n, holder(name), name.title()) for n, name in enumerate(names)
    ]
    entries += [WordAdded(n, f"{n:032x}") for n in range(len(names))]
    room.site.do(room.site.host.make_table(facts, entries))
    return room.site.do(room.site.host.table(facts.table))


def test_the_board_is_zoomed_by_wheel_button_and_key(room: Room) -> None:
    opened_page, player = room.sit("dog")
    page = opened_page.page
    assert player.wait()
    _, _, width, height = page.evaluate(BOX, "#board")
    assert height > 900 - 180  # nearly the whole window
    element = player.choose().clicks[0]
    x, y = page.evaluate(MIDDLE, element)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    until(page, "([was]) => document.getElementById('board').clientWidth > 1.5 * was", width)
    at = page.evaluate(MIDDLE, element)
    assert at == [pytest.approx(x, abs=3), pytest.approx(y, abs=3)]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    by_mouse(player)  # targets are where the board shows them
    assert player.wait()
    left, top, *_ = page.evaluate(BOX, "#board")
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(450, 430, steps=4)
    page.mouse.up()
    assert page.evaluate(BOX, "#board")[:2] == [left - 50, top + 30]
    assert player.live.table.seq == player.seq  # nothing was clicked
    page.click("#zoom-fit")
    assert page.evaluate(BOX, "#board")[2:] == [width, height]
    page.keyboard.press("+")
    assert page.evaluate(BOX, "#board")[2] > width
    page.keyboard.press("0")
    assert page.evaluate(BOX, "#board")[2] == width and page.is_disabled("#zoom-fit")


# On a phone: the smallest text in view, how many of the targets are in view, where the board is.
FOLLOWING = """() => {
  const view = document.getElementById("viewport").getBoundingClientRect();
  const isSeen = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.left >= view.left && box.right <= view.right &&
      box.top >= view.top && box.bottom <= view.bottom;
  };
  const texts = [...document.querySelectorAll("#picture text")].filter(isSeen);
  const size = (text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  const targets = [...document.querySelectorAll("#targets .next")];
  const isOnBoard = targets.length === 0 || targets.some(isSeen);
  return { smallest: Math.min(...texts.map(size)), targets: isOnBoard ? 1 : 0,
    board: [view.top, view.height] };
}"""


def test_two_fingers_zoom_and_bowls_are_readable_on_a_phone(room: Room) -> None:
    opened_page, player = room.sit("uri-nation", **PHONE)
    page = opened_page.page
    assert player.wait()
    widths = page.evaluate(
        "[...document.querySelectorAll('#close-ups svg')].map((part) => part.clientWidth)"
    )
    assert len(widths) == 2 and min(widths) > 300
    assert page.get_attribute("#close-ups svg", "id") == "close-up-bowl-0"
    opened_page.keep("table-close-ups-phone")
    opened_page.keep("table-following-phone")
    before = page.evaluate(FOLLOWING)
    by_finger(player)
    assert player.wait()
    after = page.evaluate(FOLLOWING)
    for follows in (before, after):
        assert follows["smallest"] >= 11 and follows["targets"] > 0, follows
    assert before["board"] == after["board"]  # nothing jumps
    page.tap("#zoom-fit")  # shows all
    left, top, width, height = page.evaluate(BOX, "#board")
    x, y = left + width / 2, top + height / 2
    screen = page.context.new_cdp_session(page)
    for event, spread in (("touchStart", 40), ("touchMove", 80), ("touchMove", 120)):
        points = [{"x": x - spread / 2, "y": y}, {"x": x + spread / 2, "y": y}]
        screen.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": points})
    screen.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    until(page, "([was]) => document.getElementById('board').clientWidth > 2.5 * was", width)
    left, _, wide, _ = page.evaluate(BOX, "#board")
    assert left + wide / 2 == pytest.approx(x, abs=4)  # what was between the fingers is still there
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert player.seq == player.live.table.seq
    assert violations(page, "#close-ups") == []
    opened_page.keep("table-zoomed-phone")


def test_two_people_chat_and_one_of_them_resigns(room: Room) -> None:
    live = company(room, "domidog", "ann", "ben", clock_s=600)
    ann, ben = (room.open(f"/table/{live.name}", name) for name in ("ann", "ben"))
    room.wait_until_playing(live)
    for opened_page in (ann, ben):
        until(opened_page.page, "() => document.querySelectorAll('.clock').length === 2")
    write_and_stop(ann, ben)
    decline_and_resign(ann, ben, live)


# Every bubble of the chat: each is gone after some seconds.
RECORD_BUBBLES = """() => {
  window.bubbles = [];
  const bubble = document.getElementById("bubble");
  const observer = new MutationObserver(() => window.bubbles.push(bubble.textContent));
  observer.observe(bubble, { childList: true });
}"""


def write_and_stop(ann: BrowserPage, ben: BrowserPage) -> None:
    """They write to each other, until Ann, who made the table, stops it."""
    ann.page.evaluate(RECORD_BUBBLES)
    ben.page.fill("#chat-text", "<img src=x onerror=alert(1)> hello")
    ben.page.press("#chat-text", "Enter")
    until(ann.page, "() => document.querySelectorAll('#chat-lines li').length === 1")
    assert ann.page.inner_text("#chat-lines") == "Ben: <img src=x onerror=alert(1)> hello"
    assert ann.page.locator("#chat-lines img").count() == 0
    until(ann.page, "() => window.bubbles.some((text) => text.includes('hello'))")
    ann.page.click("[data-reaction='Ouch!']")
    until(ben.page, "() => document.getElementById('chat-lines').textContent.includes('Ouch!')")
    assert violations(ann.page, "#chat", "#bubble") == []
    ann.keep("table-chat")
    ann.page.reload()
    until(ann.page, "() => document.querySelectorAll('#chat-lines li').length === 2")
    assert ben.page.locator("#switch-chat").count() == 0
    ann.page.click("#switch-chat")
    until(ben.page, "() => document.getElementById('chat-form').hidden")


FILTER = "getComputedStyle(document.querySelector('#picture > svg')).filter"


def decline_and_resign(ann: BrowserPage, ben: BrowserPage, live: LiveTable) -> None:
    """Ben declines an end without a winner; when Ann resigns, the page does not jump."""
    ann.page.click("#leaving summary")
    ann.page.click("#offer-end")
    until(ben.page, "() => !document.getElementById('offer').hidden")
    assert ben.page.inner_text("#offer-text") == "Ann offers to end the game without a winner."
    assert violations(ben.page, "#offer") == []
    ben.page.click("#decline-end")
    for opened_page in (ann, ben):
        until(opened_page.page, "() => document.getElementById('offer').hidden")
    before = ben.page.evaluate(BOX, "#board")
    ann.page.click("#resign")
    assert live.table.phase != OVER
    ann.keep("table-resign")
    ann.page.click("#resign-now")
    until(ben.page, "() => !document.getElementById('ended').hidden")
    assert ben.page.text_content("#headline") == "Ann resigned; Ben wins"
    assert ben.page.text_content("#log li:last-child") == "Ann resigned"
    assert "brightness" in ben.page.evaluate(FILTER)  # the board is dimmed: nobody is to move
    assert ben.page.evaluate(BOX, "#board") == before
    ben.keep("table-resigned")


# Every sound that a page begins.
HEARD = """() => {
  window.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) {
    window.heard += 1;
    return start.call(this, at);
  };
}"""


def test_sounds_are_off_until_they_are_switched_on(room: Room) -> None:
    opened_page, player = room.sit("domidog")
    page = opened_page.page
    assert player.wait()
    page.evaluate(HEARD)
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    by_mouse(player)
    assert player.wait()
    assert page.evaluate("window.heard") == 0
    page.click("#sound")
    by_mouse(player)
    assert player.wait()
    until(page, "() => window.heard > 0")
    page.reload()
    until(page, "() => document.getElementById('sound').ariaPressed === 'true'")


# A browser that takes its time to start with sounds, until it is told to.
LATE_AUDIO = """() => {
  let isRunning = false;
  Object.defineProperty(AudioContext.prototype, "state", {
    get: () => isRunning ? "running" : "suspended",
  });
  AudioContext.prototype.resume = () => new Promise((resolve) => {
    window.startAudio = () => { isRunning = true; resolve(); };
  });
}"""


def test_a_sound_waits_until_the_browser_can_play_it(room: Room) -> None:
    page = room.sit("domidog")[0].page
    page.evaluate(HEARD)
    page.evaluate(LATE_AUDIO)
    page.click("#sound")
    assert page.evaluate("window.heard") == 0
    page.evaluate("window.startAudio()")
    until(page, "() => window.heard > 0")


# When each number of moves was first shown; it takes long to show the second one.
TIMES = """() => {
  window.times = {};
  const log = document.getElementById("log");
  const countMoves = () => log.querySelectorAll(".move").length;
  log.append = (...items) => {
    Element.prototype.append.apply(log, items);
    if (countMoves() < 2) return;
    delete log.append;
    const end = performance.now() + 400;
    while (performance.now() < end);
  };
  const observer = new MutationObserver(() => {
    window.times[countMoves()] ??= performance.now();
  });
  observer.observe(log, { childList: true });
}"""


def test_moves_of_others_are_shown_one_after_another(room: Room) -> None:
    """Bots move at once here; the page takes its time, unless somebody presses a key."""
    opened_page, player = room.sit("dog", reduced_motion="no-preference")
    page = opened_page.page
    assert player.wait()
    page.evaluate(TIMES)
    by_mouse(player)
    until(page, "() => window.times[3] !== undefined")
    assert page.evaluate("window.times[3] - window.times[2]") > 500
    room.site.do(room.site.until(lambda: player.live.table.actor == 0))
    page.keyboard.press("Shift")
    until(page, SEQ_IS, player.live.table.seq)


def test_two_quick_changes_of_a_form_are_both_shown(room: Room) -> None:
    """The answer to the first one comes last."""
    page, routes = room.open("/new/uri-nation").page, []
    page.route("**/new/uri-nation?*", lambda route: routes.append(route))
    page.click("details.rules summary")
    page.check("[type=radio][value='1.2']")
    page.select_option("#o-seats", "2")
    wait_for_requests(page, routes, 2)
    for route in reversed(routes):
        route.continue_()
    until(page, "() => document.getElementById('of').value === '1.2'")
    assert page.locator(".seat:not(.extra)").count() == 2
    page.unroute("**/new/uri-nation?*")


def test_a_table_is_set_up_as_last_time(room: Room) -> None:
    opened_page = room.open("/new/uri-nation")
    page = opened_page.page
    assert not page.is_visible("#again") and not page.is_visible("#search")
    page.select_option("#o-seats", "2")
    page.locator(".seat:visible").nth(1).wait_for()
    until(page, "() => document.querySelectorAll('.seat:not(.extra)').length === 2")
    page.click("details.rules summary")
    page.check("[type=radio][value='1.2']")
    until(page, "() => document.getElementById('of').value === '1.2'")
    assert page.input_value("[name='o.win_territories']") == "10"
    page.click(".options summary")
    page.fill("#search", "win_terr")
    assert page.locator(".option:visible").count() == 1
    opened_page.keep("new-search")
    page.fill("[name='o.win_territories']", "7")
    page.fill("#name", "Anna")
    page.press("#name", "Enter")
    page.wait_for_url("**/table/*")
    table = room.site.host.loaded_table(page.url.rpartition("/")[2]).table
    assert table.facts.base == "1.2" and len(table.seats) == 2
    assert table.facts.options == {"seats": "2", "win_territories": "7"}
    page.goto(f"{room.site.address}/new/uri-nation")
    assert violations(page, "#again") == []
    page.click("#again a")
    page.wait_for_url("**/new/uri-nation?*")
    assert page.input_value("[name='o.win_territories']") == "7"
    assert page.input_value("#o-seats") == "2" and page.is_checked("[type=radio][value='1.2']")
    opened_page.keep("new-again")
