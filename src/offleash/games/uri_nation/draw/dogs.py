"""The four dogs from the side, looking right, each about as large as a disc of radius one.

The Bruiser is a broad bulldog, the Scrapper a small shaggy terrier, the Diplomat a slender
sighthound and the Yapper a poodle in full trim.
"""

from offleash.games.shared.svg import box, cache_shapes, disc, discs, group, path, point, polygon
from offleash.games.uri_nation.draw.colours import DARK, FILL, INK
from offleash.games.uri_nation.draw.shapes import white_mark
from offleash.games.uri_nation.rules import record as R


@cache_shapes
def draw_dog(archetype: int, seat: int) -> str:
    """Return a dog in a seat's colour around the origin, its seat's shape on its flank."""
    silhouette, details, (x, y, r) = BREEDS[archetype]
    parts = silhouette()
    edge = group(parts, fill=INK, stroke=INK, stroke_width=0.2, stroke_linejoin="round")
    look: dict[str, str | float] = {"stroke_width": 0.36, "stroke_linejoin": "round"}
    pale = group(parts, fill="#ffffff", stroke="#ffffff", **look)
    mark = group(white_mark(seat, r), transform=f"translate({point(x, y)})")
    return group(pale, edge, group(parts, fill=FILL[seat]), details(seat), mark)


def _legs(places: tuple[tuple[float, float], ...], wide: float, paw: float) -> str:
    """Return straight legs from a height down to the ground, each with a paw."""
    return "".join(
        box(x, (top + 0.86) / 2, wide, 0.86 - top)
        + box(x + paw / 4, 0.8, wide + paw, 0.16, rx=0.08)
        for x, top in places
    )


def _eye(x: float, y: float, r: float = 0.07) -> str:
    return disc(x, y, r + 0.03, fill="#ffffff") + disc(x + 0.02, y, r, fill=INK)


def _bruiser() -> str:
    body = "M-.9,-.1 Q-.94,-.46 -.5,-.46 L.3,-.54 Q.72,-.4 .66,.06 Q.6,.52 .3,.5 L-.66,.46 "
    body += "Q-.88,.3 -.9,-.1 Z"
    return (
        path(body)
        + _legs(((-0.7, 0.2), (-0.42, 0.2), (0.16, 0.2), (0.46, 0.2)), 0.24, 0.1)
        + box(0.58, -0.42, 0.72, 0.7, rx=0.22)
        + box(0.8, -0.26, 0.4, 0.4, rx=0.16)
        + polygon(((0.24, -0.62), (0.28, -0.94), (0.5, -0.74)))
        + polygon(((0.62, -0.74), (0.84, -0.92), (0.9, -0.6)))
        + disc(-0.9, -0.36, 0.13)
    )


def _bruiser_details(seat: int) -> str:
    spikes = "".join(
        polygon(((x - 0.07, y), (x + 0.09, y - 0.03), (x - 0.03, y + 0.15)))
        for x, y in ((0.2, -0.02), (0.33, 0.05), (0.47, 0.06))
    )
    collar = path("M.1,-.12 Q.3,.08 .58,.02", fill="none", stroke=INK, stroke_width=0.13)
    jowl = path("M.66,-.2 Q.76,-.06 .82,-.2 Q.9,-.06 .97,-.2", fill="none", stroke=INK)
    tooth = polygon(((0.72, -0.14), (0.79, -0.15), (0.75, -0.26)), fill="#ffffff")
    nose = box(0.93, -0.4, 0.17, 0.12, rx=0.05, fill=INK)
    brow = path("M.44,-.62 L.66,-.54", stroke=DARK[seat], stroke_width=0.09)
    metal = group(spikes, fill="#e8e8ec", stroke=INK, stroke_width=0.03)
    return metal + collar + group(jowl, stroke_width=0.07) + tooth + nose + _eye(0.58, -0.46) + brow


def _scrapper() -> str:
    back = [(-0.56, 0.2), (-0.5, -0.06), (-0.4, 0.04), (-0.3, -0.1), (-0.18, 0.02), (-0.06, -0.1)]
    back += [(0.06, 0.0), (0.18, -0.12), (0.34, 0.1), (0.3, 0.46), (-0.5, 0.46)]
    tail = "M-.5,.14 Q-.86,-.06 -.74,-.52 L-.6,-.5 Q-.64,-.14 -.36,.04 Z"
    return (
        polygon(back)
        + path(tail)
        + _legs(((-0.48, 0.3), (-0.3, 0.3), (0.08, 0.3), (0.26, 0.3)), 0.13, 0.08)
        + disc(0.36, -0.2, 0.29)
        + box(0.62, -0.1, 0.36, 0.25, rx=0.12)
        + polygon(((0.12, -0.36), (0.12, -0.8), (0.38, -0.44)))
        + polygon(((0.36, -0.44), (0.62, -0.66), (0.6, -0.36)))
        + polygon(((0.5, -0.02), (0.56, 0.2), (0.64, 0.02), (0.72, 0.18), (0.76, 0.0)))
    )


