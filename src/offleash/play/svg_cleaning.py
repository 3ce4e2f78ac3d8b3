"""SVG files reduced to plain shapes and drawn: no scripts, references, entities or animations."""

import re
from xml.etree import ElementTree

from offleash.core.errors import BadNotation, OffleashError

SVG = "http://www.w3.org/2000/svg"
MOST_ELEMENTS, DEEPEST = 5000, 40
MOST_COPIES = 20_000  # elements that all `use` together draw again
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
OTHERS = {"svg", "g", "defs", "symbol", "use", "style", "title", "desc", "clipPath"}
PAINTS = {"linearGradient", "radialGradient", "stop"}
ELEMENTS = SHAPES | OTHERS | PAINTS
ATTRIBUTES = {
    *(
        "id",
        "class",
        "d",
        "x",
        "y",
        "x1",
        "y1",
        "x2",
        "y2",
        "cx",
        "cy",
        "r",
        "rx",
        "ry",
        "fx",
        "fy",
    ),
    *("width", "height", "points", "transform", "viewBox", "preserveAspectRatio", "href", "style"),
    *("fill", "fill-rule", "fill-opacity", "opacity", "clip-path", "clip-rule", "clipPathUnits"),
    *("stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
    *("stroke-opacity", "color", "display", "visibility", "offset", "stop-color", "stop-opacity"),
    *("gradientUnits", "gradientTransform", "spreadMethod", "dx", "dy", "text-anchor"),
    *("font-size", "font-weight", "font-style", "font-family", "letter-spacing"),
}
DOCTYPE = re.compile(r"<!DOCTYPE\s+svg[^\[\]<>]*>", re.IGNORECASE)
DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
HARMFUL = re.compile(r"url\((?!\s*['\"]?#)|script:|expression|@|\\|://|data:", re.IGNORECASE)
LENGTH = re.compile(r"\s*([0-9]*\.?[0-9]+)\s*(?:px|pt|mm|cm|in)?\s*")
NO_SVG = "this is not an SVG image that can be drawn"


def draw_clean_svg(data: bytes, pixels: int) -> bytes:
    """Return the shapes of an SVG file as a PNG whose longer side has so many pixels.

    Raises BadNotation if it is not SVG, has entities, or is too complex.
    """
    try:
        import vl_convert
    except ImportError:
        raise OffleashError("SVG images need vl-convert: pip install 'offleash[lab]'") from None
    text = clean_svg(data, pixels)
    try:
        png: bytes = vl_convert.svg_to_png(text, scale=1.0)
    except Exception:  # whatever the library raises
        raise BadNotation(NO_SVG) from None
    return png


def clean_svg(data: bytes, pixels: int) -> str:
    """Return an SVG file without anything but plain shapes, as large as asked for."""
    root = _parse(data)
    count, depths = 0, [(root, 1)]
    while depths:
        node, depth = depths.pop()
        count += 1
        if count > MOST_ELEMENTS or depth > DEEPEST:
            raise BadNotation(f"an SVG image has at most {MOST_ELEMENTS:,} elements")
        depths += [(child, depth + 1) for child in node]
    left, top, width, height = _view_box(root)
    clean = _clean(root)
    _check_copies(clean)
    scale = pixels / max(width, height)
    clean.attrib.pop("preserveAspectRatio", None)
    clean.attrib |= {
        "viewBox": f"{left:g} {top:g} {width:g} {height:g}",
        "width": str(max(1, round(width * scale))),
        "height": str(max(1, round(height * scale))),
    }
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(clean, "unicode")


def _parse(data: bytes) -> ElementTree.Element:
    try:
        text = DOCTYPE.sub("", data.decode("utf-8-sig"), count=1)
        if DECLARATION.search(text):
            raise BadNotation("an SVG image must not declare entities")
        root = ElementTree.fromstring(text)
    except (UnicodeDecodeError, ElementTree.ParseError, ValueError):
        raise BadNotation(NO_SVG) from None
    if _name(root) != "svg":
        raise BadNotation(NO_SVG)
    return root


def _name(node: ElementTree.Element) -> str:
    tag = node.tag if isinstance(node.tag, str) else ""
    return tag.removeprefix(f"{{{SVG}}}")


def _view_box(root: ElementTree.Element) -> tuple[float, float, float, float]:
    try:
        box = [float(part) for part in root.attrib.get("viewBox", "").replace(",", " ").split()]
    except ValueError:
        box = []
    if len(box) != 4:
        sides = [LENGTH.fullmatch(root.attrib.get(key, "")) for key in ("width", "height")]
        box = [0.0, 0.0, *(float(side[1]) if side else 0.0 for side in sides)]
    left, top, width, height = box
    is_sane = all(abs(number) < 1e6 for number in box) and min(width, height) > 1e-3
    if not is_sane or max(width, height) > 50 * min(width, height):
        raise BadNotation("an SVG image needs a viewBox, or a width and a height")
    return left, top, width, height


def _clean(node: ElementTree.Element) -> ElementTree.Element:
    """Return a copy of an element with what is allowed of it."""
    name = _name(node)
    clean = ElementTree.Element(f"{{{SVG}}}{name}")
    for key, value in node.attrib.items():
        plain = key.removeprefix("{http://www.w3.org/1999/xlink}")
        is_reference = plain == "href"
        if plain in ATTRIBUTES and not HARMFUL.search(value):
            if not is_reference or (value.startswith("#") and name in {"use", *PAINTS}):
                clean.attrib[plain] = value
    if name in {"text", "tspan", "style"} and not HARMFUL.search(node.text or ""):
        clean.text = node.text
    for child in node:
        if _name(child) in ELEMENTS:
            clean.append(_clean(child))
            clean[-1].tail = child.tail if name in {"text", "tspan"} else None
    return clean


def _check_copies(root: ElementTree.Element) -> None:
    """Raise BadNotation if elements that are used again would add up to too many."""
    by_id = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    copies = 0
    for node in root.iter(f"{{{SVG}}}use"):
        target = by_id.get(node.attrib.get("href", "").removeprefix("#"))
        if target is None:
            continue
        names = [_name(inner) for inner in target.iter()]
        copies += len(names)
        if "use" in names or copies > MOST_COPIES:
            raise BadNotation("an SVG image uses too many copies of its parts")
