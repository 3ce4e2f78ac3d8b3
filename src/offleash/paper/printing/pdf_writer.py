"""Writes pages of a PDF, in millimetres from the upper left corner."""

from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from offleash.contract.studio.kit import Span
from offleash.paper.fonts import BODY, BOLD, printable_text, register_fonts
from offleash.paper.printing.sizes import BLEED, Paper
from offleash.paper.svg.renderer import SvgPicture, form_resources

WHITE, BLACK, GREY = "#ffffff", "#000000", "#777777"

Point = tuple[float, float]


class PdfWriter:
    """Writes a PDF page by page; the file holds each picture once."""

    def __init__(self, title: str, grey: bool = False) -> None:
        register_fonts()
        self._file = BytesIO()
        self._canvas = Canvas(self._file, invariant=1, initialFontName=BODY)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Offleash")
        self._grey = grey
        self._height = 0.0
        self._forms: dict[tuple[str, float, float], str] = {}
        self.pages = 0

    def add_page(self, paper: Paper) -> None:
        """Start a page of this size."""
        if self.pages:
            self._canvas.showPage()
        self._canvas.setPageSize((paper.width * mm, paper.height * mm))
        self._height = paper.height
        self.pages += 1

    def to_bytes(self) -> bytes:
        """Finish the last page and return the file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    def draw_picture(self, svg: str, x: float, y: float, size: Point, rotation: int = 0) -> None:
        """Draw a picture with its bleed, rotated by some degrees.

        Its cut, after the rotation, has its upper left corner at (x, y).
        """
        width, height = size
        name = self._form(svg, width, height)
        box_width, box_height = (width, height) if rotation % 180 == 0 else (height, width)
        self._canvas.saveState()
        self._canvas.translate((x + box_width / 2) * mm, (self._height - y - box_height / 2) * mm)
        if rotation:
            self._canvas.rotate(rotation)
        self._canvas.translate(-width / 2 * mm, -height / 2 * mm)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def draw_picture_part(
        self, svg: str, corner: Point, size: Point, window: Span, rotation: int = 0
    ) -> None:
        """Draw the part of a picture that lies in a window of the page."""
        left, top, right, bottom = window
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(*self._point(left, bottom), (right - left) * mm, (bottom - top) * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        self.draw_picture(svg, *corner, size, rotation)
        self._canvas.restoreState()

    def draw_scaled_picture(self, svg: str, corner: Point, size: Point, scale: float) -> None:
        """Draw a picture without rotation, scaled."""
        self._canvas.saveState()
        self._canvas.translate(corner[0] * mm, (self._height - corner[1] - size[1] * scale) * mm)
        self._canvas.scale(scale, scale)
        self._canvas.doForm(self._form(svg, *size))
        self._canvas.restoreState()

    def _form(self, svg: str, width: float, height: float) -> str:
        """Return the name of the picture's form, which is created once."""
        key = (svg, width, height)
        if key not in self._forms:
            name = f"art-{len(self._forms)}"
            edge = BLEED * mm
            self._canvas.beginForm(name, -edge, -edge, width * mm + edge, height * mm + edge)
            picture = SvgPicture(svg)
            self._canvas.scale(width * mm / picture.width, height * mm / picture.height)
            picture.draw(self._canvas, self._grey)
            self._canvas.endForm(Resources=form_resources(self._canvas))
            self._forms[key] = name
        return self._forms[key]

    def _point(self, x: float, y: float) -> Point:
        """Return a point of the page in PDF units, which count from the lower left corner."""
        return x * mm, (self._height - y) * mm

    def _set_line(self, width: float, colour: str) -> None:
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(width * mm)

    def draw_line(self, start: Point, stop: Point, line: float = 0.15, colour: str = BLACK) -> None:
        """Draw a straight line."""
        self._set_line(line, colour)
        self._canvas.line(*self._point(*start), *self._point(*stop))

    def draw_polygon(self, points: list[Point], line: float = 0.1, colour: str = GREY) -> None:
        """Draw the outline of a polygon."""
        path = self._canvas.beginPath()
        for n, (x, y) in enumerate(points):
            (path.lineTo if n else path.moveTo)(*self._point(x, y))
        path.close()
        self._set_line(line, colour)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def draw_circle(self, x: float, y: float, r: float) -> None:
        """Draw the outline of a circle."""
        self._set_line(0.1, GREY)
        self._canvas.circle(*self._point(x, y), r * mm, stroke=1, fill=0)

    def fill_rectangle(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """Fill a rectangle."""
        self._canvas.setFillColor(colour)
        self._canvas.rect(*self._point(x, y + height), width * mm, height * mm, stroke=0, fill=1)

    def draw_text(
        self, x: float, y: float, text: str, size: float, bold: bool = False, to_left: bool = False
    ) -> None:
        """Draw a line of text from a point of its baseline to the right, or to the left."""
        self._canvas.setFillColor(BLACK)
        self._canvas.setFont(BOLD if bold else BODY, size * mm)
        draw = self._canvas.drawRightString if to_left else self._canvas.drawString
        draw(*self._point(x, y), printable_text(text))
