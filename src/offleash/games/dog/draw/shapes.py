"""Colours, and the small shapes that come up all over the picture."""

from offleash.games.dog.position import CARD_NAMES
from offleash.games.dog.rules import record as R
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, cache_shapes, disc, number, path, polygon

# Seats differ in shape and in colour; the colours also with a red-green deficiency.
FILL = ("#d5431c", "#f4c51f", "#1c72b4", "#0b8a68")
DARK = ("#a32c0c", "#8a6800", "#124f80", "#06583f")
LETTERING = ("#ffffff", "#33240f", "#ffffff", "#ffffff")
INK, SOFT_INK, PAPER, GOLD = "#33240f", "#6b5230", "#fdf5e0", "#e0a100"
MARK, HIT = "#7b1fa2", "#b3001b"  # where a token may go, and what it may capture
WOOD, DARK_WOOD, TAN, PALE = "#a8703d", "#6d4526", "#c79a62", "#f6dfb2"
CARD, CARD_LINE = "#fffdf6", "#e3cfa4"  # a card's face, and the fine line round it
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"
LETTERS: dict[str, str | float] = {"font_family": SERIF, "fill": INK, "text_anchor": "middle"}

# What a card does, in brief; the others go as many steps as they say.
SPECIAL_USES = {
    R.ACE: "start · 1 · 11",
    R.FOUR: "4 · 4 back",
    R.SEVEN: "7 × 1 step",
    R.JACK: "swap two",
    R.QUEEN: "12 steps",
    R.KING: "start · 13",
    R.JOKER: "any card",
}


@cache_shapes
def draw_shape(seat: int, r: float) -> str:
    """Return a seat's outline, disc, triangle, square or diamond, with a pale rim."""
    rim = outline(seat, r, fill=PAPER, stroke=PAPER, stroke_width=0.3 * r)
    return rim + outline(seat, r, fill=FILL[seat], stroke=INK, stroke_width=0.13 * r)


def outline(seat: int, r: float, **look: str | float) -> str:
    """Return a seat's bare shape."""
    look["stroke_linejoin"] = "round"
    if seat == 0:
        return disc(0, 0, 1.02 * r, **look)
    if seat == 1:
        return polygon(((0, -1.22 * r), (1.2 * r, 0.86 * r), (-1.2 * r, 0.86 * r)), **look)
    if seat == 2:
        return box(0, 0, 1.84 * r, 1.84 * r, rx=0.2 * r, **look)
    return polygon(((0, -1.24 * r), (1.24 * r, 0), (0, 1.24 * r), (-1.24 * r, 0)), **look)


def sink(seat: int, r: float) -> float:
    """Return how far below its middle a shape's letter is: a triangle is widest below."""
    return 0.2 * r if seat == 1 else 0


@cache_shapes
def lap_mark(laps: int, r: float) -> str:
    """Return a lap mark: plus, the next pass of the start leads home; minus, it backed over it."""
    arm = number(0.26 * r)
    sign = f"M-{arm},0 H{arm}" + (f" M0,-{arm} V{arm}" if laps > 0 else "")
    plate = disc(0, 0, 0.46 * r, fill="#ffffff", stroke=INK, stroke_width=0.09 * r)
    return plate + path(sign, stroke=INK, stroke_width=0.17 * r)


@cache_shapes
def card_back(width: float, height: float) -> str:
    """Return a card from behind, around the origin."""
    return (
        box(0, 0, width, height, rx=0.14 * width, fill="#8c3b2a", stroke=INK, stroke_width=1.5)
        + box(0, 0, width - 6, height - 6, rx=2, fill="none", stroke="#e9c9a0", stroke_width=1)
        + svg.draw_paw(0, 0, 0.28 * width, "#e9c9a0")
    )


@cache_shapes
def small_card(rank: int, width: float, rim: str, thick: float = 2) -> str:
    """Return a card face up, small, around the origin: its rank, or the joker's star."""
    height = 1.38 * width
    face = box(0, 0, width, height, rx=0.14 * width, fill=CARD, stroke=rim, stroke_width=thick)
    return face + rank_sign(rank, 0.66 * width)


def big_rank(rank: int, star: tuple[float, float], text: tuple[float, float]) -> str:
    """Return the joker's star, or another rank's name: each by its y and its size."""
    return (
        svg.draw_star(0, *star, fill=MARK) if rank == R.JOKER else bold(0, *text, CARD_NAMES[rank])
    )


def describe_use(rank: int) -> str:
    """Return what a card does, in brief."""
    return SPECIAL_USES.get(rank, f"{CARD_NAMES[rank]} steps")


@cache_shapes
def rank_sign(rank: int, size: float) -> str:
    """Return a rank around the origin, as large as letters of that size."""
    if rank == R.JOKER:
        return svg.draw_star(0, 0.02 * size, 0.56 * size, fill=MARK, stroke="none")
    name = CARD_NAMES[rank]
    fitted = size if len(name) == 1 else 0.84 * size
    return bold(0, 0, fitted, name, stroke="none")


@cache_shapes
def draw_ring(x: float, y: float, r: float, **look: str | float) -> str:
    """Return a ring where a token may go: white under a coloured line; r is its outer edge."""
    rim = disc(x, y, r - 2.6, fill="none", stroke="#ffffff", stroke_width=5.2)
    return rim + disc(x, y, r - 2.6, fill="none", stroke=MARK, stroke_width=3, **look)
