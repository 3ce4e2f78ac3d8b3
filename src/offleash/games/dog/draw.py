"""Dog as an SVG picture: what one seat may see, with the actions to choose from marked.

Seat 0 sits at the bottom, 1 right, 2 top, 3 left; a seat's own frame has its origin in the middle
of the board, x to its right and y towards it. Everything that moves has an id and is placed by a
transform, so a page can animate one picture into the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from offleash.core.game import NOBODY, Records
from offleash.games.dog.actions import (
    AS_JOKER,
    BEGIN_SEVEN,
    BOARD_TOKENS,
    END_SEVEN,
    GIVE,
    MOVE,
    START,
    STEP,
    STEPS,
    SWAP,
    THROW,
)
from offleash.games.dog.cards import rank_used
from offleash.games.dog.movement import destination, is_protected
from offleash.games.dog.notation import TOKEN_NAMES, format_action
from offleash.games.dog.record import (
    ACE,
    CARD_NAMES,
    DEALING,
    FINISHED,
    FOUR,
    GIVING,
    HOME,
    HOME_SPACES,
    JACK,
    JOKER,
    KENNEL,
    KING,
    PLAYING,
    QUEEN,
    RANKS,
    ROLL,
    SEATS,
    SEVEN,
    SPLITTING,
    TOKENS,
)
from offleash.games.dog.seven import SEVEN_STEPS, controlled, step_cost, step_owner
from offleash.games.dog.summary import SEAT_NAMES

# Told apart by shape as well as by colour, and by colour also with a red-green deficiency.
FILL = ("#d5431c", "#f4c51f", "#1c72b4", "#0b8a68")
LETTERING = ("#ffffff", "#33240f", "#ffffff", "#ffffff")
INK, SOFT_INK, PAPER, GOLD, MARK = "#33240f", "#7a5f38", "#fdf5e0", "#e0a100", "#7b1fa2"
SERIF = "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'DejaVu Serif', serif"

# The board, in the units of the viewBox.
WIDTH = 1000
CENTRE = 500.0
SIDE = 350.0  # from the middle to the loop
CORNER = 130.0  # radius of the loop's corners
STRAIGHT = SIDE - CORNER
QUARTER = 2 * STRAIGHT + CORNER * pi / 2  # length of a quarter of the loop
LARGEST = 16.0  # radius of a space
LANE = 44.0  # between home spaces
BENCH = 434.0  # middle of the strip with a seat's name, kennel and cards
KENNEL_ROW, KENNEL_GAP = 441.0, 46.0
HAND_ROW = 1092.0

# What a card does, in brief; the others go as many steps as they say.
SPECIAL_USES = {
    ACE: "start · 1 · 11",
    FOUR: "4 · 4 back",
    SEVEN: "split in steps",
    JACK: "swap two",
    QUEEN: "12 steps",
    KING: "start · 13",
    JOKER: "any card",
}


class Spot(NamedTuple):
    """Where something of a seat stands: `place` as the record writes it."""

    seat: int
    token: int
    place: int


@dataclass(frozen=True)
class View:
    """One position as one seat looks at it."""

    state: Any
    options: Any
    seat: int

    @property
    def loop_len(self) -> int:
        """Spaces on the loop."""
        return int(self.options.loop_len)

    @property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @property
    def mover(self) -> int:
        """Who gives or plays, or NOBODY."""
        return int(self.state.seat) if self.phase in (GIVING, PLAYING, SPLITTING) else NOBODY

    @property
    def radius(self) -> float:
        """Of a space: as large as neighbours allow."""
        return min(LARGEST, 0.4 * SEATS * QUARTER / self.loop_len)

    def hand(self) -> list[int]:
        """The ranks of the viewing seat's cards; no other hand is ever looked at."""
        if self.seat == NOBODY:
            return []
        return listed(self.state.hand[self.seat])

    def spot(self, seat: int, token: int) -> Spot:
        """Where a token stands."""
        return Spot(seat, token, int(self.state.token[seat, token]))


