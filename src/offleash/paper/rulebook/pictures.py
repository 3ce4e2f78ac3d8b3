"""Pictures in the flow of a book, each part of them once.

The pictures of a book show one board again and again. So a picture is cut into its groups, and a
group that was drawn before is only placed again.
"""

import hashlib
import re
from collections.abc import Iterator
from copy import copy
from xml.etree import ElementTree

from reportlab.platypus import Flowable

from offleash.paper.drawing import picture
from offleash.paper.drawing.reading import SVG, Element

LARGE = 40  # elements of a group that is worth cutting further
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')


class Picture(Flowable):  # type: ignore[misc]
    """A picture in the flow of a book, as wide as wanted unless it would be too high."""

    def __init__(self, svg: str, width: float, highest: float) -> None:
        super().__init__()
        self.made = picture.Picture(svg)
        self.scale = min(width / self.made.width, highest / self.made.height)
        self.width, self.height = self.made.width * self.scale, self.made.height * self.scale
        self.hAlign = "CENTER"

    def wrap(self, *room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        self.canv.scale(self.scale, self.scale)
        for group in cut([self.made.root], list(self.made.root)):
            self.place(group)
        self.canv.restoreState()

    def place(self, group: Element) -> None:
        """A group of a picture, which the file holds once however often it is placed."""
        canvas, made = self.canv, self.made
        text = described(group, made.known)
        name = "g" + hashlib.sha256(text.encode()).hexdigest()[:16]
        if not canvas.hasForm(name):
            canvas.beginForm(name, 0, 0, made.width, made.height)
            made.draw(canvas, part=group)
            canvas.endForm(Resources=picture.resources_of(canvas))
        canvas.doForm(name)


def cut(above: list[Element], nodes: list[Element]) -> Iterator[Element]:
    """The groups of a picture, one upon the other, each within all that stands around it."""
    together: list[Element] = []
    for node in nodes:
        is_group = node.tag == f"{SVG}g" and len(node) > 1
        if not is_group or sum(1 for _ in node.iter()) < LARGE:
            together.append(node)
            continue
        if together:
            yield wrapped(above, together)
        together = []
        yield from cut([*above, node], list(node))
    if together:
        yield wrapped(above, together)


def wrapped(above: list[Element], nodes: list[Element]) -> Element:
    """Some nodes within all that stands around them."""
    inner = nodes
    for outer in reversed(above):
        shell = copy(outer)
        shell[:] = inner
        inner = [shell]
    return inner[0]


def described(group: Element, known: dict[str, Element]) -> str:
    """All that says what a group looks like, with what it refers to."""
    text = ElementTree.tostring(group, "unicode")
    told, wanted = [text], REFERENCE.findall(text)
    seen = set()
    while wanted:
        name = wanted.pop()
        if name in known and name not in seen:
            seen.add(name)
            told.append(ElementTree.tostring(known[name], "unicode"))
            wanted += REFERENCE.findall(told[-1])
    return "".join(told)
