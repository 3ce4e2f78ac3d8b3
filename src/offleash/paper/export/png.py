"""Pictures as PNG: an SVG, or the components of a kit at a resolution."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from io import BytesIO

import pypdfium2
from PIL import Image, ImageDraw
from PIL.Image import Image as Picture

from offleash.contract.studio.kit import CIRCLE, DOMINO, HEXAGON, Component, Kit
from offleash.paper.printing.characters import check_characters
from offleash.paper.printing.marks import cut_outline
from offleash.paper.printing.pdf_writer import PdfWriter
from offleash.paper.printing.sheets import Placement
from offleash.paper.printing.sizes import Paper
from offleash.paper.svg.renderer import SvgPicture
from offleash.tools.errors import BadNotation

MIN_DPI, MAX_DPI = 20, 1200
INCH_MM = 25.4  # millimetres
POINTS = 72  # to an inch
MAX_SIDE_PIXELS = 12_000  # pixels of a side
SMOOTH = 4  # times finer, for the edge of a mask
SCREEN_PIXELS = 1400  # of the longer side of a picture without a size


def check_dpi(dpi: float) -> None:
    """Raise BadNotation if a resolution is too low or too high."""
    if not MIN_DPI <= dpi <= MAX_DPI:
        raise BadNotation(f"a resolution must be from {MIN_DPI} to {MAX_DPI} dpi, not {dpi:g}")


def render_png(svg: str, pixels: int = SCREEN_PIXELS) -> bytes:
    """Return an SVG as a PNG whose longer side has so many pixels."""
    shape = SvgPicture(svg)
    longer = max(shape.width, shape.height)
    size = (shape.width / longer * INCH_MM, shape.height / longer * INCH_MM)
    (picture,) = _render([(svg, size)], pixels)
    return png_bytes(picture)


def png_bytes(picture: Picture, dpi: float | None = None) -> bytes:
    """Return the file of a picture; `dpi` is noted in it."""
    out = BytesIO()
    picture.save(out, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def component_pictures(kit: Kit, dpi: float) -> Iterator[tuple[Component, Picture, Picture | None]]:
    """Yield each component with its front and its back, transparent beyond the line to cut along.

    Raises OffleashError if the fonts lack a character.
    """
    check_characters(kit)
    for part in kit.components:
        _check_size(part, dpi)
    drawings = [
        (svg, (part.width, part.height))
        for part in kit.components
        for svg in (part.front, part.back)
        if svg
    ]
    pictures = _render(drawings, dpi)
    for part in kit.components:
        front = _cut_out(part, next(pictures))
        yield part, front, _cut_out(part, next(pictures)) if part.back else None


def _check_size(part: Component, dpi: float) -> None:
    """Raise BadNotation if a component would have too many pixels."""
    longer = max(part.width, part.height)
    if longer / INCH_MM * dpi > MAX_SIDE_PIXELS:
        most = int(MAX_SIDE_PIXELS * INCH_MM / longer)
        raise BadNotation(f"{part.label} is too large for {dpi:g} dpi: {most} is the most")


def _render(drawings: Sequence[tuple[str, tuple[float, float]]], dpi: float) -> Iterator[Picture]:
    """Draw each SVG on a page of its own size, in millimetres, and take a picture of it."""
    pdf = PdfWriter("pictures")
    for svg, (width, height) in drawings:
        pdf.add_page(Paper("picture", width, height))
        pdf.draw_picture(svg, 0, 0, (width, height))
    with closing(pypdfium2.PdfDocument(pdf.to_bytes())) as file:
        for number, (_, sides) in enumerate(drawings):
            page = file[number].render(scale=dpi / POINTS).to_pil().convert("RGB")
            yield page.resize([max(1, round(side / INCH_MM * dpi)) for side in sides])


def _cut_out(part: Component, picture: Picture) -> Picture:
    """Return the picture, transparent beyond a shape that is not a rectangle."""
    if part.shape not in (CIRCLE, HEXAGON, DOMINO):
        return picture
    size = (SMOOTH * picture.width, SMOOTH * picture.height)
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    if part.shape == CIRCLE:
        draw.ellipse((0, 0, size[0] - 1, size[1] - 1), fill=255)
    else:
        unit = size[0] / part.width
        points = [(unit * x, unit * y) for x, y in cut_outline(Placement(part, 0, 0))]
        draw.polygon(points, fill=255)
    picture.putalpha(mask.resize(picture.size))
    return picture
