"""Each house board as a designer uses it: imported, drawn, printed and played in one click."""

import re
from pathlib import Path

import pytest

from offleash.games import uri_nation
from tests.browser import BrowserPage
from tests.studio.editor import DRAWN, GAMES
from tests.studio.owner_site import KEY, make_app
from tests.web.serving import serving

BOARDS = [
    path
    for path in sorted((Path(uri_nation.__file__).parent / "data").glob("*.txt"))
    if re.search("^(version: .* house|ignore: .*)$", path.read_text("utf-8"), re.MULTILINE)
]
PLANNED = "() => /\\d+ pages of A4/.test(document.body.innerText)"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(make_app(tmp_path_factory.mktemp("site"))) as address:
        yield address


@pytest.mark.parametrize(
    "board",
    [pytest.param(b, marks=[pytest.mark.soak] * (n > 0), id=b.stem) for n, b in enumerate(BOARDS)],
)
def test_a_house_board_is_drawn_printed_and_played(chromium, tmp_path, site, board):
    context = chromium.new_context()
    context.add_init_script(f"localStorage[{GAMES!r}] ??= 'off'")
    browser = BrowserPage(context.new_page(), tmp_path, allowed=site)
    browser.listen()
    page, at = browser.page, f"{site}/studio/mine"
    page.context.request.get(f"{site}/owner/{KEY}", max_redirects=0)
    page.goto(f"{at}/overview")
    page.set_input_files("#import-board", board)
    page.click("form:has(#import-board) button")
    page.wait_for_selector(".done:has-text('Imported')")
    page.goto(f"{at}/boards/{board.name}")
    page.wait_for_selector(DRAWN)
    page.wait_for_selector("#lights li")
    assert page.locator("#lights li.error").count() == 0
    page.goto(f"{at}/paper?board={board.name}")
    page.wait_for_function(PLANNED)
    page.goto(f"{at}/overview")
    page.click(f"li:has(p:text('{board.name}')) button.main")
    page.wait_for_selector("#table")
    page.wait_for_selector("#picture svg")
    errors = [error for error in browser.errors if not error.endswith("/check")]
    context.close()
    assert errors == []


def test_the_box_has_the_boards_of_the_open_questions():
    assert len(BOARDS) >= 5
