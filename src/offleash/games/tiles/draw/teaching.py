"""What pictures that teach the rules of tile games are made of."""

from collections.abc import Iterable

from offleash.games.shared.panels import BADGE
from offleash.games.shared.printed import SANS, fitted
from offleash.games.shared.svg import bold, document, group, moved, path, use, words
from offleash.games.tiles.draw.colours import INK, SOFT_INK
from offleash.games.tiles.draw.geometry import ACROSS, DOWN, Point
from offleash.games.tiles.draw.pieces import draw_back, draw_tile, symbols
from offleash.games.tiles.text.names import DOGS, TILE_NAMES

ROOM, SCALE = 104.0, 0.84  # for two rows of hexagons
HEART = "M0,9 C-16,-4 -7,-14 0,-5 C7,-14 16,-4 0,9 Z"


def point_of(q: float, r: float) -> Point:
    """Return the middle of a cell."""
    return ACROSS * (q + r / 2), DOWN * r


def lay(name: str, q: float, r: float, way: int = 0, level: int = 0) -> str:
    """Return a tile with its first dog on a cell, and the other that way."""
    return draw_tile(TILE_NAMES.index(name), point_of(q, r), way, level)


def draw_heart(at: Point) -> str:
    """Return a heart where two dogs of a breed meet."""
    look: dict[str, str | float] = {"fill": "#d81b60", "stroke": "#ffffff", "stroke_width": 2}
    return path(HEART, transform=moved(*at, scale=1.1), **look)


def draw_arrow(start: Point, end: Point) -> str:
    """Return an arrow straight up, down or aside."""
    (x, y), (to_x, to_y) = start, end
    dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
    head = f"M{to_x - 8 * dx - 8 * dy},{to_y - 8 * dy - 8 * dx} L{to_x},{to_y} "
    head += f"L{to_x - 8 * dx + 8 * dy},{to_y - 8 * dy + 8 * dx}"
    line = f"M{x},{y} L{to_x},{to_y} {head}"
    return path(line, fill="none", stroke=BADGE, stroke_width=5, stroke_linecap="round")


def centred(parts: Iterable[str], middle: Point, scale: float = SCALE) -> str:
    """Return a scene whose middle is the origin of its panel."""
    x, y = middle
    inner = group(*parts, transform=moved(-x, -y))
    return group(inner, transform=f"scale({scale})")


def draw_breeds(count: int) -> str:
    """Return a dog of each breed, with the names of its colour and of its breed."""
    step, height = 100.0, 112.0
    parts = [symbols()]
    for n, dog in enumerate(DOGS[:count]):
        x = (n + 0.5) * step
        parts.append(use(f"dog-{n}", transform=moved(x, 36.0, scale=1.2)))
        parts.append(bold(x, 82.0, 15, dog.colour))
        parts.append(words(x, 101.0, fitted(dog.breed, 14, step - 6), dog.breed, fill=SOFT_INK))
    return document(count * step, height, *parts, font_family=SANS, text_anchor="middle", fill=INK)


def draw_drawing() -> str:
    """Return a picture of a tile that comes from the supply."""
    piled = [draw_back((-60.0, 8.0)), draw_back((-64.0, 2.0)), draw_back((-68.0, -4.0))]
    return centred([*piled, draw_arrow((26.0, 0.0), (74.0, 0.0))], (0.0, 0.0))
