"""The park, the loop with its homes, and the tokens."""

from math import cos, sin
from xml.sax.saxutils import escape

from offleash.games.dog.draw.geometry import (
    CENTRE,
    CORNER,
    LANE,
    SIDE,
    STRAIGHT,
    WIDTH,
    from_seat,
    home_point,
    loop_point,
    point_of,
    seat_frame,
)
from offleash.games.dog.draw.shapes import (
    FILL,
    GOLD,
    INK,
    LETTERING,
    PAPER,
    draw_paw,
    draw_shape,
    lap_mark,
)
from offleash.games.dog.draw.view import View, token_words
from offleash.games.dog.rules.movement import is_protected
from offleash.games.dog.rules.record import HOME_SPACES, SEATS
from offleash.games.dog.text.notation import TOKEN_NAMES
from offleash.games.shared.svg import box, disc, moved, number, tag, words


def draw_park(height: float) -> str:
    """A wooden table, a mown lawn and a tree in each corner."""
    grain = "".join(
        tag("path", d=f"M0,{y} C260,{y - 9} 420,{y + 11} 640,{y} S900,{y - 8} 1000,{y + 3}")
        for y in range(44, int(height) - 30, 23)
    )
    lawn = "".join(
        box(CENTRE, CENTRE, size, size, rx=rx, fill=fill)
        for size, rx, fill in (
            (968, 74, "#6d4526"),
            (960, 70, "#bcd394"),
            (880, 66, "#c7dba1"),
            (800, 170, "#bcd394"),
            (700, CORNER, "#d3e4b0"),
            (560, 96, "#dceabd"),
            (420, 70, "#d3e4b0"),
        )
    )
    return tag(
        "g",
        box(CENTRE, height / 2, WIDTH, height, rx=40, fill="#a8703d"),
        tag("g", grain, fill="none", stroke="#8f5b2f", stroke_width=1.5, opacity=0.55),
        lawn,
        *(draw_tree(*from_seat(seat, 412, 412)) for seat in range(SEATS)),
        id="park",
    )


def draw_tree(x: float, y: float) -> str:
    """Seen from above: a shadow and a crown."""
    leaves = ((-16, 8), (16, 8), (0, -16), (-4, 18), (18, -10), (-18, -10))
    crown = "".join(disc(x + dx, y + dy, 19) for dx, dy in leaves)
    light = "".join(disc(x + dx * 0.7 - 4, y + dy * 0.7 - 5, 9) for dx, dy in leaves)
    return (
        disc(x + 5, y + 8, 37, fill="#7d9a52", opacity=0.5)
        + tag("g", crown, fill="#5f8a3c")
        + tag("g", light, fill="#7ba650")
    )


def draw_loop(view: View) -> str:
    """The sandy path, its direction, its spaces, and the way into each home."""
    path = "".join(
        box(CENTRE, CENTRE, 2 * SIDE, 2 * SIDE, rx=CORNER, stroke=stroke, stroke_width=width)
        for stroke, width in (("#a98550", 48), ("#ecd6a6", 43))
    )
    spaces = range(view.loop_len)
    return tag(
        "g",
        tag("g", path, fill="none"),
        tag("g", *(draw_arrow(seat) for seat in range(SEATS)), id="direction"),
        *(draw_home(view, seat) for seat in range(SEATS)),
        tag(
            "g",
            *(draw_space(view, space) for space in spaces),
            fill=PAPER,
            stroke="#b18e57",
            stroke_width=1.5,
        ),
        tag(
            "g",
            *(draw_number(view, space) for space in spaces if space % (view.loop_len // SEATS)),
            fill="#9a7d4e",
            font_size=0.8 * view.radius,
        ),
        id="loop",
    )


def draw_arrow(seat: int) -> str:
    """Which way tokens go: along the inside of a corner, anti-clockwise."""
    r, tip = CORNER - 42, 1.32
    ends = [(STRAIGHT + r * sin(a), STRAIGHT + r * cos(a)) for a in (0.25, tip)]
    (x, y), (to_x, to_y) = ends
    arc = f"M{number(x)},{number(y)} A{number(r)},{number(r)} 0 0 0 {number(to_x)},{number(to_y)}"
    head = tag("path", d="M-13,10 L0,-12 L13,10 L0,4 Z", transform=moved(to_x, to_y - 4, -12))
    shaft = tag(
        "path", d=arc, fill="none", stroke="#8fae62", stroke_width=7, stroke_linecap="round"
    )
    return tag("g", shaft, head, transform=seat_frame(seat), fill="#8fae62")


def draw_home(view: View, seat: int) -> str:
    """The lane that leads inward from a start."""
    near, far = SIDE, SIDE - LANE * HOME_SPACES
    lane = box(0, (near + far) / 2 - 4, 44, near - far + 36, rx=22, fill=FILL[seat])
    inner = box(0, (near + far) / 2 - 4, 36, near - far + 28, rx=18, fill="#fff6df", opacity=0.62)
    spaces = (
        disc(
            *home_point(seat, index),
            view.radius,
            id=f"home-{seat}-{index}",
            fill=PAPER,
            stroke=FILL[seat],
            stroke_width=3.5,
        )
        for index in range(HOME_SPACES)
    )
    return tag("g", lane, inner, transform=seat_frame(seat)) + "".join(spaces)


def draw_space(view: View, space: int) -> str:
    """A space of the loop; a start is larger, in its seat's colour, with a paw."""
    x, y = loop_point(space, view.loop_len)
    seat, index = divmod(space, view.loop_len // SEATS)
    r = view.radius
    if index:
        return disc(x, y, r, id=f"space-{space}")
    start = disc(x, y, r + 5, id=f"space-{space}", fill=FILL[seat], stroke=INK, stroke_width=2)
    return start + draw_paw(x, y, r * 0.9, LETTERING[seat])


def draw_number(view: View, space: int) -> str:
    """A space's number."""
    x, y = loop_point(space, view.loop_len)
    return tag("text", str(space), x=x, y=y + 0.28 * view.radius)


def draw_token(view: View, seat: int, token: int) -> str:
    """A token: its seat's shape and colour, its letter, and what its past has left on it."""
    r = view.radius
    parts = [tag("title", escape(token_words(view, seat, token)))]
    if is_protected(view.state, view.options, seat, token):
        parts.append(disc(0, 0, 1.8 * r, fill="#fff6c9", stroke=INK, stroke_width=1))
        parts.append(disc(0, 0, 1.6 * r, fill="none", stroke=GOLD, stroke_width=0.26 * r))
    parts.append(draw_shape(seat, r))
    sink = 0.14 * r if seat == 1 else 0  # a triangle is widest below
    letter = TOKEN_NAMES[token]
    parts.append(words(0, sink, 1.25 * r, letter, font_weight="bold", fill=LETTERING[seat]))
    laps = int(view.state.lap[seat, token]) if view.options.full_lap else 0
    if laps:
        parts.append(tag("g", lap_mark(laps, r), transform=moved(0.78 * r, -0.78 * r)))
    at = moved(*point_of(view.spot(seat, token), view.loop_len))
    return tag("g", *parts, id=f"token-{seat}-{token}", transform=at)
