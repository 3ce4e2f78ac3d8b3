"""SVG files reduced to plain shapes and drawn: no scripts, references, entities or animations."""

import re
import signal
import subprocess
import sys
from importlib.util import find_spec
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from offleash.tools.errors import BadNotation, OffleashError

SVG = "http://www.w3.org/2000/svg"
MOST_ELEMENTS, DEEPEST = 5000, 40
MOST_COPIES, MOST_NESTED = 20_000, 3  # elements that all `use` and `clip-path` together draw again
CHARACTERS = 100  # of coordinates and text that count as another element when they are copied
DRAWING_CPU_S = 10  # layers of opacity and long strokes are slow, however small the file is
DRAWING_TIMEOUT_S = 60  # by the clock: other processes may keep the machine busy
DRAWING_MEGABYTES = 500  # of memory in use
DRAW = """
import sys
import vl_convert

try:
    import resource
    seconds, size = int(sys.argv[1]), int(sys.argv[2]) << 20
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
except (ImportError, ValueError, OSError):  # Windows has no limits, macOS not all of them
    pass
text = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(vl_convert.svg_to_png(text, scale=1.0))
"""
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan"}
OTHERS = {"svg", "g", "defs", "symbol", "use", "style", "title", "desc", "clipPath"}
PAINTS = {"linearGradient", "radialGradient", "stop"}
ELEMENTS = SHAPES | OTHERS | PAINTS
GEOMETRY = {
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
    *("width", "height", "points", "transform", "viewBox", "preserveAspectRatio", "href", "dx"),
    *("clip-path", "clipPathUnits", "offset", "gradientUnits", "gradientTransform"),
    *("spreadMethod", "dy"),
}
PROPERTIES = {  # as attributes or in CSS; none of them refers to an element but by its paint
    *("fill", "fill-rule", "fill-opacity", "opacity", "clip-rule", "color", "display"),
    *("stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit"),
    *("stroke-opacity", "visibility", "stop-color", "stop-opacity", "text-anchor"),
    *("font-size", "font-weight", "font-style", "font-family", "letter-spacing"),
}
ATTRIBUTES = GEOMETRY | PROPERTIES
DOCTYPE = re.compile(r"<!DOCTYPE\s+svg[^\[\]<>]*>", re.IGNORECASE)
DECLARATION = re.compile(r"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
HARMFUL = re.compile(r"url\((?!\s*['\"]?#)|script:|expression|@|\\|://|data:", re.IGNORECASE)
LENGTH = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+) *(?:px|pt|mm|cm|in)?")
LONGEST_LENGTH, LONGEST_VIEW_BOX = 20, 100  # characters
CPU_LIMIT_STATUS = -signal.SIGXCPU if hasattr(signal, "SIGXCPU") else None  # not on Windows
TOO_SLOW = f"drawing this SVG image takes over {DRAWING_CPU_S} seconds: simplify it"
CLIP = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
NO_SVG = "this is not an SVG image that can be drawn"


def draw_clean_svg(data: bytes, pixels: int) -> bytes:
    """Return the shapes of an SVG file as a PNG whose longer side has so many pixels.

    Raises BadNotation if it is not SVG, has entities, or is too complex.
    """
    if find_spec("vl_convert") is None:
        raise OffleashError("SVG images need vl-convert: pip install 'offleash[lab]'")
    text = clean_svg(data, pixels)
    try:  # in a process, because a thread that draws can't be stopped
        done = subprocess.run(
            [sys.executable, "-P", "-c", DRAW, str(DRAWING_CPU_S), str(DRAWING_MEGABYTES)],
            input=text.encode("utf-8", "replace"),
            capture_output=True,
            timeout=DRAWING_TIMEOUT_S,
        )
    except subprocess.TimeoutExpired:
        raise BadNotation(TOO_SLOW) from None
    except OSError as error:  # no memory, no more processes
        raise OffleashError(f"the SVG image can't be drawn now ({error.strerror})") from None
    if done.returncode == CPU_LIMIT_STATUS:
        raise BadNotation(TOO_SLOW)
    if done.returncode < 0:  # ended by another signal
        raise BadNotation(f"drawing this SVG image takes over {DRAWING_MEGABYTES} MB of memory")
    if done.returncode:
        raise BadNotation(NO_SVG)
    return done.stdout


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


