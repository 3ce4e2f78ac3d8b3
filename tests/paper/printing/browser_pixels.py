"""Chromium's picture of a drawing, to compare with what a PDF shows of it."""

import base64
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from offleash.contract.studio.kit import Component
from offleash.paper.fonts import BODY, BOLD, FOLDER
from tests.browser import opener, screenshot

PER_MM = 6
BLOCK = 12  # pixels: letters are not set in the very same place


@pytest.fixture(scope="module")
def in_browser(chromium, tmp_path_factory):
    """Chromium's picture of a component, in the same font."""
    folder = tmp_path_factory.mktemp("pictures")
    openers = opener(chromium, folder)
    open_page = next(openers)
    files = {
        weight: base64.b64encode((FOLDER / f"{font}.ttf").read_bytes()).decode()
        for font, weight in ((BODY, "normal"), (BOLD, "bold"))
    }
    faces = "".join(
        f"@font-face {{font-family: DejaVuSans; font-weight: {weight}; "
        f"src: url(data:font/ttf;base64,{data})}}"
        for weight, data in files.items()
    )
    # as paper has them: letters one by one
    letters = "font-family: DejaVuSans; font-kerning: none; font-variant-ligatures: none"
    style = f"{faces} body {{margin: 0}} svg {{display: block}} svg text {{{letters}}}"
    file = folder / "part.html"
    file.write_text(f"<!doctype html><meta charset=utf-8><style>{style}</style>", encoding="utf-8")
    page = open_page(file).page

    def shows(part: Component, finer: int = 1) -> np.ndarray:
        """`finer` pixels are made one: letters stand on whole pixels here, and not on paper."""
        wide, high = (finer * round(side * PER_MM) for side in (part.width, part.height))
        size = f'<svg width="{wide}" height="{high}" preserveAspectRatio="none" '
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("svg => document.body.innerHTML = svg", part.front.replace("<svg ", size, 1))
        page.evaluate("document.fonts.ready")
        data = screenshot(page, clip={"x": 0, "y": 0, "width": wide, "height": high})
        return np.asarray(Image.open(BytesIO(data)).convert("RGB").reduce(finer))

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
