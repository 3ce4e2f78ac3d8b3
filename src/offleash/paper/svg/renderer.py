"""Draws SVG pictures on PDF canvases, strictly.

Every element and attribute is drawn, or known to be invisible. Anything else raises
UnsupportedSvg with its name, so that no part of a picture is dropped silently.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Any
from xml.etree import ElementTree

from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

from offleash.paper.fonts import printable_text
from offleash.paper.svg.outlines import (
    UnsupportedSvg,
    ellipse,
    outline,
    parse_attributes,
    parse_number,
    parse_numbers,
    rectangle,
    unsupported,
)
from offleash.paper.svg.pen import Matrix, Pen, Style, mix_colours, opacity_of

INVISIBLE = {"title", "desc", "defs"}
GROUPS = {"svg", "g", "use"}
DEFAULT_STYLE = {
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
ATTRIBUTES = {  # besides style
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
    "image": ("x", "y", "width", "height", "href", "preserveAspectRatio"),
    "svg": ("viewBox",),
    "g": (),
    "use": ("x", "y", "href"),
    "pattern": ("width", "height", "patternUnits"),
    "radialGradient": ("cx", "cy", "r"),
    "stop": ("offset", "stop-color", "stop-opacity"),
}
# For screens and references; all text is in one font
IGNORED_ATTRIBUTES = {
    "id",
    "role",
    "aria-labelledby",
    "font-family",
    "pointer-events",
    "data-slides",
    "data-room",
}
ALLOWED_ATTRIBUTES = {
    name: frozenset({*names, *DEFAULT_STYLE, *IGNORED_ATTRIBUTES, "transform"})
    for name, names in ATTRIBUTES.items()
}
TRANSFORM_FUNCTION = re.compile(r"([a-zA-Z]+)\(([^)]*)\)")
PAINT_REFERENCE = re.compile(r"url\(#([^)]+)\)")
STEPS = 48  # of a gradient

Element = ElementTree.Element
Box = tuple[float, float, float, float]  # left, top, width and height
TextFilter = Callable[[str], str]


def parse_svg(svg: str) -> Element:
    """Parse a picture. Raises UnsupportedSvg if it is not well-formed XML."""
    try:
        return ElementTree.fromstring(svg)
    except ElementTree.ParseError as error:
        raise UnsupportedSvg(f"a drawing can't be read: {error}") from None


def view_box(root: Element) -> Box:
    """Return the view box of a picture."""
    left, top, width, height = parse_numbers(root.attrib["viewBox"])
    return left, top, width, height


def tag_of(node: Element) -> str:
    """Return the name of an element, without the namespace of SVG."""
    return node.tag.removeprefix("{http://www.w3.org/2000/svg}")


def elements_by_id(root: Element) -> dict[str, Element]:
    """Return the elements that others can refer to."""
    return {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}


class SvgPicture:
    """An SVG document to draw in its own units; its lower left corner is the origin."""

    def __init__(self, svg: str) -> None:
        self.root = parse_svg(svg)
        self.left, self.top, self.width, self.height = view_box(self.root)
        self.elements = elements_by_id(self.root)

    def draw(self, canvas: Any, grey: bool = False, part: Element | None = None) -> None:
        """Draw all of it, or a part that is complete in itself."""
        pen = Pen(canvas, grey)
        pen.save((1, 0, 0, -1, -self.left, self.top + self.height))
        render(self.root if part is None else part, pen, self.elements, printable_text)
        pen.restore()


def form_resources(canvas: Any) -> Any:
    """Return the resources of a form, with the opacities that reportlab would leave out."""
    resources = PDFResourceDictionary()
    resources.basicFonts()
    resources.allProcs()
    if (states := canvas._extgstate.getState()) is not None:
        resources.ExtGState = states
    if canvas._formsinuse:  # images
        resources.XObject = canvas._doc.xobjDict(canvas._formsinuse)
    return resources


def render(
    root: Element, pen: Pen, elements: dict[str, Element], text_filter: TextFilter = str
) -> None:
    """Draw a picture; `elements` are those it refers to, `text_filter` gets every text."""
    renderer = _Renderer(pen, elements, text_filter, _style_of(root, DEFAULT_STYLE))
    renderer.draw_children(root, DEFAULT_STYLE)


class _Renderer:
    """Draws elements with a pen; `base` is the style of the whole picture."""

    def __init__(
        self, pen: Pen, elements: dict[str, Element], text_filter: TextFilter, base: Style
    ) -> None:
        self.pen, self.elements, self.text_filter, self.base = pen, elements, text_filter, base

    def draw_node(self, node: Element, inherited: Style) -> None:
        """Draw an element with the style it inherits."""
        name = tag_of(node)
        if name in INVISIBLE:
            return
        if name not in ATTRIBUTES or name in ("svg", "pattern", "radialGradient", "stop"):
            raise unsupported(f"<{name}>")
        transform = node.attrib.get("transform")
        if transform:
            self.pen.save(parse_transform(transform))
        if name in GROUPS:
            self.draw_children(node, inherited)
        else:
            self.draw_shape(name, node, _style_of(node, inherited))
        if transform:
            self.pen.restore()

    def draw_children(self, node: Element, inherited: Style) -> None:
        """Draw the children of a group, or the target of a `use`."""
        style = _style_of(node, inherited)
        if tag_of(node) == "use":
            self.draw_use(node, style)
        for child in node:
            self.draw_node(child, style)

    def draw_use(self, node: Element, style: Style) -> None:
        """Draw the element that a `use` refers to."""
        x, y = parse_attributes(node.attrib, "x", "y")
        target = self.find(node.attrib.get("href", "").removeprefix("#"))
        if x or y:
            self.pen.save((1, 0, 0, 1, x, y))
        self.draw_node(target, style)
        if x or y:
            self.pen.restore()

    def find(self, name: str) -> Element:
        if name not in self.elements:
            raise UnsupportedSvg(f"a drawing refers to {name!r}, which is not in it")
        return self.elements[name]

    def draw_shape(self, name: str, node: Element, style: Style) -> None:
        for inner in (tag_of(child) for child in node):
            if inner not in INVISIBLE:
                raise unsupported(f"<{inner}> in <{name}>")
        if name == "text":
            x, y = parse_attributes(node.attrib, "x", "y")
            self.pen.draw_text(x, y, self.text_filter(node.text or ""), style)
            return
        if name == "image":
            box = parse_attributes(node.attrib, "x", "y", "width", "height")
            if min(box[2:]) <= 0:
                raise unsupported("<image> without a size")
            self.pen.draw_image(node.attrib.get("href", ""), *box)
            return
        if paint := PAINT_REFERENCE.fullmatch(style["fill"]):
            self.fill(name, node, self.find(paint[1]), style)
            style = {**style, "fill": "none"}
        self.pen.draw_shape(outline(name, node.attrib), style)

    def fill(self, name: str, node: Element, paint: Element, style: Style) -> None:
        """Fill a rectangle with a pattern or a gradient."""
        kind = tag_of(paint)
        method = {"pattern": self.fill_pattern, "radialGradient": self.fill_gradient}.get(kind)
        if method is None or name != "rect":
            raise UnsupportedSvg(f"a drawing fills <{name}> with <{kind}>, which can't be printed")
        _style_of(paint, DEFAULT_STYLE)
        if opacity_of(style, "fill") < 1:
            raise UnsupportedSvg(f"a drawing shows <{kind}> faintly, which can't be printed")
        self.pen.save()
        self.pen.clip(outline(name, node.attrib))
        x, y, width, height = parse_attributes(node.attrib, *ATTRIBUTES["rect"][:4])
        method(paint, (x, y, width, height))
        self.pen.restore()

    def fill_pattern(self, paint: Element, box: Box) -> None:
        """Repeat a pattern, starting at the origin."""
        if paint.attrib.get("patternUnits") != "userSpaceOnUse" or "transform" in paint.attrib:
            raise UnsupportedSvg("a drawing has a <pattern> in units that can't be printed")
        across, down = parse_attributes(paint.attrib, "width", "height")
        x, y, width, height = box
        for row in range(int(y // down), int((y + height) // down) + 1):
            for column in range(int(x // across), int((x + width) // across) + 1):
                self.pen.save((1, 0, 0, 1, column * across, row * down))
                self.pen.clip(rectangle(0, 0, across, down, 0, 0))
                for child in paint:
                    self.draw_node(child, self.base)
                self.pen.restore()

    def fill_gradient(self, paint: Element, box: Box) -> None:
        """Draw a radial gradient as rings, each of one colour."""
        cx, cy, r = (parse_number(paint.attrib.get(key, "0.5")) for key in ("cx", "cy", "r"))
        stops = list(_stops(paint))
        x, y, width, height = box
        middle = x + cx * width, y + cy * height
        last = max(1.0, hypot(max(cx, 1 - cx), max(cy, 1 - cy)) / r)
        for n in range(STEPS):
            inner, outer = n / STEPS, (n + 1) / STEPS if n < STEPS - 1 else last
            colour, opacity = _colour_at(stops, (n + 0.5) / STEPS)
            ring = ellipse(*middle, outer * r * width, outer * r * height)
            if n:
                ring += " " + ellipse(*middle, inner * r * width, inner * r * height)
            style = {"fill": colour, "fill-opacity": f"{opacity:.4f}", "fill-rule": "evenodd"}
            self.pen.draw_shape(ring, {**DEFAULT_STYLE, **style})


def _stops(paint: Element) -> Iterator[tuple[float, str, float]]:
    for stop in paint:
        _style_of(stop, DEFAULT_STYLE)
        at, opacity = stop.attrib["offset"], stop.attrib.get("stop-opacity", "1")
        yield parse_number(at), stop.attrib.get("stop-color", "#000000"), parse_number(opacity)


def _colour_at(stops: list[tuple[float, str, float]], at: float) -> tuple[str, float]:
    """Return the colour and opacity at an offset of a gradient."""
    if at <= stops[0][0]:
        return stops[0][1:]
    for (start, one, less), (stop, other, more) in pairwise(stops):
        if at <= stop:
            share = (at - start) / (stop - start)
            return mix_colours(one, other, share), less + share * (more - less)
    return stops[-1][1:]


def _style_of(node: Element, inherited: Style) -> Style:
    """Return the style of a node: its own, and what it inherits.

    Raises UnsupportedSvg if the element or one of its attributes can't be drawn.
    """
    attributes, name = node.attrib, tag_of(node)
    if name not in ALLOWED_ATTRIBUTES:
        raise unsupported(f"<{name}>")
    if not attributes.keys() <= ALLOWED_ATTRIBUTES[name]:
        attribute = sorted(set(attributes) - ALLOWED_ATTRIBUTES[name])[0]
        raise unsupported(f"<{name} {attribute}>")
    style = {**inherited, **{key: attributes[key] for key in attributes if key in DEFAULT_STYLE}}
    if "opacity" in attributes:
        opacity = parse_number(inherited["opacity"]) * parse_number(attributes["opacity"])
        style["opacity"] = f"{opacity:g}"
    return style


@lru_cache(maxsize=1 << 12)
def parse_transform(text: str) -> Matrix:
    """Parse a transform into one matrix. Raises UnsupportedSvg if it has an unknown function."""
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    if re.sub(r"[\s,]", "", TRANSFORM_FUNCTION.sub("", text)):
        raise unsupported(f"the transform {text!r}")
    for name, arguments in TRANSFORM_FUNCTION.findall(text):
        matrix = _multiply(_transform_matrix(name, parse_numbers(arguments)), matrix)
    return matrix


def _transform_matrix(name: str, values: list[float]) -> Matrix:
    """Return the matrix of a function in a transform."""
    if name == "translate" and len(values) in (1, 2):
        return 1, 0, 0, 1, values[0], values[1] if len(values) == 2 else 0
    if name == "scale" and len(values) in (1, 2):
        return values[0], 0, 0, values[-1], 0, 0
    if name == "rotate" and len(values) == 1:
        a = values[0] * pi / 180
        return cos(a), sin(a), -sin(a), cos(a), 0, 0
    raise unsupported(f"the transform {name!r}")


def _multiply(one: Matrix, other: Matrix) -> Matrix:
    """Return the matrix that applies `one`, then `other`."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j,
            e * g + f * i + k, e * h + f * j + m)  # fmt: skip
