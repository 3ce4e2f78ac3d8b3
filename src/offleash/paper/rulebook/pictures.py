"""Pictures in the text of a rulebook, each part of them stored once.

Most pictures of a book show the same board. A picture is split into its groups, and a group that
the file already holds is only placed again.
"""

import hashlib
import re
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from xml.etree import ElementTree

from reportlab.platypus import Flowable

from offleash.paper.rulebook.examples import Edges
from offleash.paper.svg.renderer import Element, SvgPicture, form_resources, tag_of

MIN_SPLIT_SIZE = 40  # elements of a group that is split further
REFERENCE = re.compile(r'(?:href="#|url\(#)([^")]+)')


@lru_cache(maxsize=64)
def parsed_picture(svg: str) -> SvgPicture:
    """Return a picture, parsed once however often it is laid out."""
    return SvgPicture(svg)


class PictureFlowable(Flowable):  # type: ignore[misc]
    """A picture, or what lies within some edges, as wide as given unless it would be too high."""

    def __init__(
        self, svg: str, width: float, max_height: float, edges: Edges | None = None
    ) -> None:
        super().__init__()
        self.picture = picture = parsed_picture(svg)
        whole = (
            *(picture.left, picture.top),
            *(picture.left + picture.width, picture.top + picture.height),
        )
        self.edges = left, top, right, low = edges or whole
        self.scale = min(width / (right - left), max_height / (low - top))
        self.width, self.height = (right - left) * self.scale, (low - top) * self.scale
        self.hAlign = "CENTER"

    def wrap(self, *available: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.canv.saveState()
        outline = self.canv.beginPath()
        outline.rect(0, 0, self.width, self.height)
        self.canv.clipPath(outline, stroke=0, fill=0)
        self.canv.scale(self.scale, self.scale)
        bottom = self.picture.top + self.picture.height
        self.canv.translate(self.picture.left - self.edges[0], self.edges[3] - bottom)
        for group in split_groups([self.picture.root], list(self.picture.root)):
            self.place(group)
        self.canv.restoreState()

    def place(self, group: Element) -> None:
        """Draw a group; the file holds it once, however often it is drawn."""
        canvas, picture = self.canv, self.picture
        source = full_source(group, picture.elements)
        name = "g" + hashlib.sha256(source.encode()).hexdigest()[:16]
        if not canvas.hasForm(name):
            canvas.beginForm(name, 0, 0, picture.width, picture.height)
            picture.draw(canvas, part=group)
            canvas.endForm(Resources=form_resources(canvas))
        canvas.doForm(name)


def split_groups(parents: list[Element], nodes: list[Element]) -> Iterator[Element]:
    """Split a picture into groups, bottom to top, each inside copies of its parents."""
    pending: list[Element] = []
    for node in nodes:
        is_group = tag_of(node) == "g" and len(node) > 1
        if not is_group or sum(1 for _ in node.iter()) < MIN_SPLIT_SIZE:
            pending.append(node)
            continue
        if pending:
            yield wrap_in_parents(parents, pending)
        pending = []
        yield from split_groups([*parents, node], list(node))
    if pending:
        yield wrap_in_parents(parents, pending)


def wrap_in_parents(parents: list[Element], nodes: list[Element]) -> Element:
    """Put nodes into copies of their parents."""
    inner = nodes
    for parent in reversed(parents):
        clone = copy(parent)
        clone[:] = inner
        inner = [clone]
    return inner[0]


def full_source(group: Element, elements: dict[str, Element]) -> str:
    """Return the source of a group and of everything that it refers to."""
    source = ElementTree.tostring(group, "unicode")
    sources, references = [source], REFERENCE.findall(source)
    seen = set()
    while references:
        name = references.pop()
        if name in elements and name not in seen:
            seen.add(name)
            sources.append(ElementTree.tostring(elements[name], "unicode"))
            references += REFERENCE.findall(sources[-1])
    return "".join(sources)
