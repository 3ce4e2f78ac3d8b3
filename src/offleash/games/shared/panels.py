"""A turn at a glance, for rulebooks: panels side by side, each with a picture and a sentence."""

from collections.abc import Sequence
from typing import NamedTuple

from offleash.games.shared.printed import SANS, lines, wrapped
from offleash.games.shared.svg import bold, box, disc, document, group, moved, path

BADGE, PAPER, WOOD, INK = "#6a1b9a", "#fffaf0", "#a8703d", "#33240f"
WIDTH, GAP = 236.0, 16.0
TITLE, TEXT = 24.0, 16.5  # sizes of letters
TOP = 60.0  # above the picture: the title
USUAL_ROOM = 72.0  # for the picture


class Panel(NamedTuple):
    """A step of a turn, or a way to spend it."""

    title: str
    picture: str  # around its middle
    text: str


def draw_badge(x: float, y: float, label: str | int, r: float = 15) -> str:
    """A number that the text explains."""
    plate = disc(x, y, r, fill=BADGE, stroke="#ffffff", stroke_width=0.18 * r)
    return plate + bold(x, y, 1.15 * r, str(label), fill="#ffffff")


def draw_panels(
    panels: Sequence[Panel], room: float = USUAL_ROOM, defs: str = "", is_order: bool = True
) -> str:
    """The panels with arrows between them and numbers, or as choices with letters."""
    longest = max(len(wrapped(panel.text, TEXT, WIDTH - 24)) for panel in panels)
    height = TOP + room + 1.3 * TEXT * longest + 24
    width = len(panels) * (WIDTH + GAP) - GAP + 8
    look: dict[str, str | float] = {"rx": 14, "fill": PAPER, "stroke": WOOD, "stroke_width": 3}
    parts = [defs]
    for n, (title, picture, text) in enumerate(panels):
        x = 4 + n * (WIDTH + GAP) + WIDTH / 2
        parts.append(box(x, height / 2, WIDTH, height - 8, **look))
        parts.append(draw_badge(x - WIDTH / 2 + 28, 32, n + 1 if is_order else "abcdef"[n], 17))
        parts.append(bold(x - WIDTH / 2 + 54, 32, TITLE, title, text_anchor="start"))
        parts.append(group(picture, transform=moved(x, TOP + room / 2)))
        parts += lines(x, TOP + room + TEXT, TEXT, text, WIDTH - 24)
        if n and is_order:
            at = moved(x - WIDTH / 2 - GAP / 2 + 3, height / 2)
            arrow: dict[str, str | float] = {"stroke": BADGE, "stroke_width": 5, "transform": at}
            parts.append(path("M-9,-9L3,0L-9,9", fill="none", **arrow))
    return document(width, height, *parts, font_family=SANS, text_anchor="middle", fill=INK)
