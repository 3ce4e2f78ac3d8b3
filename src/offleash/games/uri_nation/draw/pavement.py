"""The ground of the street: asphalt with its markings, paving, side streets, paths."""

from math import hypot

from offleash.games.shared.svg import box, disc, group, moved, number, path, point, polygon, tooltip
from offleash.games.uri_nation.board.streets import COMPASS, neighbours, straight_line
from offleash.games.uri_nation.board.tables import cell_numbers
from offleash.games.uri_nation.board.text import GLYPHS, ROAD, Board, Cell, cell_text
from offleash.games.uri_nation.draw import colours as C, geometry as G

# The joints of a sidewalk, two slabs and two halves, turned from cell to cell
SLABS = ("M0,-22.8V22.8M-22.8,7H0M0,-7H22.8", "M-22.8,0H22.8M-7,-22.8V0M7,0V22.8")
# Those of bricks, laid in courses
BRICKS = "".join(f"M-22.8,{y}H22.8" for y in (-15.2, -7.6, 0, 7.6, 15.2)) + "".join(
    f"M{x + (7.6 if row % 2 else 0)},{round(-22.8 + 7.6 * row, 1)}v7.6"
    for row in range(6)
    for x in (-15.2, 0.0, *(() if row % 2 else (15.2,)))
)

# The road


def draw_road(board: Board, is_worn: bool = True) -> str:
    """Return asphalt that runs on beyond the grid, a middle line, and zebras; if worn, cars too."""
    cells = board.with_glyphs(ROAD)
    worn = board.with_glyphs("=") if is_worn else ()
    ground = path("".join(_asphalt(board, cell) for cell in cells), fill=C.ASPHALT)
    markings = (_marking(board, cell) for cell in cells)
    return group(ground, *markings, *(_wear(board, cell) for cell in worn), id="road")


def _asphalt(board: Board, cell: Cell) -> str:
    """Return the square of one road cell, extended to the frame at the edge of the grid."""
    x, y = G.centre(cell)
    more = G.HALF + G.MARGIN - G.FRAME
    left = x - (more if cell[1] == 0 else G.HALF)
    right = x + (more if cell[1] == len(board.rows[0]) - 1 else G.HALF)
    top = y - (more if cell[0] == 0 else G.HALF)
    bottom = y + (more if cell[0] == len(board.rows) - 1 else G.HALF)
    return f"M{point(left, top)}H{number(right)}V{number(bottom)}H{number(left)}Z"


def _stretch(board: Board, cell: Cell, way: Cell) -> tuple[int, int]:
    """Return how many road cells lie before and behind a cell in a line."""
    before = straight_line(board, cell, (-way[0], -way[1]), ROAD)
    return len(before), len(straight_line(board, cell, way, ROAD))


def runs_east(board: Board, cell: Cell) -> bool:
    """Return whether the road at a cell leads from west to east rather than from north to south."""
    return sum(_stretch(board, cell, (0, 1))) >= sum(_stretch(board, cell, (1, 0)))


def _marking(board: Board, cell: Cell) -> str:
    glyph, is_eastern = board.at(cell), runs_east(board, cell)
    turn = 0 if is_eastern else 90
    if glyph == "x":
        bars = (box(0, 9.6 * k, 36, 5.6, rx=0.8) for k in (-2, -1, 0, 1, 2))
        return G.at_cell(cell, group(*bars, fill=C.LANE, opacity=0.95), turn=turn)
    before, behind = _stretch(board, cell, (1, 0) if is_eastern else (0, 1))
    if glyph == "+" or before > behind or behind - before > 1:
        return ""
    middle = (G.HALF if behind > before else 0) * (1 if is_eastern else -1)
    return G.at_cell(cell, box(0, middle, 25, 2.6, rx=1, fill=C.LANE, opacity=0.8), turn=turn)


def _wear(board: Board, cell: Cell) -> str:
    """Return a car, a manhole or a patch here and there, never next to a zebra."""
    luck = G.chance_of(cell, 11)
    turn = 0 if runs_east(board, cell) else 90
    if any(board.at(other) in "x+" for other in neighbours(cell)) or luck > 0.36:
        return ""
    if luck < 0.12:
        lane = 1 if luck < 0.06 else -1  # on the right-hand side
        return G.at_cell(cell, car(C.CARS[G.one_of(cell, 5, len(C.CARS))], lane), turn=turn)
    if luck < 0.2:
        lid = disc(0, 12, 4.6, fill=C.ASPHALT_DARK, stroke="#75787e", stroke_width=1.2)
        return G.at_cell(cell, lid, path("M-3,12H3M0,9V15", stroke="#75787e"), turn=turn)
    return G.at_cell(cell, box(3, -11, 17, 10, rx=2, fill=C.ASPHALT_DARK, opacity=0.5), turn=turn)


