"""A picture on a canvas of reportlab, its lower left corner being the origin."""

from typing import Any

from reportlab.pdfbase.pdfdoc import PDFResourceDictionary

from offleash.paper.drawing.pen import Pen
from offleash.paper.drawing.reading import Element, draw, frame_of, named, parsed
from offleash.paper.fonts import known_letters


class Picture:
    """A whole SVG document, to be drawn in its own units."""

    def __init__(self, svg: str) -> None:
        self.root = parsed(svg)
        self.left, self.top, self.width, self.height = frame_of(self.root)
        self.known = named(self.root)

    def draw(self, canvas: Any, grey: bool = False, part: Element | None = None) -> None:
        """All of it, or a part of it that is whole in itself."""
        pen = Pen(canvas, grey)
        pen.enter((1, 0, 0, -1, -self.left, self.top + self.height))
        draw(self.root if part is None else part, pen, self.known, known_letters)
        pen.leave()


def resources_of(canvas: Any) -> Any:
    """What a form may use; left to itself reportlab forgets how much one sees through."""
    found = PDFResourceDictionary()
    found.basicFonts()
    found.allProcs()
    if (seen_through := canvas._extgstate.getState()) is not None:
        found.ExtGState = seen_through
    return found