def _parse(data: bytes) -> Element:
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


def _name(node: Element) -> str:
    tag = node.tag if isinstance(node.tag, str) else ""
    return tag.removeprefix(f"{{{SVG}}}")


def _view_box(root: Element) -> tuple[float, float, float, float]:
    text = root.attrib.get("viewBox", "")[: LONGEST_VIEW_BOX + 1]
    try:
        box = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        box = []
    if len(box) != 4 or len(text) > LONGEST_VIEW_BOX:
        box = [0.0, 0.0, *(_length(root.attrib.get(key, "")) for key in ("width", "height"))]
    left, top, width, height = box
    is_sane = all(abs(number) < 1e6 for number in box) and min(width, height) > 1e-3
    if not is_sane or max(width, height) > 50 * min(width, height):
        raise BadNotation("an SVG image needs a viewBox, or a width and a height")
    return left, top, width, height


def _length(text: str) -> float:
    length = LENGTH.fullmatch(text.strip()) if len(text) <= LONGEST_LENGTH else None
    return float(length[1]) if length else 0.0


def _clean(node: Element) -> Element:
    """Return a copy of an element with what is allowed of it."""
    name = _name(node)
    clean = Element(f"{{{SVG}}}{name}")
    for key, value in node.attrib.items():
        plain = key.removeprefix("{http://www.w3.org/1999/xlink}")
        is_reference = plain == "href"
        if plain in ATTRIBUTES and not HARMFUL.search(value):
            if not is_reference or (value.startswith("#") and name in {"use", *PAINTS}):
                clean.attrib[plain] = value
    if style := _clean_declarations(node.attrib.get("style", "")):
        clean.attrib["style"] = style
    if name in {"text", "tspan"} and not HARMFUL.search(node.text or ""):
        clean.text = node.text
    if name == "style":
        clean.text = _clean_rules(node.text or "")
    for child in node:
        if _name(child) in ELEMENTS:
            clean.append(_clean(child))
            clean[-1].tail = child.tail if name in {"text", "tspan"} else None
    return clean


def _clean_rules(css: str) -> str:
    """Return the rules of a style sheet with the declarations that are allowed."""
    if HARMFUL.search(css):
        return ""
    rules = [rule.partition("{") for rule in css.split("}")]
    return "".join(
        f"{selector}{{{_clean_declarations(body)}}}" for selector, brace, body in rules if brace
    )


def _clean_declarations(css: str) -> str:
    if HARMFUL.search(css):
        return ""
    pairs = [part.partition(":") for part in css.split(";")]
    return ";".join(
        f"{key.strip()}:{value}"
        for key, _, value in pairs
        if key.strip() in PROPERTIES and "{" not in value and "/*" not in value
    )


def _check_copies(root: Element) -> None:
    """Raise BadNotation if elements that are used again would add up to too many."""
    by_id = {node.attrib["id"]: node for node in root.iter() if "id" in node.attrib}
    copies, rest = 0, [(target, 1) for node in root.iter() for target in _targets(node, by_id)]
    while rest:
        part, depth = rest.pop()
        for node in part.iter():
            copies += 1 + sum(map(len, (*node.attrib.values(), node.text or ""))) // CHARACTERS
            if copies > MOST_COPIES or depth > MOST_NESTED:
                raise BadNotation("an SVG image uses too many copies of its parts")
            rest += [(target, depth + 1) for target in _targets(node, by_id)]


def _targets(node: Element, by_id: dict[str, Element]) -> list[Element]:
    """Return the elements that are drawn again where this one is."""
    used = node.attrib.get("href", "").removeprefix("#") if _name(node) == "use" else ""
    clip = CLIP.match(node.attrib.get("clip-path", "").strip())
    ids = (used, clip[1] if clip else "")
    return [by_id[target] for target in ids if target in by_id]
