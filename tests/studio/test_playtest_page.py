"""A playtest in a browser, from the owner's table to the comparison with bots."""

import time

import pytest

from offleash.projects.playtests import list_playtests
from offleash.studio.playtests import page as playtests
from tests.browser import BrowserPage
from tests.studio.owner_site import KEY, make_app
from tests.timeouts import TIMEOUT_S
from tests.web.serving import serving

SHORT = "seats = 2\nmax_rounds = 1\nwalk_dice = 1\n"
# Picks one thing that can be picked, if it is this page's turn; says whether the game is over.
PICK = """() => {
  const table = document.getElementById("table");
  if (table?.dataset.phase === "over") return true;
  if (!table?.classList.contains("acting")) return false;
  const choices = document.querySelectorAll("#buttons button[data-action], #targets button.next");
  choices[0]?.click();
  return false;
}"""


@pytest.fixture
def site(tmp_path, monkeypatch):
    monkeypatch.setattr(playtests, "BOT_GAMES", 100)
    app = make_app(tmp_path)
    folder = tmp_path / "projects" / "mine"
    (folder / "rules.toml").write_text(SHORT)
    with serving(app) as address:
        yield address, folder


def play_to_the_end(page):
    """Picks what comes first until the game is over."""
    end = time.monotonic() + TIMEOUT_S
    while not page.evaluate(PICK):
        assert time.monotonic() < end, "the game never ended"
        time.sleep(0.05)


def answer_questions(page, address, table, rating, line):
    page.goto(f"{address}{table}/questions")
    page.check(f"#rating-{rating}")
    page.fill("#line", line)
    page.click("main button.main")
    page.wait_for_selector("text=Thank you.")


def wait_for_answer(folder):
    """The games of a project, once one has an answer: the site writes it after it has thanked."""
    end = time.monotonic() + TIMEOUT_S
    while not any(game.answers for game in list_playtests(folder)):
        assert time.monotonic() < end, "the answer was never written"
        time.sleep(0.05)
    return list_playtests(folder)


def test_somebody_plays_and_stands_next_to_bots(chromium, tmp_path, site):
    address, folder = site
    browser = BrowserPage(chromium.new_context().new_page(), tmp_path, allowed=address)
    browser.listen()
    page = browser.page
    page.context.request.get(f"{address}/owner/{KEY}", max_redirects=0)
    page.goto(f"{address}/studio/mine/playtests")
    page.click("text=Hold a playtest at a table")
    page.fill("[name=name]", "Ann")
    page.select_option("[name=seat0]", "me")
    page.select_option("[name=seat1]", "random")
    assert page.is_checked("[name=playtest]")
    page.click("form button.main")
    page.wait_for_selector("#table")
    table = page.evaluate("location.pathname")
    play_to_the_end(page)
    answer_questions(page, address, table, 4, "More water")
    (game,) = wait_for_answer(folder)
    assert (game.seats[0], game.people, game.session().over) == ("Ann", [0], True)
    assert [(answer.rating, answer.line) for answer in game.answers] == [(4, "More water")]
    for winner in range(2):
        page.goto(f"{address}/studio/mine/playtests")
        page.check(f"[name=won-{winner}]")
        page.fill("[name=rounds]", "1")
        page.click("text=Store the game")
        page.wait_for_selector(".done")
    page.click("#compare")
    page.wait_for_selector("#people >> text=3 games by people, 192 by bots")
    assert "Wins by archetype" in page.text_content("#people")
    assert page.is_hidden("#playing")
    assert browser.errors == []
    page.context.close()
