"""Colours, and the small shapes that come up all over the picture."""

from itertools import pairwise
from math import cos, pi, sin

from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, disc, ellipse, group, number, path, point
from offleash.games.uri_nation.draw.colours import DARK, FILL, INK, PAPER

GOLD, MARK, HIT = ("#e0a100", "#7b1fa2", "#b3001b")  # on turn, legal, under attack
DEEP = ("#8f2508", "#7a5a00", "#0f4775", "#05523c")  # of the seats, for what is read on paper
PEG, PEG_LIGHT, PEG_DARK = "#3fa9e6", "#9bdaff", "#1b5f92"  # of water

Look = dict[str, str | float]
LEFT: Look = {"text_anchor": "start"}
Point = tuple[float, float]


def outline(seat: int, r: float, **look: str | float) -> str:
    """Return a seat's shape around the origin, so that nothing depends on colour alone."""
    look["stroke_linejoin"] = "round"
    if seat == 0:
        return disc(0, 0, r, **look)
    if seat == 1:
        return box(0, 0, 1.76 * r, 1.76 * r, rx=0.2 * r, **look)
    if seat == 2:
        return svg.polygon(((0, -1.22 * r), (1.22 * r, 0), (0, 1.22 * r), (-1.22 * r, 0)), **look)
    return svg.polygon(((0, -1.16 * r), (1.14 * r, 0.84 * r), (-1.14 * r, 0.84 * r)), **look)


@svg.cache_shapes
def seat_mark(seat: int, r: float) -> str:
    """Return a seat's shape in its colour, with a pale rim."""
    rim = outline(seat, r, fill=PAPER, stroke=PAPER, stroke_width=0.42 * r)
    return rim + outline(seat, r, fill=FILL[seat], stroke=INK, stroke_width=0.16 * r)


@svg.cache_shapes
def white_mark(seat: int, r: float) -> str:
    """Return a seat's shape in white, on things of its colour."""
    return outline(seat, r, fill="#ffffff", stroke=DARK[seat], stroke_width=0.2 * r)


@svg.cache_shapes
def blob(r: float) -> str:
    """Return the outline of a puddle with seven bumps, around the origin."""
    points = []
    for k in range(14):
        far = r * (1 + 0.09 * (1 if k % 2 else -1) + 0.063 * sin(2.4 * k))
        points.append((far * cos(k * pi / 7), far * sin(k * pi / 7)))
    middles = [
        ((x + to_x) / 2, (y + to_y) / 2) for (x, y), (to_x, to_y) in pairwise([*points, points[0]])
    ]
    curves = (f"Q{point(*p)} {point(*middle)}" for p, middle in zip(points, middles, strict=True))
    return f"M{point(*middles[-1])} {' '.join(curves)} Z"


def scaled(x: float, y: float, scale: float, *inside: str, **more: str | float) -> str:
    """Return things drawn in units of one, at a point and in a size."""
    return group(*inside, transform=f"{svg.moved(x, y)} scale({number(scale)})", **more)


# What lies in a bowl, each about as large as a disc of radius one


@svg.cache_shapes
def draw_bone() -> str:
    """Return a bone, for Swagger."""
    ends = ((-0.78, -0.26), (-0.78, 0.26), (0.78, -0.26), (0.78, 0.26))
    knobs = "".join(disc(x, y, 0.31) for x, y in ends)
    bone = box(0, 0, 1.6, 0.42) + knobs
    edge = group(bone, stroke=INK, stroke_width=0.24, fill=INK)
    return group(edge, group(bone, fill="#fff6df"), transform="rotate(-24)")


@svg.cache_shapes
def draw_stick() -> str:
    """Draw a stick, which stands for Drive."""
    d = "M-1,.16 L-.2,.06 L-.02,-.42 L.2,-.36 L.12,.02 L1,-.12 L1,.16 L.1,.3 L-1,.42 Z"
    wood = path(d, fill="#a9703a", stroke=INK, stroke_width=0.13)
    bark = path("M-.7,.26 L.7,.06", stroke="#7c4d20", stroke_width=0.1)
    return group(wood, bark, stroke_linejoin="round", transform="rotate(-18)")


@svg.cache_shapes
def draw_stone() -> str:
    """Return a stone, for Grit."""
    d = "M-.92,.3 L-.62,-.42 L.05,-.66 L.72,-.36 L.94,.26 L.5,.6 L-.5,.62 Z"
    stone = path(d, fill="#8d8f96", stroke=INK, stroke_width=0.13)
    light = path("M-.62,-.42 L.05,-.66 L.3,-.2 L-.36,-.02 Z", fill="#bcbec5")
    return group(stone, light, stroke_linejoin="round")


@svg.cache_shapes
def draw_heart() -> str:
    """Return a heart, for Bond."""
    d = "M0,.86 C-1.5,-.2 -.74,-1.12 0,-.42 C.74,-1.12 1.5,-.2 0,.86 Z"
    heart = path(d, fill="#e2447c", stroke=INK, stroke_width=0.13)
    return heart + ellipse(-0.4, -0.34, 0.2, 0.13, fill="#f7b3cb")


@svg.cache_shapes
def draw_drop(fill: str, rim: str) -> str:
    """Return a drop, the small disk: a fortify token."""
    d = "M0,-1 C.34,-.48 .78,-.1 .78,.3 A.78,.74 0 0 1 -.78,.3 C-.78,-.1 -.34,-.48 0,-1 Z"
    return path(d, fill=fill, stroke=rim, stroke_width=0.22)


TOKEN_DRAWINGS = (draw_bone, draw_stick, draw_stone, draw_heart)


@svg.cache_shapes
def draw_die(x: float, y: float, size: float, text: str) -> str:
    """Return a die that shows a number."""
    face = box(x, y, size, size, rx=0.2 * size, fill="#ffffff", stroke=INK, stroke_width=2)
    return face + bold(x, y, (0.62 if len(text) < 3 else 0.46) * size, text)


# Marks


@svg.cache_shapes
def draw_ring(x: float, y: float, r: float) -> str:
    """Return a ring for a legal action: a white line under a coloured one; r is its outer edge."""
    rim = disc(x, y, r - 2.6, fill="none", stroke="#ffffff", stroke_width=5.4)
    return rim + disc(x, y, r - 2.6, fill="none", stroke=MARK, stroke_width=3)


def draw_hit(x: float, y: float, r: float) -> str:
    """Return a red ring with four teeth round whom one may attack; it does not depend on colour."""
    return svg.toothed_ring(x, y, r, HIT)


@svg.cache_shapes
def draw_pill(x: float, y: float, text: str, size: float, fill: str = MARK) -> str:
    """Return a button that says what it does."""
    width, height = pill_width(text, size), 1.7 * size
    line: Look = {"stroke": "#ffffff", "stroke_width": 0.13 * size}
    pill = box(x, y, width, height, rx=height / 2, fill=fill, **line)
    return pill + bold(x, y, size, text, fill="#ffffff")


def pill_width(text: str, size: float) -> float:
    """Return the width of such a button."""
    return 1.5 * size + 0.6 * size * len(text)
