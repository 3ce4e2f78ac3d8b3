"""Outlines of shapes as the operators of a PDF; numbers are in the units of the picture."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, sin, sqrt, tan

from offleash.core.errors import OffleashError

ROUND = 0.5522847498  # how far the handles of a quarter of a circle reach
REMEMBERED = 1 << 14  # outlines
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
GAPS = re.compile(r"[\s,]*")
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]
Places = Mapping[str, str]


class Unreadable(OffleashError):
    """A picture has something that can't be drawn."""


def number(text: str) -> float:
    """A plain number: no percent, no unit."""
    try:
        return float(text)
    except ValueError:
        raise Unreadable(f"a drawing has the number {text!r}, which can't be printed") from None


def outline(name: str, places: Places) -> str:
    """Where a shape's edge runs."""
    return OUTLINES[name](places)


def polyline(points: list[Point], is_closed: bool) -> str:
    """Straight from point to point."""
    parts = [f"{x:.3f} {y:.3f} {'l' if n else 'm'}" for n, (x, y) in enumerate(points)]
    return " ".join([*parts, "h"] if is_closed else parts)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Four quarters."""
    a, b = ROUND * rx, ROUND * ry
    return (
        f"{x + rx:.3f} {y:.3f} m "
        f"{x + rx:.3f} {y + b:.3f} {x + a:.3f} {y + ry:.3f} {x:.3f} {y + ry:.3f} c "
        f"{x - a:.3f} {y + ry:.3f} {x - rx:.3f} {y + b:.3f} {x - rx:.3f} {y:.3f} c "
        f"{x - rx:.3f} {y - b:.3f} {x - a:.3f} {y - ry:.3f} {x:.3f} {y - ry:.3f} c "
        f"{x + a:.3f} {y - ry:.3f} {x + rx:.3f} {y - b:.3f} {x + rx:.3f} {y:.3f} c h"
    )


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> str:
    """With round corners, where it has some."""
    if not rx or not ry:
        return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    a, b = rx * (1 - ROUND), ry * (1 - ROUND)
    right, low = x + width, y + height
    return (
        f"{x + rx:.3f} {y:.3f} m {right - rx:.3f} {y:.3f} l "
        f"{right - a:.3f} {y:.3f} {right:.3f} {y + b:.3f} {right:.3f} {y + ry:.3f} c "
        f"{right:.3f} {low - ry:.3f} l "
        f"{right:.3f} {low - b:.3f} {right - a:.3f} {low:.3f} {right - rx:.3f} {low:.3f} c "
        f"{x + rx:.3f} {low:.3f} l "
        f"{x + a:.3f} {low:.3f} {x:.3f} {low - b:.3f} {x:.3f} {low - ry:.3f} c "
        f"{x:.3f} {y + ry:.3f} l "
        f"{x:.3f} {y + b:.3f} {x + a:.3f} {y:.3f} {x + rx:.3f} {y:.3f} c h"
    )


def _values(places: Places, *keys: str) -> list[float]:
    return [number(places.get(key, "0")) for key in keys]


def _circle(places: Places) -> str:
    x, y, r = _values(places, "cx", "cy", "r")
    return ellipse(x, y, r, r)


def _rect(places: Places) -> str:
    x, y, width, height = _values(places, "x", "y", "width", "height")
    rx, ry = places.get("rx"), places.get("ry")
    return rectangle(x, y, width, height, number(rx or ry or "0"), number(ry or rx or "0"))


def _line(places: Places) -> str:
    x1, y1, x2, y2 = _values(places, "x1", "y1", "x2", "y2")
    return polyline([(x1, y1), (x2, y2)], False)


def _path(places: Places) -> str:
    return path(places.get("d", ""))


@lru_cache(maxsize=REMEMBERED)
def _points(text: str, is_closed: bool) -> str:
    values = [number(part) for part in text.replace(",", " ").split()]
    return polyline(list(zip(values[::2], values[1::2], strict=True)), is_closed)


OUTLINES: Mapping[str, Callable[[Places], str]] = {
    "path": _path,
    "rect": _rect,
    "circle": _circle,
    "ellipse": lambda places: ellipse(*_values(places, "cx", "cy", "rx", "ry")),
    "polygon": lambda places: _points(places.get("points", ""), True),
    "polyline": lambda places: _points(places.get("points", ""), False),
    "line": _line,
}


# Paths


@lru_cache(maxsize=REMEMBERED)
def path(d: str) -> str:
    """The commands of a path."""
    walker = _Walker()
    for letter, values in _commands(d):
        walker.step(letter, values)
    return " ".join(walker.out)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Letters with as many numbers as each takes; a letter may serve for several."""
    tokens, rest = TOKEN.findall(d), GAPS.sub("", TOKEN.sub("", d))
    if rest:
        raise Unreadable(f"a drawing has a path with {rest[:10]!r}, which can't be printed")
    at, letter = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        many = COUNTS.get(letter.upper(), -1)
        values = tokens[at : at + max(0, many)]
        if many < 0 or len(values) < many or any(each.isalpha() for each in values):
            raise Unreadable(f"a drawing has a path with {letter!r}, which can't be printed")
        yield letter, [float(each) for each in values]
        at += many
        if not many and at < len(tokens) and not tokens[at].isalpha():
            raise Unreadable("a drawing has a path with numbers after its end")
        letter = {"M": "L", "m": "l"}.get(letter, letter)


