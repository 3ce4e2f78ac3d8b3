"""SVG read strictly: every element and every attribute is drawn, or is known to show nothing.

Anything else is refused by name. So nothing of a picture can be lost on its way to paper.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Protocol
from xml.etree import ElementTree

from offleash.paper.drawing.outlines import Unreadable, ellipse, number, outline, rectangle
from offleash.paper.drawing.pen import Look, Matrix, mixed, much

SVG = "{http://www.w3.org/2000/svg}"
SILENT = {"title", "desc", "defs"}
GROUPS = {"svg", "g", "use"}
LOOK = {
    "fill": "#000000",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-dasharray": "none",
    "fill-rule": "nonzero",
    "font-size": "16",
    "font-weight": "normal",
    "text-anchor": "start",
    "letter-spacing": "0",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "opacity": "1",
}
PLACES = {  # what says where a shape is
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
    "svg": ("viewBox",),
    "g": (),
    "use": ("x", "y", "href"),
    "pattern": ("width", "height", "patternUnits"),
    "radialGradient": ("cx", "cy", "r"),
    "stop": ("offset", "stop-color", "stop-opacity"),
}
# Names for people and programs; all type is set with one font
UNSEEN = {"id", "role", "aria-labelledby", "font-family"}
KNOWN = {name: frozenset({*places, *LOOK, *UNSEEN, "transform"}) for name, places in PLACES.items()}
FUNCTION = re.compile(r"([a-zA-Z]+)\(([^)]*)\)")
PAINT = re.compile(r"url\(#([^)]+)\)")
RINGS = 48  # steps of a gradient

Element = ElementTree.Element
Check = Callable[[str], str]


class Draws(Protocol):
    """What pictures are drawn with: see `Pen`."""

    def enter(self, matrix: Matrix | None = None) -> None: ...
    def leave(self) -> None: ...
    def clip(self, outline: str) -> None: ...
    def shape(self, outline: str, look: Look) -> None: ...
    def write(self, x: float, y: float, text: str, look: Look) -> None: ...


def parsed(svg: str) -> Element:
    """The tree of a picture."""
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise Unreadable(f"a drawing can't be read: {error}") from None


def frame_of(root: Element) -> tuple[float, float, float, float]:
    """What of the plane a picture shows: left, top, width and height."""
    left, top, width, height = (number(part) for part in root.attrib["viewBox"].split())
    return left, top, width, height


def named(root: Element) -> dict[str, Element]:
    """What can be referred to."""
    return {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}


def draw(root: Element, pen: Draws, known: dict[str, Element], check: Check = str) -> None:
    """Everything in a picture; `known` is what it refers to, `check` sees every text."""
    _Reader(pen, known, check, _look(root, LOOK)).inside(root, LOOK)


class _Reader:
    def __init__(self, pen: Draws, known: dict[str, Element], check: Check, base: Look) -> None:
        self.pen, self.known, self.check, self.base = pen, known, check, base

    def node(self, node: Element, inherited: Look) -> None:
        """One element, with what it inherits."""
        name = node.tag.removeprefix(SVG)
        if name in SILENT:
            return
        if name not in PLACES or name in ("svg", "pattern", "radialGradient", "stop"):
            raise Unreadable(f"a drawing has <{name}>, which can't be printed")
        transform = node.attrib.get("transform")
        if transform:
            self.pen.enter(matrix_of(transform))
        if name in GROUPS:
            self.inside(node, inherited)
        else:
            self.shape(name, node, _look(node, inherited))
        if transform:
            self.pen.leave()

    def inside(self, node: Element, inherited: Look) -> None:
        """What a group holds, or what is used."""
        look, name = _look(node, inherited), node.tag.removeprefix(SVG)
        if name == "use":
            self.used(node, look)
        for child in node:
            self.node(child, look)

    def used(self, node: Element, look: Look) -> None:
        """A copy of something else, moved."""
        x, y = (number(node.attrib.get(key, "0")) for key in ("x", "y"))
        target = self.target(node.attrib.get("href", "").removeprefix("#"))
        if x or y:
            self.pen.enter((1, 0, 0, 1, x, y))
        self.node(target, look)
        if x or y:
            self.pen.leave()

    def target(self, name: str) -> Element:
        if name not in self.known:
            raise Unreadable(f"a drawing refers to {name!r}, which is not in it")
        return self.known[name]

    def shape(self, name: str, node: Element, look: Look) -> None:
        for child in node:
            if child.tag.removeprefix(SVG) not in SILENT:
                inner = child.tag.removeprefix(SVG)
                raise Unreadable(f"a drawing has <{inner}> in <{name}>, which can't be printed")
        if name == "text":
            x, y = (number(node.attrib.get(key, "0")) for key in ("x", "y"))
            self.pen.write(x, y, self.check(node.text or ""), look)
            return
        if paint := PAINT.fullmatch(look["fill"]):
            self.painted(name, node, self.target(paint[1]), look)
            look = {**look, "fill": "none"}
        self.pen.shape(outline(name, node.attrib), look)

    # Patterns and gradients, on rectangles

    def painted(self, name: str, node: Element, paint: Element, look: Look) -> None:
        """An area that is filled with more than one colour."""
        kind = paint.tag.removeprefix(SVG)
        fill = {"pattern": self.tiled, "radialGradient": self.shaded}.get(kind)
        if fill is None or name != "rect":
            raise Unreadable(f"a drawing fills <{name}> with <{kind}>, which can't be printed")
        _look(paint, LOOK)
        if much(look, "fill") < 1:
            raise Unreadable(f"a drawing shows <{kind}> faintly, which can't be printed")
        self.pen.enter()
        self.pen.clip(outline(name, node.attrib))
        x, y, width, height = (number(node.attrib.get(k, "0")) for k in PLACES["rect"][:4])
        fill(paint, (x, y, width, height))
        self.pen.leave()

    def tiled(self, paint: Element, box: tuple[float, float, float, float]) -> None:
        """The pattern again and again, from the origin on."""
        if paint.attrib.get("patternUnits") != "userSpaceOnUse" or "transform" in paint.attrib:
            raise Unreadable("a drawing has a <pattern> in units that can't be printed")
        across, down = number(paint.attrib["width"]), number(paint.attrib["height"])
        x, y, width, height = box
        for row in range(int(y // down), int((y + height) // down) + 1):
            for column in range(int(x // across), int((x + width) // across) + 1):
                self.pen.enter((1, 0, 0, 1, column * across, row * down))
                self.pen.clip(rectangle(0, 0, across, down, 0, 0))
                for child in paint:
                    self.node(child, self.base)
                self.pen.leave()

    def shaded(self, paint: Element, box: tuple[float, float, float, float]) -> None:
        """Rings around a point, each of one colour."""
        cx, cy, r = (number(paint.attrib.get(key, "0.5")) for key in ("cx", "cy", "r"))
        stops = list(_stops(paint))
        x, y, width, height = box
        middle = x + cx * width, y + cy * height
        last = max(1.0, hypot(max(cx, 1 - cx), max(cy, 1 - cy)) / r)
        for n in range(RINGS):
            inner, outer = n / RINGS, (n + 1) / RINGS if n < RINGS - 1 else last
            tone, covers = _between(stops, (n + 0.5) / RINGS)
            ring = ellipse(*middle, outer * r * width, outer * r * height)
            if n:
                ring += " " + ellipse(*middle, inner * r * width, inner * r * height)
            look = {**LOOK, "fill": tone, "fill-opacity": f"{covers:.4f}", "fill-rule": "evenodd"}
            self.pen.shape(ring, look)


def _stops(paint: Element) -> Iterator[tuple[float, str, float]]:
    for stop in paint:
        _look(stop, LOOK)
        at, covers = stop.attrib["offset"], stop.attrib.get("stop-opacity", "1")
        yield number(at), stop.attrib.get("stop-color", "#000000"), number(covers)


def _between(stops: list[tuple[float, str, float]], at: float) -> tuple[str, float]:
    """The colour at a place of a gradient, and how much it covers."""
    if at <= stops[0][0]:
        return stops[0][1:]
    for (start, one, less), (stop, other, more) in pairwise(stops):
        if at <= stop:
            share = (at - start) / (stop - start)
            return mixed(one, other, share), less + share * (more - less)
    return stops[-1][1:]


def _look(node: Element, inherited: Look) -> Look:
    """What a node looks like: its own look, what it inherits, and how much one sees through it."""
    attributes, name = node.attrib, node.tag.removeprefix(SVG)
    if name not in KNOWN:
        raise Unreadable(f"a drawing has <{name}>, which can't be printed")
    if not attributes.keys() <= KNOWN[name]:
        lost = sorted(set(attributes) - KNOWN[name])[0]
        raise Unreadable(f"a drawing has <{name} {lost}>, which can't be printed")
    look = {**inherited, **{key: attributes[key] for key in attributes if key in LOOK}}
    if "opacity" in attributes:
        look["opacity"] = f"{number(inherited['opacity']) * number(attributes['opacity']):g}"
    return look


@lru_cache(maxsize=1 << 12)
def matrix_of(text: str) -> Matrix:
    """All of a transform in one."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    if re.sub(r"[\s,]", "", FUNCTION.sub("", text)):
        raise Unreadable(f"a drawing has the transform {text!r}, which can't be printed")
    for name, inside in FUNCTION.findall(text):
        matrix = _times(_step(name, [number(part) for part in inside.replace(",", " ").split()]),
                        matrix)  # fmt: skip
    return matrix


def _step(name: str, values: list[float]) -> Matrix:
    """One of the functions that a transform is made of."""
    if name == "translate" and len(values) in (1, 2):
        return 1, 0, 0, 1, values[0], values[1] if len(values) == 2 else 0
    if name == "scale" and len(values) in (1, 2):
        return values[0], 0, 0, values[-1], 0, 0
    if name == "rotate" and len(values) == 1:
        a = values[0] * pi / 180
        return cos(a), sin(a), -sin(a), cos(a), 0, 0
    raise Unreadable(f"a drawing has the transform {name!r}, which can't be printed")


def _times(one: Matrix, other: Matrix) -> Matrix:
    """First `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip
