"""Colours, and the small shapes that come up all over the picture."""

from offleash.games.shared.svg import box, disc, number, polygon, tag

# Told apart by shape as well as by colour, and by colour also with a red-green deficiency.
FILL = ("#d5431c", "#f4c51f", "#1c72b4", "#0b8a68")
LETTERING = ("#ffffff", "#33240f", "#ffffff", "#ffffff")
INK, SOFT_INK, PAPER, GOLD, MARK = "#33240f", "#7a5f38", "#fdf5e0", "#e0a100", "#7b1fa2"
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"


def draw_shape(seat: int, r: float) -> str:
    """The outline that belongs to a seat, disc, triangle, square or diamond, with a pale rim."""
    rim = outline(seat, r, fill=PAPER, stroke=PAPER, stroke_width=0.42 * r)
    return rim + outline(seat, r, fill=FILL[seat], stroke=INK, stroke_width=0.16 * r)


def outline(seat: int, r: float, **look: str | float) -> str:
    """A seat's bare shape."""
    look["stroke_linejoin"] = "round"
    if seat == 0:
        return disc(0, 0, 1.06 * r, **look)
    if seat == 1:
        return polygon(((0, -1.3 * r), (1.2 * r, 0.82 * r), (-1.2 * r, 0.82 * r)), **look)
    if seat == 2:
        return box(0, 0, 1.9 * r, 1.9 * r, rx=0.2 * r, **look)
    return polygon(((0, -1.28 * r), (1.28 * r, 0), (0, 1.28 * r), (-1.28 * r, 0)), **look)


def lap_mark(laps: int, r: float) -> str:
    """Plus: the next pass of the start leads home. Minus: backed over it, so one is lost."""
    arm = number(0.24 * r)
    sign = f"M-{arm},0 H{arm}" + (f" M0,-{arm} V{arm}" if laps > 0 else "")
    plate = disc(0, 0, 0.42 * r, fill="#ffffff", stroke=INK, stroke_width=0.09 * r)
    return plate + tag("path", d=sign, stroke=INK, stroke_width=0.15 * r)


def draw_paw(x: float, y: float, r: float, fill: str) -> str:
    """A dog's footprint about as large as a disc of radius r."""
    toes = ((-0.66, -0.12), (-0.26, -0.62), (0.26, -0.62), (0.66, -0.12))
    pad = tag("ellipse", cx=x, cy=y + 0.38 * r, rx=0.5 * r, ry=0.4 * r)
    prints = (disc(x + dx * r, y + dy * r, 0.22 * r) for dx, dy in toes)
    return tag("g", pad, *prints, fill=fill, stroke="none", opacity=0.85)


def card_back(width: float, height: float) -> str:
    """A card from behind, around the origin."""
    return (
        box(0, 0, width, height, rx=0.14 * width, fill="#8c3b2a", stroke=INK, stroke_width=1.5)
        + box(0, 0, width - 6, height - 6, rx=2, fill="none", stroke="#e9c9a0", stroke_width=1)
        + draw_paw(0, 0, 0.28 * width, "#e9c9a0")
    )
