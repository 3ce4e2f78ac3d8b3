"""The outlines of SVG shapes as PDF operators, in the units of the picture."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, sin, sqrt, tan

from offleash.tools.errors import OffleashError

QUARTER_HANDLE = 0.5522847498  # length of the Bézier handles of a quarter circle of radius 1
CACHE_SIZE = 1 << 14  # outlines
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
SEPARATORS = re.compile(r"[\s,]*")
ARGUMENT_COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]
Attributes = Mapping[str, str]


class UnsupportedSvg(OffleashError):
    """A picture uses a feature of SVG that can't be drawn."""


def unsupported(feature: str) -> UnsupportedSvg:
    """Return the error for a feature that can't be drawn."""
    return UnsupportedSvg(f"a drawing has {feature}, which can't be printed")


def parse_number(text: str) -> float:
    """Parse a number. Raises UnsupportedSvg if it has a unit or a percent sign."""
    try:
        return float(text)
    except ValueError:
        raise unsupported(f"the number {text!r}") from None


def parse_numbers(text: str) -> list[float]:
    """Parse numbers between spaces or commas. Raises UnsupportedSvg like `parse_number`."""
    return [parse_number(part) for part in text.replace(",", " ").split()]


def outline(name: str, attributes: Attributes) -> str:
    """Return the outline of a shape, from its element name and attributes."""
    return OUTLINES[name](attributes)


def polyline(points: list[Point], is_closed: bool) -> str:
    """Return straight lines from point to point."""
    parts = [f"{x:.3f} {y:.3f} {'l' if n else 'm'}" for n, (x, y) in enumerate(points)]
    return " ".join([*parts, "h"] if is_closed else parts)


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    """Return an ellipse of four Bézier curves."""
    a, b = QUARTER_HANDLE * rx, QUARTER_HANDLE * ry
    return (
        f"{x + rx:.3f} {y:.3f} m "
        f"{x + rx:.3f} {y + b:.3f} {x + a:.3f} {y + ry:.3f} {x:.3f} {y + ry:.3f} c "
        f"{x - a:.3f} {y + ry:.3f} {x - rx:.3f} {y + b:.3f} {x - rx:.3f} {y:.3f} c "
        f"{x - rx:.3f} {y - b:.3f} {x - a:.3f} {y - ry:.3f} {x:.3f} {y - ry:.3f} c "
        f"{x + a:.3f} {y - ry:.3f} {x + rx:.3f} {y - b:.3f} {x + rx:.3f} {y:.3f} c h"
    )


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> str:
    """Return a rectangle; rx and ry are the radii of its corners."""
    if not rx or not ry:
        return f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re"
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    a, b = rx * (1 - QUARTER_HANDLE), ry * (1 - QUARTER_HANDLE)
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


def parse_attributes(attributes: Attributes, *keys: str) -> list[float]:
    """Parse attributes as numbers, 0 for one that is missing."""
    return [parse_number(attributes.get(key, "0")) for key in keys]


def _circle(attributes: Attributes) -> str:
    x, y, r = parse_attributes(attributes, "cx", "cy", "r")
    return ellipse(x, y, r, r)


def _rect(attributes: Attributes) -> str:
    x, y, width, height = parse_attributes(attributes, "x", "y", "width", "height")
    rx, ry = attributes.get("rx"), attributes.get("ry")
    radii = parse_number(rx or ry or "0"), parse_number(ry or rx or "0")
    return rectangle(x, y, width, height, *radii)


def _line(attributes: Attributes) -> str:
    x1, y1, x2, y2 = parse_attributes(attributes, "x1", "y1", "x2", "y2")
    return polyline([(x1, y1), (x2, y2)], False)


@lru_cache(maxsize=CACHE_SIZE)
def _point_list(text: str, is_closed: bool) -> str:
    values = parse_numbers(text)
    return polyline(list(zip(values[::2], values[1::2], strict=True)), is_closed)


@lru_cache(maxsize=CACHE_SIZE)
def path(d: str) -> str:
    """Return the outline of a path. Raise UnsupportedSvg if a command is wrong."""
    writer = _PathWriter()
    for letter, values in _commands(d):
        writer.step(letter, values)
    return " ".join(writer.out)


OUTLINES: Mapping[str, Callable[[Attributes], str]] = {
    "path": lambda attributes: path(attributes.get("d", "")),
    "rect": _rect,
    "circle": _circle,
    "ellipse": lambda attributes: ellipse(*parse_attributes(attributes, "cx", "cy", "rx", "ry")),
    "polygon": lambda attributes: _point_list(attributes.get("points", ""), True),
    "polyline": lambda attributes: _point_list(attributes.get("points", ""), False),
    "line": _line,
}


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    """Yield the commands with their numbers; a letter may be followed by several sets of them."""
    tokens, remainder = TOKEN.findall(d), SEPARATORS.sub("", TOKEN.sub("", d))
    if remainder:
        raise unsupported(f"a path with {remainder[:10]!r}")
    at, letter = 0, ""
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        count = ARGUMENT_COUNTS.get(letter.upper(), -1)
        values = tokens[at : at + max(0, count)]
        if count < 0 or len(values) < count or any(value.isalpha() for value in values):
            raise unsupported(f"a path with {letter!r}")
        yield letter, [float(value) for value in values]
        at += count
        if not count and at < len(tokens) and not tokens[at].isalpha():
            raise UnsupportedSvg("a drawing has a path with numbers after its end")
        letter = {"M": "L", "m": "l"}.get(letter, letter)


