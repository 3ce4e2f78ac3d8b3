"""Rules and cards in a real browser: by keyboard alone, checked, saved, and played at a table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from offleash.games import registry
from offleash.projects.project import new_project, read_project
from tests.browser import SCREENSHOTS, BrowserPage
from tests.studio.editor import DESK, TABLET
from tests.studio.owner_site import KEY, make_app
from tests.studio.test_editor import violations
from tests.web.serving import serving

GIVEN_UP = re.compile("failed: .*/check$")  # a question that a newer one made needless


@dataclass
class Site:
    """The whole site, a browser, and where the projects lie."""

    app: Any
    address: str
    projects: Path
    chromium: Any
    pictures: Path

    def project(self, name: str, game: str = "uri-nation") -> Path:
        return new_project(self.projects / name, registry.load(game), None, name).folder

    @contextmanager
    def page(self, path: str, errors: int = 0, **settings: Any) -> Iterator[BrowserPage]:
        """A page of the studio that complains of nothing but so many refusals."""
        opened_page: BrowserPage = self.chromium.take_page(
            self.pictures, self.address, **{**DESK, **settings}
        )
        opened_page.page.context.request.get(f"{self.address}/owner/{KEY}", max_redirects=0)
        opened_page.page.goto(f"{self.address}/studio/{path}")
        yield opened_page
        errors_seen = [error for error in opened_page.errors if not GIVEN_UP.match(error)]
        assert len(errors_seen) == errors, errors_seen
        self.chromium.give_back(opened_page)


@pytest.fixture(scope="module")
def site(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("studio")
    app = make_app(folder)
    with serving(app) as address:
        yield Site(app, address, folder / "projects", chromium, Path(SCREENSHOTS or folder))


def wait_for_text(page: Any, place: str, words: str) -> None:
    """Waits until a part of the page has some words."""
    page.wait_for_function(
        "([place, words]) => document.querySelector(place)?.textContent.includes(words)",
        arg=[place, words],
    )


def press(page: Any, *keys: str) -> None:
    """Presses keys; `"Tab*3"` presses one three times."""
    for key in keys:
        name, _, times = key.partition("*") if len(key) > 1 else (key, "", "")
        for _ in range(int(times or 1)):
            page.keyboard.press(name)


def write(page: Any, text: str) -> None:
    """In the place of what is in the field."""
    press(page, "Control+a")
    page.keyboard.type(text)


def test_a_rule_is_changed_by_keyboard_alone(site: Site) -> None:
    folder = site.project("keys")
    (folder / "rules.toml").write_text("# Mine.\nhome_bonus = 5 # strong\n")
    with site.page("keys/rules") as opened_page:
        page = opened_page.page
        press(page, "/")
        page.keyboard.type("rounds after which")
        press(page, "Tab*4")  # past the note of a save too
        assert page.evaluate("document.activeElement.id") == "o-max_rounds"
        write(page, "700")
        wait_for_text(
            page, "#wrong-max_rounds", "Option max_rounds can't be '700': it takes a whole number"
        )
        wait_for_text(page, "#state", "One value is wrong")
        assert violations(page, "#option-max_rounds") == []
        opened_page.keep("rules-wrong")
        write(page, "7")
        page.wait_for_selector("#option-max_rounds[data-differs]")
        press(page, "Control+s")
        wait_for_text(page, "#state", "Saved")
        text = "# Mine.\nhome_bonus = 5 # strong\nmax_rounds = 7\n"
        assert (folder / "rules.toml").read_text() == text
        press(page, "/")
        write(page, "")
        press(page, "Backspace", "Tab", "Space")  # only what differs
        assert page.locator(".option:visible").count() == 2
        wait_for_text(page, "#idle-home_bonus", "home_bonus does nothing")
        opened_page.keep("rules-differing")
        page.focus("#option-max_rounds summary")
        press(page, "Enter")
        page.wait_for_selector("#option-max_rounds article")
        page.focus("#option-max_rounds [data-back]")
        press(page, "Enter")
        page.wait_for_selector("#option-max_rounds:not([data-differs])", state="attached")
        assert page.input_value("#o-max_rounds") == "30"
        press(page, "Control+s")
        wait_for_text(page, "#state", "Saved")
        assert (folder / "rules.toml").read_text() == "# Mine.\nhome_bonus = 5 # strong\n"


def test_another_preset_and_a_file_that_changed_meanwhile(site: Site) -> None:
    folder = site.project("meanwhile", "puppy-park")
    with site.page("meanwhile/rules", errors=3, **TABLET) as opened_page:
        page = opened_page.page
        assert page.evaluate("document.documentElement.scrollWidth") <= 820
        page.select_option("#preset", "expansion")
        page.wait_for_function("() => document.querySelector('#o-tree_poop').value === 'true'")
        wait_for_text(page, "#state", "Not saved")
        (folder / "rules.toml").write_text("players = 3\n")
        page.click("#save")
        wait_for_text(page, "#choice", "it was changed on disk in the meantime")
        (folder / "rules.toml").write_text("players = \n")  # and then it was broken
        page.click("text=Reload; my unsaved values stay")
        wait_for_text(page, "#choice", "meanwhile/rules.toml, line 1: not valid TOML")
        (folder / "rules.toml").write_text("players = 3\n")
        page.click("#save")
        wait_for_text(page, "#choice", "it was changed on disk in the meantime")
        assert violations(page) == []
        assert (folder / "rules.toml").read_text() == "players = 3\n"
        page.click("text=Reload; my unsaved values stay")
        page.wait_for_function("() => document.querySelector('#o-players').value === '3'")
        page.click("#save")
        wait_for_text(page, "#state", "Saved")
        opened_page.keep("rules-tablet")
    project = read_project(folder)
    assert (project.base, project.changes) == ("expansion", {"players": 3})


def test_a_card_is_written_by_keyboard_and_played_at_a_table(site: Site) -> None:
    folder = site.project("deck")
    with site.page("deck/cards?deck=chance_cards") as opened_page:
        page = opened_page.page
        page.wait_for_function("() => document.querySelectorAll('#wall img[src]').length === 24")
        page.focus("#wall button[tabindex='0']")
        press(page, "ArrowRight", "Alt+ArrowRight", "ArrowLeft*2", "Enter")
        assert page.evaluate("document.activeElement.id") == "card-name"
        before = page.get_attribute("#wall li:first-child img", "src")
        write(page, "Whole cake, no witnesses")
        page.wait_for_function(
            "before => document.querySelector('#wall img').src !== before", arg=before
        )
        page.focus("#effect-0")
        press(page, "w")  # water pegs: as a list is used by keys
        page.wait_for_selector("#effect-0-0.amount")
        page.focus("#effect-0-0")
        write(page, "99")
        wait_for_text(page, "#flaw", "Card CH01, effects: 'water +99' needs a number from 1 to 20")
        opened_page.keep("cards-wrong")
        assert page.locator("#wall .wrong-card").count() == 1
        write(page, "3")
        press(page, "Tab", "e")  # everybody
        page.focus("#add-effect")
        press(page, "Enter")
        assert page.evaluate("document.activeElement.id") == "effect-1"
        press(page, "c")  # carried home
        press(page, "Control+s")
        wait_for_text(page, "#state", "Saved")
        page.wait_for_function("() => document.querySelector('#flaw').textContent === ''")
        opened_page.keep("cards")
        play(site, page, "deck", '"all: water +3; send_home"')
    text = (folder / "chance_cards.toml").read_text()
    assert 'name = "Whole cake, no witnesses"\neffects = "all: water +3; send_home"' in text
    assert text.index('"CH03"') < text.index('"CH02"')


def play(site: Site, page: Any, project: str, words: str) -> None:
    """A table with what was saved."""
    seats = {"seat0": "me", "seat1": "open", "seat2": "open", "seat3": "open"}
    form = {"project": project, "name": "Ada", **seats}
    response = page.request.post(
        f"{site.address}/new/uri-nation",
        form=form,
        headers={"origin": site.address},
        max_redirects=0,
    )
    table = response.headers["location"].removeprefix("/table/")
    assert page.request.get(f"{site.address}/table/{table}").ok
    facts = site.app.state.host.loaded_table(table).table.facts
    assert words in facts.files[facts.options["chance_cards"]]


def test_cards_are_added_copied_removed_and_undone(site: Site) -> None:
    folder = site.project("undone")
    text = (folder / "event_cards.toml").read_text()
    with site.page("undone/cards?deck=event_cards", **TABLET) as opened_page:
        page = opened_page.page
        page.wait_for_selector("#wall li:nth-child(24) img[src]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 820
        for id in ("add", "copy", "later", "earlier", "remove"):
            page.click(f"#{id}")
        page.fill("#card-category", "weather")
        page.keyboard.type("y")
        wait_for_text(page, "#total", "25 of at most 40 cards: 8 weather, 1 weathery")
        wait_for_text(page, "#state", "a draft is stored")
        assert violations(page) == []
        for _ in range(6):
            press(page, "Control+z")
        wait_for_text(page, "#state", "Saved")
        assert page.is_disabled("#undo")
        press(page, "Control+y*6")
        wait_for_text(page, "#total", "1 weathery")
        with page.expect_response(
            lambda response: (
                response.url.endswith("draft") and "thou" in (response.request.post_data or "")
            )
        ):
            page.fill("#card-name", "Half a thou")
    assert (folder / "event_cards.toml").read_text() == text
    with site.page("undone/cards?deck=event_cards", errors=1) as opened_page:  # another browser
        page = opened_page.page
        page.wait_for_selector("text=Back to the saved deck")
        page.wait_for_function("() => document.querySelectorAll('#wall li').length === 25")
        other_text = text.replace("Pea-soup fog", "Fog")
        (folder / "event_cards.toml").write_text(other_text)
        page.click("#wall .wrong-card")  # the new card does nothing yet
        page.select_option("#effect-0", "free_cross")
        page.wait_for_function("() => !document.querySelector('.wrong-card')")
        page.click("#save")
        wait_for_text(page, "#choice", "it was changed on disk in the meantime")
        assert (folder / "event_cards.toml").read_text() == other_text
        page.click("text=Load the file; Undo brings back my deck")
        page.wait_for_function("() => document.querySelectorAll('#wall li').length === 24")
        press(page, "Control+z")
        page.click("#save")
        wait_for_text(page, "#state", "Saved")
    saved_text = (folder / "event_cards.toml").read_text()
    assert (
        'name = "A new card"\neffects = "all: free_cross"' in saved_text
        and "Pea-soup" in saved_text
    )
