"""Digs as an SVG picture: the yard, the dogs, and what each has."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from offleash.core.game import Records
from offleash.games.shared.svg import box, disc, moved, polygon, tag, words
from tests.toys.digs.draw.view import Table
from tests.toys.digs.options import SEAT_NAMES
from tests.toys.digs.rules.actions import BID

SIDE = 60  # of a cell
COLOURS = ("#c23b18", "#f4c51f", "#1c72b4", "#0b7d5e")
HEDGE, EARTH, HOLE, CREAM = "#2f5d3a", "#d9c7a3", "#a98d63", "#fff8e7"


def draw(states: Records, options: Records, seat: int, legal: Sequence[int] = ()) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; `legal` gets marked."""
    table = Table(states, options, seat)
    rows = table.board.rows
    width, height = SIDE * len(rows[0]), SIDE * (len(rows) + table.seats)
    layers = (
        tag("title", escape(table.headline), id="yard-title"),
        box(width / 2, height / 2, width, height, fill=HEDGE),
        *(_cell(table, cell) for cell in range(len(table.board.spots))),
        *(_dog(table, each) for each in range(table.seats)),
        *(_purse(table, each) for each in range(table.seats)),
        *(_target(table, action) for action in legal),
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


def _middle(table: Table, cell: int) -> tuple[float, float]:
    row, column = table.board.spots[cell]
    return SIDE * (column + 0.5), SIDE * (row + 0.5)


def _cell(table: Table, cell: int) -> str:
    x, y = _middle(table, cell)
    ground = box(0, 0, SIDE - 2, SIDE - 2, fill=HOLE if table.is_dug(cell) else EARTH)
    bone = box(0, 0, 0.6 * SIDE, 0.2 * SIDE, fill=CREAM, rx=6) if table.has_bone(cell) else ""
    name = words(-0.3 * SIDE, -0.35 * SIDE, 10, table.board.names[cell], fill=HOLE)
    return tag("g", ground, bone, name, id=f"cell-{table.board.names[cell]}", transform=moved(x, y))


def _dog(table: Table, seat: int) -> str:
    x, y = _middle(table, table.place(seat))
    ears = polygon([(-16, -8), (-8, -20), (0, -10), (8, -20), (16, -8)], fill=COLOURS[seat])
    head = disc(0, 2, 16, fill=COLOURS[seat], stroke=CREAM, stroke_width=2)
    return tag("g", ears, head, id=f"dog-{seat}", transform=moved(x, y))


def _purse(table: Table, seat: int) -> str:
    """A line for each seat, under the yard."""
    y = SIDE * (len(table.board.rows) + seat + 0.5)
    text = f"{SEAT_NAMES[seat]}: {table.purse(seat)}"
    line = words(0, 0, 16, text, fill=CREAM)
    return tag(
        "g", line, id=f"purse-{seat}", transform=moved(SIDE * len(table.board.rows[0]) / 2, y)
    )


def _target(table: Table, action: int) -> str:
    """A ring on the cell of a walk; a disc for each bid beside the bidder's purse."""
    if action < BID:
        x, y = _middle(table, action)
        mark = disc(0, 0, 0.4 * SIDE, fill="none", stroke=CREAM, stroke_width=4)
    else:
        x = SIDE * (len(table.board.rows[0]) * (action - BID + 0.5) / 16)
        y = SIDE * (len(table.board.rows) + table.bidder + 0.9)
        mark = disc(0, 0, 7, fill=CREAM) + words(0, 0, 10, str(action - BID))
    kind = {"id": f"target-{action}", "data_action": str(action)}
    return tag("g", mark, transform=moved(x, y), **kind)
