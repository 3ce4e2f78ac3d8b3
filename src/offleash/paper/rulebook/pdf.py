"""The rulebook as a PDF on A4."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    ListFlowable,
    ListItem,
    Paragraph as Flowing,
    Spacer,
    Table,
    TableStyle,
)

from offleash.contract.text.rulebook import (
    Aside,
    Chapter,
    Example,
    Grid,
    Illustration,
    Paragraph,
    Passage,
    Points,
    Subheading,
    anchor_of,
)
from offleash.paper import OnProgress
from offleash.paper.fonts import BODY, BOLD, ITALIC, printable_text, register_fonts
from offleash.paper.rulebook.book import Book, mark_up
from offleash.paper.rulebook.examples import PlayedExample, View
from offleash.paper.rulebook.pages import BookBlock, PageFiller, centring_indent
from offleash.paper.rulebook.pictures import PictureFlowable

BROWN, GREY, BEIGE, CREAM, DARK = "#6d4526", "#6f5d45", "#d9cbb0", "#f3ead6", "#33240f"
TABLE_FONT = ("FONTNAME", (0, 0), (-1, -1), BODY)  # the default font would not be embedded
MM = 72 / 25.4
MARGIN, GUTTER = 18 * MM, 4 * MM
COVER_HEIGHT, MAX_PICTURE_HEIGHT = 120 * MM, 105 * MM
EXAMPLE_HEIGHT, SINGLE_HEIGHT, INSET_HEIGHT = 52 * MM, 84 * MM, 22 * MM  # of examples
SCALES = (1.0, 0.95, 1.06, 0.9, 0.84, 1.12, 0.78, 0.7)  # of pictures, in the order of trial
LEAST_SHARE, LEAST_OF_LAST = 0.75, 0.42  # of a page that is filled; of the last one
SHORT_TABLE = 10  # rows of a table that is not split
WIDE = 4.0  # width by height of pictures that lie one below the other
LINK = re.compile(r'<a href="#([^"]*)">(.*?)</a>')


def render_book_pdf(book: Book, on_progress: OnProgress = lambda done, total: None) -> bytes:
    """Lay out the book and return the PDF."""
    register_fonts()
    out = BytesIO()
    canvas = Canvas(out, A4, initialFontName=BODY, invariant=1)
    canvas.setTitle(f"{book.title}: the rules")
    canvas.setAuthor("")
    blocks = _Layout(A4[0] - 2 * MARGIN, book, best_scale(book, canvas)).blocks()

    def with_progress() -> Iterator[BookBlock]:
        for done, block in enumerate(blocks):
            on_progress(done, len(blocks))
            yield block

    PageFiller(canvas, A4[0], A4[1], MARGIN).fill(with_progress(), _draw_page_number)
    canvas.save()
    return out.getvalue()


def best_scale(book: Book, canvas: Any) -> float:
    """Return the first size of the pictures that leaves no page half empty, or the best of them."""
    spare = {}
    for scale in SCALES:
        filler = PageFiller(canvas, A4[0], A4[1], MARGIN, is_drawn=False)
        filler.fill(_Layout(A4[0] - 2 * MARGIN, book, scale).blocks(), _draw_page_number)
        *shares, last = filler.shares
        spare[scale] = min([last / LEAST_OF_LAST, *(share / LEAST_SHARE for share in shares)])
        if spare[scale] >= 1:
            return scale
    return max(spare, key=lambda scale: spare[scale])


def _draw_page_number(canvas: Any, number: int) -> None:
    """Draw the page number; the first page has none."""
    if number > 1:
        canvas.setFont(BODY, 8)
        canvas.setFillColor(GREY)
        canvas.drawCentredString(A4[0] / 2, 9 * MM, str(number))


class _Layout:
    """Makes the blocks that pages are filled with."""

    def __init__(self, width: float, book: Book, scale: float = 1.0) -> None:
        self.width, self.book, self.scale = width, book, scale
        self.anchors = {anchor_of(c.title) for c in (*book.chapters, book.summary)}
        plain = ParagraphStyle("plain", fontName=BODY, fontSize=9.2, leading=13.2, textColor=DARK)
        plain.spaceAfter, plain.allowWidows = 5, 0
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
            "section": ParagraphStyle(
                "section", plain, fontName=BOLD, fontSize=11, leading=15, textColor=BROWN,
                spaceBefore=8, spaceAfter=2, keepWithNext=1,
            ),
            "aside": ParagraphStyle(
                "aside", plain, fontName=ITALIC, backColor=CREAM, borderPadding=(5, 7, 6, 7),
                leftIndent=7, rightIndent=7, spaceBefore=9, spaceAfter=13,
            ),
            "caption": ParagraphStyle("caption", plain, fontSize=8.6, leading=12, spaceAfter=0),
            "facts": ParagraphStyle(
                "facts", plain, fontSize=9.5, leading=14, textColor=GREY, alignment=1
            ),
            "tagline": ParagraphStyle(
                "tagline", plain, fontName=ITALIC, fontSize=12, leading=17, alignment=1
            ),
        }  # fmt: skip

    def text(self, text: str, style: str = "plain") -> Any:
        """Return a paragraph with bold type, italics and links to the sections of this book."""
        marked = mark_up(escape(printable_text(text)))
        marked = LINK.sub(lambda m: m[0] if m[1] in self.anchors else m[2], marked)
        return Flowing(marked, self.styles[style])

    def blocks(self) -> list[BookBlock]:
        """Return the whole book."""
        chapters = (block for chapter in self.book.chapters for block in self.chapter(chapter))
        return [*self.cover(), *chapters, self.summary()]

    def cover(self) -> Iterator[BookBlock]:
        """Yield the title and a picture of the game; the text goes on below them."""
        book = self.book
        yield BookBlock(self.text(book.title, "title"))
        for text in (book.subtitle, *book.note_paragraphs):
            yield BookBlock(self.text(text, "tagline"))
        yield BookBlock(self.text(book.facts, "facts"))
        yield BookBlock(PictureFlowable(book.cover, self.width, self.scale * COVER_HEIGHT))

    def chapter(self, chapter: Chapter) -> Iterator[BookBlock]:
        yield BookBlock(self.heading(chapter), is_heading=True)
        for part in chapter.parts:
            is_figure = isinstance(part, Example | Illustration)
            yield BookBlock(self.part(part), isinstance(part, Subheading), is_figure)

    def heading(self, chapter: Chapter) -> Any:
        anchor = f'<a name="{anchor_of(chapter.title)}"/>'
        return Flowing(anchor + escape(printable_text(chapter.title)), self.styles["chapter"])

    def summary(self) -> BookBlock:
        """Return the page for reference in one piece."""
        parts = [self.heading(self.book.summary), *map(self.part, self.book.summary.parts)]
        return BookBlock(Stack(parts), is_page=True)

    def part(self, part: Passage) -> Any:
        if isinstance(part, Paragraph):
            return self.text(part.text)
        if isinstance(part, Subheading):
            return self.text(part.text, "section")
        if isinstance(part, Aside):
            return self.text(part.text, "aside")
        if isinstance(part, Points):
            return self.points(part)
        if isinstance(part, Grid):
            return self.table(part)
        if isinstance(part, Illustration):
            picture = PictureFlowable(part.svg, self.width, self.scale * MAX_PICTURE_HEIGHT)
            return Stack([picture, Spacer(1, 4), self.text(part.caption, "head"), Spacer(1, 3)])
        assert isinstance(part, Example)
        return self.example(self.book.examples[part.name])

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
        if len(rows) <= SHORT_TABLE:
            style.add("NOSPLIT", (0, 0), (-1, -1))
        widths = _column_widths(part, self.width)
        return Table(rows, widths, style=style, repeatRows=1, spaceBefore=4, spaceAfter=8)

    def example(self, example: PlayedExample) -> Any:
        """Return pictures before and after, with what they show next to them or below them."""
        columns = [views for views in (example.before, example.after) if views]
        words = ("before", "after") if len(columns) > 1 else ("",)
        is_wide = example.before[0].ratio > WIDE
        share = 0.35 if len(columns) > 1 else 0.58
        width = self.width - 2 * GUTTER if is_wide else share * self.width - GUTTER
        pictures = [self.column(*pair, width) for pair in zip(words, columns, strict=True)]
        caption = self.text(f"**{example.name}.** {example.caption}", "caption")
        rows, widths = [[*pictures, caption]], [share * self.width] * len(columns)
        if is_wide:
            rows = [*([picture] for picture in pictures), [caption]]
            widths = []
        style = TableStyle(
            [
                TABLE_FONT,
                ("BACKGROUND", (0, 0), (-1, -1), CREAM),
                ("LINEBEFORE", (0, 0), (0, -1), 3, BROWN),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("TOPPADDING", (0, 0), (-1, -1), 6),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 6),
            ]
        )
        widths = [*widths, self.width - sum(widths)]
        return Table(rows, widths, style=style, spaceBefore=6, spaceAfter=10)

    def column(self, word: str, views: tuple[View, ...], width: float) -> list[Any]:
        """Return a picture with its insets below it; without a word it is the only one."""
        parts: list[Any] = [self.text(word, "head")] if word else []
        max_height = EXAMPLE_HEIGHT if word else SINGLE_HEIGHT
        for number, view in enumerate(views):
            height = self.scale * (INSET_HEIGHT if number else max_height)
            parts += [PictureFlowable(view.svg, width, height, view.edges), Spacer(1, 4)]
        return parts


class Stack(Flowable):  # type: ignore[misc]
    """Flowables one below the other, in one piece."""

    def __init__(self, parts: Sequence[Any]) -> None:
        super().__init__()
        self.parts = parts

    def getSpaceBefore(self) -> float:  # noqa: N802
        return float(self.parts[0].getSpaceBefore())

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self.width, heights, gap = width, 0.0, 0.0
        self.places: list[tuple[float, float]] = []  # indent, and from the top to the lower edge
        for part in self.parts:
            wide, tall = part.wrapOn(self.canv, width, height)
            heights += (max(gap, part.getSpaceBefore()) if self.places else 0) + tall
            self.places.append((centring_indent(part, wide, width), heights))
            gap = part.getSpaceAfter()
        self.height = heights
        return width, heights

    def draw(self) -> None:
        for part, (indent, place) in zip(self.parts, self.places, strict=True):
            part.drawOn(self.canv, indent, self.height - place)


def _column_widths(part: Grid, width: float) -> list[float]:
    """Return widths in proportion to the longest text of each column, within limits."""
    columns = list(zip(part.head, *part.rows, strict=True))
    need = [max(8, min(46, max(map(len, column)))) for column in columns]
    return [width * length / sum(need) for length in need]