class _PathWriter:
    """Writes a path with absolute coordinates, command by command."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.position: Point = (0.0, 0.0)
        self.start: Point = (0.0, 0.0)
        self.handle: Point = (0.0, 0.0)  # of the last curve; the next one may reflect it
        self.last = ""

    def step(self, letter: str, values: list[float]) -> None:
        kind = letter.upper()
        dx, dy = self.position if letter.islower() else (0.0, 0.0)
        if kind == "A":
            self._arc_to(values[:5], (values[5] + dx, values[6] + dy))
        elif kind == "H":
            self._line_to((values[0] + dx, self.position[1]))
        elif kind == "V":
            self._line_to((self.position[0], values[0] + dy))
        elif kind == "Z":
            self.out.append("h")
            self.position = self.start
        else:
            pairs = zip(values[::2], values[1::2], strict=True)
            self._step_points(kind, [(x + dx, y + dy) for x, y in pairs])
        self.last = kind

    def _step_points(self, kind: str, points: list[Point]) -> None:
        if kind == "M":
            self.start = self.position = points[0]
            self.out.append(f"{points[0][0]:.3f} {points[0][1]:.3f} m")
        elif kind == "L":
            self._line_to(points[0])
        elif kind == "C":
            self._cubic_to(*points)
        elif kind == "S":
            self._cubic_to(self._reflected_handle("CS"), *points)
        elif kind == "Q":
            self._quadratic_to(*points)
        else:
            self._quadratic_to(self._reflected_handle("QT"), *points)

    def _reflected_handle(self, after: str) -> Point:
        if not self.last or self.last not in after:
            return self.position
        return 2 * self.position[0] - self.handle[0], 2 * self.position[1] - self.handle[1]

    def _line_to(self, to: Point) -> None:
        self.position = to
        self.out.append(f"{to[0]:.3f} {to[1]:.3f} l")

    def _cubic_to(self, one: Point, two: Point, to: Point) -> None:
        self.out.append(
            f"{one[0]:.3f} {one[1]:.3f} {two[0]:.3f} {two[1]:.3f} {to[0]:.3f} {to[1]:.3f} c"
        )
        self.position, self.handle = to, two

    def _quadratic_to(self, handle: Point, to: Point) -> None:
        (x0, y0), (x1, y1), (x2, y2) = self.position, handle, to
        one = x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0)
        self._cubic_to(one, (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2)), to)
        self.handle = handle

    def _arc_to(self, shape: list[float], to: Point) -> None:
        """Add part of an ellipse, in pieces of at most a quarter (SVG 1.1, appendix F.6)."""
        rx, ry, rotation, is_large, is_clockwise = shape
        if not rx or not ry or to == self.position:
            self._line_to(to)
            return
        centre, (rx, ry), start, sweep = _arc_centre(
            self.position, to, (abs(rx), abs(ry)), rotation * pi / 180, is_large != is_clockwise
        )
        if is_clockwise and sweep < 0:
            sweep += 2 * pi
        elif not is_clockwise and sweep > 0:
            sweep -= 2 * pi
        pieces = ceil(abs(sweep) / (pi / 2) - 1e-9)
        for n in range(pieces):
            one, two = (start + sweep * (n + k) / pieces for k in (0, 1))
            points = _arc_piece(centre, (rx, ry), rotation * pi / 180, one, two)
            self._cubic_to(points[0], points[1], to if n == pieces - 1 else points[2])


def _arc_centre(
    start: Point, stop: Point, radii: Point, rotation: float, is_left: bool
) -> tuple[Point, Point, float, float]:
    """Return the centre of an arc, its radii (enlarged if too small), first angle and sweep."""
    (x1, y1), (x2, y2), (rx, ry) = start, stop, radii
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    x, y = cos(rotation) * dx + sin(rotation) * dy, cos(rotation) * dy - sin(rotation) * dx
    growth = sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * growth, ry * growth
    squares = (rx * y) ** 2 + (ry * x) ** 2
    factor = sqrt(max(0.0, (rx * ry) ** 2 / squares - 1)) * (1 if is_left else -1)
    cx, cy = factor * rx * y / ry, -factor * ry * x / rx
    centre = (
        cos(rotation) * cx - sin(rotation) * cy + (x1 + x2) / 2,
        sin(rotation) * cx + cos(rotation) * cy + (y1 + y2) / 2,
    )
    first = _angle((1, 0), ((x - cx) / rx, (y - cy) / ry))
    sweep = _angle(((x - cx) / rx, (y - cy) / ry), ((-x - cx) / rx, (-y - cy) / ry))
    return centre, (rx, ry), first, sweep


def _angle(one: Point, other: Point) -> float:
    cosine = (one[0] * other[0] + one[1] * other[1]) / (hypot(*one) * hypot(*other))
    side = one[0] * other[1] - one[1] * other[0]
    return acos(max(-1.0, min(1.0, cosine))) * (-1 if side < 0 else 1)


def _arc_piece(
    centre: Point, radii: Point, rotation: float, start: float, stop: float
) -> list[Point]:
    """Return two handles and the end of a piece of an ellipse."""
    reach = 4 / 3 * tan((stop - start) / 4)
    unit_points = [
        (cos(start) - reach * sin(start), sin(start) + reach * cos(start)),
        (cos(stop) + reach * sin(stop), sin(stop) - reach * cos(stop)),
        (cos(stop), sin(stop)),
    ]
    (cx, cy), (rx, ry) = centre, radii
    return [
        (
            cx + cos(rotation) * rx * x - sin(rotation) * ry * y,
            cy + sin(rotation) * rx * x + cos(rotation) * ry * y,
        )
        for x, y in unit_points
    ]
