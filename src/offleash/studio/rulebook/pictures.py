"""Pictures for a PDF: SVG without what svglib would drop in silence, each part of it once.

The pictures of a book show one board again and again. So a picture is cut into its groups, and a
group that was drawn before is only placed again.
"""

import hashlib
import re
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from io import StringIO
from typing import Any
from xml.etree import ElementTree

from reportlab.graphics import renderPDF
from reportlab.pdfbase import pdfdoc
from reportlab.platypus import Flowable

from offleash.studio.rulebook.fonts import BODY, letters

SVG = "{http://www.w3.org/2000/svg}"
URL = re.compile(r"url\(#([^)]+)\)")
LARGE = 6000  # characters of a group that is worth cutting further
PIXEL = 0.75  # points; svglib measures pictures in pixels


class Picture(Flowable):  # type: ignore[misc]
    """A picture in the flow of a book, as wide as wanted unless it would be too high."""

    def __init__(self, svg: str, width: float, highest: float) -> None:
        super().__init__()
        root = flattened(svg)
        across, down = map(float, root.attrib["viewBox"].split()[2:])
        self.frame = (across * PIXEL, down * PIXEL)
        self.scale = min(width / self.frame[0], highest / self.frame[1])
        self.width, self.height = (each * self.scale for each in self.frame)
        self.hAlign = "CENTER"
        self.groups = list(cut(root))

    def wrap(self, *room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        self.canv.scale(self.scale, self.scale)
        for group in self.groups:
            place(self.canv, group, self.frame)
        self.canv.restoreState()


def place(canvas: Any, group: str, frame: tuple[float, float]) -> None:
    """A group of a picture, which the file holds once however often it is placed."""
    name = "g" + hashlib.sha256(group.encode()).hexdigest()[:16]
    if not canvas.hasForm(name):
        canvas.beginForm(name, 0, 0, *frame)
        renderPDF.draw(_drawing(group), canvas, 0, 0)
        canvas.endForm(Resources=_resources(canvas))
    canvas.doForm(name)


def _resources(canvas: Any) -> Any:
    """What a form needs, with what reportlab forgets: how much one sees through its shapes."""
    found = pdfdoc.PDFResourceDictionary()
    found.basicFonts()
    found.allProcs()
    found.ExtGState = canvas._extgstate.getState()
    return found


@lru_cache(maxsize=512)
def _drawing(group: str) -> Any:
    from svglib.svglib import svg2rlg

    return svg2rlg(StringIO(group))


def cut(root: ElementTree.Element) -> Iterator[str]:
    """The groups of a picture, one upon the other, each as a whole picture."""
    if root.find(f"{SVG}defs") is not None:  # what the groups use must be with them
        yield _text(root)
        return
    yield from _cut([root], list(root))


def _cut(above: list[ElementTree.Element], nodes: list[ElementTree.Element]) -> Iterator[str]:
    together: list[ElementTree.Element] = []
    for node in nodes:
        is_large = node.tag == f"{SVG}g" and len(_text(node)) > LARGE and len(node) > 1
        if not is_large:
            together.append(node)
            continue
        if together:
            yield _wrapped(above, together)
        together = []
        yield from _cut([*above, node], list(node))
    if together:
        yield _wrapped(above, together)


def _wrapped(above: list[ElementTree.Element], nodes: list[ElementTree.Element]) -> str:
    """Some nodes within all that stands around them."""
    inner = nodes
    for outer in reversed(above):
        shell = copy(outer)
        shell[:] = inner
        inner = [shell]
    return _text(inner[0])


def _text(node: ElementTree.Element) -> str:
    return ElementTree.tostring(node, "unicode")


def flattened(svg: str) -> ElementTree.Element:
    """One font that can be embedded; gradients and patterns as one colour each."""
    ElementTree.register_namespace("", SVG[1:-1])
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
            node.set("font-family", BODY)
        if node.tag == f"{SVG}text" and node.text:
            node.text = known(node.text)
    for node in [each for each in root if each.tag in (f"{SVG}title", f"{SVG}desc")]:
        root.remove(node)
    return root


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
    plain = text.replace("−", "-").replace("‑", "-")
    return "".join(sign if ord(sign) in letters() else "?" for sign in plain)
