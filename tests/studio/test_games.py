"""Games while one draws, in a real browser: what the page makes of what the server says."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import SCREENSHOTS
from tests.studio.editor import TABLET, Editor, Studio, running
from tests.studio.games_stub import BROKEN, DONE, OPEN, TOTAL, Games, played_event
from tests.studio.test_editor import violations
from tests.studio.test_model import SHIPPED
from tests.timeouts import TIMEOUT_S

SIX_BLOCKS = SHIPPED["six-blocks"]


@pytest.fixture(scope="module")
def games() -> Games:
    return Games()


@pytest.fixture(scope="module")
def studio(
    chromium: Any, games: Games, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("games")
    with running(
        folder / "projects", chromium, Path(SCREENSHOTS or folder), games.routes()
    ) as running_studio:
        yield running_studio


@pytest.fixture(autouse=True)
def clear_games(games: Games) -> None:
    games.requests.clear()
    games.left.clear()


def play_to_the_end(body: dict[str, Any]) -> list[dict[str, Any]]:
    """A board that is played to the end, with what was before it."""
    is_compared = body["before"] is not None
    return [played_event(500, before=is_compared), played_event(TOTAL, before=is_compared), DONE]


def wait_for_text(editor: Editor, place: str, words: str) -> None:
    editor.page.wait_for_function(
        "([place, words]) => document.querySelector(place).textContent.includes(words)",
        arg=[place, words],
    )


def wait_for_left(editor: Editor, games: Games, left: list[int]) -> None:
    """Waits until the server knows which requests were taken back."""
    deadline = time.monotonic() + TIMEOUT_S
    while games.left != left:
        assert time.monotonic() < deadline, games.left
        editor.page.wait_for_timeout(20)


def row(editor: Editor, name: str) -> Any:
    return editor.page.locator(f'#games-figures tr:has(th:text-is("{name}"))')


def test_an_edit_is_played_and_reported_as_a_change(studio: Studio, games: Games) -> None:
    studio.make("plays")
    games.answer = play_to_the_end
    with studio.editor("plays", context := studio.context(plays=True)) as editor:
        wait_for_text(editor, "#games-summary", "6,000 games were played on this board")
        assert games.requests == [{"text": SIX_BLOCKS, "before": None}]
        assert row(editor, "home 1").text_content() == "home 125.0 %, from 23.7 % to 26.3 %"
        editor.kind("T")
        editor.drag((1, 10))
        wait_for_text(editor, "#games-summary", "Clearly changed: ")
        assert games.requests[-1]["before"] == SIX_BLOCKS != games.requests[-1]["text"]
        text = editor.page.text_content("#games-summary")
        assert "home 1 −4.0 points" in text and "rounds +0.60" in text
        assert "home 2" not in text and "more." not in text
        home = row(editor, "home 1")
        assert "▼ 4.0 ± 0.4" in home.inner_text()
        assert "between 4.4 points less and 3.6 points less" in home.text_content()
        assert row(editor, "home 2").locator(".still").count() == 1
        assert "no clear change" in row(editor, "home 2").text_content()
        assert violations(editor.page, "#games") == []
        editor.opened_page.keep("games")
    context.close()


def test_the_next_edit_ends_what_is_being_played(studio: Studio, games: Games) -> None:
    studio.make("ended")
    games.answer = lambda body: [played_event(500), OPEN]
    context = studio.context(plays=True)
    with studio.editor("ended", context) as editor:
        wait_for_text(editor, "#games-count", "500 of 6,000 games")
        games.answer = lambda body: [{"is": "waiting", "why": "The rules compile."}, OPEN]
        editor.kind("T")
        editor.drag((1, 10))
        wait_for_text(editor, "#games-count", "The rules compile.")
        wait_for_left(editor, games, [0])
        assert games.requests[1]["before"] == SIX_BLOCKS
        games.answer = play_to_the_end
        editor.drag((2, 10))
        wait_for_text(editor, "#games-summary", "Clearly changed")
        wait_for_left(editor, games, [0, 1])
        assert games.requests[2]["before"] == SIX_BLOCKS
        text = games.requests[2]["text"]
        with editor.page.expect_response("**/trial"):
            editor.page.click("#undo")  # to a board that was never played
        assert games.requests[3] == {"text": games.requests[1]["text"], "before": text}
        with editor.page.expect_response("**/trial"):
            editor.page.select_option("#basis", "saved")
        assert games.requests[4] == {"text": games.requests[1]["text"], "before": SIX_BLOCKS}
    context.close()


def test_broken_boards_and_broken_servers(studio: Studio, games: Games) -> None:
    studio.make("broken")
    is_read = threading.Event()

    def answer(body: dict[str, Any]) -> list[dict[str, Any]]:
        """It breaks; when the page tries again, it is not answered before that was read."""
        if len(games.requests) == 1:
            return [played_event(500), BROKEN]
        is_read.wait(TIMEOUT_S)
        return play_to_the_end(body)

    games.answer = answer
    context = studio.context(plays=True)
    with studio.editor("broken", context) as editor:
        wait_for_text(editor, "#games-count", "The server stopped in the middle of the games.")
        is_read.set()
        wait_for_text(editor, "#games-summary", "6,000 games were played")
        assert len(games.requests) == 2
        editor.kind("4")
        editor.drag((1, 3))
        wait_for_text(editor, "#games-count", "Games resume when all checks pass.")
        assert len(games.requests) == 2 and editor.page.text_content("#games-summary") == ""
        games.answer = lambda body: [{"is": "refused", "why": "This board has no way out."}]
        editor.keys("Control+z")
        wait_for_text(editor, "#games-count", "This board has no way out.")
        games.answer = play_to_the_end
        editor.page.evaluate("dispatchEvent(new Event('focus'))")  # back from another page
        wait_for_text(editor, "#games-summary", "6,000 games were played")
        games.answer = lambda body: [{"status": 404, "sentence": "There is no folder of runs."}]
        editor.kind("T")
        editor.drag((1, 10))
        wait_for_text(editor, "#games-count", "There is no folder of runs.")
        editor.opened_page.errors.clear()  # the browser tells of what broke
    context.close()


def test_the_switch_is_kept(studio: Studio, games: Games) -> None:
    studio.make("option")
    games.answer = play_to_the_end
    context = studio.context(plays=True)
    with studio.editor("option", context) as editor:
        wait_for_text(editor, "#games-summary", "6,000 games were played")
        editor.page.uncheck("#games-on")
        wait_for_text(editor, "#games-count", "No games are played.")
        count = len(games.requests)
        editor.kind("T")
        editor.drag((1, 10))
        editor.state("a draft is stored")
    with studio.editor("option", context) as editor:
        assert not editor.page.is_checked("#games-on") and len(games.requests) == count
        editor.page.check("#games-on")
        wait_for_text(editor, "#games-summary", "6,000 games were played")
        assert len(games.requests) == count + 1  # and so none before it was turned on
    context.close()


def test_heat_on_the_board(studio: Studio, games: Games) -> None:
    studio.make("heat")
    games.answer = play_to_the_end
    context = studio.context(plays=True, **TABLET)
    with studio.editor("heat", context) as editor:
        page = editor.page
        wait_for_text(editor, "#games-summary", "6,000 games were played")
        page.select_option("#view", "heat:visits")
        page.wait_for_selector(".heat")
        assert page.locator(".heat").count() == 14 and page.is_hidden("#layer")
        assert page.text_content("#heat-high") == "6.00"
        editor.kind("T")
        page.touchscreen.tap(*editor.point(1, 10))
        wait_for_text(editor, "#games-summary", "Clearly changed")
        page.select_option("#layer", "change")
        wait_for_text(editor, "#heat-unit", "per game, compared with before")
        assert page.text_content("#heat-low") == "−2.50"
        assert page.locator(".degree").first.text_content() == "−0.5"
        assert page.evaluate("document.documentElement.scrollWidth") <= 820
        assert violations(page, "#games, #heat-legend") == []
        editor.opened_page.keep("games-heat")
        page.select_option("#view", "none")
        assert page.locator(".heat").count() == 0 and page.is_hidden("#heat-legend")
        assert page.evaluate(LARGE) == ["image", 1, [104, 10, 32], [255, 247, 214], 0]
    context.close()


# The largest board there is: one picture, with the hottest cell, the coldest, and one of nothing.
LARGE = """async () => {
  const script = document.querySelector("script[src*='editor.js']").src;
  const { Heat } = await import(script.replace("editor.js", "heat.js"));
  const cells = [];
  for (let row = 0; row < 64; row++) for (let column = 0; column < 63; column++) cells.push([row, column, row]);
  const map = { key: "visits", name: "Visits", unit: "per game", cells, before: null };
  const shapes = new Heat().draw(map, "here", { columns: 64, cells: Array(64 * 64).fill("s") });
  const image = new Image();
  image.src = shapes[0].getAttribute("href");
  await image.decode();
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const at = (x, y) => [...pen.getImageData(x, y, 1, 1).data];
  return [shapes[0].tagName, shapes.length, at(0, 63).slice(0, 3), at(62, 0).slice(0, 3), at(63, 0)[3]];
}"""  # noqa: E501
