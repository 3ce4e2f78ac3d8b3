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
        for name, group in named_groups(self.picture):
            self.place(name, group)
        self.canv.restoreState()

    def place(self, name: str, group: Element) -> None:
        """Draw a group; the file holds it once, however often it is drawn."""
        canvas, picture = self.canv, self.picture
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


@lru_cache(maxsize=64)  # a picture is drawn whole, and again as an inset
def named_groups(picture: SvgPicture) -> list[tuple[str, Element]]:
    """Return the groups of a picture, each named by its source and all that it refers to."""
    sources: dict[str, str] = {}
    named = []
    for group in split_groups([picture.root], list(picture.root)):
        source = full_source(group, picture.elements, sources)
        named.append(("g" + hashlib.sha256(source.encode()).hexdigest()[:16], group))
    return named


def full_source(group: Element, elements: dict[str, Element], sources: dict[str, str]) -> str:
    """Return the source of a group and of everything that it refers to.

    `sources` keeps those of elements by name, as most groups refer to the same ones.
    """
    parts = [ElementTree.tostring(group, "unicode")]
    references = REFERENCE.findall(parts[0])
    seen = set()
    while references:
        name = references.pop()
        if name in elements and name not in seen:
            seen.add(name)
            if name not in sources:
                sources[name] = ElementTree.tostring(elements[name], "unicode")
            parts.append(sources[name])
            references += REFERENCE.findall(sources[name])
    return "".join(parts)
