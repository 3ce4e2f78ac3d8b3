"""The book as a PDF: the same chapters, set with reportlab on A4."""

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from offleash.core.rulebook import Chapter, Example, Grid, Paragraph, Part, Points
from offleash.paper.fonts import BODY, BOLD, ITALIC, known_letters, load_fonts
from offleash.paper.rulebook.book import Book, Shown
from offleash.paper.rulebook.pictures import Picture

Tell = Callable[[int, int], None]  # parts that are set, parts in all

LEATHER, SOFT, LINE, BAND = "#6d4526", "#6f5d45", "#d9cbb0", "#f3ead6"
INK = "#33240f"
OURS = ("FONTNAME", (0, 0), (-1, -1), BODY)  # else a table names a font that is not embedded
MM = 72 / 25.4
MARGIN, GUTTER = 18 * MM, 4 * MM
HIGHEST = 105 * MM  # of an example's picture


def pdf_of(book: Book, tell: Tell = lambda done, total: None) -> bytes:
    """The whole file; `tell` hears how many of its parts are set."""
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import PageBreak, SimpleDocTemplate, Spacer

    load_fonts()
    made, out = _Setter(A4[0] - 2 * MARGIN), BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, title=f"{book.title}: the rules", author="",
        initialFontName=BODY, invariant=1,
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
    )  # fmt: skip
    flow = [Spacer(1, 20 * MM), made.text(book.title, "title"), made.text(book.subtitle, "tagline")]
    flow += [made.text(each, "tagline") for each in book.paragraphs_of_notes]
    flow += [Spacer(1, 8 * MM), Picture(book.cover, made.width, 150 * MM), PageBreak()]
    for each in book.chapters:
        flow += made.chapter(each, book)
    flow += [PageBreak(), *made.chapter(book.summary, book)]
    total = len(flow)  # which setting it empties
    document.setProgressCallBack(
        lambda kind, value: tell(value, total) if kind == "PROGRESS" and value <= total else None
    )
    document.build(flow, onLaterPages=_number)
    return out.getvalue()


def _number(canvas: Any, document: Any) -> None:
    """At the foot of every page but the first."""
    canvas.setFont(BODY, 8)
    canvas.setFillColor(SOFT)
    canvas.drawCentredString(document.pagesize[0] / 2, 9 * MM, str(canvas.getPageNumber()))


class _Setter:
    """Turns parts into what reportlab lays out."""

    def __init__(self, width: float) -> None:
        from reportlab.lib.styles import ParagraphStyle

        self.width = width
        plain = ParagraphStyle("plain", fontName=BODY, fontSize=9.2, leading=13.2, textColor=INK)
        plain.spaceAfter = 5
        self.styles = {
            "plain": plain,
            "cell": ParagraphStyle("cell", plain, fontSize=8.2, leading=11, spaceAfter=0),
            "head": ParagraphStyle(
                "head", plain, fontName=ITALIC, fontSize=8.2, leading=11, textColor=SOFT
            ),
            "chapter": ParagraphStyle(
                "chapter", plain, fontName=BOLD, fontSize=15, leading=19, textColor=LEATHER,
                spaceBefore=14, spaceAfter=6, keepWithNext=1,
            ),
            "title": ParagraphStyle(
                "title", plain, fontName=BOLD, fontSize=34, leading=42, textColor=LEATHER,
                alignment=1,
            ),
            "tagline": ParagraphStyle(
                "tagline", plain, fontName=ITALIC, fontSize=12, leading=17, alignment=1
            ),
        }  # fmt: skip

    def text(self, text: str, style: str = "plain") -> Any:
        """A paragraph; strong words stay strong."""
        from reportlab.platypus import Paragraph as Flowing

        marked = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", escape(known_letters(text)))
        return Flowing(marked, self.styles[style])

    def chapter(self, chapter: Chapter, book: Book) -> list[Any]:
        return [
            self.text(chapter.title, "chapter"),
            *(self.part(part, book) for part in chapter.parts),
        ]

    def part(self, part: Part, book: Book) -> Any:
        if isinstance(part, Paragraph):
            return self.text(part.text)
        if isinstance(part, Points):
            return self.points(part)
        if isinstance(part, Grid):
            return self.table(part)
        assert isinstance(part, Example)
        return self.example(book.examples[part.name])

    def points(self, part: Points) -> Any:
        from reportlab.platypus import ListFlowable, ListItem

        items = [ListItem(self.text(item), leftIndent=16) for item in part.items]
        kind: dict[str, Any] = {"bulletType": "1"} if part.numbered else {"bulletType": "bullet"}
        return ListFlowable(
            items, bulletFontName=BODY, bulletFontSize=8.5, bulletColor=LEATHER, start=None, **kind
        )

    def table(self, part: Grid) -> Any:
        from reportlab.platypus import Table, TableStyle

        rows = [[self.text(word, "head") for word in part.head]]
        rows += [[self.text(cell, "cell") for cell in row] for row in part.rows]
        look = TableStyle(
            [
                OURS,
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, LINE),
                ("ROWBACKGROUNDS", (0, 1), (-1, -1), [BAND, "#ffffff"]),
                ("TOPPADDING", (0, 0), (-1, -1), 3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
        widths = _widths(part, self.width)
        return Table(rows, widths, style=look, repeatRows=1, spaceBefore=4, spaceAfter=8)

    def example(self, shown: Shown) -> Any:
        from reportlab.platypus import KeepTogether, Table, TableStyle

        told = self.text(f"**Example.** {shown.name}.")
        plays = self.text(", ".join(shown.plays), "head") if shown.plays else None
        half = (self.width - 3 * GUTTER) / 2
        pictures = [Picture(svg, half, HIGHEST) for svg in (shown.before, shown.after) if svg]
        look = TableStyle(
            [
                OURS,
                ("BACKGROUND", (0, 0), (-1, -1), BAND),
                ("LINEBEFORE", (0, 0), (0, -1), 3, LEATHER),
                ("SPAN", (0, 0), (-1, 0)),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
        head = [[told, plays] if plays else told, *[""] * (len(pictures) - 1)]
        rows = [head, pictures]
        widths = [self.width / len(pictures)] * len(pictures)
        return KeepTogether([Table(rows, widths, style=look, spaceBefore=6, spaceAfter=10)])


def _widths(part: Grid, width: float) -> list[float]:
    """Columns as wide as what they say, within reason."""
    columns = list(zip(part.head, *part.rows, strict=True))
    need = [max(8, min(46, max(map(len, column)))) for column in columns]
    return [width * each / sum(need) for each in need]
