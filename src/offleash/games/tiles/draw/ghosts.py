"""Marks of legal actions: ghosts of placements, frames, and buttons."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, disc, draw_star, group, path, use
from offleash.games.tiles.draw.colours import GOLD, INK, MARK, PAPER
from offleash.games.tiles.draw.geometry import WAY_ANGLE, Point
from offleash.games.tiles.rules.hexes import WAYS

STAR = 0.48  # how far in a star's inner corners are


class Ghost(NamedTuple):
    """A placement to click."""

    action: int
    at: Point  # the middle of the first half
    way: int | None  # to the other half, if there is one
    is_special: bool = False


def ghost_symbols() -> str:
    """Return what ghosts refer to: a wedge for each way, a golden one with a star, and a plate."""
    form = "M11.5,-7.5 L23,0 L11.5,7.5 Q14.5,0 11.5,-7.5 Z"
    plain = path(form, fill=MARK, stroke=PAPER, stroke_width=1.8, stroke_linejoin="round")
    golden = path(form, fill=GOLD, stroke=INK, stroke_width=1.6, stroke_linejoin="round")
    golden += draw_star(20, 0, 7, STAR, fill=GOLD, stroke=INK, stroke_width=1.4)
    plate = disc(0, 0, 13, fill=PAPER, stroke=MARK, stroke_width=1.4)
    wedges = [
        group(shape, id=f"{name}-{way}", transform=f"rotate({svg.number(WAY_ANGLE[way])})")
        for way in range(WAYS)
        for name, shape in (("way", plain), ("gold", golden))
    ]
    return svg.tag("defs", *wedges, group(plate, id="ghost"))


def draw_placements(
    placements: Sequence[Ghost], face: str, draw_piece: Callable[[Point, int], str]
) -> Iterator[str]:
    """Yield a ghost on every cell where the first half may lie, or the piece in its only place."""
    if len(placements) == 1:
        action, at, way, is_special = placements[0]
        star = draw_star(*at, 9, STAR, fill=GOLD, stroke=INK, stroke_width=1.6)
        ghost = group(draw_piece(at, way or 0), opacity=0.85)
        yield group(
            ghost, star if is_special else "", id=f"target-{action}", data_action=str(action)
        )
    elif placements:
        yield ghost_symbols()
        by_cell: dict[Point, list[Ghost]] = defaultdict(list)
        for placement in placements:
            by_cell[placement.at].append(placement)
        yield from (draw_ghost(at, face, ways) for at, ways in by_cell.items())


def draw_ghost(at: Point, face: str, placements: Sequence[Ghost]) -> str:
    """Return a small face with a wedge for each way, or just the plate for a piece of one cell.

    Clicks on the face go to the cell below it.
    """
    marks = []
    for action, _, way, is_special in placements:
        name = "ghost" if way is None else f"{'gold' if is_special else 'way'}-{way}"
        marks.append(use(name, id=f"target-{action}", data_action=str(action)))
    head = use("ghost") + use(face, transform="scale(.52)")
    return svg.group_at(at, *marks, group(head, pointer_events="none"))


def target(action: int, text: str, *inside: str) -> str:
    """Return a mark that stands for an action, with its text to be read."""
    return group(svg.tooltip(text), *inside, id=f"target-{action}", data_action=str(action))


def draw_ring(x: float, y: float, width: float, height: float) -> str:
    """Return a line around what a person may click: white under a colour, to show everywhere."""
    look: dict[str, str | float] = {"rx": min(width, height) / 3, "fill": PAPER, "fill_opacity": 0}
    white = box(x, y, width, height, stroke="#ffffff", stroke_width=6, **look)
    return white + box(x, y, width, height, stroke=MARK, stroke_width=3.4, **look)


def draw_button(x: float, y: float, text: str) -> str:
    """Return a pill that says what it does."""
    width = 30 + 10.5 * len(text)
    pill = box(x, y, width, 30, rx=15, fill=MARK, stroke="#ffffff", stroke_width=2.5)
    return pill + bold(x, y, 18, text, fill="#ffffff")
