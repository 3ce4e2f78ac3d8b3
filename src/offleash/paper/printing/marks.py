"""Draws what is not a picture: crop marks, seams of boards, rulers and page maps."""

from offleash.contract.studio.kit import CIRCLE, DOMINO, FREE, HEXAGON, Span
from offleash.paper.printing.pdf_writer import BLACK, GREY, WHITE, PdfWriter, Point
from offleash.paper.printing.sheets import Block, Placement
from offleash.paper.printing.sizes import MARGIN, Paper
from offleash.paper.printing.tiling import Tile, Tiling, tile_name

RULER_MM = 100.0
MARK_START_MM, MARK_END_MM = 0.6, 2.6  # distances of a crop mark from the corner
MAP_MM = 8.0  # height of the small page map


def draw_footer(pdf: PdfWriter, paper: Paper, text: str) -> None:
    """Draw the ruler, and a text such as the page number."""
    y = paper.height - MARGIN - 1
    left, right = MARGIN + 1, MARGIN + 1 + RULER_MM
    pdf.draw_line((left, y), (right, y), 0.2)
    for n in range(21):
        height = 3.0 if n % 10 == 0 else 2.0 if n % 2 == 0 else 1.2
        pdf.draw_line((left + 5 * n, y), (left + 5 * n, y - height), 0.15)
    pdf.draw_text(left, y - 4, "100 mm: measure it; if it differs, print again at 100 %", 2.2)
    width = paper.width - 2 * MARGIN - RULER_MM - 3.2 * MAP_MM - 8  # without ruler and map
    size = min(2.2, width / (0.58 * len(text)))
    pdf.draw_text(paper.width - MARGIN - 1, y, text, size, to_left=True)


def draw_cut_marks(pdf: PdfWriter, block: Block) -> None:
    """Draw where to cut the components of a block."""
    if block.shares_cuts:
        draw_shared_cuts(pdf, block)
        return
    for placement in block.placements:
        draw_own_cut(pdf, placement)


def draw_shared_cuts(pdf: PdfWriter, block: Block) -> None:
    """Draw hairlines between components that touch, and marks around them for a straight cut."""
    for row in block.rows:
        for placement in row:
            x, y, width, height = placement.x, placement.y, placement.width, placement.height
            right, low = x + width, y + height
            pdf.draw_polygon([(x, y), (right, y), (right, low), (x, low)])
    lowest = {p.x: p.y + p.height for p in block.placements}
    first = block.rows[0]
    for x, low in [*lowest.items(), (first[-1].x + first[-1].width, lowest[first[-1].x])]:
        draw_crop_mark(pdf, (x, first[0].y - MARK_START_MM), (x, first[0].y - MARK_END_MM))
        draw_crop_mark(pdf, (x, low + MARK_START_MM), (x, low + MARK_END_MM))
    for row in block.rows:
        left, right = row[0].x, row[-1].x + row[-1].width
        for y in (row[0].y, row[0].y + row[0].height):
            draw_crop_mark(pdf, (left - MARK_START_MM, y), (left - MARK_END_MM, y))
            draw_crop_mark(pdf, (right + MARK_START_MM, y), (right + MARK_END_MM, y))


def draw_own_cut(pdf: PdfWriter, placement: Placement) -> None:
    """Draw crop marks for a rectangle, or the outline of another shape."""
    shape = placement.component.shape
    x, y, width, height = placement.x, placement.y, placement.width, placement.height
    if shape == CIRCLE:
        pdf.draw_circle(x + width / 2, y + height / 2, width / 2)
    elif shape in (HEXAGON, DOMINO):
        pdf.draw_polygon([(x + dx, y + dy) for dx, dy in cut_outline(placement)])
    elif shape != FREE:
        draw_crop_marks(pdf, x, y, x + width, y + height)


def cut_outline(placement: Placement) -> list[Point]:
    """Return the corners of a hexagon, or of two side by side, as they are rotated."""
    width, height = placement.component.width, placement.component.height
    cells = 2 if placement.component.shape == DOMINO else 1
    cell = width / cells
    top = [p for n in range(cells) for p in ((n * cell, height / 4), ((n + 0.5) * cell, 0.0))]
    upper_half = [*top, (width, height / 4)]
    points = [*upper_half, *((x, height - y) for x, y in reversed(upper_half))]
    if placement.rotation:
        return [(y, width - x) for x, y in points]
    return points


