"""SVG made plain, so that no program that reads it can drop anything in silence.

Every shape gets its whole look written on it, references become copies, and what is see-through is
so shape by shape. What would be lost is refused.
"""

import re
from collections.abc import Callable
from xml.etree import ElementTree

from offleash.core.errors import OffleashError

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "text"}
SILENT = {"title", "desc", "defs"}
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
}
SEE_THROUGH = ("fill-opacity", "stroke-opacity")
PLACES = {  # what says where a shape is
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "polygon": ("points",),
    "polyline": ("points",),
    "line": ("x1", "y1", "x2", "y2"),
    "text": ("x", "y"),
}
# Names for people and programs, and type that is set with one font at its own spacing
UNSEEN = {"id", "role", "aria-labelledby", "xmlns", "viewBox", "font-family", "letter-spacing"}
COLOUR = re.compile(r"#([0-9a-fA-F]{2})([0-9a-fA-F]{2})([0-9a-fA-F]{2})")

Look = dict[str, str]


def plain(svg: str, grey: bool = False, check: Callable[[str], str] = str) -> bytes:
    """A document of nothing but groups and shapes, its upper left corner being the origin.

    `check` sees every text, and may refuse it.
    """
    root = ElementTree.fromstring(svg)
    left, top, width, height = (float(part) for part in root.attrib["viewBox"].split())
    frame = {"viewBox": f"0 0 {width} {height}", "width": f"{width}", "height": f"{height}"}
    made = ElementTree.Element("svg", frame, xmlns=SVG[1:-1])
    shifted = ElementTree.SubElement(made, "g", transform=f"translate({-left},{-top})")
    known = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    for child in root:
        _copy(child, shifted, _look(root, LOOK | dict.fromkeys(SEE_THROUGH, "1")), known)
    for node in made.iter("text"):
        check(node.text or "")
    text = ElementTree.tostring(made, "unicode")
    return (to_grey(text) if grey else text).encode()


def to_grey(svg: str) -> str:
    """Every colour as the grey that is as bright."""

    def shade(match: re.Match[str]) -> str:
        red, green, blue = (int(part, 16) for part in match.groups())
        level = round(0.299 * red + 0.587 * green + 0.114 * blue)
        return f"#{level:02x}{level:02x}{level:02x}"

    return COLOUR.sub(shade, svg)


def _look(node: ElementTree.Element, inherited: Look) -> Look:
    """What a node looks like: its own look, what it inherits, and how much one sees through it."""
    look = {**inherited, **{key: node.attrib[key] for key in LOOK if key in node.attrib}}
    whole = float(node.attrib.get("opacity", 1))
    for key in SEE_THROUGH:
        own = node.attrib.get(key)
        look[key] = f"{float(inherited[key] if own is None else own) * whole:g}"
    return look


def _copy(
    node: ElementTree.Element,
    parent: ElementTree.Element,
    inherited: Look,
    known: dict[str, ElementTree.Element],
) -> None:
    name = node.tag.removeprefix(SVG)
    if name in SILENT:
        return
    look = _look(node, inherited)
    if name in SHAPES:
        for part in _parts(look):
            _copy_shape(name, node, parent, part)
    elif name in ("g", "use"):
        group = ElementTree.SubElement(parent, "g")
        _copy_transform(node, group)
        if name == "use":
            x, y = node.attrib.get("x", "0"), node.attrib.get("y", "0")
            group = ElementTree.SubElement(group, "g", transform=f"translate({x},{y})")
            _copy(known[node.attrib["href"].removeprefix("#")], group, look, known)
        for child in node:
            _copy(child, group, look, known)
    else:
        raise OffleashError(f"a drawing has <{name}>, which can't be printed")


def _parts(look: Look) -> list[Look]:
    """Area and line by themselves, where one is seen through: a PDF has the line hide the area."""
    is_faint = any(float(look[key]) < 1 for key in SEE_THROUGH)
    if is_faint and "none" not in (look["fill"], look["stroke"]):
        return [{**look, "stroke": "none"}, {**look, "fill": "none"}]
    return [look]


def _copy_shape(
    name: str, node: ElementTree.Element, parent: ElementTree.Element, look: Look
) -> None:
    places = PLACES[name]
    known = {*places, *LOOK, *SEE_THROUGH, *UNSEEN, "opacity", "transform"}
    if lost := sorted(set(node.attrib) - known):
        raise OffleashError(f"a drawing has <{name} {lost[0]}>, which can't be printed")
    made = ElementTree.SubElement(parent, name)
    for key in places:
        if key in node.attrib:
            made.set(key, node.attrib[key])
    _copy_transform(node, made)
    if name == "rect" and "rx" in node.attrib:
        half = min(float(node.attrib["width"]), float(node.attrib["height"])) / 2
        radius = f"{min(half, float(node.attrib['rx'])):g}"
        made.set("rx", radius)
        made.set("ry", radius)
    for key, value in look.items():
        if value != "none" or key in ("fill", "stroke"):
            made.set(key, value)
    if name == "text":
        made.set("font-family", "Vera")
        made.text = node.text


def _copy_transform(node: ElementTree.Element, made: ElementTree.Element) -> None:
    if "transform" in node.attrib:
        made.set("transform", node.attrib["transform"])
