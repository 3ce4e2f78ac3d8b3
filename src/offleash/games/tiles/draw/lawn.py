"""The lawn: how much of it the picture shows, its grass, and the cells to click.

Cells keep their place in the picture's own units however the table grows; only the view box
changes. What is around the lawn, such as hands, is drawn 840 units wide and scaled to fit.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from offleash.games.shared import svg
from offleash.games.shared.svg import (
    box,
    cache_shapes,
    disc,
    discs,
    group,
    group_at,
    path,
    polygon,
    tag,
    use,
)
from offleash.games.tiles.draw import colours as C
from offleash.games.tiles.draw.geometry import CORNERS, LIFT, WAY_AT, Point, centre
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, SIDE

WIDTH = 840  # of all that is around the lawn, in its own units
HEIGHT = 560  # of the smallest lawn
MARGIN = 118  # between a dog's middle and the walk: two more fit there
BORDER = 32  # between the walk and the end of the lawn, as wide as what is around
GRAIN = 90  # the lawn grows in steps of this, so that it rarely moves
RIM = 2  # a placement reaches two cells beyond what lies
FIRST_CELLS = (CENTRE, CENTRE + SIDE)  # where the first tile of a game lies
TALLEST, FLATTEST = 1.25, 0.5  # height of a lawn by its width
CLEAR_CELL = polygon(CORNERS, fill="#ffffff", fill_opacity=0)  # invisible, to be clicked


@dataclass(frozen=True)
class LawnFrame:
    """What the picture shows: a lawn with room above and below, in units of the cells."""

    left: float
    top: float
    width: float
    height: float
    above: float = 0  # in units of what is around
    below: float = 0

    @property
    def scale(self) -> float:
        """Of what is around the lawn."""
        return self.width / WIDTH

    @property
    def view_box(self) -> str:
        """Of the whole picture."""
        over, under = self.above * self.scale, self.below * self.scale
        values = (self.left, self.top - over, self.width, self.height + over + under)
        return " ".join(svg.number(value) for value in values)

    def over_lawn(self) -> str:
        """Return the transform to the picture's upper left corner, 840 units wide from there."""
        return self._scaled(self.top - self.above * self.scale)

    def on_lawn(self) -> str:
        """Return the same to the upper left corner of the lawn."""
        return self._scaled(self.top)

    def under_lawn(self) -> str:
        """Return the same to the lower left corner of the lawn."""
        return self._scaled(self.top + self.height)

    def _scaled(self, y: float) -> str:
        return svg.moved(self.left, y, scale=self.scale)


def frame_of(cells: Iterable[int], above: float, below: float) -> LawnFrame:
    """Return the lawn around these cells, never too small, tall or flat."""
    points = [centre(cell) for cell in cells]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    inside = 1 - 2 * BORDER / WIDTH  # the part of its width that the walk leaves
    across, down = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
    width = _coarse(max(WIDTH, across / inside, down / TALLEST) - WIDTH) + WIDTH
    height = max(HEIGHT, down + 2 * BORDER * width / WIDTH, width * FLATTEST)
    height = _coarse(height - HEIGHT) + HEIGHT
    x, y = (left + right - width) / 2, (top + bottom - height) / 2
    return LawnFrame(_stepped(x), _stepped(y), width, height, above, below)


