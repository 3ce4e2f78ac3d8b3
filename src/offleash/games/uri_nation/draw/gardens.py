"""Territories as small gardens, no two neighbours alike, and the meadow around them."""

from offleash.games.shared.svg import box, disc, discs, ellipse, group, path, polygon, tooltip
from offleash.games.uri_nation.board.text import Board, Cell, cell_text
from offleash.games.uri_nation.draw import colours as C, geometry as G

# A garden is drawn around the origin, its gate in the south.
FENCE = "M-6,20.5H-20.5V-20.5H20.5V20.5H6"


def draw_gardens(board: Board) -> str:
    """Return every territory with its number as id."""
    gardens = (_garden(board, cell, n) for n, cell in enumerate(board.territories))
    return group(*gardens, id="gardens")


def _garden(board: Board, cell: Cell, number: int) -> str:
    contents = CONTENTS[(3 * cell[0] + 2 * cell[1] + G.one_of(cell, 2, 2)) % len(CONTENTS)]
    lawn = C.LAWNS[G.one_of(cell, 3, len(C.LAWNS))]
    inside = group(contents(cell), transform="scale(-1,1)") if cell[1] % 2 else contents(cell)
    return G.in_space(
        board,
        cell,
        tooltip(f"territory {cell_text(cell)}"),
        box(1, 1.5, 44, 44, rx=5, fill=C.SHADE, opacity=0.18),
        box(0, 0, 43.5, 43.5, rx=5, fill=lawn, stroke=C.LEAF_DARK, stroke_width=0.8),
        box(0, 15, 9, 13, fill=C.SAND),
        inside,
        _fence(cell),
        turn=G.TURNS[G.facing(board, cell)],
        id=f"territory-{number}",
    )


def _fence(cell: Cell) -> str:
    """Return white pickets, wooden rails or a hedge, with a gap for the gate."""
    kind = G.one_of(cell, 4, 3)
    width = 4.2 if kind == 0 else 2.4
    shadow = path(FENCE, stroke=C.SHADE, stroke_width=width + 0.4, opacity=0.25)
    if kind == 0:
        hedge = path(FENCE, stroke=C.LEAF, stroke_width=width)
        leaves = path(FENCE, stroke=C.LEAF_LIGHT, stroke_width=1.6, stroke_dasharray="0.1 4")
        return group(shadow, hedge, leaves, fill="none", stroke_linecap="round")
    stroke = "#fffdf5" if kind == 1 else C.TIMBER
    pickets = path(FENCE, stroke=stroke, stroke_width=width, stroke_dasharray="3.4 1.5")
    return group(shadow, pickets, fill="none")


# What stands in a garden


def crown(x: float, y: float, r: float) -> str:
    """Return a tree from above: a shadow, a crown and its light side."""
    lobes = ((-0.42, 0.2), (0.42, 0.25), (0.0, -0.45))
    lights = ((x + a * r - 0.12 * r, y + b * r - 0.16 * r) for a, b in lobes)
    return (
        disc(x + 0.16 * r, y + 0.24 * r, 0.95 * r, fill=C.SHADE, opacity=0.28)
        + discs(((x + a * r, y + b * r) for a, b in lobes), 0.6 * r, fill=C.LEAF)
        + discs(lights, 0.32 * r, fill=C.LEAF_LIGHT)
    )


def _tree(cell: Cell) -> str:
    apples = ((-11, -12), (-3, -8), (-8, -3))
    fruit = discs(apples, 1.5, fill="#d8452e") if sum(cell) % 2 else ""
    bushes = disc(12, -13, 3.2, fill=C.LEAF) + disc(13, -7, 2.4, fill=C.LEAF)
    return crown(-7, -7, 14) + fruit + bushes


def _flower_bed(cell: Cell) -> str:
    bed = box(0, -13, 35, 9, rx=4, fill="#8c6239")
    heads = ""
    for k in range(6):
        fill = C.FLOWERS[(k + sum(cell)) % 5]
        heads += disc(-14 + 5.6 * k, -13 + (1.4 if k % 2 else -1.4), 2.3, fill=fill)
    return bed + heads + crown(12, 4, 6.5)


def _shed(cell: Cell) -> str:
    roof = box(-8, -9, 19, 15, fill=C.TIMBER, stroke=C.TIMBER_DARK, stroke_width=1)
    boards = path("M-17,-12.7H1M-17,-9H1M-17,-5.3H1", stroke=C.TIMBER_DARK, stroke_width=0.8)
    shadow = box(-6, -6.5, 19, 15, fill=C.SHADE, opacity=0.25)
    bushes = disc(12, -10, 4, fill=C.LEAF) + disc(14, -3, 3, fill=C.LEAF_LIGHT)
    return shadow + roof + boards + bushes


def _vegetables(cell: Cell) -> str:
    rows = "".join(box(0, y, 33, 5, rx=2, fill="#8c6239") for y in (-15, -8, -1))
    plants = "".join(
        discs(((-13 + 6.5 * k, y) for k in range(5)), 1.9, fill=fill)
        for y, fill in ((-15, C.LEAF_LIGHT), (-8, "#e88a2a"), (-1, C.LEAF))
    )
    return rows + plants


