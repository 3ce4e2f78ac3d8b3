"""Marks of what was last done: an outline round what was laid, and a line in words."""

from collections.abc import Sequence

from offleash.games.shared.svg import bold, box, disc, group, polygon, words
from offleash.games.tiles.draw.colours import CREAM, INK, SEAT_DARK
from offleash.games.tiles.draw.geometry import CORNERS, Point
from offleash.games.tiles.draw.lawn import WIDTH, LawnFrame

GLOW = "#ffffff"


def draw_laid(centres: Sequence[Point], number: int = 0) -> str:
    """Return a white outline round the piece on cells with these middles, and its number."""
    outer = "".join(polygon(((x + dx, y + dy) for dx, dy in CORNERS)) for x, y in centres)
    rim = group(outer, fill="none", stroke=GLOW, stroke_width=4, stroke_linejoin="round")
    if not number:
        return rim
    x, y = centres[0][0] + 16, centres[0][1] + 17
    plate = disc(x, y, 8, fill=INK, stroke=GLOW, stroke_width=1.6)
    return rim + plate + bold(x, y, 12, str(number), fill=GLOW)


def draw_turn(frame: LawnFrame, text: str, seat: int, *outlines: str) -> str:
    """Return a seat's last turn: outlines round what it laid, and a line in words on the lawn."""
    width, edge = 32 + 9.6 * len(text), SEAT_DARK[seat]
    ribbon = box(WIDTH / 2, 22, width, 30, rx=15, fill=CREAM, stroke=edge, stroke_width=2.5)
    caption = group(ribbon, words(WIDTH / 2, 22, 18, text), transform=frame.on_lawn())
    return group(*outlines, caption, id="last", pointer_events="none")