def _coarse(length: float) -> float:
    """Return a length rounded up to whole steps."""
    return -(-length // GRAIN) * GRAIN


def _stepped(at: float) -> float:
    """Return a place rounded to half steps."""
    return round(at / (GRAIN / 2)) * (GRAIN / 2)


@cache_shapes
def draw_lawn(frame: LawnFrame) -> str:
    """Return grass with stripes, tufts and flowers, a sandy walk around it, light from the left."""
    x, y = frame.left + frame.width / 2, frame.top + frame.height / 2
    w, h, k = frame.width, frame.height, frame.scale
    walk = "".join(
        use("walk", stroke=stroke, stroke_width=thick * k)
        for stroke, thick in (("#c9b27c", 21), (C.SAND, 17))
    )
    line = box(x, y, w - 40 * k, h - 40 * k, rx=44 * k, fill="none", id="walk")
    layers = [
        box(x, y, w, h, rx=30 * k, fill=fill)
        for fill in (C.GRASS, "url(#stripes)", "url(#tufts)", "url(#flowers)")
    ]
    corners = [
        _bush(x + sx * (w / 2 - 24 * k), y + sy * (h / 2 - 24 * k), k)
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    return group(
        tag("defs", *_patterns(), line),
        *layers,
        walk,
        box(x, y, w, h, rx=30 * k, fill="url(#light)"),
        *corners,
        id="lawn",
    )


def _patterns() -> Iterable[str]:
    """Yield patterns of grass and flowers; their lengths differ so that no repetition shows."""
    stripe = box(45, 60, 90, 120, fill=C.LIGHT_GRASS, opacity=0.55)
    yield _pattern("stripes", 180, 120, stripe)
    blades = ((14, 30), (120, 62), (70, 118), (178, 130), (34, 176), (150, 20))
    d = " ".join(
        f"M{x},{y} q-1,-6 -4,-9 M{x + 2},{y} v-11 M{x + 4},{y} q1,-6 4,-9" for x, y in blades
    )
    yield _pattern("tufts", 210, 190, path(d, stroke=C.DARK_GRASS, stroke_width=1.8, fill="none"))
    kinds = (
        (40, 60, "#fffdf5", 3.2),
        (232, 148, "#f7d4e4", 3),
        (118, 262, "#fff3a6", 2.8),
        (300, 300, "#fffdf5", 3),
        (190, 34, "#d9d2f5", 2.8),
    )
    yield _pattern("flowers", 347, 331, *(_flower(*kind) for kind in kinds))
    stops = (("0", C.PAPER, 0.34), ("0.55", C.PAPER, 0.0), ("1", "#23400f", 0.2))
    shades = [
        tag("stop", offset=at, stop_color=colour, stop_opacity=much) for at, colour, much in stops
    ]
    yield tag("radialGradient", *shades, id="light", cx=0.3, cy=0.22, r=0.95)


def _pattern(name: str, width: float, height: float, *inside: str) -> str:
    return tag(
        "pattern", *inside, id=name, width=width, height=height, patternUnits="userSpaceOnUse"
    )


def _flower(x: float, y: float, colour: str, r: float) -> str:
    """Return a flower: five petals seen from above."""
    around = ((0, -1.2), (1.15, -0.37), (0.7, 0.97), (-0.7, 0.97), (-1.15, -0.37))
    petals = discs(((x + dx * r, y + dy * r) for dx, dy in around), r, fill=colour)
    return petals + disc(x, y, 0.8 * r, fill="#f0a92b")


def _bush(x: float, y: float, scale: float) -> str:
    """Return a bush seen from above: a shadow, leaves, light on them."""
    leaves = ((-11, 6), (12, 5), (0, -12), (-3, 13), (13, -8), (-13, -8), (0, 0))
    light = ((0.7 * dx - 3, 0.7 * dy - 4) for dx, dy in leaves)
    return group(
        disc(4, 6, 25, fill="#20310f", opacity=0.25),
        discs(leaves, 13, fill=C.HEDGE),
        discs(light, 6, fill="#6a9c4c"),
        transform=f"{svg.moved(x, y)} scale({svg.number(scale)})",
    )


@cache_shapes
def draw_first_place() -> str:
    """Return where the first tile will lie, on an empty lawn."""
    pale = {"fill": C.PAPER, "fill_opacity": "0.25", "stroke": C.PAPER}
    form = polygon(CORNERS, **pale, stroke_width=2, stroke_dasharray="5 5")
    return "".join(group_at(centre(cell), form) for cell in FIRST_CELLS)


def draw_cells(cells: Iterable[int], heights: dict[int, int]) -> str:
    """Return what people click on the lawn, `cell-N` for each cell: invisible hexagons."""
    tops = ((cell, *top_of(cell, heights)) for cell in cells)
    spots = (use("cell", id=f"cell-{cell}", x=x, y=y) for cell, x, y in tops)
    return group(tag("defs", group(CLEAR_CELL, id="cell")), *spots, id="cells")


def top_of(cell: int, heights: dict[int, int]) -> Point:
    """Return the middle of the dog that can be seen on a cell, or of the bare cell."""
    x, y = centre(cell)
    return x, y - LIFT * max(0, heights.get(cell, 0) - 1)


def painter_order(cell: int, way: int, level: int) -> tuple[float, ...]:
    """Return the key that sorts each piece after those behind it and below it.

    Of two that lean the same way over the same rows, the one they lean away from lies behind.
    """
    x, y = centre(cell)
    lean = way % HALF_WAYS
    return level, 2 * y + WAY_AT[way][1], lean, -x if lean == 1 else x