def car(fill: str, lane: int) -> str:
    """Return a car on its lane, 1 going east and -1 going west."""
    shape = (
        box(1.5, 2, 27, 12.5, rx=4.5, fill=C.INK, opacity=0.3),
        box(0, 0, 27, 12.5, rx=4.5, fill=fill, stroke="#3f444a", stroke_width=0.9),
        box(-2, 0, 14, 10, rx=2.5, fill="#4f6270"),
        box(-2.5, 0, 9, 10, fill=fill),
        box(12.4, -4, 1.6, 2.4, fill="#ffe9a3"),
        box(12.4, 4, 1.6, 2.4, fill="#ffe9a3"),
    )
    return group(*shape, transform=moved(0, 12 * lane, 0 if lane > 0 else 180))


# Sidewalks and side streets


def draw_walks(board: Board) -> str:
    """Return every walkable cell with its number as id; kerbs where the road begins."""
    slabs = (_slab(board, cell, n) for cell, n in cell_numbers(board).items())
    kerbs = "".join(_kerbs(board, cell) for cell in board.with_glyphs("s"))
    shade = path(kerbs, stroke=C.KERB_SHADE, stroke_width=5.5)
    kerb = path(kerbs, stroke=C.KERB, stroke_width=3.6)
    return group(*slabs, id="walks") + group(shade, kerb, id="kerbs", fill="none")


def _slab(board: Board, cell: Cell, cell_number: int) -> str:
    is_main = board.at(cell) == "s"
    colours: tuple[str, ...] = C.PAVING if is_main else C.BRICK
    joint, joints = (C.JOINT, SLABS[sum(cell) % 2]) if is_main else (C.BRICK_JOINT, BRICKS)
    return G.at_cell(
        cell,
        tooltip(f"{GLYPHS[board.at(cell)]} {cell_text(cell)}"),
        box(0, 0, G.CELL, G.CELL, fill=joint),
        box(0, 0, G.CELL - 2.4, G.CELL - 2.4, rx=4, fill=colours[G.one_of(cell, 1, len(colours))]),
        path(joints, fill="none", stroke=joint, stroke_width=0.9, opacity=0.75),
        id=f"cell-{cell_number}",
    )


def _kerbs(board: Board, cell: Cell) -> str:
    """Return the edges of a sidewalk cell next to a road."""
    (x, y), edges = G.centre(cell), ""
    for (down, right), other in zip(COMPASS, neighbours(cell), strict=True):
        if board.at(other) in ROAD:
            at_x, at_y = x + right * (G.HALF - 2.4), y + down * (G.HALF - 2.4)
            line = f"h{number(G.CELL)}" if down else f"v{number(G.CELL)}"
            start = (at_x - G.HALF, at_y) if down else (at_x, at_y - G.HALF)
            edges += f"M{point(*start)}{line}"
    return edges


# Paths


def draw_paths(board: Board) -> str:
    """Return trodden ways from entry to exit, with an arrow where they lead."""
    return group(*(_path(*ends) for ends in board.paths), id="paths") if board.paths else ""


def _path(entry: Cell, leave: Cell) -> str:
    (x1, y1), (x2, y2) = G.centre(entry), G.centre(leave)
    far = hypot(x2 - x1, y2 - y1) or 1.0
    along, down = (x2 - x1) / far, (y2 - y1) / far
    stop_x, stop_y = x2 - 13 * along, y2 - 13 * down
    line = f"M{point(x1, y1)}L{point(stop_x, stop_y)}"
    arrow = (
        (x2 + 2 * along, y2 + 2 * down),
        (stop_x - 9 * down, stop_y + 9 * along),
        (stop_x + 9 * down, stop_y - 9 * along),
    )
    return group(
        tooltip(f"path from {cell_text(entry)} to {cell_text(leave)}"),
        path(line, stroke=C.SAND, stroke_width=15, stroke_linecap="round"),
        path(line, stroke=C.SAND_DARK, stroke_width=3.2, stroke_dasharray="8 6"),
        polygon(arrow, fill=C.SAND_DARK, stroke=C.SAND, stroke_width=2.5, stroke_linejoin="round"),
        disc(x1, y1, 6.5, fill=C.SAND_DARK, stroke=C.SAND, stroke_width=2.5),
    )
