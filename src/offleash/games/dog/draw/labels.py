"""Where labels find room: next to what they name, and never on one another."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist

import numpy as np
from numpy.typing import NDArray

from offleash.games.dog.draw import geometry as G
from offleash.games.dog.position import Board, Spot
from offleash.games.dog.rules import record as R

INSIDE = G.SIDE - G.PATH / 2 - 2  # the lawn within the loop, from its middle
INSIDE_CORNER = G.CORNER - G.PATH / 2
GAP = 3.0  # between labels
NEAR = 7.0  # a label this close to its ring needs no line
STRIDE = 8.0  # how finely places are tried
DEPTHS, SHIFTS, SLANT = 40, 30, 7  # how far inward, how far aside, and that at no depth
FARTHEST = 340.0  # how long a line may be, before all labels are drawn smaller
TRIES = 80  # free places that are tried for a clear line
SCALES = (1.0, 0.86, 0.74, 0.64, 0.5, 0.4)  # at the last, all labels are a tenth of the lawn

Line = tuple[G.Point, G.Point]


@dataclass(frozen=True)
class Box:
    """A rectangle around its middle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """Left, right, top and bottom."""
        x, y = self.width / 2, self.height / 2
        return self.x - x, self.x + x, self.y - y, self.y + y

    def contains(self, point: G.Point) -> bool:
        """Return whether a point lies in it."""
        return abs(point[0] - self.x) < self.width / 2 and abs(point[1] - self.y) < self.height / 2

    def nearest(self, point: G.Point) -> G.Point:
        """Return the point of it that is nearest to another."""
        left, right, top, bottom = self.edges
        return max(left, min(right, point[0])), max(top, min(bottom, point[1]))

    def is_crossed(self, line: Line) -> bool:
        """Return whether a line goes through it: it crosses a diagonal, or has an end inside."""
        left, right, top, bottom = self.edges
        diagonals = ((left, top), (right, bottom)), ((left, bottom), (right, top))
        return any(map(self.contains, line)) or any(cross(line, other) for other in diagonals)


