"""What is printed beside the pictures: where to cut and glue, a ruler, a map of the pages."""

from offleash.core.kit import CIRCLE, DOMINO, HEXAGON
from offleash.paper.printing.ink import PAPER, SOFT, Ink, Point
from offleash.paper.printing.paper import MARGIN, Paper
from offleash.paper.printing.sheets import Placed
from offleash.paper.printing.tiling import Tile, Tiling

RULER = 100.0  # millimetres
GAP, TICK = 0.6, 2.6  # a crop mark begins and ends so far from the corner
MAP = 8.0  # height of the small page map


def draw_foot(ink: Ink, paper: Paper, words: str) -> None:
    """The ruler and what page this is."""
    y = paper.height - MARGIN - 1
    left, right = MARGIN + 1, MARGIN + 1 + RULER
    ink.line((left, y), (right, y), 0.2)
    for n in range(21):
        high = 3.0 if n % 10 == 0 else 2.0 if n % 2 == 0 else 1.2
        ink.line((left + 5 * n, y), (left + 5 * n, y - high), 0.15)
    ink.write(left, y - 4, "100 mm: measure it; if it differs, print again at 100 %", 2.2)
    room = paper.width - 2 * MARGIN - RULER - 3.2 * MAP - 8  # beside the ruler and the small map
    size = min(2.2, room / (0.58 * len(words)))
    ink.write(paper.width - MARGIN - 1, y, words, size, end=True)


# Cutting


def draw_cut(ink: Ink, placed: Placed) -> None:
    """Where to cut: crop marks at the corners, or the outline of what is not rectangular."""
    shape = placed.component.shape
    x, y, width, height = placed.x, placed.y, placed.across, placed.down
    if shape == CIRCLE:
        ink.ring(x + width / 2, y + height / 2, width / 2)
    elif shape in (HEXAGON, DOMINO):
        ink.outline([(x + dx, y + dy) for dx, dy in cut_line(placed)])
    else:
        draw_corners(ink, x, y, x + width, y + height)


def cut_line(placed: Placed) -> list[Point]:
    """The corners of a hexagon, or of two side by side, around as they lie."""
    width, height = placed.component.width, placed.component.height
    cells = 2 if placed.component.shape == DOMINO else 1
    cell = width / cells
    top = [p for n in range(cells) for p in ((n * cell, height / 4), ((n + 0.5) * cell, 0.0))]
    around = [*top, (width, height / 4)]
    points = [*around, *((x, height - y) for x, y in reversed(around))]
    if placed.turn:
        return [(y, width - x) for x, y in points]
    return points


def draw_corners(ink: Ink, left: float, top: float, right: float, low: float) -> None:
    """Crop marks at four corners, white under black so that they show on any bleed."""
    for x, side in ((left, -1), (right, 1)):
        for y, up in ((top, -1), (low, 1)):
            draw_mark(ink, (x + side * GAP, y), (x + side * TICK, y))
            draw_mark(ink, (x, y + up * GAP), (x, y + up * TICK))


def draw_mark(ink: Ink, start: Point, stop: Point) -> None:
    """One crop mark."""
    ink.line(start, stop, 0.5, PAPER)
    ink.line(start, stop, 0.15)


# Boards


def draw_tile(ink: Ink, tiling: Tiling, tile: Tile) -> None:
    """One page of a board with its marks; the page is turned already."""
    at = (MARGIN, MARGIN)
    left, top, right, low = tile.printed
    dx, dy = at[0] - left, at[1] - top
    board = tiling.component
    window = (left + dx, top + dy, right + dx, low + dy)
    ink.place_part(board.front, (dx, dy), (board.width, board.height), window)
    draw_seams(ink, tiling, tile, window)


def draw_seams(
    ink: Ink, tiling: Tiling, tile: Tile, window: tuple[float, float, float, float]
) -> None:
    """Marks outside the picture at each of its cuts, and at the line where the next page lies."""
    left, top, right, low = tile.visible
    dx, dy = window[0] - tile.printed[0], window[1] - tile.printed[1]
    for x in (left + dx, right + dx):
        draw_mark(ink, (x, window[1] - GAP), (x, window[1] - TICK))
        draw_mark(ink, (x, window[3] + GAP), (x, window[3] + TICK))
    for y in (top + dy, low + dy):
        draw_mark(ink, (window[0] - GAP, y), (window[0] - TICK, y))
        draw_mark(ink, (window[2] + GAP, y), (window[2] + TICK, y))
    board = tiling.component
    if right < board.width:
        beside = Tile(tile.row, tile.column + 1, tile.visible, tile.printed).name
        ink.write(right + dx - 1, window[3] + 2.6, f"glue this strip under {beside}", 2, end=True)
    if low < board.height:
        below = Tile(tile.row + 1, tile.column, tile.visible, tile.printed).name
        ink.write(window[0] + 4, window[3] + 2.6, f"glue this strip under {below}", 2)


def draw_small_map(ink: Ink, paper: Paper, tiling: Tiling, tile: Tile) -> None:
    """In the foot: where in the board this page belongs."""
    board = tiling.component
    scale = MAP / max(board.height, board.width / 3)
    x0, y0 = MARGIN + RULER + 6, paper.height - MARGIN - 1 - board.height * scale
    left, top, right, low = (edge * scale for edge in tile.visible)
    ink.plate(x0 + left, y0 + top, right - left, low - top, SOFT)
    wide, high = board.width * scale, board.height * scale
    for x in (x0 + edge * scale for edge in tiling.across):
        ink.line((x, y0), (x, y0 + high))
    for y in (y0 + edge * scale for edge in tiling.down):
        ink.line((x0, y), (x0 + wide, y))


def draw_page_map(ink: Ink, tiling: Tiling, at: Point, room: Point, first_page: int) -> None:
    """The whole board, small, with its seams and the page of each part."""
    board = tiling.component
    scale = min(room[0] / board.width, room[1] / board.height)
    ink.place_small(board.front, at, (board.width, board.height), scale)
    for n, tile in enumerate(tiling.tiles):
        left, top, right, low = (edge * scale for edge in tile.visible)
        corners = [(left, top), (right, top), (right, low), (left, low)]
        ink.outline([(at[0] + x, at[1] + y) for x, y in corners], 0.8, PAPER)
        ink.outline([(at[0] + x, at[1] + y) for x, y in corners], 0.3, "#000000")
        k = min(1.0, (right - left) / 24, (low - top) / 9)  # a name stays within its part
        x, y = at[0] + (left + right) / 2 - 11 * k, at[1] + (top + low) / 2 - 4 * k
        ink.plate(x, y, 22 * k, 8 * k, PAPER)
        ink.write(x + 1.5 * k, y + 3.4 * k, f"{tile.name}", 3 * k, bold=True)
        ink.write(x + 1.5 * k, y + 6.8 * k, f"page {first_page + n}", 2.6 * k)
