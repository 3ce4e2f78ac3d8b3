"""A player's place next to the lawn: a name plate, and the tiles at home in rows.

All of it is in the units of what is around the lawn, 840 wide.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from offleash.games.shared.svg import bold, box, cache_shapes, disc, group, tooltip, words
from offleash.games.tiles.draw import colours as C
from offleash.games.tiles.draw.geometry import ACROSS, Point
from offleash.games.tiles.draw.lawn import WIDTH
from offleash.games.tiles.text.names import SEAT_NAMES

SIGN = 50.0  # height of the sign on top of the picture
HEAD = 44.0  # height of the row with the name
PAD = 10.0
PITCH_X, PITCH_Y = 116.0, 72.0  # from a tile to the next, at scale 1
SMALLEST, LARGEST = 0.6, 0.96  # scale of a tile
NAME_LETTERS = 6.0  # how long a name is drawn at most, in its size
NARROW = 300  # a panel that has little room for a name


@dataclass(frozen=True)
class SeatPanel:
    """A player's place: where it is, how large its tiles are, and how many rows there are."""

    seat: int
    x: float
    y: float
    width: float
    scale: float  # of the tiles
    in_row: int  # tiles side by side
    rows: int = 1
    foot: float = 0  # room for words below the tiles

    @property
    def height(self) -> float:
        """With the name."""
        return HEAD + self.rows * PITCH_Y * self.scale + PAD + self.foot

    def slot(self, index: int) -> Point:
        """Return the middle of a tile's left half."""
        row, column = divmod(index, self.in_row)
        left = self.x + PAD + (PITCH_X * column + 32) * self.scale
        return left, self.y + HEAD + (PITCH_Y * row + 33) * self.scale

    def around(self, index: int) -> tuple[float, float, float, float]:
        """Return a box that holds a tile: its middle, width and height."""
        x, y = self.slot(index)
        middle = x + ACROSS / 2 * self.scale
        return middle, y + 2 * self.scale, 113 * self.scale, 69 * self.scale


def panels(
    viewer: int, counts: Sequence[int], dealt: int, foot: float = 0
) -> tuple[list[SeatPanel], SeatPanel]:
    """Return the others' panels side by side over the lawn, in turn, and the viewer's under it.

    `counts` says how many tiles each has now, `dealt` how many there were: so the tiles keep their
    size during a game, and a row goes when it is empty.
    """
    players = len(counts)
    order = [(max(viewer, 0) + step) % players for step in range(players)]
    wide = (WIDTH - PAD * players) / (players - 1)
    scale, in_row = _fitted(wide, max(dealt, *counts))
    rows = max(_rows(counts[seat], in_row) for seat in order[1:])
    others = [
        SeatPanel(seat, PAD + n * (wide + PAD), 0, wide, scale, in_row, rows, foot)
        for n, seat in enumerate(order[1:])
    ]
    wide = WIDTH - 2 * PAD
    scale, in_row = _fitted(wide, max(dealt, *counts))
    own = SeatPanel(order[0], PAD, PAD, wide, scale, in_row, _rows(counts[order[0]], in_row), foot)
    return others, own


def _rows(tiles: int, in_row: int) -> int:
    """Return how many rows tiles take, at least one."""
    return max(1, -(-tiles // in_row))


def _fitted(width: float, tiles: int) -> tuple[float, int]:
    """Return the scale of tiles and how many are in a row, with as few rows as is large enough."""
    room = (width - 2 * PAD) / PITCH_X
    rows = next(n for n in range(1, tiles + 1) if room / _rows(tiles, n) >= SMALLEST or n == tiles)
    in_row = _rows(tiles, rows)
    return min(LARGEST, room / in_row), in_row


def draw_panel(panel: SeatPanel, note: str, moves: bool, *inside: str) -> str:
    """Return a wooden bench with a name plate, a note next to it, and what lies there."""
    x, y, w, h = panel.x + panel.width / 2, panel.y, panel.width, panel.height
    edge, thick = (C.GOLD, 4) if moves else (C.DARK_WOOD, 2)
    bench = box(x, y + h / 2, w, h, rx=14, fill=C.WOOD, stroke=edge, stroke_width=thick)
    tray_at = x, y + (HEAD + h) / 2 - 3
    tray = box(*tray_at, w - 12, h - HEAD - 4, rx=10, fill="#8fbb62", opacity=0.9)
    return group(bench, tray, draw_plate(panel, note), *inside, id=f"hand-{panel.seat}")


@cache_shapes
def draw_plate(panel: SeatPanel, note: str) -> str:
    """Return who sits here: an initial on the player's colour, the name, and a note."""
    x, y, seat = panel.x + 24, panel.y + HEAD / 2, panel.seat
    name, size = SEAT_NAMES[seat], 21 if panel.width > NARROW else 18
    most = panel.width - 70 - 10.5 * len(note)  # next to the note and a house
    wide = min(46 + NAME_LETTERS * size, most)
    middle, edge = x - 16 + wide / 2, C.SEAT_DARK[seat]
    plate = box(middle, y, wide, 34, rx=17, fill=C.CREAM, stroke=edge, stroke_width=2)
    letter = bold(x, y, 19, name[0], fill="#ffffff")
    initial = disc(x, y, 14, fill=C.SEAT_FILL[seat]) + letter
    label = bold(x + 20, y, size, name, text_anchor="start", data_room=wide - 46)
    remark = words(x + wide - 9, y, 18, note, text_anchor="start", fill=C.PAPER)
    title = tooltip(f"{name}, {note}")
    return group(title, plate, initial, label, id=f"seat-{seat}") + remark


@cache_shapes
def draw_sign(text: str, further: str = "") -> str:
    """Return a board at the top of the picture that says what is going on."""
    board = box(
        WIDTH / 2, 25, WIDTH - 2 * PAD, 42, rx=10, fill=C.CREAM, stroke=C.DARK_WOOD, stroke_width=3
    )
    at, anchor = (PAD + 18, "start") if further else (WIDTH / 2, "middle")
    room = WIDTH - 2 * PAD - 36 - 10 * len(further)
    text_line = bold(at, 25, 24, text, text_anchor=anchor, fill=C.INK, data_room=room)
    if further:
        text_line += words(WIDTH - PAD - 18, 25, 18, further, text_anchor="end", fill=C.SOFT_INK)
    return group(board, text_line, id="sign")
