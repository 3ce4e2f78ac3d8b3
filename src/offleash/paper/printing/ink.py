"""Pages of a PDF: millimetres from the upper left corner, pictures once and placed often."""

from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from offleash.paper.drawing.picture import Picture, resources_of
from offleash.paper.fonts import BODY, BOLD, known_letters, load_fonts
from offleash.paper.printing.paper import BLEED, Paper

PAPER, BLACK, SOFT = "#ffffff", "#000000", "#777777"

Point = tuple[float, float]


class Ink:
    """A PDF under way."""

    def __init__(self, title: str, grey: bool = False) -> None:
        load_fonts()
        self._file = BytesIO()
        self._canvas = Canvas(self._file, invariant=1, initialFontName=BODY)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Offleash")
        self._grey = grey
        self._height = 0.0
        self._forms: dict[tuple[str, float, float], str] = {}
        self.pages = 0

    def turn_page(self, paper: Paper) -> None:
        """A new page of this size."""
        if self.pages:
            self._canvas.showPage()
        self._canvas.setPageSize((paper.width * mm, paper.height * mm))
        self._height = paper.height
        self.pages += 1

    def finished(self) -> bytes:
        """The whole file."""
        self._canvas.showPage()
        self._canvas.save()
        return self._file.getvalue()

    # Pictures

    def place(self, svg: str, x: float, y: float, size: Point, turn: int = 0) -> None:
        """A picture with its bleed, upper left corner of the cut at a point; turned by degrees.

        What is turned lies in a box as wide as it was high.
        """
        width, height = size
        name = self._form(svg, width, height)
        across, down = (width, height) if turn % 180 == 0 else (height, width)
        self._canvas.saveState()
        self._canvas.translate((x + across / 2) * mm, (self._height - y - down / 2) * mm)
        if turn:
            self._canvas.rotate(turn)
        self._canvas.translate(-width / 2 * mm, -height / 2 * mm)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def place_part(
        self, svg: str, at: Point, size: Point, part: tuple[float, float, float, float]
    ) -> None:
        """What a window shows of a picture: `part` is on the page, `at` is the whole picture's."""
        left, top, right, low = part
        self._canvas.saveState()
        window = self._canvas.beginPath()
        window.rect(left * mm, (self._height - low) * mm, (right - left) * mm, (low - top) * mm)
        self._canvas.clipPath(window, stroke=0, fill=0)
        self.place(svg, *at, size)
        self._canvas.restoreState()

    def place_small(self, svg: str, at: Point, size: Point, scale: float) -> None:
        """A picture that is smaller than true."""
        self._canvas.saveState()
        self._canvas.translate(at[0] * mm, (self._height - at[1] - size[1] * scale) * mm)
        self._canvas.scale(scale, scale)
        self._canvas.doForm(self._form(svg, *size))
        self._canvas.restoreState()

    def _form(self, svg: str, width: float, height: float) -> str:
        """The picture as a form: drawn once, wherever it is needed."""
        key = (svg, width, height)
        if key not in self._forms:
            name = f"art-{len(self._forms)}"
            edge = BLEED * mm
            self._canvas.beginForm(name, -edge, -edge, width * mm + edge, height * mm + edge)
            picture = Picture(svg)
            self._canvas.scale(width * mm / picture.width, height * mm / picture.height)
            picture.draw(self._canvas, self._grey)
            self._canvas.endForm(Resources=resources_of(self._canvas))
            self._forms[key] = name
        return self._forms[key]

    # Lines and words

    def line(self, start: Point, stop: Point, wide: float = 0.15, colour: str = BLACK) -> None:
        """A straight line."""
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(wide * mm)
        self._canvas.line(
            start[0] * mm,
            (self._height - start[1]) * mm,
            stop[0] * mm,
            (self._height - stop[1]) * mm,
        )

    def outline(self, points: list[Point], wide: float = 0.1, colour: str = SOFT) -> None:
        """A closed line."""
        path = self._canvas.beginPath()
        for n, (x, y) in enumerate(points):
            (path.lineTo if n else path.moveTo)(x * mm, (self._height - y) * mm)
        path.close()
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(wide * mm)
        self._canvas.drawPath(path, stroke=1, fill=0)

    def ring(self, x: float, y: float, r: float, wide: float = 0.1, colour: str = SOFT) -> None:
        """A circle."""
        self._canvas.setStrokeColor(colour)
        self._canvas.setLineWidth(wide * mm)
        self._canvas.circle(x * mm, (self._height - y) * mm, r * mm, stroke=1, fill=0)

    def plate(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle."""
        self._canvas.setFillColor(colour)
        self._canvas.rect(
            x * mm, (self._height - y - height) * mm, width * mm, height * mm, stroke=0, fill=1
        )

    def write(
        self, x: float, y: float, text: str, size: float = 3, bold: bool = False, end: bool = False
    ) -> None:
        """A line of text on a base line; `end`: it ends there. Its size is in millimetres too."""
        self._canvas.setFillColor(BLACK)
        self._canvas.setFont(BOLD if bold else BODY, size * mm)
        write = self._canvas.drawRightString if end else self._canvas.drawString
        write(x * mm, (self._height - y) * mm, known_letters(text))