def _scrapper_details(seat: int) -> str:
    patch = disc(0.42, -0.25, 0.15, fill=DARK[seat])
    scarf = polygon(((0.12, 0.02), (0.44, 0.08), (0.2, 0.36)), fill="#ffffff", stroke=INK)
    nose = disc(0.79, -0.15, 0.09, fill=INK)
    return patch + _eye(0.44, -0.25) + nose + group(scarf, stroke_width=0.05)


def _diplomat() -> str:
    body = "M-.74,-.16 Q-.5,-.36 0,-.28 Q.2,-.3 .32,-.46 L.54,-.14 Q.52,.34 .2,.3 Q-.1,.04 -.42,.1 "
    body += "Q-.72,.12 -.74,-.16 Z"
    tail = "M-.7,-.2 Q-1,.1 -.92,.5 Q-.82,.56 -.8,.44 Q-.84,.16 -.6,-.02 Z"
    neck = "M.16,-.24 Q.3,-.5 .34,-.82 L.58,-.68 Q.6,-.4 .5,-.06 Z"
    head = "M.32,-.8 Q.4,-1 .6,-.94 L.98,-.72 Q1.06,-.62 .94,-.6 L.56,-.6 Z"
    hind = "M-.72,-.02 L-.42,-.04 L-.5,.3 L-.62,.42 L-.56,.86 L-.68,.86 L-.76,.4 Z"
    return (
        "".join(path(d) for d in (body, tail, neck, head, hind))
        + polygon(((-0.5, 0.0), (-0.3, 0.02), (-0.36, 0.36), (-0.3, 0.86), (-0.42, 0.86)))
        + polygon(((0.16, 0.2), (0.34, 0.2), (0.3, 0.86), (0.18, 0.86)))
        + polygon(((0.36, 0.14), (0.52, 0.06), (0.52, 0.86), (0.4, 0.86)))
        + polygon(((0.38, -0.92), (0.14, -0.86), (0.34, -0.7)))
    )


def _diplomat_details(seat: int) -> str:
    left = polygon(((0.47, -0.4), (0.3, -0.52), (0.3, -0.26)))
    right = polygon(((0.47, -0.4), (0.66, -0.5), (0.64, -0.26)))
    bow = group(left, right, disc(0.47, -0.4, 0.07), fill="#ffffff", stroke=INK)
    ear = path("M.38,-.9 L.2,-.84 L.36,-.74", fill=DARK[seat])
    return group(bow, stroke_width=0.05) + ear + _eye(0.58, -0.8, 0.05) + disc(1.0, -0.66, 0.07)


def _fluff(x: float, y: float, r: float) -> str:
    """Return a pompom: a disc with a scalloped edge."""
    turns = ((1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0), (-0.5, -0.87), (0.5, -0.87))
    edge = ((x + 0.58 * r * dx, y + 0.58 * r * dy) for dx, dy in turns)
    return disc(x, y, 0.8 * r) + discs(edge, 0.46 * r)


def _yapper() -> str:
    feet = ((-0.5, 0.1), (-0.28, 0.1), (0.1, 0.1), (0.36, 0.1))
    return (
        box(-0.1, 0.06, 0.9, 0.36, rx=0.18)
        + _legs(feet, 0.1, 0.06)
        + "".join(_fluff(x, 0.62, 0.17) for x, _ in feet)
        + _fluff(0.18, 0.02, 0.4)
        + _fluff(-0.46, 0.04, 0.28)
        + polygon(((-0.62, -0.02), (-0.78, -0.4), (-0.7, -0.42), (-0.5, -0.06)))
        + _fluff(-0.78, -0.54, 0.21)
        + polygon(((0.2, -0.2), (0.34, -0.6), (0.56, -0.5), (0.46, -0.1)))
        + disc(0.5, -0.52, 0.2)
        + polygon(((0.5, -0.62), (1.0, -0.5), (0.98, -0.38), (0.5, -0.36)))
        + _fluff(0.42, -0.78, 0.28)
        + _fluff(0.3, -0.42, 0.18)
    )


def _yapper_details(seat: int) -> str:
    ear = group(_fluff(0.3, -0.42, 0.14), fill=DARK[seat])
    mouth = path("M.66,-.38 L.98,-.3 L.94,-.24 L.7,-.26 Z", fill=INK)
    ribbon = polygon(((0.42, -0.62), (0.28, -0.7), (0.28, -0.54)), fill="#ffffff")
    other = polygon(((0.42, -0.62), (0.56, -0.7), (0.56, -0.54)), fill="#ffffff")
    bow = group(ribbon, other, stroke=INK, stroke_width=0.04)
    return ear + mouth + bow + _eye(0.6, -0.56, 0.06) + disc(1.0, -0.48, 0.08, fill=INK)


# By archetype: silhouette, details, and the seat's shape as a disc (x, y, r)
BREEDS = {
    R.BRUISER: (_bruiser, _bruiser_details, (-0.28, 0.02, 0.24)),
    R.SCRAPPER: (_scrapper, _scrapper_details, (-0.12, 0.26, 0.18)),
    R.DIPLOMAT: (_diplomat, _diplomat_details, (0.14, -0.02, 0.17)),
    R.YAPPER: (_yapper, _yapper_details, (0.2, 0.04, 0.2)),
}
