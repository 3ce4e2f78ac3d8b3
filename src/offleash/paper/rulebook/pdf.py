"""The rulebook as a PDF on A4."""

from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    KeepTogether,
    ListFlowable,
    ListItem,
    PageBreak,
    Paragraph as Flowing,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

from offleash.core.rulebook import Chapter, Example, Grid, Illustration, Paragraph, Passage, Points
from offleash.paper import OnProgress
from offleash.paper.fonts import BODY, BOLD, ITALIC, printable_text, register_fonts
from offleash.paper.rulebook.book import Book, PlayedExample, mark_bold
from offleash.paper.rulebook.pictures import PictureFlowable

BROWN, GREY, BEIGE, CREAM, DARK = "#6d4526", "#6f5d45", "#d9cbb0", "#f3ead6", "#33240f"
TABLE_FONT = ("FONTNAME", (0, 0), (-1, -1), BODY)  # the default font would not be embedded
MM = 72 / 25.4
MARGIN, GUTTER = 18 * MM, 4 * MM
MAX_PICTURE_HEIGHT = 105 * MM  # in an example


def render_book_pdf(book: Book, on_progress: OnProgress = lambda done, total: None) -> bytes:
    """Lay out the book and return the PDF."""
    register_fonts()
    layout, out = _Layout(A4[0] - 2 * MARGIN), BytesIO()
    document = SimpleDocTemplate(
        out, pagesize=A4, title=f"{book.title}: the rules", author="",
        initialFontName=BODY, invariant=1,
        leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
    )  # fmt: skip
    flow = [Spacer(1, 20 * MM), layout.text(book.title, "title")]
    flow += [layout.text(text, "tagline") for text in (book.subtitle, *book.note_paragraphs)]
    flow += [Spacer(1, 8 * MM), PictureFlowable(book.cover, layout.width, 150 * MM), PageBreak()]
    for chapter in book.chapters:
        flow += layout.chapter(chapter, book)
    flow += [PageBreak(), *layout.chapter(book.summary, book)]
    total = len(flow)  # building empties the list

    def report(kind: str, value: int) -> None:
        if kind == "PROGRESS" and value <= total:
            on_progress(value, total)

    document.setProgressCallBack(report)
    document.build(flow, onLaterPages=_draw_page_number)
    return out.getvalue()


def _draw_page_number(canvas: Any, document: Any) -> None:
    """Draw the page number; the first page has none."""
    canvas.setFont(BODY, 8)
    canvas.setFillColor(GREY)
    canvas.drawCentredString(document.pagesize[0] / 2, 9 * MM, str(canvas.getPageNumber()))


class _Layout:
    """Makes the flowables that reportlab lays out."""

    def __init__(self, width: float) -> None:
        self.width = width
        plain = ParagraphStyle("plain", fontName=BODY, fontSize=9.2, leading=13.2, textColor=DARK)
        plain.spaceAfter = 5
        self.styles = {
            "plain": plain,
            "cell": ParagraphStyle("cell", plain, fontSize=8.2, leading=11, spaceAfter=0),
            "head": ParagraphStyle(
                "head", plain, fontName=ITALIC, fontSize=8.2, leading=11, textColor=GREY
            ),
            "chapter": ParagraphStyle(
                "chapter", plain, fontName=BOLD, fontSize=15, leading=19, textColor=BROWN,
                spaceBefore=14, spaceAfter=6, keepWithNext=1,
            ),
            "title": ParagraphStyle(
                "title", plain, fontName=BOLD, fontSize=34, leading=42, textColor=BROWN,
                alignment=1,
            ),
            "tagline": ParagraphStyle(
                "tagline", plain, fontName=ITALIC, fontSize=12, leading=17, alignment=1
            ),
        }  # fmt: skip

    def text(self, text: str, style: str = "plain") -> Any:
        """A paragraph; **words** become bold."""
        return Flowing(mark_bold(escape(printable_text(text))), self.styles[style])

    def chapter(self, chapter: Chapter, book: Book) -> list[Any]:
        return [
            self.text(chapter.title, "chapter"),
            *(self.part(part, book) for part in chapter.parts),
        ]

    def part(self, part: Passage, book: Book) -> Any:
        if isinstance(part, Paragraph):
            return self.text(part.text)
        if isinstance(part, Points):
            return self.points(part)
        if isinstance(part, Grid):
            return self.table(part)
        if isinstance(part, Illustration):
            picture = PictureFlowable(part.svg, self.width, MAX_PICTURE_HEIGHT)
            return KeepTogether([picture, Spacer(1, 4), self.text(part.caption, "head")])
        assert isinstance(part, Example)
        return self.example(book.examples[part.name])

    def points(self, part: Points) -> Any:
        items = [ListItem(self.text(item), leftIndent=16) for item in part.items]
        kind: dict[str, Any] = {"bulletType": "1"} if part.numbered else {"bulletType": "bullet"}
        return ListFlowable(
            items, bulletFontName=BODY, bulletFontSize=8.5, bulletColor=BROWN, start=None, **kind
        )

    def table(self, part: Grid) -> Any:
        rows = [[self.text(word, "head") for word in part.head]]
        rows += [[self.text(cell, "cell") for cell in row] for row in part.rows]
        style = TableStyle(
            [
                TABLE_FONT,
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, BEIGE),
                ("ROWBACKGROUNDS", (0, 1), (-1, -1), [CREAM, "#ffffff"]),
                ("TOPPADDING", (0, 0), (-1, -1), 3),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
            ]
        )
        widths = _column_widths(part, self.width)
        return Table(rows, widths, style=style, repeatRows=1, spaceBefore=4, spaceAfter=8)

    def example(self, example: PlayedExample) -> Any:
        caption = self.text(f"**Example.** {example.name}.")
        plays = self.text(", ".join(example.plays), "head") if example.plays else None
        half = (self.width - 3 * GUTTER) / 2
        images = filter(None, (example.before, example.after))
        pictures = [PictureFlowable(svg, half, MAX_PICTURE_HEIGHT) for svg in images]
        style = TableStyle(
            [
                TABLE_FONT,
                ("BACKGROUND", (0, 0), (-1, -1), CREAM),
                ("LINEBEFORE", (0, 0), (0, -1), 3, BROWN),
                ("SPAN", (0, 0), (-1, 0)),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
        head = [[caption, plays] if plays else caption, *[""] * (len(pictures) - 1)]
        rows = [head, pictures]
        widths = [self.width / len(pictures)] * len(pictures)
        return KeepTogether([Table(rows, widths, style=style, spaceBefore=6, spaceAfter=10)])


def _column_widths(part: Grid, width: float) -> list[float]:
    """Widths in proportion to the longest text of each column, within limits."""
    columns = list(zip(part.head, *part.rows, strict=True))
    need = [max(8, min(46, max(map(len, column)))) for column in columns]
    return [width * length / sum(need) for length in need]
