"""Draws shapes and text on a PDF canvas, in the units of a picture; y grows downwards."""

import base64
import re
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from typing import Any, TypeVar

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth

from offleash.paper.fonts import BODY, BOLD
from offleash.paper.svg.outlines import parse_number, parse_numbers, unsupported

Style = Mapping[str, str]
Matrix = tuple[float, float, float, float, float, float]
T = TypeVar("T")

LINE_CAPS = {"butt": 0, "round": 1, "square": 2}
LINE_JOINS = {"miter": 0, "round": 1, "bevel": 2}
FILL_RULES = {"nonzero": "", "evenodd": "*"}
FONTS = {"normal": BODY, "bold": BOLD}
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
HEX_COLOUR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")
MITER_LIMIT = "4 M"  # the default of SVG, which is not that of PDF
DATA_URL = re.compile(r"data:image/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)")
FILL_TEXT, FILL_AND_STROKE_TEXT = 0, 2  # text rendering modes


class Pen:
    """Writes PDF operators to a reportlab canvas."""

    def __init__(self, canvas: Any, grey: bool = False) -> None:
        self._canvas, self._emit, self._grey = canvas, canvas.addLiteral, grey
        self._state: dict[str, str] = {}  # the operator that set each property
        self._stack: list[dict[str, str]] = []
        self._emit(MITER_LIMIT)

    def save(self, matrix: Matrix | None = None) -> None:
        """Save the graphics state until `restore`; the matrix transforms what follows."""
        self._canvas.saveState()
        self._stack.append(dict(self._state))
        if matrix is not None:
            self._emit(" ".join(f"{value:.5f}" for value in matrix) + " cm")

    def restore(self) -> None:
        """Restore the state of the last `save`."""
        self._canvas.restoreState()
        self._state = self._stack.pop()

    def clip(self, outline: str) -> None:
        """Clip what follows to an outline."""
        self._emit(f"{outline} W n")

    def draw_shape(self, outline: str, style: Style) -> None:
        """Fill an outline, stroke it, or both."""
        has_fill, has_stroke = self._has_fill(style), self._has_stroke(style)
        if not outline or not (has_fill or has_stroke):
            return
        if has_fill and has_stroke and self._is_translucent(style):  # the fill shows through
            self.draw_shape(outline, {**style, "stroke": "none"})
            self.draw_shape(outline, {**style, "fill": "none"})
            return
        if has_fill:
            self._set_fill(style)
        if has_stroke:
            self._set_stroke(style)
        star = _look_up(FILL_RULES, style["fill-rule"]) if has_fill else ""
        verb = ("B" if has_stroke else "f") if has_fill else "S"
        self._emit(f"{outline} {verb}{star}")

    def draw_text(self, x: float, y: float, text: str, style: Style) -> None:
        """Draw a line of text at its baseline."""
        if not text or not self._has_fill(style):
            return
        font, size = _look_up(FONTS, style["font-weight"]), parse_number(style["font-size"])
        spacing = parse_number(style["letter-spacing"])
        width = stringWidth(text, font, size) + spacing * len(text)
        self._set_fill(style)
        if has_stroke := self._has_stroke(style):
            self._set_stroke(style)
        line = self._canvas.beginText()
        start = x - width * _look_up(ANCHORS, style["text-anchor"])
        line.setTextTransform(1, 0, 0, -1, start, y)
        line.setFont(font, size)
        if spacing:
            line.setCharSpace(spacing)
        line.setTextRenderMode(FILL_AND_STROKE_TEXT if has_stroke else FILL_TEXT)
        line.textOut(text)
        self._canvas.drawText(line)

    def draw_image(self, address: str, x: float, y: float, width: float, height: float) -> None:
        """Fill a rectangle with the middle of an image, which is a data URL."""
        picture = _picture(address, round(width / height, 4), self._grey)
        self.save((1, 0, 0, -1, x, y + height))  # images are upright in PDF
        self._canvas.drawImage(picture, 0, 0, width, height, mask="auto")
        self.restore()

    def _has_fill(self, style: Style) -> bool:
        return style["fill"] != "none" and opacity_of(style, "fill") > 0

    def _has_stroke(self, style: Style) -> bool:
        is_visible = style["stroke"] != "none" and opacity_of(style, "stroke") > 0
        return is_visible and parse_number(style["stroke-width"]) > 0

    def _is_translucent(self, style: Style) -> bool:
        return opacity_of(style, "fill") < 1 or opacity_of(style, "stroke") < 1

    def _set_fill(self, style: Style) -> None:
        self._set("fill", f"{pdf_colour(style['fill'], self._grey)} rg")
        self._canvas.setFillAlpha(opacity_of(style, "fill"))

    def _set_stroke(self, style: Style) -> None:
        self._set("stroke", f"{pdf_colour(style['stroke'], self._grey)} RG")
        self._set("width", f"{parse_number(style['stroke-width']):.3f} w")
        self._set("cap", f"{_look_up(LINE_CAPS, style['stroke-linecap'])} J")
        self._set("join", f"{_look_up(LINE_JOINS, style['stroke-linejoin'])} j")
        self._set("dash", f"{_dashes(style['stroke-dasharray'])} d")
        self._canvas.setStrokeAlpha(opacity_of(style, "stroke"))

    def _set(self, key: str, operator: str) -> None:
        if self._state.get(key) != operator:
            self._state[key] = operator
            self._emit(operator)


