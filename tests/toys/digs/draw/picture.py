"""Digs as an SVG picture: the yard, the dogs, and what each has."""

from xml.sax.saxutils import escape

from offleash.contract import Records
from offleash.games.shared.svg import box, disc, moved, polygon, tag, words
from tests.toys.digs.draw.view import Table
from tests.toys.digs.options import SEAT_NAMES

SIDE = 60  # of a cell
COLOURS = ("#c23b18", "#f4c51f", "#1c72b4", "#0b7d5e")
HEDGE, EARTH, HOLE, CREAM = "#2f5d3a", "#d9c7a3", "#a98d63", "#fff8e7"


def draw(states: Records, options: Records, seat: int) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator."""
    table = Table(states, options, seat)
    rows = table.board.rows
    width, height = SIDE * len(rows[0]), SIDE * (len(rows) + table.seats)
    layers = (
        tag("title", escape(table.headline), id="yard-title"),
        box(width / 2, height / 2, width, height, fill=HEDGE),
        *(_cell(table, cell) for cell in range(len(table.board.spots))),
        *(_dog(table, number) for number in range(table.seats)),
        *(_purse(table, number) for number in range(table.seats)),
    )
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_labelledby="yard-title",
        font_family="Georgia, serif",
        text_anchor="middle",
    )


def middle(table: Table, cell: int) -> tuple[float, float]:
    row, column = table.board.spots[cell]
    return SIDE * (column + 0.5), SIDE * (row + 0.5)


def _cell(table: Table, cell: int) -> str:
    x, y = middle(table, cell)
    ground = box(0, 0, SIDE - 2, SIDE - 2, fill=HOLE if table.is_dug(cell) else EARTH)
    bone = box(0, 0, 0.6 * SIDE, 0.2 * SIDE, fill=CREAM, rx=6) if table.has_bone(cell) else ""
    name = words(-0.3 * SIDE, -0.35 * SIDE, 10, table.board.names[cell], fill=HOLE)
    return tag("g", ground, bone, name, id=f"cell-{table.board.names[cell]}", transform=moved(x, y))


def _dog(table: Table, seat: int) -> str:
    x, y = middle(table, table.place(seat))
    ears = polygon([(-16, -8), (-8, -20), (0, -10), (8, -20), (16, -8)], fill=COLOURS[seat])
    head = disc(0, 2, 16, fill=COLOURS[seat], stroke=CREAM, stroke_width=2)
    return tag("g", ears, head, id=f"dog-{seat}", transform=moved(x, y))


def biscuit_spot(table: Table, seat: int, biscuits: int) -> tuple[float, float]:
    """Where a purse shows so many biscuits, which is where to point at to bid them."""
    width = SIDE * len(table.board.rows[0])
    return width * (biscuits + 0.5) / 16, SIDE * (len(table.board.rows) + seat + 0.75)


def _purse(table: Table, seat: int) -> str:
    """A line for each seat under the yard, and its biscuits, from none to all."""
    x, y = SIDE * len(table.board.rows[0]) / 2, SIDE * (len(table.board.rows) + seat + 0.3)
    line = words(x, y, 16, f"{SEAT_NAMES[seat]}: {table.purse(seat)}", fill=CREAM)
    biscuits = [
        disc(*biscuit_spot(table, seat, n), 7 if n else 3, fill=EARTH, id=f"biscuit-{seat}-{n}")
        for n in range(table.biscuits(seat) + 1)
    ]
    return tag("g", line, *biscuits, id=f"purse-{seat}")
