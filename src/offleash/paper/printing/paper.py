"""Sizes of paper, and what of a page can be printed on; everything is in millimetres."""

from dataclasses import dataclass
from difflib import get_close_matches

from offleash.core.errors import BadNotation, OffleashError, shown

MARGIN = 7.0  # which most printers leave white
FOOT = 10.0  # above the lower margin: ruler, names, page map
BLEED = 2.0  # colour beyond the cut
LONGEST = 5000.0  # a PDF page can be a little longer
OVERLAP = 10.0  # a strip to be glued under the next page


@dataclass(frozen=True)
class Paper:
    """A page; upright unless it is turned."""

    name: str
    width: float
    height: float

    @property
    def room(self) -> tuple[float, float]:
        """Width and height between the margins, above the foot."""
        return self.width - 2 * MARGIN, self.height - 2 * MARGIN - FOOT

    def turned(self) -> "Paper":
        """The same, lying on its side."""
        return Paper(self.name, self.height, self.width)


PAPERS = {
    "a4": Paper("A4", 210.0, 297.0),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297.0, 420.0),
}


def paper_named(text: str) -> Paper:
    """A4, Letter or A3, in capitals or not."""
    found = PAPERS.get(text.strip().lower())
    if found is None:
        names = ", ".join(paper.name for paper in PAPERS.values())
        near = get_close_matches(text.strip().lower(), PAPERS, 1)
        hint = f", did you mean {PAPERS[near[0]].name}" if near else ""
        raise BadNotation(f"{shown(text)} is no paper we know{hint}; there is {names}")
    return found


def page_around(width: float, height: float) -> Paper:
    """One large page for a thing of that size."""
    edge = 2 * (MARGIN + BLEED)
    if max(width, height) + edge + FOOT > LONGEST:
        size = f"{width:.0f} × {height:.0f} mm"
        raise OffleashError(f"no page can be as large as {size}: {LONGEST:.0f} mm is the most")
    return Paper("one large page", max(width + edge, 150.0), height + edge + FOOT)
