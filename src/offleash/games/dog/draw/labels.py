"""Where labels find room: beside what they name, and never on one another."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from offleash.games.dog.draw.geometry import (
    CENTRE,
    CORNER,
    LANE,
    MIDDLE,
    PATH,
    SIDE,
    Point,
    halo_radius,
    home_point,
    inward,
    point_of,
)
from offleash.games.dog.draw.view import Spot, View
from offleash.games.dog.rules.record import HOME, HOME_SPACES, SEATS

INSIDE = SIDE - PATH / 2 - 2  # the lawn within the loop, from its middle
INSIDE_CORNER = CORNER - PATH / 2
GAP = 3.0  # between labels
NEAR = 7.0  # a label this close to its ring needs no line
STRIDE = 8.0  # how finely places are tried
DEPTHS, SHIFTS, SLANT = 40, 30, 7  # how far inward, how far aside, and that at no depth

Line = tuple[Point, Point]


@dataclass(frozen=True)
class Box:
    """A rectangle around its middle."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: "Box") -> bool:
        """Whether two boxes come closer than a gap."""
        return (
            abs(self.x - other.x) < (self.width + other.width) / 2 + GAP
            and abs(self.y - other.y) < (self.height + other.height) / 2 + GAP
        )

    def nearest(self, point: Point) -> Point:
        """The point of it that is nearest to another."""
        x = max(self.x - self.width / 2, min(self.x + self.width / 2, point[0]))
        y = max(self.y - self.height / 2, min(self.y + self.height / 2, point[1]))
        return x, y

    def is_crossed(self, line: Line) -> bool:
        """Whether a line goes through it: one of its diagonals is crossed, or an end is inside."""
        left, right = self.x - self.width / 2, self.x + self.width / 2
        top, bottom = self.y - self.height / 2, self.y + self.height / 2
        diagonals = ((left, top), (right, bottom)), ((left, bottom), (right, top))
        ends_inside = any(left < x < right and top < y < bottom for x, y in line)
        return ends_inside or any(cross(line, diagonal) for diagonal in diagonals)


def turn(a: Point, b: Point, c: Point) -> float:
    """Positive where the way from a over b to c turns to one side, negative to the other."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(one: Line, two: Line) -> bool:
    """Whether two lines cross."""
    (a, b), (c, d) = one, two
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


@cache
def offsets() -> list[tuple[float, float]]:
    """How far inward and how far aside, the nearest first."""
    tried = [
        (STRIDE * depth, STRIDE * side)
        for depth in range(DEPTHS)
        for side in range(-SHIFTS, SHIFTS + 1)
        if abs(side) <= depth + SLANT  # else its line would run along the path
    ]
    return sorted(tried, key=lambda each: (each[0] + 2.5 * abs(each[1]), each))


def obstacles(view: View) -> list[Box]:
    """What labels keep off: the homes and the table in the middle."""
    found = [Box(CENTRE, CENTRE, 2 * MIDDLE - 26, 2 * MIDDLE + 36)]
    for seat in range(SEATS):
        found += [Box(*home_point(view, seat, i), LANE, LANE) for i in range(HOME_SPACES)]
    return found


def is_inside(box: Box) -> bool:
    """Whether a box lies on the lawn within the loop, its round corners too."""
    far_x = abs(box.x - CENTRE) + box.width / 2
    far_y = abs(box.y - CENTRE) + box.height / 2
    if max(far_x, far_y) > INSIDE:
        return False
    bend_x, bend_y = far_x - INSIDE + INSIDE_CORNER, far_y - INSIDE + INSIDE_CORNER
    return min(bend_x, bend_y) < 0 or bend_x**2 + bend_y**2 < INSIDE_CORNER**2


class Room:
    """The lawn within the loop, as labels fill it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.taken = obstacles(view)
        self.labels: list[Box] = []
        self.lines: list[Line] = []

    def find(self, spot: Spot, width: float, height: float) -> Box:
        """The nearest free place for the label of a place; the nearest at all if none is free."""
        best: Box | None = None
        for box in self.candidates(spot, width, height):
            if not is_inside(box) or any(box.meets(other) for other in self.taken + self.labels):
                continue
            best = best or box
            if self.is_clear(box, self.line_to(spot, box)):
                best = box
                break
        best = best or self.anywhere(spot, width, height)
        self.labels.append(best)
        (x, y), (to_x, to_y) = line = self.line_to(spot, best)
        if (to_x - x) ** 2 + (to_y - y) ** 2 > NEAR**2:
            self.lines.append(line)
        return best

    def anywhere(self, spot: Spot, width: float, height: float) -> Box:
        """Where there is no room near by: the nearest free place of the whole lawn."""
        x, y = point_of(self.view, spot)
        grid = [CENTRE + STRIDE * step for step in range(-45, 46)]
        boxes = (Box(at_x, at_y, width, height) for at_x in grid for at_y in grid)
        free = (
            box
            for box in boxes
            if is_inside(box) and not any(box.meets(other) for other in self.taken + self.labels)
        )
        nearest = next(self.candidates(spot, width, height))
        return min(free, key=lambda box: (box.x - x) ** 2 + (box.y - y) ** 2, default=nearest)

    def candidates(self, spot: Spot, width: float, height: float) -> Iterator[Box]:
        """Boxes inward of a place, the nearest first; those of a home on either side."""
        x, y = point_of(self.view, spot)
        way_x, way_y = inward(self.view, spot)
        is_home = spot.place >= HOME
        reach = LANE / 2 if is_home else max(halo_radius(self.view), PATH / 2)
        reach += GAP + 1 + abs(way_x) * width / 2 + abs(way_y) * height / 2
        for deep, aside in offsets():
            for way in (1, -1) if is_home else (1,):
                far = way * (reach + deep)
                at = x + far * way_x - aside * way_y, y + far * way_y + aside * way_x
                yield Box(*at, width, height)

    def line_to(self, spot: Spot, box: Box) -> Line:
        """From the ring of a place to its label."""
        x, y = point_of(self.view, spot)
        to_x, to_y = box.nearest((x, y))
        share = halo_radius(self.view) / max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1)
        return (x + (to_x - x) * share, y + (to_y - y) * share), (to_x, to_y)

    def is_clear(self, box: Box, line: Line) -> bool:
        """Whether neither the label nor its line runs into those drawn already."""
        return not (
            any(other.is_crossed(line) for other in self.labels)
            or any(cross(line, other) or box.is_crossed(other) for other in self.lines)
        )
