"""The park, the loop with its homes, halos and tokens."""

from math import cos, sin
from xml.sax.saxutils import escape

from offleash.games.dog.draw import geometry as G
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.view import Ground, View, token_words
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.movement import is_protected
from offleash.games.dog.text.names import TOKEN_NAMES
from offleash.games.shared.svg import box, disc, kept, moved, number, tag, words


@kept
def draw_park(ground: Ground, height: float) -> str:
    """A wooden table, a mown lawn and a tree in each corner."""
    grain = "".join(
        tag("path", d=f"M0,{y} C260,{y - 9} 420,{y + 11} 640,{y} S900,{y - 8} 1000,{y + 3}")
        for y in range(21, int(height) - 10, 23)
    )
    lawn = "".join(
        box(G.CENTRE, G.CENTRE, size, size, rx=rx, fill=fill)
        for size, rx, fill in (
            (988, 62, "#6d4526"),
            (978, 58, "#b5ce8b"),
            (2 * G.SIDE + G.PATH + 6, G.CORNER + 27, "#9dbb70"),
            (2 * G.SIDE, G.CORNER, "#cfe2aa"),
            (620, 70, "#d9e9b9"),
            (480, 60, "#cfe2aa"),
        )
    )
    return tag(
        "g",
        box(G.CENTRE, height / 2, G.WIDTH, height, rx=40, fill="#a8703d"),
        tag("g", grain, fill="none", stroke="#8f5b2f", stroke_width=1.5, opacity=0.55),
        lawn,
        *(draw_tree(*G.from_seat(ground, seat, 428, 428)) for seat in range(R.SEATS)),
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


@kept
def draw_loop(ground: Ground) -> str:
    """The sandy path, its direction, its spaces, and the way into each home."""
    path = "".join(
        box(
            G.CENTRE,
            G.CENTRE,
            2 * G.SIDE,
            2 * G.SIDE,
            rx=G.CORNER,
            stroke=stroke,
            stroke_width=width,
        )
        for stroke, width in (("#a07a45", G.PATH), ("#ecd6a6", G.PATH - 5))
    )
    spaces = range(ground.loop_len)
    return tag(
        "g",
        tag("g", path, fill="none"),
        tag("g", *(draw_arrow(ground, seat) for seat in range(R.SEATS)), id="direction"),
        *(draw_home(ground, seat) for seat in range(R.SEATS)),
        tag(
            "g",
            *(draw_space(ground, space) for space in spaces),
            fill=S.PAPER,
            stroke="#b18e57",
            stroke_width=1.5,
        ),
        tag(
            "g",
            *(
                draw_number(ground, space)
                for space in spaces
                if space % (ground.loop_len // R.SEATS)
            ),
            fill="#8a6d3e",
            font_size=0.92 * G.space_radius(ground),
        ),
        id="loop",
    )


def draw_arrow(ground: Ground, seat: int) -> str:
    """Which way tokens go: in the lawn outside a corner, anti-clockwise."""
    r = G.CORNER + 38
    (x, y), (to_x, to_y) = (
        (G.STRAIGHT + r * sin(a), G.STRAIGHT + r * cos(a)) for a in (0.28, 1.22)
    )
    arc = f"M{number(x)},{number(y)} A{number(r)},{number(r)} 0 0 0 {number(to_x)},{number(to_y)}"
    head = tag("path", d="M-11,8 L0,-13 L11,8 L0,3 Z", transform=moved(to_x, to_y - 3, -14))
    shaft = tag("path", d=arc, fill="none", stroke="#7f9f50", stroke_width=6)
    return tag("g", shaft, head, transform=G.seat_frame(ground, seat), fill="#7f9f50")


def draw_home(ground: Ground, seat: int) -> str:
    """The lane that leads inward from a start; its spaces count from the gate."""
    near, far = G.SIDE, G.SIDE - G.LANE * R.HOME_SPACES
    lane = box(0, (near + far) / 2 - 4, 46, near - far + 38, rx=23, fill=S.FILL[seat])
    inner = box(0, (near + far) / 2 - 4, 37, near - far + 29, rx=18.5, fill="#fff6df", opacity=0.6)
    r = min(G.space_radius(ground), 17)
    spaces = (
        disc(
            *G.home_point(ground, seat, index),
            r,
            id=f"home-{seat}-{index}",
            fill=S.PAPER,
            stroke=S.FILL[seat],
            stroke_width=3,
        )
        + words(*G.home_point(ground, seat, index), 0.92 * r, str(index), fill=S.DARK[seat])
        for index in range(R.HOME_SPACES)
    )
    return tag("g", lane, inner, transform=G.seat_frame(ground, seat)) + "".join(spaces)


def draw_space(ground: Ground, space: int) -> str:
    """A space of the loop; a start is larger, in its seat's colour, with a paw."""
    x, y = G.loop_point(ground, space)
    seat, index = divmod(space, ground.loop_len // R.SEATS)
    r = G.space_radius(ground)
    if index:
        return disc(x, y, r, id=f"space-{space}")
    size = G.halo_radius(ground) - 1
    start = disc(x, y, size, id=f"space-{space}", fill=S.FILL[seat], stroke=S.INK, stroke_width=2)
    return start + S.draw_paw(x, y, 0.8 * r, S.LETTERING[seat])


def draw_number(ground: Ground, space: int) -> str:
    """A space's number."""
    x, y = G.loop_point(ground, space)
    return tag("text", str(space), x=x, y=y + 0.32 * G.space_radius(ground))


# Tokens


def draw_tokens(view: View) -> str:
    """All halos, then all tokens: no halo ever lies on a token."""
    all_tokens = [(seat, token) for seat in range(R.SEATS) for token in range(R.TOKENS)]
    halos = "".join(draw_halo(view, *each) for each in all_tokens)
    return tag("g", halos, id="halos") + "".join(draw_token(view, *each) for each in all_tokens)


def draw_halo(view: View, seat: int, token: int) -> str:
    """Gold round a protected token."""
    if not is_protected(view.state, view.options, seat, token):
        return ""
    r = G.halo_radius(view.ground)
    name = f"halo-{seat}-{token}"
    return tag(
        "g",
        disc(0, 0, r - 0.5, fill=S.GOLD, stroke=S.INK, stroke_width=1),
        disc(0, 0, 0.86 * r, fill="#fff2b0"),
        id=name,
        transform=moved(*G.point_of(view.ground, view.spot(seat, token))),
    )


def draw_token(view: View, seat: int, token: int) -> str:
    """A token: its seat's shape and colour, its letter, and what its past has left on it."""
    r = G.token_size(view.ground)
    sink = 0.2 * r if seat == 1 else 0  # a triangle is widest below
    size = (1.45 if seat != 1 else 1.25) * r
    letter = words(0, sink, size, TOKEN_NAMES[token], font_weight="bold", fill=S.LETTERING[seat])
    on_its_way = view.options.full_lap and view.spot(seat, token).place < R.HOME
    laps = int(view.state.lap[seat, token]) if on_its_way else 0
    return tag(
        "g",
        tag("title", escape(token_words(view, seat, token))),
        S.draw_shape(seat, r),
        letter,
        tag("g", S.lap_mark(laps, r), transform=moved(0.8 * r, -0.8 * r)) if laps else "",
        id=f"token-{seat}-{token}",
        transform=moved(*G.point_of(view.ground, view.spot(seat, token))),
    )
