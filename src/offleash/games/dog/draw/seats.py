"""The seats with their kennels and cards, the dealer's puck, and the middle of the board."""

from offleash.core.rules.actors import NOBODY
from offleash.games.dog.draw.geometry import (
    BENCH,
    CENTRE,
    KENNEL_GAP,
    from_seat,
    kennel_point,
    seat_frame,
    upright,
)
from offleash.games.dog.draw.shapes import (
    FILL,
    GOLD,
    INK,
    MARK,
    PAPER,
    SOFT_INK,
    card_back,
    draw_paw,
    draw_shape,
)
from offleash.games.dog.draw.view import View, card_count, headline, listed
from offleash.games.dog.rules.record import CARD_NAMES, JOKER, ROLL, SEATS, SPLITTING, TOKENS
from offleash.games.dog.rules.seven import SEVEN_STEPS
from offleash.games.dog.text.summary import SEAT_NAMES
from offleash.games.shared.svg import box, disc, moved, polygon, tag, words


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
