"""A playtest in two browsers, from the owner's table to the comparison with bots."""

import time

import pytest

from offleash.play.playtests import list_playtests
from offleash.studio import playtests
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


def opened_page(chromium, tmp_path, address):
    page = BrowserPage(chromium.new_context().new_page(), tmp_path, allowed=address)
    page.listen()
    return page


def play_together(pages):
    """Everybody picks what comes first until the game is over for all."""
    end = time.monotonic() + TIMEOUT_S
    while not min([page.evaluate(PICK) for page in pages]):
        assert time.monotonic() < end, "the game never ended"
        time.sleep(0.05)


def answer_questions(page, address, table, rating, line):
    page.goto(f"{address}{table}/questions")
    page.check(f"#rating-{rating}")
    page.fill("#line", line)
    page.click("main button.main")
    page.wait_for_selector("text=Thank you.")


def test_two_people_play_and_stand_next_to_bots(chromium, tmp_path, site):
    address, folder = site
    browsers = [opened_page(chromium, tmp_path, address) for _ in range(2)]
    ann, ben = (browser.page for browser in browsers)
    ann.goto(f"{address}/owner/{KEY}")
    ann.goto(f"{address}/studio/mine/playtests")
    ann.click("text=Hold a playtest at a table")
    ann.fill("[name=name]", "Ann")
    ann.select_option("[name=seat0]", "me")
    ann.select_option("[name=seat1]", "open")
    assert ann.is_checked("[name=playtest]")
    ann.click("form button.main")
    ann.wait_for_selector("#table")
    table = ann.evaluate("location.pathname")
    ben.goto(ann.input_value("input[value*='/join/']"))
    ben.fill("[name=name]", "Ben")
    ben.click("form button.main")
    ben.wait_for_selector("#table")
    play_together([ann, ben])
    answer_questions(ann, address, table, 4, "More water")
    answer_questions(ben, address, table, 2, "")
    (game,) = list_playtests(folder)
    assert (game.seats, game.people, game.session().over) == (["Ann", "Ben"], [0, 1], True)
    assert sorted(answer.rating for answer in game.answers) == [2, 4]
    for winner in range(2):
        ann.goto(f"{address}/studio/mine/playtests")
        ann.check(f"[name=won-{winner}]")
        ann.fill("[name=rounds]", "1")
        ann.click("text=Store the game")
    ann.click("#compare")
    ann.wait_for_selector("#people >> text=3 games of people, 192 of bots")
    assert "Wins by archetype" in ann.text_content("#people")
    assert ann.is_hidden("#playing")
    for browser in browsers:
        assert browser.errors == []
        browser.page.context.close()
