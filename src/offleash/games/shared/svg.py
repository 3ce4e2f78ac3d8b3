"""SVG as text, for the pictures of every game: elements, and shapes placed by their middle.

Numbers are rounded the same way everywhere, so equal positions give equal bytes.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import Any, ParamSpec, cast
from xml.sax.saxutils import escape

NAMESPACE = "http://www.w3.org/2000/svg"
NUMBERS = 1 << 14  # that are remembered as text
SHAPES = 1 << 10  # of each kind that are remembered

P = ParamSpec("P")


def cache_shapes(draw: Callable[P, str]) -> Callable[P, str]:
    """Draws equal shapes once: for what comes up again and again, in picture after picture."""
    return cast(Callable[P, str], lru_cache(maxsize=SHAPES)(draw))


@lru_cache(maxsize=NUMBERS)
def number(value: float) -> str:
    """At most two decimals, and no minus before a zero: equal pictures are equal bytes."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """One element: `stroke_width=2` is written `stroke-width="2"`."""
    written = "".join(
        [
            f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
            for key, value in attributes.items()
        ]
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def group(*inside: str, **attributes: str | float) -> str:
    """Elements that share attributes."""
    return tag("g", *inside, **attributes)


def path(d: str, **attributes: str | float) -> str:
    """A line as SVG writes it: `M0,0 L10,10`."""
    return tag("path", d=d, **attributes)


def tooltip(text: str) -> str:
    """The tooltip of the element that contains it."""
    return tag("title", escape(text))


def document(width: float, height: float, *layers: str, **attributes: str | float) -> str:
    """A whole picture, its upper left corner at the origin."""
    view_box = f"0 0 {number(width)} {number(height)}"
    return tag("svg", *layers, xmlns=NAMESPACE, viewBox=view_box, **attributes)


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """A rectangle around its middle."""
    left, top = x - width / 2, y - height / 2
    return tag("rect", x=left, y=top, width=width, height=height, **attributes)


def piece(name: str) -> dict[str, Any]:
    """The attributes of a piece: its id, and that a page slides it when it has moved."""
    return {"id": name, "data_slides": ""}


def disc(x: float, y: float, r: float, **attributes: str | float) -> str:
    """A circle around its middle."""
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def discs(places: Iterable[tuple[float, float]], r: float, **attributes: str | float) -> str:
    """Equal circles as one element: browsers draw it much sooner than an element for each."""
    arcs = "".join(f"a{point(r, r)} 0 1 1 {point(2 * side * r, 0)}" for side in (1, -1))
    return path("".join(f"M{point(x - r, y)}{arcs}Z" for x, y in places), **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: str | float) -> str:
    """An ellipse around its middle."""
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)


def words(x: float, y: float, size: float, text: str, **attributes: str | float) -> str:
    """Text whose middle is the point; `dominant-baseline` is unknown to many programs."""
    return tag("text", escape(text), x=x, y=y + 0.35 * size, font_size=size, **attributes)


def bold(x: float, y: float, size: float, text: str, **attributes: str | float) -> str:
    """Bold text whose middle is the point."""
    return words(x, y, size, text, font_weight="bold", **attributes)


def use(name: str, **attributes: str | float) -> str:
    """The element with this id once more."""
    return tag("use", href=f"#{name}", **attributes)


def moved(x: float, y: float, angle: float = 0, scale: float = 1) -> str:
    """The transform to a point, and there by an angle and a scale."""
    turn = f" rotate({number(angle)})" if angle else ""
    growth = f" scale({number(scale)})" if scale != 1 else ""
    return f"translate({number(x)},{number(y)}){turn}{growth}"


def point(x: float, y: float) -> str:
    """A point as paths and polygons write it."""
    return f"{number(x)},{number(y)}"


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float) -> str:
    """A closed line through the points."""
    return tag("polygon", points=" ".join(point(x, y) for x, y in points), **attributes)


@cache_shapes
def draw_paw(x: float, y: float, r: float, fill: str, opacity: float = 0.85) -> str:
    """A dog's footprint about as large as a disc of radius r."""
    toes = ((-0.66, -0.12), (-0.26, -0.62), (0.26, -0.62), (0.66, -0.12))
    pad = ellipse(x, y + 0.38 * r, 0.5 * r, 0.4 * r)
    prints = discs(((x + dx * r, y + dy * r) for dx, dy in toes), 0.22 * r)
    return group(pad, prints, fill=fill, stroke="none", opacity=opacity)


@cache_shapes
def draw_star(x: float, y: float, r: float, inner: float = 0.45, **look: str | float) -> str:
    """Five points; the corners between them are at `inner` of the radius."""
    turns = [(k * pi / 5, r if k % 2 == 0 else inner * r) for k in range(10)]
    return polygon(((x + far * sin(a), y - far * cos(a)) for a, far in turns), **look)


@cache_shapes
def toothed_ring(x: float, y: float, r: float, colour: str) -> str:
    """A ring with four teeth that point inward, on white: an attack, recognisable by its shape."""
    teeth = "".join(
        f"M{point(x + a * (r + 2) * 0.707, y + b * (r + 2) * 0.707)} "
        f"l{point(-a * 0.36 * r, -b * 0.36 * r)} "
        for a in (-1, 1)
        for b in (-1, 1)
    ).strip()
    return "".join(
        disc(x, y, r - 2.6, fill="none", stroke=stroke, stroke_width=thick)
        + path(teeth, fill="none", stroke=stroke, stroke_width=thick + 1)
        for stroke, thick in (("#ffffff", 5.6), (colour, 3.2))
    )


def with_marks(picture: str, *marks: str) -> str:
    """A whole picture with further elements laid on top."""
    body, end = picture[: -len("</svg>")], picture[-len("</svg>") :]
    return body + "".join(marks) + end


def group_at(
    at: tuple[float, float],
    *inside: str,
    angle: float = 0,
    scale: float = 1,
    **attributes: str | float,
) -> str:
    """Elements drawn around the origin, moved to a point, turned and scaled there."""
    return group(*inside, **attributes, transform=moved(*at, angle, scale))
