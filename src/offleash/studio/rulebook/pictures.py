"""Pictures for a PDF: SVG without what svglib would drop in silence."""

import re
from io import StringIO
from typing import Any
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
URL = re.compile(r"url\(#([^)]+)\)")


def drawing_of(svg: str, width: float, highest: float) -> Any:
    """A picture as reportlab draws it, as wide as wanted unless it would be too high."""
    from svglib.svglib import svg2rlg

    made = svg2rlg(StringIO(flattened(svg)))
    scale = min(width / made.width, highest / made.height)
    made.scale(scale, scale)
    made.width, made.height = made.width * scale, made.height * scale
    made.hAlign = "CENTER"
    return made


def flattened(svg: str, font: str = "Vera") -> str:
    """One font that can be embedded; gradients and patterns as one colour each."""
    root = ElementTree.fromstring(svg)
    colours = {node.get("id", ""): _colour(node) for node in root.iter() if _is_paint(node)}
    for node in root.iter():
        for key, value in list(node.attrib.items()):
            if found := URL.fullmatch(value):
                if key in ("fill", "stroke"):
                    node.set(key, colours.get(found[1], "none"))
                else:
                    del node.attrib[key]
        if "font-family" in node.attrib:
            node.set("font-family", font)
        if node.tag == f"{SVG}text" and node.text:
            node.text = known(node.text)
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(root, "unicode")


def _is_paint(node: ElementTree.Element) -> bool:
    return node.tag in {f"{SVG}{kind}" for kind in ("radialGradient", "linearGradient", "pattern")}


def _colour(node: ElementTree.Element) -> str:
    """The first colour of a gradient where it is solid; a pattern, or a mere shade, is none."""
    for stop in node.iter(f"{SVG}stop"):
        is_solid = float(stop.get("stop-opacity", 1)) == 1
        return stop.get("stop-color", "none") if is_solid else "none"
    return "none"


def known(text: str) -> str:
    """A text in signs that the embedded font has."""
    from offleash.studio.rulebook.fonts import letters

    plain = text.replace("−", "-").replace("‑", "-")
    return "".join(sign if ord(sign) in letters() else "?" for sign in plain)
