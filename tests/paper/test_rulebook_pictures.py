"""The pictures in the PDF of a book are what a browser shows of them."""

from io import BytesIO

import numpy as np
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from offleash.contract.studio.kit import Component
from offleash.paper.fonts import BODY, register_fonts
from offleash.paper.rulebook.pictures import PictureFlowable
from tests.paper.books import SHIPPED, usual_book
from tests.paper.printing.browser_pixels import PER_MM, differences, in_browser  # noqa: F401
from tests.paper.printing.pdf_contents import Measured

WIDE = 120.0  # millimetres


def pictures(name: str) -> list[str]:
    book = usual_book(name)
    svgs = [
        view.svg
        for example in book.examples.values()
        for view in (*example.before[:1], *example.after[:1])
    ]
    return [book.cover, *svgs]


def on_paper(svg: str) -> np.ndarray:
    """A picture as the book has it, cut into groups that are placed."""
    register_fonts()
    flowable, out = PictureFlowable(svg, WIDE * mm, 10_000), BytesIO()
    canvas = Canvas(out, (flowable.width, flowable.height), initialFontName=BODY, invariant=1)
    flowable.drawOn(canvas, 0, 0)
    canvas.save()
    return Measured(out.getvalue()).pixels(0, PER_MM)


def part_of(svg: str) -> Component:
    flowable = PictureFlowable(svg, WIDE * mm, 10_000)
    return Component("", "", flowable.width / mm, flowable.height / mm, svg)


def compare(svg: str, shows) -> tuple[float, float]:
    difference = differences(on_paper(svg), shows(part_of(svg)))
    return float(difference.mean()), float(difference.max())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_book_shows_what_the_browser_shows(in_browser, name):  # noqa: F811
    mean, most = compare(pictures(name)[0], in_browser)
    assert mean < 2.5 and most < 30, (mean, most)


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_all_pictures_of_a_book(in_browser, name):  # noqa: F811
    for svg in pictures(name):
        mean, most = compare(svg, in_browser)
        assert mean < 2.5 and most < 30, (mean, most)


def test_a_plain_green_lawn_would_be_noticed(in_browser):  # noqa: F811
    svg = pictures("puppy-park")[0]
    plain = svg.replace("url(#stripes)", "none").replace("url(#light)", "none")
    assert plain != svg
    difference = differences(on_paper(plain), in_browser(part_of(svg)))
    assert difference.mean() > 6
