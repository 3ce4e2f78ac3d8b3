"""A turn at a glance, for rulebooks: panels in rows, each with a picture and a sentence."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from offleash.games.shared.printed import SANS, lines, wrapped
from offleash.games.shared.svg import bold, box, disc, document, group, moved, path

BADGE, PAPER, WOOD, INK = "#6a1b9a", "#fffaf0", "#a8703d", "#33240f"
WIDTH, GAP = 1000.0, 16.0  # of all panels side by side; between them
MOST_COLUMNS = 4
TITLE, TEXT, EDGE = 22.0, 16.0, 14.0  # sizes of letters; room next to a sentence
TOP, USUAL_ROOM = 58.0, 72.0  # for the title; for the picture


class StepPanel(NamedTuple):
    """A step of a turn, or a way to spend it."""

    title: str
    picture: str  # around its middle
    text: str


def draw_badge(x: float, y: float, label: str | int, r: float = 15) -> str:
    """Return a number that the text explains."""
    plate = disc(x, y, r, fill=BADGE, stroke="#ffffff", stroke_width=0.18 * r)
    return plate + bold(x, y, 1.15 * r, str(label), fill="#ffffff")


def draw_panels(
    panels: Sequence[StepPanel], room: float = USUAL_ROOM, defs: str = "", is_order: bool = True
) -> str:
    """Return the panels with numbers and arrows between them, or as choices with letters."""
    rows = ceil(len(panels) / MOST_COLUMNS)
    columns = ceil(len(panels) / rows)
    wide = (WIDTH - GAP * (columns - 1)) / columns
    longest = max(len(wrapped(panel.text, TEXT, wide - 2 * EDGE)) for panel in panels)
    tall = TOP + room + 1.3 * TEXT * longest + 22
    parts = [defs]
    for n, panel in enumerate(panels):
        row, column = divmod(n, columns)
        label = n + 1 if is_order else "abcdef"[n]
        drawn = [_draw_panel(panel, label, wide, tall, room)]
        if column and is_order:
            look: dict[str, str | float] = {"fill": "none", "stroke": BADGE, "stroke_width": 5}
            drawn.append(path("M-9,-9L3,0L-9,9", transform=moved(-GAP / 2 + 3, tall / 2), **look))
        parts.append(group(*drawn, transform=moved(column * (wide + GAP), row * (tall + GAP))))
    height = rows * (tall + GAP) - GAP
    return document(WIDTH, height, *parts, font_family=SANS, text_anchor="middle", fill=INK)


def _draw_panel(panel: StepPanel, label: str | int, wide: float, tall: float, room: float) -> str:
    """Return a panel whose upper left corner is the origin."""
    look: dict[str, str | float] = {"rx": 14, "fill": PAPER, "stroke": WOOD, "stroke_width": 3}
    return "".join(
        [
            box(wide / 2, tall / 2, wide - 4, tall - 4, **look),
            draw_badge(28, 32, label, 17),
            bold(54, 32, TITLE, panel.title, text_anchor="start"),
            group(panel.picture, transform=moved(wide / 2, TOP + room / 2)),
            *lines(wide / 2, TOP + room + TEXT, TEXT, panel.text, wide - 2 * EDGE),
        ]
    )