def draw_crop_marks(pdf: PdfWriter, left: float, top: float, right: float, bottom: float) -> None:
    """Draw crop marks at four corners."""
    for x, side in ((left, -1), (right, 1)):
        for y, up in ((top, -1), (bottom, 1)):
            draw_crop_mark(pdf, (x + side * MARK_START_MM, y), (x + side * MARK_END_MM, y))
            draw_crop_mark(pdf, (x, y + up * MARK_START_MM), (x, y + up * MARK_END_MM))


def draw_crop_mark(pdf: PdfWriter, start: Point, stop: Point) -> None:
    """Draw a crop mark, black on white so that it shows on any colour."""
    pdf.draw_line(start, stop, 0.5, WHITE)
    pdf.draw_line(start, stop, 0.15)


def draw_tile(pdf: PdfWriter, tiling: Tiling, tile: Tile) -> None:
    """Draw a page of a board with its marks."""
    left, top, right, bottom = tile.printed
    dx, dy = MARGIN - left, MARGIN - top
    board = tiling.component
    window = (left + dx, top + dy, right + dx, bottom + dy)
    pdf.draw_picture_part(board.front, (dx, dy), (board.width, board.height), window)
    draw_seam_marks(pdf, tiling, tile, window)


def draw_seam_marks(pdf: PdfWriter, tiling: Tiling, tile: Tile, window: Span) -> None:
    """Draw marks around a page at its cuts, and at the edges of the next pages."""
    left, top, right, bottom = tile.visible
    dx, dy = window[0] - tile.printed[0], window[1] - tile.printed[1]
    for x in (left + dx, right + dx):
        draw_crop_mark(pdf, (x, window[1] - MARK_START_MM), (x, window[1] - MARK_END_MM))
        draw_crop_mark(pdf, (x, window[3] + MARK_START_MM), (x, window[3] + MARK_END_MM))
    for y in (top + dy, bottom + dy):
        draw_crop_mark(pdf, (window[0] - MARK_START_MM, y), (window[0] - MARK_END_MM, y))
        draw_crop_mark(pdf, (window[2] + MARK_START_MM, y), (window[2] + MARK_END_MM, y))
    board = tiling.component
    if right < board.width:
        text = f"glue this strip under {tile_name(tile.row, tile.column + 1)}"
        pdf.draw_text(right + dx - 1, window[3] + 2.6, text, 2, to_left=True)
    if bottom < board.height:
        text = f"glue this strip under {tile_name(tile.row + 1, tile.column)}"
        pdf.draw_text(window[0] + 4, window[3] + 2.6, text, 2)


def draw_tile_location(pdf: PdfWriter, tiling: Tiling, tile: Tile) -> None:
    """Draw in the footer where in the board this page belongs."""
    board = tiling.component
    scale = MAP_MM / max(board.height, board.width / 3)
    x0, y0 = MARGIN + RULER_MM + 6, tiling.paper.height - MARGIN - 1 - board.height * scale
    left, top, right, bottom = (edge * scale for edge in tile.visible)
    pdf.fill_rectangle(x0 + left, y0 + top, right - left, bottom - top, GREY)
    width, height = board.width * scale, board.height * scale
    for x in (x0 + edge * scale for edge in tiling.seams_x):
        pdf.draw_line((x, y0), (x, y0 + height))
    for y in (y0 + edge * scale for edge in tiling.seams_y):
        pdf.draw_line((x0, y), (x0 + width, y))


def draw_page_map(
    pdf: PdfWriter, tiling: Tiling, corner: Point, size: Point, first_page: int
) -> None:
    """Draw a board with its seams, and the page number of each part, into a box of this size."""
    board = tiling.component
    scale = min(size[0] / board.width, size[1] / board.height)
    pdf.draw_scaled_picture(board.front, corner, (board.width, board.height), scale)
    for n, tile in enumerate(tiling.tiles):
        left, top, right, bottom = (edge * scale for edge in tile.visible)
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        edge = [(corner[0] + x, corner[1] + y) for x, y in corners]
        pdf.draw_polygon(edge, 0.8, WHITE)
        pdf.draw_polygon(edge, 0.3, BLACK)
        k = min(1.0, (right - left) / 24, (bottom - top) / 9)  # the name stays inside its tile
        x, y = corner[0] + (left + right) / 2 - 11 * k, corner[1] + (top + bottom) / 2 - 4 * k
        pdf.fill_rectangle(x, y, 22 * k, 8 * k, WHITE)
        pdf.draw_text(x + 1.5 * k, y + 3.4 * k, tile.name, 3 * k, bold=True)
        pdf.draw_text(x + 1.5 * k, y + 6.8 * k, f"page {first_page + n}", 2.6 * k)