def draw(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """An SVG document of what `seat` may see, NOBODY being a spectator; `legal` gets marked.

    Only the viewing seat's hand is read, so a whole record shows no more than a hidden one. Legal
    actions tell of a hand too: whose to mark is the caller's choice.
    """
    view = View(states[0], options[0], seat)
    height = 1060 if seat == NOBODY else 1200
    layers = (
        tag("title", escape(headline(view)), id="board-title"),
        tag("desc", escape(description(view)), id="board-desc"),
        draw_park(height),
        draw_loop(view),
        draw_benches(view),
        *(draw_seat(view, each) for each in range(SEATS)),
        draw_middle(view),
        draw_dealer(view),
        *(draw_token(view, each, token) for each in range(SEATS) for token in range(TOKENS)),
        draw_tray(view),
        draw_targets(view, legal),
    )
    return tag(
        "svg",
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby="board-title board-desc",
        font_family=SERIF,
        fill=INK,
        text_anchor="middle",
    )


# Words


def headline(view: View) -> str:
    """What is going on, in a few words."""
    if view.phase == FINISHED:
        team = int(view.state.winner)
        return f"{SEAT_NAMES[team]} and {SEAT_NAMES[team + 2]} win"
    if view.phase == ROLL:
        return "Who deals first?"
    if view.phase == DEALING:
        return f"{SEAT_NAMES[int(view.state.dealer)]} deals"
    doing = {GIVING: "gives a card", PLAYING: "to play", SPLITTING: "splits a 7"}
    return f"{SEAT_NAMES[view.mover]} {doing[view.phase]}"


def place_words(place: int) -> str:
    """A place, in words."""
    if place == KENNEL:
        return "in the kennel"
    return f"on home {place - HOME + 1}" if place >= HOME else f"on space {place}"


def token_words(view: View, seat: int, token: int) -> str:
    """A token's name and whereabouts."""
    fresh = ", protected" if is_protected(view.state, view.options, seat, token) else ""
    place = place_words(int(view.state.token[seat, token]))
    return f"{SEAT_NAMES[seat]} {TOKEN_NAMES[token]} {place}{fresh}"


def description(view: View) -> str:
    """The board in words, for whoever can't see it."""
    tokens = [token_words(view, seat, token) for seat in range(SEATS) for token in range(TOKENS)]
    who = "a spectator" if view.seat == NOBODY else SEAT_NAMES[view.seat]
    return f"A board of Dog with {view.loop_len} spaces, seen by {who}. {'; '.join(tokens)}."


def card_count(count: int) -> str:
    """How many cards, in words."""
    return {0: "no cards", 1: "1 card"}.get(count, f"{count} cards")


# SVG


def number(value: float) -> str:
    """At most two decimals, and no minus before a zero: equal pictures are equal bytes."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """One element: `stroke_width=2` is written `stroke-width="2"`."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else number(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(inside)}</{name}>" if inside else f"<{name}{written}/>"


def box(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """A rectangle around its middle."""
    left, top = x - width / 2, y - height / 2
    return tag("rect", x=left, y=top, width=width, height=height, **attributes)


def disc(x: float, y: float, r: float, **attributes: str | float) -> str:
    """A circle around its middle."""
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def words(x: float, y: float, size: float, text: str, **attributes: str | float) -> str:
    """Text whose middle is the point; `dominant-baseline` is unknown to many programs."""
    return tag("text", escape(text), x=x, y=y + 0.35 * size, font_size=size, **attributes)


def moved(x: float, y: float, angle: float = 0) -> str:
    """The transform to a point, and there by an angle."""
    turn = f" rotate({number(angle)})" if angle else ""
    return f"translate({number(x)},{number(y)}){turn}"


def polygon(points: Iterable[tuple[float, float]], **attributes: str | float) -> str:
    """A closed line through the points."""
    text = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=text, **attributes)


# Geometry


def from_seat(seat: int, x: float, y: float) -> tuple[float, float]:
    """A point of a seat's own frame on the board: seats follow one another anti-clockwise."""
    turned = ((x, y), (y, -x), (-x, -y), (-y, x))[seat]
    return CENTRE + turned[0], CENTRE + turned[1]


def seat_frame(seat: int) -> str:
    """The transform into a seat's own frame."""
    return moved(CENTRE, CENTRE, -90 * seat)


def upright(seat: int) -> float:
    """The angle at which a seat's text is read: along its side, never upside down."""
    return (0, -90, 0, 90)[seat]


def loop_point(space: int, loop_len: int) -> tuple[float, float]:
    """Spaces lie equally far apart on a square with round corners, starts mid-side."""
    seat, index = divmod(space, loop_len // SEATS)
    along = index * QUARTER / (loop_len // SEATS)
    bend = (along - STRAIGHT) / CORNER
    if bend <= 0:
        return from_seat(seat, along, SIDE)
    if bend <= pi / 2:
        return from_seat(seat, STRAIGHT + CORNER * sin(bend), STRAIGHT + CORNER * cos(bend))
    return from_seat(seat, SIDE, QUARTER - along)


def home_point(seat: int, index: int) -> tuple[float, float]:
    """Home spaces lead inward from the start."""
    return from_seat(seat, 0, SIDE - LANE * (index + 1))


def kennel_point(seat: int, index: int) -> tuple[float, float]:
    """Kennel dots lie side by side outside the loop."""
    return from_seat(seat, KENNEL_GAP * (index - (TOKENS - 1) / 2), KENNEL_ROW)


def point_of(view: View, spot: Spot) -> tuple[float, float]:
    """Where a place of the record lies in the picture."""
    if spot.place == KENNEL:
        return kennel_point(spot.seat, spot.token)
    if spot.place >= HOME:
        return home_point(spot.seat, spot.place - HOME)
    return loop_point(spot.place % view.loop_len, view.loop_len)


# The park


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


def draw_paw(x: float, y: float, r: float, fill: str) -> str:
    """A dog's footprint about as large as a disc of radius r."""
    toes = ((-0.66, -0.12), (-0.26, -0.62), (0.26, -0.62), (0.66, -0.12))
    pad = tag("ellipse", cx=x, cy=y + 0.38 * r, rx=0.5 * r, ry=0.4 * r)
    prints = (disc(x + dx * r, y + dy * r, 0.22 * r) for dx, dy in toes)
    return tag("g", pad, *prints, fill=fill, stroke="none", opacity=0.85)


# The seats


def draw_benches(view: View) -> str:
    """A strip for each seat, and a bright one under whose move it is."""
    strips = (
        box(0, BENCH, 620, 84, rx=24, fill="#fff9e8", opacity=0.45, transform=seat_frame(seat))
        for seat in range(SEATS)
    )
    # Kept, unseen, while nobody moves: so it can fade and travel.
    light = box(0, BENCH, 620, 84, rx=24, fill="#fff0b8", stroke=GOLD, stroke_width=5)
    shown = {"opacity": "0"} if view.mover == NOBODY else {}
    return "".join(strips) + tag(
        "g", light, id="mover", transform=seat_frame(max(view.mover, 0)), **shown
    )


def draw_seat(view: View, seat: int) -> str:
    """A seat: its name, its kennel, its cards from behind and the cards it has laid."""
    houses = (draw_house(seat, index) for index in range(TOKENS))
    doors = (
        disc(*kennel_point(seat, index), view.radius, id=f"kennel-{seat}-{index}", fill="#4a3420")
        for index in range(TOKENS)
    )
    return tag(
        "g",
        tag("g", *houses, transform=seat_frame(seat)),
        *doors,
        draw_name(view, seat),
        draw_backs(view, seat),
        draw_laid(view, seat),
        id=f"seat-{seat}",
    )


def draw_house(seat: int, index: int) -> str:
    """A dog house around one kennel dot, its roof towards the loop."""
    x = KENNEL_GAP * (index - (TOKENS - 1) / 2)
    roof = ((x - 22.5, 423), (x, 396), (x + 22.5, 423))
    return box(x, 443, 39, 52, rx=3, fill="#dcb67f", stroke=INK, stroke_width=1.5) + polygon(
        roof, fill=FILL[seat], stroke=INK, stroke_width=2, stroke_linejoin="round"
    )


def side_words(seat: int, x: float, drop: float, size: float, text: str, **more: str) -> str:
    """Text along a seat's side: x in the seat's frame, `drop` below the middle of its bench."""
    at = moved(*from_seat(seat, x, BENCH), upright(seat))
    return tag("g", words(0, drop, size, text, **more), transform=at)


def draw_name(view: View, seat: int) -> str:
    """Who sits here, and with whom."""
    mate = (seat + 2) % SEATS
    role = f"with {SEAT_NAMES[mate]}"
    if view.seat != NOBODY:
        role = {view.seat: "you", (view.seat + 2) % SEATS: "your partner"}.get(seat, role)
    return (
        tag("g", draw_shape(seat, 13), transform=moved(*from_seat(seat, -284, BENCH)))
        + side_words(seat, -206, -11, 25, SEAT_NAMES[seat], font_weight="bold")
        + side_words(seat, -206, 14, 16, role, fill=SOFT_INK)
    )


def draw_backs(view: View, seat: int) -> str:
    """How many cards a seat holds; those of the others from behind."""
    held = int(view.state.held[seat])
    if seat == view.seat:
        return side_words(seat, 204, 0, 16, card_count(held), fill=SOFT_INK)
    x, y = from_seat(seat, 204, BENCH)
    angle = upright(seat)
    backs = (
        tag(
            "g",
            card_back(24, 34),
            id=f"back-{seat}-{i}",
            transform=moved(27 * i - 13.5 * (held - 1), -9),
        )
        for i in range(held)
    )
    count = words(0, 24, 15, card_count(held), fill=SOFT_INK)
    return tag("g", *backs, count, transform=moved(x, y, angle))


def card_back(width: float, height: float) -> str:
    """A card from behind, around the origin."""
    return (
        box(0, 0, width, height, rx=0.14 * width, fill="#8c3b2a", stroke=INK, stroke_width=1.5)
        + box(0, 0, width - 6, height - 6, rx=2, fill="none", stroke="#e9c9a0", stroke_width=1)
        + draw_paw(0, 0, 0.28 * width, "#e9c9a0")
    )


def draw_laid(view: View, seat: int) -> str:
    """The cards a seat has laid face up this round, on the lawn beside its home."""
    x, y = from_seat(seat, 93, 256)
    laid = listed(view.state.shown[seat])
    return "".join(
        tag(
            "g",
            box(0, 0, 31, 42, rx=4, fill="#ffffff", stroke=FILL[seat], stroke_width=2),
            words(0, 0, 9.5 if rank == JOKER else 18, CARD_NAMES[rank], font_weight="bold"),
            id=f"laid-{seat}-{i}",
            transform=moved(x + 35 * (i % 3 - 1), y + 46 * (i // 3 - 0.5)),
        )
        for i, rank in enumerate(laid)
    )


def draw_dealer(view: View) -> str:
    """The dealer's puck; in the middle while the dice decide."""
    x, y = CENTRE, CENTRE + 28
    if view.phase != ROLL:
        x, y = from_seat(int(view.state.dealer), -124, BENCH)
    return tag(
        "g",
        tag("title", "dealer"),
        disc(0, 0, 17, fill=INK),
        disc(0, 0, 14.5, fill="#c9955a", stroke="#f6dfb2", stroke_width=1.5),
        words(0, 0, 18, "D", font_weight="bold"),
        id="dealer",
        transform=moved(x, y),
    )


# The middle


def draw_middle(view: View) -> str:
    """What is going on, the stock, and the steps left of a seven."""
    return tag(
        "g",
        disc(0, 4, 124, fill="#8fae62", opacity=0.6),
        disc(0, 0, 122, fill="#a8703d", stroke="#6d4526", stroke_width=3),
        disc(0, 0, 111, fill=PAPER, stroke="#c79a62", stroke_width=2),
        draw_emblem(view),
        words(0, -46, 18, headline(view), font_weight="bold", id="headline"),
        words(0, -22, 15, f"round of {card_count(int(view.state.deal))}", fill=SOFT_INK),
        draw_pips(view) if view.phase == SPLITTING else draw_stock(view),
        id="middle",
        transform=moved(CENTRE, CENTRE),
    )


def draw_emblem(view: View) -> str:
    """The mover's shape, or a paw."""
    if view.mover == NOBODY:
        return draw_paw(0, -80, 17, "#c79a62")
    return tag("g", draw_shape(view.mover, 15), transform=moved(0, -80))


def draw_stock(view: View) -> str:
    """The cards still to be dealt."""
    left = int(view.state.stock_left)
    if view.phase == ROLL:
        return words(0, 76, 15, f"{left} in stock", fill=SOFT_INK)
    pile = (
        tag("g", card_back(40, 54), transform=moved(1.5 * i, 32 - 2 * i))
        for i in range(min(3, (left + 19) // 20))
    )
    return tag("g", *pile, words(0, 78, 15, f"{left} in stock", fill=SOFT_INK), id="stock")


def draw_pips(view: View) -> str:
    """The seven steps, those still to make filled."""
    left = int(view.state.seven_left)
    pips = (
        disc(21 * (i - (SEVEN_STEPS - 1) / 2), 12, 7, fill=MARK if i < left else PAPER)
        for i in range(SEVEN_STEPS)
    )
    steps = "1 step left" if left == 1 else f"{left} steps left"
    stock = f"{int(view.state.stock_left)} in stock"
    return (
        tag("g", *pips, stroke=MARK, stroke_width=2, id="seven-left")
        + words(0, 38, 16, steps, font_weight="bold")
        + words(0, 90, 14, stock, fill=SOFT_INK)
    )


# Tokens


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
    at = moved(*point_of(view, view.spot(seat, token)))
    return tag("g", *parts, id=f"token-{seat}-{token}", transform=at)


def lap_mark(laps: int, r: float) -> str:
    """Plus: the next pass of the start leads home. Minus: backed over it, so one is lost."""
    arm = number(0.24 * r)
    sign = f"M-{arm},0 H{arm}" + (f" M0,-{arm} V{arm}" if laps > 0 else "")
    plate = disc(0, 0, 0.42 * r, fill="#ffffff", stroke=INK, stroke_width=0.09 * r)
    return plate + tag("path", d=sign, stroke=INK, stroke_width=0.15 * r)


# The hand


def draw_tray(view: View) -> str:
    """Below the board: the viewing seat's hand and the key to the marks."""
    if view.seat == NOBODY:
        return tag("g", draw_key(view, False), id="tray")
    notes = (
        words(108, 1024 + 19 * i, 15, note, fill="#f6dfb2")
        for i, note in enumerate(exchange_notes(view))
    )
    return tag(
        "g",
        box(CENTRE, HAND_ROW, 660, 172, rx=22, fill="#6d4526", opacity=0.55),
        words(108, 1092, 26, SEAT_NAMES[view.seat], font_weight="bold", fill=PAPER),
        words(108, 1116, 15, card_count(int(view.state.held[view.seat])), fill="#f6dfb2"),
        *notes,
        *(draw_card(view, i, rank) for i, rank in enumerate(view.hand())),
        draw_key(view, True),
        id="tray",
    )


def exchange_notes(view: View) -> list[str]:
    """The card this seat gave its partner, and the one it got once all have picked up."""
    gave = int(view.state.gave[view.seat])
    notes = [f"gave {CARD_NAMES[gave]}"] if gave >= 0 else []
    if view.phase in (PLAYING, SPLITTING):
        got = int(view.state.gave[(view.seat + 2) % SEATS])
        notes += [f"got {CARD_NAMES[got]}"] if got >= 0 else []
    return notes


def key_rows(view: View) -> Iterator[tuple[str, str]]:
    """Every mark on the board, and what it means."""
    yield disc(0, 0, 11, fill="#fff6c9", stroke=GOLD, stroke_width=4), "protected"
    for words_, dashes in (("may go here", "none"), ("may swap", "5 3")):
        rim = disc(0, 0, 11, fill="none", stroke="#ffffff", stroke_width=6)
        ring = disc(0, 0, 11, fill="none", stroke=MARK, stroke_width=3, stroke_dasharray=dashes)
        yield rim + ring, words_
    if view.options.full_lap:
        yield lap_mark(1, 25), "has lapped"
        yield lap_mark(-1, 25), "behind start"


def draw_key(view: View, beside: bool) -> str:
    """The key to the marks: beside the hand, or in a row where there is none."""
    rows = list(key_rows(view))
    x, y, across, down = (862.0, 1092.0, 0.0, 32.0) if beside else (440.0, 1022.0, 170.0, 0.0)
    x -= across * (len(rows) - 1) / 2
    y -= down * (len(rows) - 1) / 2
    entries = (
        tag(
            "g",
            mark,
            words(22, 0, 16, text, fill=PAPER, text_anchor="start"),
            transform=moved(x + across * i, y + down * i),
        )
        for i, (mark, text) in enumerate(rows)
    )
    return tag("g", *entries, id="key")


def listed(counts: Any) -> list[int]:
    """The ranks of a count of cards, one by one; what a seat may not see counts nothing."""
    return [rank for rank in range(RANKS) for _ in range(max(0, int(counts[rank])))]


def card_point(view: View, index: int) -> tuple[float, float]:
    """The middle of a card of the hand."""
    count = len(view.hand())
    gap = min(106.0, 640.0 / max(count, 1))
    return CENTRE + gap * (index - (count - 1) / 2), HAND_ROW


def draw_card(view: View, index: int, rank: int) -> str:
    """A card of the hand: its rank, and what it can do."""
    name = CARD_NAMES[rank]
    big = 26 if len(name) > 2 else 52
    small = 13 if len(name) > 2 else 20
    face = (
        box(2, 4, 96, 142, rx=10, fill=INK, opacity=0.35),
        box(0, 0, 96, 142, rx=10, fill="#fffdf6", stroke=INK, stroke_width=1.5),
        box(0, 0, 84, 130, rx=6, fill="none", stroke="#e3cfa4", stroke_width=1.5),
        words(-38, -52, small, name, text_anchor="start", font_weight="bold"),
        draw_paw(28, -51, 11, "#c79a62"),
        words(0, 0, big, name, font_weight="bold"),
        words(0, 50, 12, SPECIAL_USES.get(rank, f"{name} steps"), fill=SOFT_INK),
    )
    return tag("g", *face, id=f"hand-{index}", transform=moved(*card_point(view, index)))


# Legal actions


def draw_targets(view: View, legal: Sequence[int]) -> str:
    """Every legal action: rings on the board, or a mark on the card, the hand or the seven."""
    rings: Counter[Spot] = Counter()
    marks = []
    for action in map(int, legal):
        spots = board_spots(view, action)
        if spots:
            marks.append(draw_rings(view, action, spots, rings))
        elif action in (BEGIN_SEVEN, BEGIN_SEVEN + AS_JOKER) or GIVE <= action < GIVE + RANKS:
            marks.append(mark_cards(view, action))
        elif action == THROW:
            marks.append(mark_hand(view, action))
        elif action == END_SEVEN:
            marks.append(target(action, draw_button(CENTRE, CENTRE + 64, "end the 7")))
    look: dict[str, str | float] = {
        "fill": "#ffffff", "fill_opacity": 0, "stroke": MARK, "stroke_width": 2.2,
    }  # fmt: skip
    return tag("g", *marks, id="targets", cursor="pointer", **look) if marks else ""


def board_spots(view: View, action: int) -> list[Spot]:
    """The places an action aims at: where its token ends, or the two that swap."""
    actor = int(view.state.seat)
    if STEP <= action < END_SEVEN:
        return [step_spot(view, actor, action - STEP)]
    if action >= STEP:
        return []
    use = action % AS_JOKER
    seat = int(controlled(view.state, actor))
    if use < SWAP:
        kind, token = divmod((use - MOVE) // 2, TOKENS)
        return [end_of_move(view, seat, token, int(STEPS[kind]), use & 1)]
    if use < BEGIN_SEVEN:
        token, other = divmod(use - SWAP, BOARD_TOKENS)
        return [view.spot(seat, token), view.spot(*divmod(other, TOKENS))]
    return [Spot(seat, 0, seat * view.loop_len // SEATS)] if use >= START else []


def end_of_move(view: View, seat: int, token: int, steps: int, enters: int) -> Spot:
    """Where a token ends."""
    place = destination(view.state, view.options, seat, token, steps, enters)
    return Spot(seat, token, int(place))


def step_spot(view: View, actor: int, choice: int) -> Spot:
    """Where a step of a seven ends; one over a protected token takes two."""
    owner = int(step_owner(view.state, actor, choice))
    left = int(view.state.seven_left)
    steps = max(1, int(step_cost(view.state, view.options, actor, choice, left)))
    return end_of_move(view, owner, (choice >> 1) % TOKENS, steps, choice & 1)


def target(action: int, *inside: str, first: bool = True) -> str:
    """A mark that stands for an action; where it has several, only the first has the id."""
    named: dict[str, str | float] = {"id": f"target-{action}"} if first else {}
    if action < STEP:
        named["data_card"] = CARD_NAMES[int(rank_used(action))]
    title = tag("title", escape(format_action(action)))
    return tag("g", title, *inside, **named, data_action=str(action))


def draw_rings(view: View, action: int, spots: list[Spot], rings: Counter[Spot]) -> str:
    """Rings round the places; further actions aiming at one place widen it, up to a limit."""
    parts = []
    taken = {int(place) for place in view.state.token.flat if 0 <= place < HOME}
    dashes: dict[str, str | float] = {"stroke_dasharray": "5 3"} if len(spots) > 1 else {}
    for spot in spots:
        place = Spot(spot.seat if spot.place >= HOME else 0, 0, spot.place)
        base, most = (1.45, 1) if spot.place in taken else (1.2, 2)
        r = view.radius * (base + 0.17 * min(rings[place], most))
        rings[place] += 1
        x, y = point_of(view, spot)
        parts.append(disc(x, y, r, stroke="#ffffff", stroke_width=3.6))
        parts.append(disc(x, y, r, **dashes))
    return target(action, *parts)


def mark_cards(view: View, action: int) -> str:
    """A frame round every card of the rank; another seat's hand is framed as a whole."""
    if int(view.state.seat) != view.seat:
        return mark_hand(view, action)
    rank = action - GIVE if action >= GIVE else int(rank_used(action))
    found = [i for i, held in enumerate(view.hand()) if held == rank]
    return "".join(
        target(
            action,
            *framed(*card_point(view, i), 100, 146, 12),
            first=i == found[0],
        )
        for i in found
    )


def mark_hand(view: View, action: int) -> str:
    """A frame round a whole hand: all of it is thrown, or only its back may be seen."""
    seat = int(view.state.seat)
    if seat != view.seat:
        frame = tag("g", *framed(204, BENCH, 190, 72, 12), transform=seat_frame(seat))
        return target(action, frame)
    button = draw_button(CENTRE, 1180, "throw the hand")
    return target(action, *framed(CENTRE, HAND_ROW, 656, 168, 20), button)


def framed(x: float, y: float, width: float, height: float, rx: float) -> Iterator[str]:
    """A white line under a coloured one, so that it shows on wood, lawn and card."""
    for stroke, thick in (("#ffffff", 8), (MARK, 4)):
        yield box(x, y, width, height, rx=rx, stroke=stroke, stroke_width=thick)


def draw_button(x: float, y: float, text: str) -> str:
    """A pill that says what it does."""
    pill = box(x, y, 30 + 9 * len(text), 28, rx=14, fill=MARK, stroke="#ffffff", stroke_width=2)
    label = words(x, y, 16, text, stroke="none", font_weight="bold")
    return tag("g", pill, label, fill_opacity=1)
