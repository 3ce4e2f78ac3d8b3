"""A guided first game in a real browser: offered, followed by clicks, wrong clicks explained."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from offleash.play.guide import find_guide, read_guide
from tests.browser import SCREENSHOTS, BrowserPage
from tests.tables.guide_walker import walk_guide
from tests.tables.rooms import DESK, PHONE, violations
from tests.tables.site import Served, serving

GAMES = ("dog", "domidog", "puppy-park", "secret-mission", "uri-nation")
LONG = [pytest.param(game, marks=[pytest.mark.soak] * (game != "domidog")) for game in GAMES]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("site")) as running_site:
        yield running_site


@pytest.fixture
def learner(site: Served, chromium: Any, tmp_path: Path, request: Any) -> Iterator[BrowserPage]:
    """A browser that has never played anything, on the front page."""
    folder, settings = Path(SCREENSHOTS or tmp_path), getattr(request, "param", DESK)
    opened_page: BrowserPage = chromium.take_page(folder, site.address, **settings)
    opened_page.page.goto(site.address)
    yield opened_page
    assert opened_page.errors == []
    chromium.give_back(opened_page)


def texts_of(game: str) -> list[str]:
    path = find_guide(game)
    assert path is not None
    return [step.text for step in read_guide(path).file.step]


@pytest.mark.parametrize("game", LONG)
def test_a_newcomer_clicks_through_a_guided_game(learner: BrowserPage, game: str) -> None:
    page = learner.page
    page.click(f'[data-game="{game}"] .first-game button')
    page.wait_for_selector("#guide-next:not([hidden])")
    assert walk_guide(page) == texts_of(game)
    assert violations(page) == []
    page.hover("#log .move >> nth=-1")  # a line of the log is shown on the board
    page.wait_for_function("() => document.querySelector('#ghost #last') !== null", polling=20)
    learner.keep(f"guide-{game}")
    page.click("#guide-play")
    page.wait_for_url(f"**/new/{game}")
    page.wait_for_selector(".newcomer")  # a guided game is not a game played


def test_wrong_clicks_are_explained_and_change_nothing(learner: BrowserPage) -> None:
    page = learner.page
    page.click('[data-game="dog"] .first-game button')
    page.wait_for_selector("#guide-next:not([hidden])")
    seq = page.get_attribute("#table", "data-seq")
    page.click('#targets button[data-target="card-A-0"]')
    assert page.text_content("#guide-wrong") == "Read on first: press Next."
    page.click("#guide-next")
    assert page.text_content("#guide-wrong") == ""
    page.click('#targets button[data-target="card-A-0"]')
    assert page.text_content("#guide-wrong").startswith("Give the king away")
    page.click("#picture", position={"x": 5, "y": 5})
    assert page.text_content("#guide-wrong").startswith("Give the king away")
    assert page.locator("#targets .hinted").get_attribute("data-target") == "card-K-0"
    assert page.get_attribute("#table", "data-seq") == seq


@pytest.mark.soak
@pytest.mark.parametrize("learner", [PHONE], indirect=True)
@pytest.mark.parametrize("game", GAMES)
def test_a_guided_game_as_a_phone(learner: BrowserPage, game: str) -> None:
    page = learner.page
    page.tap(f'[data-game="{game}"] .first-game button')
    page.wait_for_selector("#guide-next:not([hidden])")
    assert walk_guide(page, is_touch=True) == texts_of(game)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page) == []
