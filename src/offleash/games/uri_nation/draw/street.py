"""A board as an SVG picture: a street seen from above.

`street` is a whole picture; `draw_street` is its content, for pictures that add disks, dogs and
markers. `geometry` has the measures. Every cell, territory, site, spot and home has an id with its
number in the tables of the board: `cell-0`, `territory-0`, `site-0`, `spot-0`, `home-0`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from xml.sax.saxutils import escape

from offleash.contract.text.own_images import images_key, own_image
from offleash.games.shared import svg
from offleash.games.shared.svg import box, disc, group, number, path, point, tag, tooltip, words
from offleash.games.uri_nation.board.tables import influence_masks
from offleash.games.uri_nation.board.text import GLYPHS, LABELS, ROAD, Board, Cell, cell_text
from offleash.games.uri_nation.draw import colours as C, furniture, geometry as G
from offleash.games.uri_nation.draw.gardens import draw_gardens, draw_meadow
from offleash.games.uri_nation.draw.pavement import draw_paths, draw_road, draw_walks

Residents = tuple[int | None, ...]  # the seat that lives in each home
EVERYBODY: Residents = (0, 1, 2, 3)
STREETS = 32  # that are remembered as they were drawn
WIDEST_LEFT = 240.0  # of a name on paper, so that the first page holds it
VERSION_WIDTH = 90.0
SHORT = 15.0  # lines of influence end before the middle, where a disk may lie

UPRIGHT: dict[str, Callable[[], str]] = {
    "B": furniture.hydrant,
    "W": furniture.puddle,
    "C": furniture.bin_of_chance,
    "E": furniture.notice_board,
}
SPACE_SLOTS = {
    "B": "space-bond",
    "P": "space-park",
    "C": "space-chance",
    "E": "space-events",
    "W": "space-water",
    **{label: f"space-home-{label}" for label in LABELS},
}
SPACE_IMAGE = 40.0  # across; a cell has 44


def street(board: Board) -> str:
    """Return the whole picture of a board."""
    return svg.document(
        *G.size(board),
        tag("title", escape(f"{board.name}, a board of Uri-Nation"), id="street-title"),
        draw_street(board),
        role="img",
        aria_labelledby="street-title",
        font_family=C.SERIF,
        text_anchor="middle",
    )


def draw_street(
    board: Board,
    residents: Residents = EVERYBODY,
    radius: int = 0,
    is_true: bool = False,
    is_numbered: bool = True,
) -> str:
    """Return everything of a board that does not change in a game, without the `svg` around it.

    `is_true`: each space is as large as its footprint, as on paper; else it fills its cell.
    """
    return _draw_street(board, residents, radius, is_true, is_numbered, images_key())


@lru_cache(maxsize=STREETS)
def _draw_street(
    board: Board, residents: Residents, radius: int, is_true: bool, is_numbered: bool, images: str
) -> str:
    """Return the street as it was drawn with the images of this key."""
    if not is_true:
        board = replace(board, footprints=(), own_footprints=())
    return group(
        draw_table(board),
        draw_meadow(board),
        draw_road(board),
        draw_walks(board),
        draw_gardens(board),
        draw_paths(board),
        draw_influence(board, radius),
        draw_features(board),
        draw_homes(board, residents),
        draw_footprints(board),
        draw_numbers(board) if is_numbered else "",
        draw_inner(board, fill="none", stroke=C.WOOD_DARK, stroke_width=2.5),
        draw_name(board, is_left=is_true),
        id="street",
    )


def draw_table(board: Board) -> str:
    """Return a wooden frame with the meadow in it."""
    width, height = G.size(board)
    return group(
        box(width / 2, height / 2, width, height, rx=22, fill=C.WOOD),
        path(_grain(width, height), stroke=C.WOOD_DARK, stroke_width=1.4, opacity=0.35),
        draw_inner(board, fill=C.MEADOW),
        id="tabletop",
        fill="none",
    )


def _grain(width: float, height: float) -> str:
    """Return long lines in the wood."""
    a, b, c = number(width * 0.3), number(width * 0.62), number(width - 6)
    edges = (*range(9, int(G.HEADER + G.FRAME), 11), int(height) - 5)  # not next to the meadow
    return "".join(f"M6,{y}C{a},{y - 6} {b},{y + 7} {c},{y}" for y in edges)


def draw_inner(board: Board, **look: str | float) -> str:
    """Return all that the frame surrounds."""
    width, height = G.size(board)
    tall = height - G.HEADER - 2 * G.FRAME
    return box(width / 2, G.HEADER + G.FRAME + tall / 2, width - 2 * G.FRAME, tall, rx=12, **look)


def draw_influence(board: Board, radius: int) -> str:
    """Return thin lines from each hydrant to the territories under its influence."""
    lines = dots = ""
    for site, mask in zip(board.sites, influence_masks(board, radius), strict=False):
        for n, territory in enumerate(board.territories):
            if int(mask) >> n & 1:
                end = G.short_of(G.centre(site), G.centre(territory), SHORT)
                lines += f"M{point(*G.centre(site))}L{point(*end)}"
                dots += disc(*end, 3)
    if not lines:
        return ""
    return group(
        path(lines, stroke="#ffffff", stroke_width=4, opacity=0.55),
        path(lines, stroke=C.HYDRANT_DARK, stroke_width=1.8, stroke_dasharray="5 3"),
        group(dots, fill=C.HYDRANT_LIGHT, stroke=C.HYDRANT_DARK, stroke_width=1.2),
        id="influence",
        fill="none",
    )


def draw_features(board: Board) -> str:
    """Return sites and spots, each with its number as id."""
    sites = (_feature(board, cell, f"site-{n}") for n, cell in enumerate(board.sites))
    spots = (_feature(board, cell, f"spot-{n}") for n, cell in enumerate(board.spots))
    return group(*sites, *spots, id="features")


def _feature(board: Board, cell: Cell, name: str) -> str:
    glyph = board.at(cell)
    title = tooltip(f"{GLYPHS[glyph]} {cell_text(cell)}")
    if image := own_image(SPACE_SLOTS[glyph], 0, 0, SPACE_IMAGE, SPACE_IMAGE):
        return G.in_space(board, cell, title, image, id=name)
    if glyph in UPRIGHT:
        return G.in_space(board, cell, title, UPRIGHT[glyph](), id=name)
    park = _face_sidewalk(board, cell, furniture.dog_park())
    return G.in_space(board, cell, title, park, furniture.park_sign(), id=name)


def _face_sidewalk(board: Board, cell: Cell, shape: str) -> str:
    """Return a shape with its front to the sidewalk."""
    return group(shape, transform=f"rotate({G.TURNS[G.facing(board, cell)]})")


def draw_homes(board: Board, residents: Residents) -> str:
    """Return each home in the colour of the seat that lives there, with its number."""
    homes = []
    for n, (cell, seat) in enumerate(zip(board.homes, residents, strict=True)):
        image = own_image(SPACE_SLOTS[LABELS[n]], 0, 0, SPACE_IMAGE, SPACE_IMAGE)
        roof = image or _face_sidewalk(board, cell, furniture.house(seat))
        title = tooltip(f"home {LABELS[n]} {cell_text(cell)}")
        number_plate = furniture.house_number(seat, LABELS[n])
        homes.append(G.in_space(board, cell, title, roof, number_plate, id=f"home-{n}"))
    return group(*homes, id="homes")


def draw_footprints(board: Board) -> str:
    """Return an outline of every space that does not fill its cell: pieces lie inside it."""
    spaces = [G.space_of(board, cell) for cell in board.with_glyphs("".join(GLYPHS))]
    outlines = "".join(
        f"M{point(left, top)}H{number(right)}V{number(low)}H{number(left)}Z"
        for left, top, right, low in spaces
        if (right - left, low - top) != (G.CELL, G.CELL)
    )
    if not outlines:
        return ""
    return group(
        path(outlines, stroke="#ffffff", stroke_width=1.6, opacity=0.8),
        path(outlines, stroke=C.WOOD_DARK, stroke_width=0.8),
        id="footprints",
        fill="none",
    )


def draw_numbers(board: Board, on_road: str = C.LANE) -> str:
    """Return rows and columns along the edge, so that people find (2,7)."""
    width, height = G.size(board)
    edge = G.FRAME + 8
    last_row, last_column = len(board.rows) - 1, len(board.rows[0]) - 1

    def label(x: float, y: float, value: int, cell: Cell) -> str:
        return words(x, y, 12, str(value), fill=on_road if board.at(cell) in ROAD else C.SOFT_INK)

    rows = "".join(
        label(x, G.centre((row, 0))[1], row, (row, column))
        for row in range(last_row + 1)
        for x, column in ((edge, 0), (width - edge, last_column))
    )
    columns = "".join(
        label(G.centre((0, column))[0], y, column, (row, column))
        for column in range(last_column + 1)
        for y, row in ((G.HEADER + edge, 0), (height - edge, last_row))
    )
    return group(rows, columns, id="numbers")


def name_plates(board: Board) -> list[tuple[float, float, float, float]]:
    """Return where words are on a printed board: the name, and the rules that it is for.

    Left, top, right and lower edge of each.
    """
    right, y = G.size(board)[0] - G.MARGIN, G.HEADER / 2 + 5
    middle, plate = _name_plate(board, is_left=True)
    plates = [(middle - plate / 2, y - 21, middle + plate / 2, y + 23)]
    if _has_version(board, plate):
        plates.append((right - VERSION_WIDTH, y - 10, right, y + 10))
    return plates


def _name_plate(board: Board, is_left: bool) -> tuple[float, float]:
    """Return the middle and the width of the sign."""
    width, _ = G.size(board)
    plate = min(width - 2 * G.MARGIN, 17.5 * len(board.name) + 48)
    if not is_left:
        return width / 2, plate
    plate = min(plate, WIDEST_LEFT)
    return G.MARGIN + plate / 2, plate


def _has_version(board: Board, plate: float) -> bool:
    return plate < G.size(board)[0] - 320


def draw_name(board: Board, is_left: bool = False) -> str:
    """Return the name as a street sign, and the rules that the board is for.

    On paper it is at the left, where one page has room for it.
    """
    width, _ = G.size(board)
    y = G.HEADER / 2 + 5
    middle, plate = _name_plate(board, is_left)
    size = min(25.0, (plate - 40) / (0.7 * len(board.name)))
    version, look = f"rules {board.version_text}", {"fill": C.PAPER, "text_anchor": "end"}
    return group(
        box(middle, y + 2, plate, 42, rx=9, fill=C.WOOD_DARK, opacity=0.6),
        box(middle, y, plate, 42, rx=9, fill=C.SIGN),
        box(middle, y, plate - 7, 35, rx=6, fill="none", stroke=C.SIGN_RIM, stroke_width=2),
        words(middle, y, size, board.name, fill="#ffffff", font_weight="bold"),
        words(width - G.MARGIN, y, 15, version, **look) if _has_version(board, plate) else "",
        id="name",
    )