def _washing(cell: Cell) -> str:
    line = path("M-16,-10Q0,-5 16,-10", fill="none", stroke=C.TIMBER_DARK, stroke_width=1)
    sheets = ((-11, "#ffffff"), (-3.5, C.FLOWERS[0]), (4, "#ffffff"), (11, C.FLOWERS[1]))
    cloths = "".join(box(x, -3.6, 6, 8.5, rx=0.8, fill=fill, stroke="#b9b09d", stroke_width=0.5)
                     for x, fill in sheets)  # fmt: skip
    posts = discs(((-16, -10), (16, -10)), 2, fill=C.TIMBER_DARK)
    return line + cloths + posts + disc(-13, 10, 3, fill=C.LEAF)


def _parasol(cell: Cell) -> str:
    x, y, r = -6.0, -6.0, 11.0
    slices = "".join(
        polygon(((x, y), (x + r * a, y + r * b), (x + r * c, y + r * d)), fill="#ffffff")
        for a, b, c, d in (
            (1, 0, 0.71, 0.71), (0, 1, -0.71, 0.71), (-1, 0, -0.71, -0.71), (0, -1, 0.71, -0.71)
        )
    )  # fmt: skip
    shadow = disc(x + 2, y + 3, r, fill=C.SHADE, opacity=0.25)
    chairs = box(10, -9, 6, 6, rx=1.5, fill=C.PAPER) + box(9, 3, 6, 6, rx=1.5, fill=C.PAPER)
    cloth, knob = disc(x, y, r, fill=C.FLOWERS[4]), disc(x, y, 1.5, fill="#fff")
    return shadow + cloth + slices + knob + chairs


def _driveway(cell: Cell) -> str:
    drive = box(-9, 3, 17, 36, fill=C.STONE, stroke=C.STONE_DARK, stroke_width=0.6)
    car = C.CARS[G.one_of(cell, 5, len(C.CARS))]
    return (
        drive
        + box(-8, 0, 12, 23, rx=4, fill=C.SHADE, opacity=0.3)
        + box(-9, -1.5, 12, 23, rx=4, fill=car, stroke="#6c747b", stroke_width=0.8)
        + box(-9, -6, 9, 4, rx=1, fill="#4f6270")
        + box(-9, 6.5, 9, 3, rx=1, fill="#4f6270")
        + crown(10, -9, 8.5)
    )


def _sandpit(cell: Cell) -> str:
    pit = box(-6, -7, 22, 19, rx=3, fill=C.SAND, stroke=C.TIMBER, stroke_width=2.2)
    toys = box(-10, -9, 5, 4, rx=1, fill="#3f8fc5") + disc(-2, -4, 2.4, fill=C.FLOWERS[0])
    return pit + toys + crown(12, 4, 6) + disc(13, -13, 3.4, fill=C.LEAF)


def _bushes(cell: Cell) -> str:
    spots = ((-12, -12, 6.0), (0, -14, 5.0), (12, -11, 6.5), (14, 2, 4.5), (-13, 1, 4.0))
    bench = box(0, -3, 16, 5, rx=1, fill=C.TIMBER, stroke=C.TIMBER_DARK, stroke_width=0.8)
    return "".join(crown(x, y, r) for x, y, r in spots) + bench


CONTENTS = [_tree, _washing, _flower_bed, _driveway, _vegetables, _parasol]
CONTENTS += [_shed, _bushes, _sandpit]


# The meadow


def draw_meadow(board: Board) -> str:
    """Return trees, tufts and flowers where the map shows nothing."""
    return group(*(_wild(cell) for cell in board.with_glyphs(".")), id="meadow")


def _wild(cell: Cell) -> str:
    luck = G.chance_of(cell, 6)
    x, y = 18 * G.chance_of(cell, 7) - 9, 18 * G.chance_of(cell, 8) - 9
    if luck < 0.34:
        return G.at_cell(cell, crown(x, y, 12 + 7 * G.chance_of(cell, 9)))
    if luck < 0.52:
        return G.at_cell(cell, crown(x - 6, y - 4, 8), crown(x + 7, y + 6, 9.5))
    tufts = ((x, y), (x + 9, y + 7), (x - 8, y + 9))
    grass = "".join(f"M{a - 3:.1f},{b - 4:.1f}l2,5l1,-6l1,6l2,-5" for a, b in tufts)
    flower = C.FLOWERS[G.one_of(cell, 10, len(C.FLOWERS))]
    dots = discs(((x + 5, y - 8), (x - 6, y - 3), (x + 12, y + 1)), 1.8, fill=flower)
    patch = ellipse(x, y + 2, 19, 12, fill=C.MEADOW_LIGHT, opacity=0.7)
    lines = path(grass, fill="none", stroke=C.MEADOW_DARK, stroke_width=1.3)
    return G.at_cell(cell, patch, lines, dots if luck < 0.8 else "")
