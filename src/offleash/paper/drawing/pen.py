"""A pen on a PDF: shapes, words and windows in the units of a picture, y growing downwards."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeVar

from reportlab.pdfbase.pdfmetrics import stringWidth

from offleash.paper.drawing.outlines import Unreadable, number
from offleash.paper.fonts import BODY, BOLD

Look = Mapping[str, str]
Matrix = tuple[float, float, float, float, float, float]
T = TypeVar("T")

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
RULES = {"nonzero": "", "evenodd": "*"}
WEIGHTS = {"normal": BODY, "bold": BOLD}
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
COLOUR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")
SHARPEST = "4 M"  # how far a corner may stick out: a PDF has another default than SVG
FILLED, BOTH = 0, 2  # how letters are drawn


class Pen:
    """Writes the operators of a PDF on a canvas of reportlab."""

    def __init__(self, canvas: Any, grey: bool = False) -> None:
        self._canvas, self._put, self._grey = canvas, canvas.addLiteral, grey
        self._now: dict[str, str] = {}  # what was set last
        self._before: list[dict[str, str]] = []
        self._put(SHARPEST)

    def enter(self, matrix: Matrix | None = None) -> None:
        """Other coordinates, or another window, until `leave`."""
        self._canvas.saveState()
        self._before.append(dict(self._now))
        if matrix is not None:
            self._put(" ".join(f"{each:.5f}" for each in matrix) + " cm")

    def leave(self) -> None:
        """As it was before."""
        self._canvas.restoreState()
        self._now = self._before.pop()

    def clip(self, outline: str) -> None:
        """What follows shows inside an outline only."""
        self._put(f"{outline} W n")

    def shape(self, outline: str, look: Look) -> None:
        """An area, its edge, or both."""
        filled, drawn = self._area(look), self._edge(look)
        if not outline or not (filled or drawn):
            return
        if filled and drawn and self._is_faint(look):  # else the edge would hide the area below
            self.shape(outline, {**look, "stroke": "none"})
            self.shape(outline, {**look, "fill": "none"})
            return
        if filled:
            self._set_area(look)
        if drawn:
            self._set_edge(look)
        star = _known(RULES, look["fill-rule"]) if filled else ""
        verb = ("B" if drawn else "f") if filled else "S"
        self._put(f"{outline} {verb}{star}")

    def write(self, x: float, y: float, text: str, look: Look) -> None:
        """A line of text on its base line."""
        if not text or not self._area(look):
            return
        font, size = _known(WEIGHTS, look["font-weight"]), number(look["font-size"])
        gap = number(look["letter-spacing"])
        width = stringWidth(text, font, size) + gap * len(text)
        self._set_area(look)
        if has_edge := self._edge(look):
            self._set_edge(look)
        line = self._canvas.beginText()
        start = x - width * _known(ANCHORS, look["text-anchor"])
        line.setTextTransform(1, 0, 0, -1, start, y)
        line.setFont(font, size)
        if gap:
            line.setCharSpace(gap)
        line.setTextRenderMode(BOTH if has_edge else FILLED)
        line.textOut(text)
        self._canvas.drawText(line)

    # What is set before

    def _area(self, look: Look) -> bool:
        return look["fill"] != "none" and much(look, "fill") > 0

    def _edge(self, look: Look) -> bool:
        is_there = look["stroke"] != "none" and much(look, "stroke") > 0
        return is_there and number(look["stroke-width"]) > 0

    def _is_faint(self, look: Look) -> bool:
        return much(look, "fill") < 1 or much(look, "stroke") < 1

    def _set_area(self, look: Look) -> None:
        self._set("fill", f"{colour(look['fill'], self._grey)} rg")
        self._canvas.setFillAlpha(much(look, "fill"))

    def _set_edge(self, look: Look) -> None:
        self._set("stroke", f"{colour(look['stroke'], self._grey)} RG")
        self._set("width", f"{number(look['stroke-width']):.3f} w")
        self._set("cap", f"{_known(CAPS, look['stroke-linecap'])} J")
        self._set("join", f"{_known(JOINS, look['stroke-linejoin'])} j")
        self._set("dash", f"{_dashes(look['stroke-dasharray'])} d")
        self._canvas.setStrokeAlpha(much(look, "stroke"))

    def _set(self, key: str, operator: str) -> None:
        if self._now.get(key) != operator:
            self._now[key] = operator
            self._put(operator)


def much(look: Look, part: str) -> float:
    """How much an area or an edge covers, from 0 to 1."""
    return number(look[f"{part}-opacity"]) * number(look["opacity"])


@lru_cache(maxsize=4096)
def colour(text: str, grey: bool) -> str:
    """`#rrggbb` as a PDF has it; grey is as bright as the colour."""
    parts = [int(part, 16) / 255 for part in _hex(text)]
    if grey:
        parts = [0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]] * 3
    return " ".join(f"{part:.4f}" for part in parts)


def _hex(text: str) -> tuple[str, ...]:
    full = "#" + "".join(2 * sign for sign in text[1:]) if len(text) == 4 else text
    match = COLOUR.fullmatch(full)
    if match is None:
        raise Unreadable(f"a drawing has the colour {text!r}, which can't be printed")
    return match.groups()


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two."""
    pairs = zip(_hex(one), _hex(other), strict=True)
    return "#" + "".join(
        f"{round(int(a, 16) + share * (int(b, 16) - int(a, 16))):02x}" for a, b in pairs
    )


def _dashes(text: str) -> str:
    if text == "none":
        return "[] 0"
    lengths = " ".join(f"{number(part):.3f}" for part in text.replace(",", " ").split())
    return f"[{lengths}] 0"


def _known(words: Mapping[str, T], word: str) -> T:
    if word not in words:
        raise Unreadable(f"a drawing has {word!r}, which can't be printed")
    return words[word]
