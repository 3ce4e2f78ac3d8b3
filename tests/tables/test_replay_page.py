"""The replay page in a real browser: by mouse, by keyboard alone, as a phone."""

import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from offleash.bots.lineup import kernel, policy, shared_policy
from offleash.games import registry
from offleash.tables.log.sqlite import SqliteStore
from tests.browser import SCREENSHOTS, BrowserPage
from tests.play import lucky
from tests.tables.rooms import violations
from tests.tables.site import make_site
from tests.web.serving import serving, visitor

DESK = {"viewport": {"width": 1280, "height": 850}, "reduced_motion": "reduce"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[str]:
    with serving(make_site(SqliteStore(tmp_path_factory.mktemp("site") / "tables.sqlite"))) as url:
        yield url


@pytest.fixture(scope="module")
def replay(site) -> str:
    """A game of Secret Mission that was dropped."""
    game = registry.load("secret-mission")
    kernel(game, shared_policy(game, ["random"] * 2)).make()  # jobs have no time for that
    words = ("00ff" * 8, "")
    pledge = lucky.pledge(words)
    session = lucky.play_game("secret-mission", pledge.fair())
    text = lucky.format_transcript(session, lucky.DAY, pledge)
    with visitor(site) as client:
        answer = client.post("/replay", files={"transcript": ("game.txt", text.encode())})
    return answer.headers["location"]


def test_the_result_shows_moments_on_the_board_and_saves_a_picture(opens, replay, tmp_path):
    game = registry.load("secret-mission")
    kernel(game, policy(game, ["search:200"] * 2)).make()  # jobs have no time for that
    page = opens(replay.replace("/replay/", "/result/")).page
    page.wait_for_selector("#moments-list .moment")
    for moment in page.locator("#moments-list .moment").all():
        assert (
            " played: " in moment.text_content() and "Better, in green: " in moment.text_content()
        )
        board = unquote(moment.locator("img").get_attribute("src"))
        assert board.count('stroke="#0b7a3b"') >= 2 and "stroke-dasharray" in board
        assert moment.locator("img").evaluate(
            "async (img) => { await img.decode(); return img.naturalWidth }"
        )
    assert page.text_content("#luck-line").startswith("Of the chance to win, luck gave ")
    assert page.evaluate(REPEATED_IDS) == []
    assert violations(page, "main") == []
    with page.expect_download() as saving:
        page.click("#share")
    file = tmp_path / "picture.png"
    saving.value.save_as(file)
    assert saving.value.suggested_filename == "secret-mission.png"
    width, height = struct.unpack(">II", file.read_bytes()[16:24])
    assert width == 1200 and height > 1200


REPEATED_IDS = """() => {
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  return ids.filter((id, n) => ids.indexOf(id) !== n);
}"""


@pytest.fixture
def opens(site, chromium: Any, tmp_path) -> Iterator[Any]:
    """Opens a page; whatever it complains about fails the test."""
    pages: list[BrowserPage] = []

    def open_at(path: str, **settings: Any) -> BrowserPage:
        folder = Path(SCREENSHOTS or tmp_path)
        opened_page = chromium.take_page(folder, site, **{**DESK, **settings})
        opened_page.page.goto(f"{site}{path}")
        pages.append(opened_page)
        return opened_page

    yield open_at
    for opened_page in pages:
        assert opened_page.errors == []
        chromium.give_back(opened_page)


def at(page: Any, moment: int) -> None:
    """The page shows this moment, and its link names it."""
    expect(page.locator("#replay")).to_have_attribute("data-at", str(moment))
    if moment:
        expect(page).to_have_url(re.compile(f"#{moment}$"))


def picture(page: Any) -> str:
    return page.locator("#picture").inner_html()


def test_a_link_names_the_moment_and_keys_go_on_from_it(opens, replay):
    opened_page = opens(f"{replay}#20")
    page = opened_page.page
    at(page, 20)
    length = int(page.locator("#replay").get_attribute("data-length"))
    page.locator("#decisions").uncheck()
    page.locator("main").focus()
    before = picture(page)
    page.keyboard.press("ArrowRight")
    at(page, 21)
    assert picture(page) != before
    page.keyboard.press("ArrowLeft")
    at(page, 20)
    assert picture(page) == before
    page.keyboard.press("End")
    at(page, length)
    expect(page.locator("#headline")).to_contain_text("win")
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#speed").select_option("120")
    page.locator("main").focus()
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Pause")
    page.wait_for_function("() => Number(document.getElementById('replay').dataset.at) >= 3")
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_text("Play")
    page.goto(f"{page.url.partition('#')[0]}#7")
    at(page, 7)
    opened_page.keep("replay")


def test_the_keyboard_alone_reaches_everything(opens, replay):
    page = opens(f"{replay}#12").page
    at(page, 12)
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate("() => document.activeElement.id || document.activeElement.tagName")
        )
    expected = [
        "first",
        "back",
        "play",
        "forward",
        "last",
        "slider",
        "seat",
        "speed",
        "decisions",
        "log",
    ]
    assert [name for name in reached if name in expected][: len(expected)] == expected
    assert "recheck" in reached
    assert reached.count("SUMMARY") >= 3
    page.locator("#log").focus()
    page.keyboard.press("ArrowDown")
    at(page, 13)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    at(page, 14)