def turn(a: G.Point, b: G.Point, c: G.Point) -> float:
    """Return a positive number if the way from a over b to c turns to one side, else negative."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(one: Line, two: Line) -> bool:
    """Return whether two lines cross."""
    (a, b), (c, d) = one, two
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


@cache
def offsets() -> NDArray[np.float64]:
    """Return offsets, how far inward and how far aside, the nearest first."""
    candidates = [
        (STRIDE * depth, STRIDE * side)
        for depth in range(DEPTHS)
        for side in range(-SHIFTS, SHIFTS + 1)
        if abs(side) <= depth + SLANT  # else its line would run along the path
    ]
    return np.array(sorted(candidates, key=lambda at: (at[0] + 2.5 * abs(at[1]), at)))


@cache
def lawn() -> NDArray[np.float64]:
    """Return points all over the lawn, for labels that find no room straight inward."""
    steps = G.CENTRE + STRIDE * np.arange(-44, 45, 2)
    return np.array([(x, y) for x in steps for y in steps])


def obstacles(board: Board) -> list[Box]:
    """Return what labels avoid: the homes and the table in the middle."""
    homes = (G.home_point(board, *home) for home in product(range(R.SEATS), range(R.HOME_SPACES)))
    table = Box(*G.MIDPOINT, 2 * G.MIDDLE - 26, 2 * G.MIDDLE + 36)
    return [table, *(Box(*home, G.LANE, G.LANE) for home in homes)]


def are_inside(points: NDArray[np.float64], width: float, height: float) -> NDArray[np.bool_]:
    """Return for each point whether a box would lie on the lawn in the loop, round corners too."""
    far = np.abs(points - G.CENTRE) + (width / 2, height / 2)
    bend = far - INSIDE + INSIDE_CORNER
    round_corner = (bend.min(axis=1) < 0) | ((bend**2).sum(axis=1) < INSIDE_CORNER**2)
    fits: NDArray[np.bool_] = (far.max(axis=1) <= INSIDE) & round_corner
    return fits


class LabelLayout:
    """Labels on the lawn within the loop, all at one scale, and their lines."""

    def __init__(self, board: Board, scale: float) -> None:
        self.board, self.scale = board, scale
        self.fixed = obstacles(board)
        self.labels: list[Box] = []
        self.lines: list[Line] = []

    def add(self, spot: Spot, width: float, height: float) -> bool:
        """Add a label at the nearest free place, if any, with a clear line where possible."""
        points = self.free(self.near(spot, width, height), width, height)
        if not len(points):
            points = self.free(self.far(spot), width, height)
        if not len(points):
            return False
        boxes = (Box(float(x), float(y), width, height) for x, y in points[:TRIES])
        clear = (box for box in boxes if self.is_clear(box, self.line_to(spot, box)))
        label = next(clear, Box(float(points[0, 0]), float(points[0, 1]), width, height))
        self.labels.append(label)
        line = self.line_to(spot, label)
        if dist(*line) > NEAR:
            self.lines.append(line)
        return True

    def near(self, spot: Spot, width: float, height: float) -> NDArray[np.float64]:
        """Return middles of labels inward of a place, the nearest first."""
        middle = np.array(G.point_of(self.board, spot))
        way = np.array(G.inward(self.board, spot))
        aside = np.array((-way[1], way[0]))
        is_home = spot.place >= R.HOME
        reach = G.LANE / 2 if is_home else max(G.halo_radius(self.board), G.PATH / 2)
        reach += GAP + 1 + abs(way[0]) * width / 2 + abs(way[1]) * height / 2
        deep, shift = offsets().T[:, :, None]
        inside: NDArray[np.float64] = middle + (reach + deep) * way + shift * aside
        if not is_home:
            return inside
        beyond = middle - (reach + deep) * way + shift * aside  # a home has two sides
        return np.stack((inside, beyond), axis=1).reshape(-1, 2)

    def far(self, spot: Spot) -> NDArray[np.float64]:
        """Return the same on all sides, as far as a line may lead."""
        ways = ((lawn() - G.point_of(self.board, spot)) ** 2).sum(axis=1)
        order = np.argsort(ways, kind="stable")
        points: NDArray[np.float64] = lawn()[order[ways[order] < FARTHEST**2]]
        return points

    def free(self, points: NDArray[np.float64], width: float, height: float) -> NDArray[np.float64]:
        """Return those points where a box lies on the lawn and meets nothing."""
        points = points[are_inside(points, width, height)]
        for box in self.fixed + self.labels:
            room = (box.width + width) / 2 + GAP, (box.height + height) / 2 + GAP
            points = points[(np.abs(points - (box.x, box.y)) >= room).any(axis=1)]
        return points

    def line_to(self, spot: Spot, box: Box) -> Line:
        """Return the line from the ring of a place to its label."""
        x, y = G.point_of(self.board, spot)
        to_x, to_y = box.nearest((x, y))
        share = G.halo_radius(self.board) / max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 1)
        return (x + (to_x - x) * share, y + (to_y - y) * share), (to_x, to_y)

    def is_clear(self, box: Box, line: Line) -> bool:
        """Return whether neither the label nor its line runs into those drawn already."""
        return not (
            any(other.is_crossed(line) for other in self.labels)
            or any(other.is_crossed(line) and not other.contains(line[0]) for other in self.fixed)
            or any(cross(line, other) or box.is_crossed(other) for other in self.lines)
        )


def fit(board: Board, sizes: list[tuple[Spot, float, float]]) -> LabelLayout:
    """Return a layout with room for the label of each place, in order; many are drawn smaller."""
    for scale in SCALES:
        layout = LabelLayout(board, scale)
        if all(layout.add(spot, scale * width, scale * height) for spot, width, height in sizes):
            break
    return layout
