"""Paper sizes and margins, in millimetres."""

from dataclasses import dataclass

from offleash.tools.errors import BadNotation, OffleashError, quote
from offleash.tools.prose import closest

MARGIN = 7.0  # that most printers leave white
FOOTER = 10.0  # above the lower margin: ruler, names, page map
BLEED = 2.0  # colour beyond the cut
MAX_PAGE_MM = 5000.0  # of a PDF page


@dataclass(frozen=True)
class Paper:
    """A page, portrait unless rotated."""

    name: str
    width: float
    height: float

    @property
    def printable_size(self) -> tuple[float, float]:
        """Width and height between the margins, above the footer."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOTER

    def rotated(self) -> "Paper":
        """Return the page in the other orientation."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297.0, 420.0),
}


def parse_paper(text: str) -> Paper:
    """Parse A4, Letter or A3 in any case. Raises BadNotation for other names."""
    paper = PAPERS.get(text.strip().lower())
    if paper is None:
        names = ", ".join(size.name for size in PAPERS.values())
        near = closest(text.strip().lower(), PAPERS)
        hint = f", did you mean {PAPERS[near].name}" if near else ""
        raise BadNotation(f"{quote(text)} is not a paper size{hint}; choose from {names}")
    return paper


def page_for(width: float, height: float) -> Paper:
    """Return a page for a component of this size. Raise OffleashError if it is too large."""
    edge = 2 * (MARGIN + BLEED)
    if max(width, height) + edge + FOOTER > MAX_PAGE_MM:
        size = f"{width:.0f} × {height:.0f} mm"
        raise OffleashError(f"{size} does not fit on a page: {MAX_PAGE_MM:.0f} mm is the limit")
    return Paper("one large page", max(width + edge, 150.0), height + edge + FOOTER)
