"""Marks of legal actions: ghosts of placements, frames, and buttons."""

from collections.abc import Iterable
from math import cos, pi, sin
from xml.sax.saxutils import escape

from offleash.games.shared.svg import box, disc, moved, number, polygon, tag, words
from offleash.games.tiles.draw.colours import GOLD, INK, MARK, PAPER
from offleash.games.tiles.draw.geometry import WAY_ANGLE, Point
from offleash.games.tiles.rules.hexes import WAYS

Wedge = tuple[int, int | None, bool]  # an action, its way if it has one, whether it is special


def ghost_symbols() -> str:
    """What ghosts refer to: a wedge for each way, a golden one with a star, and a plate."""
    form = "M11.5,-7.5 L23,0 L11.5,7.5 Q14.5,0 11.5,-7.5 Z"
    look: dict[str, str | float] = {"stroke_linejoin": "round"}
    plain = tag("path", d=form, fill=MARK, stroke=PAPER, stroke_width=1.8, **look)
    golden = tag("path", d=form, fill=GOLD, stroke=INK, stroke_width=1.6, **look)
    star = draw_star(20, 0, 7, fill=GOLD, stroke=INK, stroke_width=1.4)
    plate = disc(0, 0, 13, fill=PAPER, stroke=MARK, stroke_width=1.4)
    wedges = [
        tag("g", shape, id=f"{name}-{way}", transform=f"rotate({number(WAY_ANGLE[way])})")
        for way in range(WAYS)
        for name, shape in (("way", plain), ("gold", golden + star))
    ]
    return tag("defs", *wedges, tag("g", plate, id="ghost"))


def draw_ghost(at: Point, face: str, wedges: Iterable[Wedge]) -> str:
    """A small face with a wedge for each way; for a piece of one cell, the plate is the mark.

    Clicks on the face go to the cell below it.
    """
    marks = []
    for action, way, special in wedges:
        shape = "ghost" if way is None else f"{'gold' if special else 'way'}-{way}"
        attributes: dict[str, str | float] = {"id": f"target-{action}", "data_action": str(action)}
        marks.append(tag("use", href=f"#{shape}", **attributes))
    head = tag("use", href="#ghost") + tag("use", href=f"#{face}", transform="scale(.52)")
    return tag("g", *marks, tag("g", head, pointer_events="none"), transform=moved(*at))


def draw_only(action: int, at: Point, piece: str, special: bool) -> str:
    """The only placement, or the one to look at: the piece itself, as it would lie."""
    star = draw_star(*at, 9, fill=GOLD, stroke=INK, stroke_width=1.6) if special else ""
    attributes: dict[str, str | float] = {"id": f"target-{action}", "data_action": str(action)}
    return tag("g", tag("g", piece, opacity=0.85), star, **attributes)


def draw_star(x: float, y: float, r: float, **look: str | float) -> str:
    """Five points: something is gained here."""
    turns = [(k * pi / 5, r if k % 2 == 0 else 0.48 * r) for k in range(10)]
    return polygon(((x + far * sin(a), y - far * cos(a)) for a, far in turns), **look)


def target(action: int, text: str, *inside: str) -> str:
    """A mark that stands for an action, with its text to be read."""
    title = tag("title", escape(text))
    return tag("g", title, *inside, id=f"target-{action}", data_action=str(action))


def draw_ring(x: float, y: float, width: float, height: float) -> str:
    """A line around what a person may click, white under a colour so that it shows everywhere."""
    look: dict[str, str | float] = {"rx": min(width, height) / 3, "fill": PAPER, "fill_opacity": 0}
    white = box(x, y, width, height, stroke="#ffffff", stroke_width=6, **look)
    return white + box(x, y, width, height, stroke=MARK, stroke_width=3.4, **look)


def draw_button(x: float, y: float, text: str) -> str:
    """A pill that says what it does."""
    width = 30 + 10.5 * len(text)
    pill = box(x, y, width, 30, rx=15, fill=MARK, stroke="#ffffff", stroke_width=2.5)
    return pill + words(x, y, 18, text, font_weight="bold", fill="#ffffff")
