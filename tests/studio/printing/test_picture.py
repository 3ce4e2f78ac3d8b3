"""What is printed is what a browser shows of the same drawing: nothing is dropped in silence."""

import base64
from functools import cache
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
import reportlab
from PIL import Image

from offleash.core.kit import Component, Kit
from offleash.games import registry
from offleash.studio.printing.document import FRONT_PAGES, Job, plan_of, printed
from offleash.studio.printing.paper import PAPERS
from tests.browser import chromium, opener  # noqa: F401
from tests.studio.printing.measured import Measured

PER_MM = 6
BLOCK = 12  # pixels: letters are not set in the very same place
SHOWN = [  # a game, a kind of component, which one
    ("dog", "board", "board"),
    ("dog", "cards", "A"),
    ("dog", "cards", "Joker"),
    ("dog", "tokens", "Yellow a"),
    ("puppy-park", "tiles", "white-black"),
    ("puppy-park", "tree-poop tiles", "tree-poop"),
    ("puppy-park", "houses", "Anna"),
    ("secret-mission", "missions", "Ben"),
    ("uri-nation", "board", "Elm Street, both sides"),
    ("uri-nation", "event cards", "EV15"),
    ("uri-nation", "bowls", "Scrapper"),
    ("uri-nation", "large disks", "Red"),
    ("uri-nation", "dogs", "Yapper"),
    ("uri-nation", "tokens", "Swagger"),
]


@cache
def component(game_name: str, kind: str, label: str) -> Component:
    game = registry.load(game_name)
    more = {"tree_poop": True} if game_name == "puppy-park" else {}
    preset = "1.2" if game_name == "uri-nation" else None
    kit = game.kit(game.options(preset, **more), 10.0 if kind == "board" else None)
    (found,) = (each for each in kit.components if (each.kind, each.label) == (kind, label))
    return found


def on_paper(part: Component, svg: str = "") -> np.ndarray:
    """The cut of a component, as the PDF shows it."""
    once = Component(part.kind, part.label, part.width, part.height, svg or part.front)
    plan = plan_of(Job("Game", "", Kit([once], 10, ""), PAPERS["a3"], large=True))
    file = Measured(printed(plan))
    page = FRONT_PAGES
    (art,) = file.arts(page, 2)
    pixels = file.pixels(page, PER_MM)
    top = file.size(page)[1] - art.low - art.height
    rows, columns = round(art.height * PER_MM), round(art.width * PER_MM)
    y, x = round(top * PER_MM), round(art.left * PER_MM)
    shown = pixels[y : y + rows, x : x + columns]
    return np.rot90(shown, -1) if art.up[0] else shown


@pytest.fixture(scope="module")
def in_browser(chromium, tmp_path_factory):  # noqa: F811
    """Chromium's picture of a component, in the same font."""
    folder = tmp_path_factory.mktemp("pictures")
    openers = opener(chromium, folder)
    open_page = next(openers)
    fonts = Path(reportlab.__file__).parent / "fonts"
    faces = "".join(
        f"@font-face {{font-family: Vera; font-weight: {weight}; "
        f"src: url(data:font/ttf;base64,{base64.b64encode((fonts / file).read_bytes()).decode()})}}"
        for file, weight in (("Vera.ttf", "normal"), ("VeraBd.ttf", "bold"))
    )
    letters = "font-family: Vera; font-kerning: none"
    style = f"{faces} body {{margin: 0}} svg {{display: block}} svg text {{{letters}}}"

    def shows(part: Component) -> np.ndarray:
        wide, high = round(part.width * PER_MM), round(part.height * PER_MM)
        size = f'<svg width="{wide}" height="{high}" preserveAspectRatio="none" '
        file = folder / "part.html"
        svg = part.front.replace("<svg ", size, 1)
        file.write_text(f"<!doctype html><style>{style}</style>{svg}", encoding="utf-8")
        opened = open_page(file, width=wide, height=high)
        opened.page.evaluate("document.fonts.ready")
        data = opened.page.screenshot(clip={"x": 0, "y": 0, "width": wide, "height": high})
        opened.page.context.close()
        return np.asarray(Image.open(BytesIO(data)).convert("RGB"))

    yield shows
    openers.close()


def differences(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How far the mean colours of small blocks are apart, from 0 to 255."""
    height, width = (min(a, b) // BLOCK * BLOCK for a, b in zip(one.shape, other.shape, strict=True)
                     if a > 3)  # fmt: skip
    blocks = [
        picture[:height, :width].reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
        .astype(float).mean(axis=(1, 3))
        for picture in (one, other)
    ]  # fmt: skip
    return np.abs(blocks[0] - blocks[1]).max(axis=2)


@pytest.mark.parametrize(("game", "kind", "label"), SHOWN)
def test_paper_shows_what_the_browser_shows(in_browser, game, kind, label):
    part = component(game, kind, label)
    apart = differences(on_paper(part), in_browser(part))
    assert apart.mean() < 2 and apart.max() < 24, (apart.mean(), apart.max())


@pytest.mark.soak
@pytest.mark.parametrize("name", ["dog", "puppy-park", "secret-mission", "uri-nation"])
def test_paper_shows_every_component_as_the_browser_does(in_browser, name):
    game = registry.load(name)
    preset = list(game.presets)[-1] if game.presets else None
    for part in game.kit(game.options(preset), None).components:
        if part.kind != "board":
            for svg in filter(None, {part.front, part.back}):
                side = Component(part.kind, part.label, part.width, part.height, svg)
                apart = differences(on_paper(side), in_browser(side))
                assert apart.mean() < 2 and apart.max() < 24, (part.label, apart.max())


def test_what_is_lost_would_be_noticed(in_browser):
    part = component("uri-nation", "bowls", "Scrapper")
    lost = part.front.replace("<ellipse", "<ellipse opacity='0'", 1)
    solid = part.front.replace("<path", "<path opacity='0.5'", 1)
    shown = in_browser(part)
    assert differences(on_paper(part, lost), shown).max() > 40
    assert differences(on_paper(part, solid), shown).max() > 40