@lru_cache(maxsize=64)
def _picture(address: str, shape: float, grey: bool) -> ImageReader:
    """Return the middle of an image, cut to a width for each unit of height."""
    match = DATA_URL.fullmatch(address)
    if match is None:
        raise unsupported("an image from elsewhere")
    picture = Image.open(BytesIO(base64.b64decode(match[1])), formats=("PNG", "JPEG"))
    wide = min(picture.width, max(1, round(picture.height * shape)))
    high = min(picture.height, max(1, round(picture.width / shape)))
    left, top = (picture.width - wide) // 2, (picture.height - high) // 2
    cut = picture.crop((left, top, left + wide, top + high))
    has_alpha = cut.has_transparency_data
    return ImageReader(cut.convert("LA" if has_alpha else "L") if grey else cut)


def opacity_of(style: Style, part: str) -> float:
    """Return the opacity of a `fill` or `stroke`, from 0 to 1."""
    return parse_number(style[f"{part}-opacity"]) * parse_number(style["opacity"])


@lru_cache(maxsize=4096)
def pdf_colour(text: str, grey: bool) -> str:
    """Return `#rrggbb` as PDF operands, or the grey of the same brightness."""
    parts = [int(part, 16) / 255 for part in _hex_parts(text)]
    if grey:
        parts = [0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]] * 3
    return " ".join(f"{part:.4f}" for part in parts)


def _hex_parts(text: str) -> tuple[str, ...]:
    full = "#" + "".join(2 * digit for digit in text[1:]) if len(text) == 4 else text
    match = HEX_COLOUR.fullmatch(full)
    if match is None:
        raise unsupported(f"the colour {text!r}")
    return match.groups()


def mix_colours(one: str, other: str, share: float) -> str:
    """Return the colour between two colours."""
    pairs = zip(_hex_parts(one), _hex_parts(other), strict=True)
    return "#" + "".join(
        f"{round(int(a, 16) + share * (int(b, 16) - int(a, 16))):02x}" for a, b in pairs
    )


def _dashes(text: str) -> str:
    if text == "none":
        return "[] 0"
    lengths = " ".join(f"{length:.3f}" for length in parse_numbers(text))
    return f"[{lengths}] 0"


def _look_up(values: Mapping[str, T], name: str) -> T:
    if name not in values:
        raise unsupported(repr(name))
    return values[name]
