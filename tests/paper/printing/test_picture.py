"""What is printed is what a browser shows of the same drawing: nothing is dropped in silence."""

from functools import cache

import numpy as np
import pytest

from offleash.contract.studio.kit import Component, Kit, KitChoice
from offleash.games import registry
from offleash.paper.printing.document import render_kit_pdf
from offleash.paper.printing.plan import FRONT_PAGES, plan_pages
from offleash.paper.printing.sizes import PAPERS
from tests.paper.printing.browser_pixels import PER_MM, differences, in_browser  # noqa: F401
from tests.paper.printing.pdf_contents import Measured

SAMPLES = [  # a game, a kind of component, which one
    ("dog", "board", "board"),
    ("dog", "cards", "Joker"),
    ("puppy-park", "tree-poop tiles", "tree-poop"),
    ("secret-mission", "missions", "Azure"),
    ("uri-nation", "board", "Elm Street, both sides"),
    ("uri-nation", "event cards", "EV15"),
    ("uri-nation", "bowls", "Scrapper"),
    ("uri-nation", "dogs", "Yapper"),
]


@cache
def component(game_name: str, kind: str, label: str) -> Component:
    game = registry.load(game_name)
    changes = {"tree_poop": True} if game_name == "puppy-park" else {}
    preset = "1.2" if game_name == "uri-nation" else None
    kit = game.studio.kit(
        game.options(preset, **changes), KitChoice(10.0 if kind == "board" else None)
    )
    (match,) = (part for part in kit.components if (part.kind, part.label) == (kind, label))
    return match


def on_paper(part: Component, svg: str = "") -> np.ndarray:
    """The cut of a component, as the PDF shows it."""
    single = Component(part.kind, part.label, part.width, part.height, svg or part.front)
    plan = plan_pages("Game", "", Kit([single], 10, ""), PAPERS["a3"], large=True)
    file = Measured(render_kit_pdf(plan))
    page = FRONT_PAGES
    (art,) = file.arts(page, 2)
    pixels = file.pixels(page, PER_MM)
    top = file.size(page)[1] - art.low - art.height
    rows, columns = round(art.height * PER_MM), round(art.width * PER_MM)
    y, x = round(top * PER_MM), round(art.left * PER_MM)
    region = pixels[y : y + rows, x : x + columns]
    return np.rot90(region, -1) if art.up[0] else region


@pytest.mark.parametrize(("game", "kind", "label"), SAMPLES)
def test_paper_shows_what_the_browser_shows(in_browser, game, kind, label):  # noqa: F811
    part = component(game, kind, label)
    difference = differences(on_paper(part), in_browser(part))
    assert difference.mean() < 2 and difference.max() < 24, (difference.mean(), difference.max())


@pytest.mark.soak
@pytest.mark.parametrize("name", ["dog", "puppy-park", "secret-mission", "uri-nation"])
def test_paper_shows_every_component_as_the_browser_does(in_browser, name):  # noqa: F811
    game = registry.load(name)
    preset = list(game.rules.presets)[-1] if game.rules.presets else None
    for part in game.studio.kit(game.options(preset), KitChoice()).components:
        if part.kind != "board":
            for svg in filter(None, {part.front, part.back}):
                side = Component(part.kind, part.label, part.width, part.height, svg)
                difference = differences(on_paper(side), in_browser(side, finer=2))
                assert difference.mean() < 2 and difference.max() < 24, (
                    part.label,
                    difference.max(),
                )


def test_what_is_lost_would_be_noticed(in_browser):  # noqa: F811
    part = component("uri-nation", "bowls", "Scrapper")
    damaged = part.front.replace("<ellipse", "<ellipse opacity='0'", 1)
    solid = part.front.replace("<path", "<path opacity='0.5'", 1)
    browser_pixels = in_browser(part)
    assert differences(on_paper(part, damaged), browser_pixels).max() > 40
    assert differences(on_paper(part, solid), browser_pixels).max() > 40
