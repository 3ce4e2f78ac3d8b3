"""The pages of the lobby in a real browser, on a desktop and on a phone."""

import re

import pytest

from offleash.tables.log.sqlite import SqliteStore
from tests.browser import SCREENSHOTS
from tests.tables.rooms import violations
from tests.tables.site import make_site
from tests.web.serving import serving, visitor

DESK, PHONE = {"width": 1280, "height": 850}, {"width": 390, "height": 780}
WARMTH = {"secret-mission": 0.5}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    app = make_site(SqliteStore(tmp_path_factory.mktemp("lobby") / "tables.db"), pace=0.0)
    with serving(app) as url:
        app.state.warmth = lambda: WARMTH
        yield url


class Reader:
    """A browser's page, and what went wrong on it."""

    def __init__(self, page, site, name):
        self.page, self.site, self.name, self.errors = page, site, name, []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("response", self._response)

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _response(self, answer):
        if not answer.url.startswith(self.site):
            self.errors.append(f"asked {answer.url}")

    def open(self, path):
        self.page.goto(self.site + path)

    def check(self, name):
        """No complaint, nothing that not everybody can use, nothing wider than the screen."""
        if SCREENSHOTS:
            self.page.screenshot(path=f"{SCREENSHOTS}/lobby-{name}-{self.name}.png", full_page=True)
        assert violations(self.page) == []
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= self.page.viewport_size["width"]
        assert self.errors == []


@pytest.fixture(scope="module")
def readers(chromium, site):
    readers_by_name = {}
    for name, size, scheme in (("desk", DESK, "light"), ("phone", PHONE, "dark")):
        context = chromium.new_context(viewport=size, color_scheme=scheme)
        readers_by_name[name] = Reader(context.new_page(), site, name)
    yield readers_by_name
    for reader in readers_by_name.values():
        reader.page.context.close()


@pytest.fixture(scope="module")
def invitation(site):
    with visitor(site) as host:
        seats = {"seat0": "me", "seat1": "open", "seat2": "greedy", "seat3": "persona:hunter"}
        response = host.post("/new/dog", data={"sent": "yes", "name": "Anna", **seats})
        page = host.get(response.headers["location"]).text
        return re.search(r'http://[^/"]+(/join/[^"]+)"', page)[1]


PAGES = {
    "front": "/",
    "new": "/new/puppy-park",
    "wrong": "/new/dog?sent=yes&o.jokers=99&seat0=me&seat1=me&name=",
    "all-rules": "/rules",
    "rules": "/rules/domidog#M7",
    "glance": "/rules/domidog/glance",
    "rulebook": "/rules/domidog/book",
    "guide": "/guide/dog",
    "take": "/take/abc",
    "join": "",
}

# Every page on every screen, but in `make test` only on one of them, in turn.
CASES = [
    pytest.param(screen, name, marks=[pytest.mark.soak] * ((number + turn) % 2))
    for turn, screen in enumerate(("desk", "phone"))
    for number, name in enumerate(PAGES)
]


@pytest.mark.parametrize(("screen", "name"), CASES)
def test_pages_have_no_accessibility_violations(readers, invitation, screen, name):
    reader = readers[screen]
    reader.errors.clear()
    reader.open(PAGES[name] or invitation)
    if name == "new":
        reader.page.click("details.options summary")  # the options too
    reader.check(name)


GAMES = ("dog", "domidog", "puppy-park", "secret-mission", "uri-nation")


def test_rules_on_one_screen_need_no_scrolling(chromium, site):
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    reader = Reader(context.new_page(), site, "screen")
    WARMTH.clear()
    try:
        for game in GAMES:
            reader.open(f"/rules/{game}/glance")
            assert reader.page.locator(".panels > li").count() >= 3
            assert reader.page.evaluate("document.documentElement.scrollHeight") <= 900, game
    finally:
        WARMTH["secret-mission"] = 0.5
        context.close()
    assert reader.errors == []


@pytest.mark.soak
def test_the_longest_form_can_be_used_by_everybody(readers):
    reader = readers["phone"]
    reader.errors.clear()
    reader.open("/new/uri-nation")
    reader.page.click("details.options summary")
    reader.check("options")


def test_seats_follow_the_options_without_a_new_page(readers):
    reader = readers["desk"]
    reader.open("/new/domidog")
    page = reader.page
    assert page.locator(".seat:visible").count() == 2
    page.click("details.options summary")
    page.select_option("[name='o.players']", "4")
    page.locator(".seat:visible").nth(3).wait_for()
    assert page.locator(".seat:visible").count() == 4
    assert page.locator("details.options").get_attribute("open") is not None
    assert reader.errors == []


def test_without_scripts_every_seat_can_be_filled(chromium, site):
    context = chromium.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto(f"{site}/new/domidog")
    assert page.locator(".seat:visible").count() == 4
    page.select_option("[name='o.players']", "3")
    page.fill("[name='name']", "Zoë")
    page.click("#new button.main >> nth=0")
    page.wait_for_url("**/table/*")
    context.close()


def test_a_card_shows_how_far_its_game_is_and_then_opens(readers):
    reader = readers["desk"]
    reader.open("/")
    card = reader.page.locator("[data-game='secret-mission']")
    assert card.locator("progress").is_visible() and not card.locator(".play").is_visible()
    WARMTH["secret-mission"] = 1.0
    card.locator(".play").wait_for()
    assert not card.locator("progress").is_visible()
    assert reader.errors == []


def test_keys_alone_lead_from_the_front_page_to_a_table(readers):
    reader = readers["desk"]
    reader.open("/")
    page = reader.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    words = ""
    for _ in range(12):
        page.keyboard.press("Tab")
        words = page.evaluate("document.activeElement.textContent")
        if words == "Play Dog":
            break
    assert words == "Play Dog"
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/dog")
    page.focus("#name")
    page.keyboard.type("Anna")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_a_seat_moves_from_the_desk_to_the_phone(readers):
    desk, phone = readers["desk"], readers["phone"]
    for reader in (desk, phone):
        reader.errors.clear()
    desk.open("/new/dog")
    desk.page.fill("#name", "Anna")
    desk.page.click("#new button.main >> nth=0")
    desk.page.wait_for_url("**/table/*")
    table = desk.page.url
    desk.page.locator("form[action$='/carry']").evaluate("form => form.submit()")
    desk.page.wait_for_url("**/carry")
    desk.check("carry")
    phone.page.goto(desk.page.input_value("#link"))
    phone.page.click("main button")
    phone.page.wait_for_url(table)
    assert phone.page.evaluate("document.cookie") == ""  # no script sees whose seat it is
    desk.page.goto(table)
    assert "no seat" in desk.page.inner_text("main")