def test_lines_lead_to_their_moment_and_eyes_change(opens, replay):
    page = opens(replay).page
    at(page, 0)
    line_count = page.locator("#log li").count()
    line = page.locator("#log li.move").nth(4)
    line.click()
    expect(line).to_have_attribute("aria-selected", "true")
    expect(page.locator("#replay")).not_to_have_attribute("data-at", "0")
    moment = page.locator("#replay").get_attribute("data-at")
    open_to_all = picture(page)
    page.locator("#seat").select_option("1")
    expect(page.locator("#log li.chance")).not_to_have_count(0)
    expect(page.locator("#log li")).not_to_have_count(line_count)
    assert page.locator("#replay").get_attribute("data-at") == moment
    expect(page.locator("#log li.move").nth(4)).to_have_attribute("aria-selected", "true")
    page.locator("#seat").select_option("all")
    expect(page.locator("#log li")).to_have_count(line_count)
    assert picture(page) == open_to_all


def changed(lie: Any) -> Any:
    """What the server says, not quite as it said it."""

    def answer(route: Any) -> None:
        luck = route.fetch().json()
        lie(luck)
        route.fulfill(json=luck)

    return answer


def test_luck_and_futures_on_the_page(opens, replay):
    opened_page = opens(f"{replay}#20")
    page = opened_page.page
    at(page, 20)
    expect(page.locator("#verdict")).to_have_text(re.compile("Every outcome follows"))
    page.locator("#recheck").click()
    expect(page.locator("#rechecked")).to_have_text(re.compile(r"agrees: \d+ outcomes follow"))
    for lie, sentence in (
        (lambda luck: luck["chances"][3].update(happened=99), "Action 4 does not follow"),
        (lambda luck: luck.update(seed="00" * 32), "not the seed that was committed to"),
        (lambda luck: luck["words"].reverse(), "Action 1 does not follow"),
    ):
        page.route("**/luck", changed(lie), times=1)
        page.locator("#recheck").click()
        expect(page.locator("#rechecked")).to_have_text(re.compile(sentence))
    page.locator("summary", has_text="futures").click()
    for seat in (0, 1):
        page.locator(f"#bot-{seat}").select_option("random")
    page.locator("#ask").click()
    expect(page.locator("#progress")).to_have_text("Done: 1000 games from moment 20.")
    assert page.locator("#shares tbody tr").count() == 2
    assert re.fullmatch(r"\d+ % to \d+ %", page.locator("#shares tbody td").nth(1).inner_text())
    assert violations(page) == []
    opened_page.keep("replay-futures")
    page.locator("#bot-0").select_option("search:1200")
    page.locator("#ask").click()
    page.locator("#cancel").click()
    expect(page.locator("#progress")).to_have_text(re.compile("^Stopped"))


def test_a_moment_is_forked_from_the_page(opens, replay, site):
    page = opens(f"{replay}#20").page
    at(page, 20)
    page.locator("summary", has_text="Play on from here").click()
    page.locator("#name").fill("Zoë")
    page.locator("#fork button").click()
    page.wait_for_url(re.compile("/table/"))
    expect(page.locator("#seats")).to_contain_text("Zoë")


def test_a_file_is_dropped_anywhere_on_the_page(opens, tmp_path):
    opened_page = opens("/replay")
    page = opened_page.page
    assert violations(page) == []
    opened_page.keep("drop")
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.items.add(new File([text], "game.txt", { type: "text/plain" }));
            const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true });
            document.body.dispatchEvent(dropped);
        }""",
        lucky.whole_game(),
    )
    page.wait_for_url(re.compile("/replay/"))
    at(page, 0)


def test_a_phone(opens, replay, site):
    opened_page = opens(f"{replay}#20", **PHONE)
    page = opened_page.page
    at(page, 20)
    page.locator("#forward").tap()
    expect(page.locator("#replay")).not_to_have_attribute("data-at", "20")
    width = page.evaluate("() => document.documentElement.scrollWidth")
    assert width <= 390
    for box in page.locator("#controls button, .ways select").all():
        assert box.bounding_box()["height"] >= 44
    assert violations(page) == []
    opened_page.keep("replay-phone")
    page.goto(f"{site}/replay")
    opened_page.keep("drop-phone")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_without_a_script_a_file_is_sent_by_the_form(opens, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("hello")
    opened_page = opens("/replay", java_script_enabled=False)
    page = opened_page.page
    page.set_input_files("#transcript", file)
    page.locator("#drop button").click()
    expect(page.locator("#wrong")).to_have_text(re.compile("line 1: this is not a transcript"))
    opened_page.errors.clear()  # a browser tells of every answer that refuses
    file.write_text(lucky.whole_game())
    page.set_input_files("#transcript", file)
    page.locator("#drop button").click()
    page.wait_for_url(re.compile("/replay/"))
    expect(page.get_by_text("Download transcript")).to_be_visible()
