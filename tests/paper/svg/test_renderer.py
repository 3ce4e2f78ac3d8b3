"""Pictures are read strictly: what would be lost on paper is refused by its name."""

from io import BytesIO

import pytest
from reportlab.pdfgen.canvas import Canvas

from offleash.paper.fonts import printable_text, register_fonts
from offleash.paper.svg.outlines import path
from offleash.paper.svg.renderer import (
    SvgPicture,
    elements_by_id,
    parse_svg,
    parse_transform,
    render,
)
from offleash.tools.errors import OffleashError
from tests.paper.books import SHIPPED, usual_book

RECT = "<rect width='1' height='1'{}/>"


class CountingPen:
    """A pen that only counts."""

    def __init__(self):
        self.shapes, self.lines, self.depth = [], [], 0

    def save(self, matrix=None):
        self.depth += 1

    def restore(self):
        self.depth -= 1

    def clip(self, outline): ...

    def draw_shape(self, outline, style):
        self.shapes.append((outline, style))

    def draw_text(self, x, y, text, style):
        self.lines.append(text)


def read(svg):
    pen, root = CountingPen(), parse_svg(svg)
    render(root, pen, elements_by_id(root), printable_text)
    assert pen.depth == 0
    return pen


def put_on_paper(text):
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>'
    register_fonts()
    SvgPicture(svg).draw(Canvas(BytesIO()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<linearGradient/>", "<linearGradient>"),
        ("<clipPath/>", "<clipPath>"),
        ("<mask/>", "<mask>"),
        ("<filter/>", "<filter>"),
        ("<image/>", "<image>"),
        ('<image width="1" height="1" href="http://a.org/b.png"/>', "from elsewhere"),
        ("<style>rect {fill: red}</style>", "<style>"),
        ("<symbol/>", "<symbol>"),
        ("<foreignObject/>", "<foreignObject>"),
        ("<svg/>", "<svg>"),
        (RECT.format(" filter='url(#a)'"), "<rect filter>"),
        (RECT.format(" style='fill:#ff0000'"), "<rect style>"),
        (RECT.format(" class='a'"), "<rect class>"),
        ("<g clip-path='url(#a)'/>", "<g clip-path>"),
        ("<g mask='url(#a)'/>", "<g mask>"),
        ("<g style='opacity:0.5'/>", "<g style>"),
        ("<use href='#a' clip-path='url(#b)'/>", "<use clip-path>"),
        ("<path d='M0 0L1 1' marker-end='url(#a)'/>", "<path marker-end>"),
        ("<path d='M0 0L1 1' stroke-dashoffset='3'/>", "<path stroke-dashoffset>"),
        ("<path d='M0 0L1 1' paint-order='stroke'/>", "<path paint-order>"),
        ("<text dominant-baseline='middle'>a</text>", "<text dominant-baseline>"),
        ("<text>a<tspan>b</tspan></text>", "<tspan> in <text>"),
        ("<text font-style='italic'>a</text>", "<text font-style>"),
        ("<circle r='1'><animate/></circle>", "<animate> in <circle>"),
        ("<use href='#nowhere'/>", "refers to 'nowhere', which is not in it"),
        (RECT.format(" fill='url(#nowhere)'"), "refers to 'nowhere'"),
        (RECT.format(" fill='red' stroke='currentColor'"), "the colour"),
        (RECT.format(" fill='#ff0000' stroke='url(#a)'"), "the colour 'url"),
        (RECT.format(" x='50%'"), "the number '50%'"),
        (RECT.format(" transform='skewX(3)'"), "the transform 'skewX'"),
        (RECT.format(" transform='rotate(3 1 1)'"), "the transform 'rotate'"),
        ("<path d='M0 0 X1 1'/>", "a path with 'X'"),
        ("<path d='M0 0 L1'/>", "a path with 'L'"),
        ("<path d='M0 0 L1 #'/>", "a path with '#'"),
        ("<text>a 中 b</text>", "'中' in 'a 中 b' can't be printed"),
        ("<defs><pattern id='p' width='1' height='1'/></defs>" + RECT.format(" fill='url(#p)'"),
         "<pattern> in units"),
        ("<defs><linearGradient id='p'/></defs>" + RECT.format(" fill='url(#p)'"),
         "fills <rect> with <linearGradient>"),
        ("<defs><radialGradient id='p' gradientUnits='userSpaceOnUse'/></defs>"
         + RECT.format(" fill='url(#p)'"), "<radialGradient gradientUnits>"),
        ("<defs><radialGradient id='p'><stop offset='0'/></radialGradient></defs>"
         "<circle r='1' fill='url(#p)'/>", "fills <circle> with <radialGradient>"),
    ],
)  # fmt: skip
def test_unsupported_svg_is_refused(text, message):
    with pytest.raises(OffleashError) as error:
        put_on_paper(text)
    assert message in str(error.value)


def test_a_picture_that_is_not_whole_is_refused():
    with pytest.raises(OffleashError, match="a drawing can't be read"):
        read("<svg")


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_of_any_book_is_refused(name):
    """Every element and attribute of every picture is known: none can be dropped in silence."""
    book = usual_book(name)
    for svg in [book.cover, *((e.after or e.before)[0].svg for e in book.examples.values())]:
        assert read(svg).shapes


def test_paths_are_read_as_the_standard_says():
    assert path("M1,2h3v4H0V0z") == (
        "1.000 2.000 m 4.000 2.000 l 4.000 6.000 l 0.000 6.000 l 0.000 0.000 l h"
    )
    assert path("M0 0 1 1 2 2") == path("M0 0L1 1L2 2")
    assert path("m1 1 1 1") == path("M1 1L2 2")
    assert path("M0 0Q3 0 3 3") == "0.000 0.000 m 2.000 0.000 3.000 1.000 3.000 3.000 c"
    assert path("M0 0Q1 1 2 0T4 0") == path("M0 0Q1 1 2 0Q3 -1 4 0")
    assert path("M0 0C0 1 1 1 1 0S2-1 2 0") == path("M0 0C0 1 1 1 1 0C1 -1 2 -1 2 0")
    assert path("M1e1-.5") == "10.000 -0.500 m"


def test_arcs_end_where_they_should():
    half = path("M0 0A5 5 0 0 1 10 0").split()
    assert half[-3:] == ["10.000", "0.000", "c"]
    assert float(half[half.index("c") - 1]) == pytest.approx(-5, abs=0.001)  # over the top
    under = path("M0 0A5 5 0 0 0 10 0").split()
    assert float(under[under.index("c") - 1]) == pytest.approx(5, abs=0.001)
    assert path("M0 0A0 5 0 0 1 10 0") == path("M0 0L10 0")
    assert path("M0 0A1 1 0 0 1 10 0").split()[-3] == "10.000"  # too small: it grows


def test_transforms_follow_each_other():
    assert parse_transform("translate(3,4) scale(2)") == (2, 0, 0, 2, 3, 4)
    assert parse_transform("scale(2)translate(3,4)") == (2, 0, 0, 2, 6, 8)
    assert parse_transform("rotate(90)") == pytest.approx((0, 1, -1, 0, 0, 0))