class _Walker:
    """Goes along a path, and writes it with absolute numbers."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.here: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.handle: Point = (0.0, 0.0)  # the last one, which the next curve may mirror
        self.last = ""

    def step(self, letter: str, values: list[float]) -> None:
        kind = letter.upper()
        dx, dy = self.here if letter.islower() else (0.0, 0.0)
        if kind == "A":
            self._arc(values[:5], (values[5] + dx, values[6] + dy))
        elif kind == "H":
            self._straight((values[0] + dx, self.here[1]))
        elif kind == "V":
            self._straight((self.here[0], values[0] + dy))
        elif kind == "Z":
            self.out.append("h")
            self.here = self.start
        else:
            pairs = zip(values[::2], values[1::2], strict=True)
            self._through(kind, [(x + dx, y + dy) for x, y in pairs])
        self.last = kind

    def _through(self, kind: str, points: list[Point]) -> None:
        if kind == "M":
            self.start = self.here = points[0]
            self.out.append(f"{points[0][0]:.3f} {points[0][1]:.3f} m")
        elif kind == "L":
            self._straight(points[0])
        elif kind == "C":
            self._cubic(*points)
        elif kind == "S":
            self._cubic(self._mirrored("CS"), *points)
        elif kind == "Q":
            self._quadratic(*points)
        else:
            self._quadratic(self._mirrored("QT"), *points)

    def _mirrored(self, after: str) -> Point:
        if not self.last or self.last not in after:
            return self.here
        return 2 * self.here[0] - self.handle[0], 2 * self.here[1] - self.handle[1]

    def _straight(self, to: Point) -> None:
        self.here = to
        self.out.append(f"{to[0]:.3f} {to[1]:.3f} l")

    def _cubic(self, one: Point, two: Point, to: Point) -> None:
        self.out.append(
            f"{one[0]:.3f} {one[1]:.3f} {two[0]:.3f} {two[1]:.3f} {to[0]:.3f} {to[1]:.3f} c"
        )
        self.here, self.handle = to, two

    def _quadratic(self, handle: Point, to: Point) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self.here, handle, to
        one = x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0)
        self._cubic(one, (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2)), to)
        self.handle = handle

    def _arc(self, how: list[float], to: Point) -> None:
        """Part of an ellipse, in pieces of a quarter at most (SVG 1.1, appendix F.6)."""
        rx, ry, turn, is_large, goes_on = how
        if not rx or not ry or to == self.here:
            self._straight(to)
            return
        centre, (rx, ry), start, sweep = _arc_of(
            self.here, to, (abs(rx), abs(ry)), turn * pi / 180, is_large != goes_on
        )
        if goes_on and sweep < 0:
            sweep += 2 * pi
        elif not goes_on and sweep > 0:
            sweep -= 2 * pi
        pieces = ceil(abs(sweep) / (pi / 2) - 1e-9)
        for n in range(pieces):
            one, two = (start + sweep * (n + k) / pieces for k in (0, 1))
            points = _quarter(centre, (rx, ry), turn * pi / 180, one, two)
            self._cubic(points[0], points[1], to if n == pieces - 1 else points[2])


def _arc_of(
    start: Point, stop: Point, radii: Point, turn: float, is_left: bool
) -> tuple[Point, Point, float, float]:
    """The middle of an arc's ellipse, its radii (grown if need be), where it starts, how far."""
    (x1, y1), (x2, y2), (rx, ry) = start, stop, radii
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    x, y = cos(turn) * dx + sin(turn) * dy, cos(turn) * dy - sin(turn) * dx
    grown = sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grown, ry * grown
    under = (rx * y) ** 2 + (ry * x) ** 2
    far = sqrt(max(0.0, (rx * ry) ** 2 / under - 1)) * (1 if is_left else -1)
    cx, cy = far * rx * y / ry, -far * ry * x / rx
    centre = (
        cos(turn) * cx - sin(turn) * cy + (x1 + x2) / 2,
        sin(turn) * cx + cos(turn) * cy + (y1 + y2) / 2,
    )
    first = _angle((1, 0), ((x - cx) / rx, (y - cy) / ry))
    swept = _angle(((x - cx) / rx, (y - cy) / ry), ((-x - cx) / rx, (-y - cy) / ry))
    return centre, (rx, ry), first, swept


def _angle(one: Point, other: Point) -> float:
    along = (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))
    side = one[0] * other[1] - one[1] * other[0]
    return acos(max(-1.0, min(1.0, along))) * (-1 if side < 0 else 1)


def _quarter(centre: Point, radii: Point, turn: float, start: float, stop: float) -> list[Point]:
    """Two handles and the end of a short piece of an ellipse."""
    reach = 4 / 3 * tan((stop - start) / 4)
    round_one = [
        (cos(start) - reach * sin(start), sin(start) + reach * cos(start)),
        (cos(stop) + reach * sin(stop), sin(stop) - reach * cos(stop)),
        (cos(stop), sin(stop)),
    ]
    (cx, cy), (rx, ry) = centre, radii
    return [
        (
            cx + cos(turn) * rx * x - sin(turn) * ry * y,
            cy + sin(turn) * rx * x + cos(turn) * ry * y,
        )
        for x, y in round_one
    ]
