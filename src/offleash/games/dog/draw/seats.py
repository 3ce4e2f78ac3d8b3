"""The seats with their kennels and cards, the dealer's puck, and the table in the middle."""

from offleash.core.prose import count_of
from offleash.core.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog.draw import geometry as G
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.view import Ground, View, card_ids, headline, listed
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.seven import SEVEN_STEPS
from offleash.games.dog.text.names import SEAT_NAMES
from offleash.games.shared.svg import box, disc, kept, moved, number, tag, words

CARD_SLOT = 32.0  # between a seat's cards on its bench


def draw_benches(view: View) -> str:
    """A strip for each seat, and a bright one under whose move it is."""
    look: dict[str, str | float] = {"rx": 22}
    strips = (
        box(0, G.BENCH, 626, G.BENCH_HEIGHT, fill="#fff9e8", opacity=0.5, **look)
        for _ in range(R.SEATS)
    )
    # Kept, unseen, while nobody moves: so it can fade and travel.
    light = box(
        0, G.BENCH, 626, G.BENCH_HEIGHT - 3, fill="#fff0b8", stroke=S.GOLD, stroke_width=5, **look
    )
    shown = {"opacity": "0"} if view.mover == NOBODY else {}
    return "".join(
        tag("g", strip, transform=G.seat_frame(view.ground, seat))
        for seat, strip in enumerate(strips)
    ) + tag(
        "g", light, id="mover", transform=G.seat_frame(view.ground, max(view.mover, 0)), **shown
    )


def draw_seat(view: View, seat: int) -> str:
    """A seat: its name, its kennel, its cards from behind and the cards it has laid."""
    bench = draw_kennel(view.ground, seat) + draw_name(view.ground, seat)
    return tag("g", bench, draw_cards(view, seat), id=f"seat-{seat}")


@kept
def draw_kennel(ground: Ground, seat: int) -> str:
    """A house for each token, and its door."""
    houses = (draw_house(seat, index) for index in range(R.TOKENS))
    doors = (
        disc(
            *G.kennel_point(ground, seat, index),
            G.token_size(ground),
            id=f"kennel-{seat}-{index}",
            fill="#4a3420",
        )
        for index in range(R.TOKENS)
    )
    return tag("g", *houses, transform=G.seat_frame(ground, seat)) + "".join(doors)


def draw_house(seat: int, index: int) -> str:
    """A kennel: a barrel of wood, its round end towards the loop, hooped in the seat's colour."""
    x = G.kennel_x(index)
    left, right = number(x - 20.5), number(x + 20.5)
    top, bottom = G.BENCH - 9, G.BENCH + 33
    shape = f"M{left},{bottom} V{top} A20.5,22 0 0 1 {right},{top} V{bottom} Z"
    hoop = box(x, G.BENCH + 27, 41, 9, fill=S.FILL[seat], stroke=S.INK, stroke_width=1.5)
    return (
        tag("path", d=shape, fill=S.INK, stroke=S.INK, stroke_width=6, stroke_linejoin="round")
        + tag("path", d=shape, fill="#dcb67f", stroke=S.FILL[seat], stroke_width=3.5)
        + hoop
    )


def side_words(
    ground: Ground, seat: int, x: float, drop: float, size: float, text: str, **more: str
) -> str:
    """Text along a seat's side: x in the seat's frame, `drop` below the middle of its bench."""
    at = moved(*G.from_seat(ground, seat, x, G.BENCH), G.upright(ground, seat))
    return tag("g", words(0, drop, size, text, **more), transform=at)


@kept
def draw_name(ground: Ground, seat: int) -> str:
    """Who sits here, and with whom."""
    role = f"with {SEAT_NAMES[(seat + 2) % R.SEATS]}"
    if ground.seat >= 0:
        role = {ground.seat: "you", (ground.seat + 2) % R.SEATS: "your partner"}.get(seat, role)
    return (
        tag("g", S.draw_shape(seat, 13), transform=moved(*G.from_seat(ground, seat, -287, G.BENCH)))
        + side_words(ground, seat, -209, -12, 27, SEAT_NAMES[seat], font_weight="bold")
        + side_words(ground, seat, -209, 17, 18, role, fill=S.SOFT_INK)
    )


def draw_cards(view: View, seat: int) -> str:
    """What a seat holds, from behind, then what it has laid this round; the viewer's hand lies
    in the tray. EVERYBODY sees it open."""
    held = 0 if seat == view.seat else int(view.state.held[seat])
    laid = listed(view.state.shown[seat])
    cards = [(f"back-{seat}-{i}", S.card_back(25, 35)) for i in range(held)]
    if view.seat == EVERYBODY and (hand := listed(view.state.hand[seat])):
        faces = [S.small_card(rank, 27, S.SOFT_INK, 1) for rank in hand]
        cards = list(zip(card_ids(f"held-{seat}", hand), faces, strict=True))
    faces = [S.small_card(rank, 27, S.FILL[seat]) for rank in laid]
    cards += zip(card_ids(f"laid-{seat}", laid), faces, strict=True)
    gap = min(CARD_SLOT, 6 * CARD_SLOT / max(len(cards), 1))
    slots = (
        tag("g", card, id=name, transform=moved(gap * (i - (len(cards) - 1) / 2), -13))
        for i, (name, card) in enumerate(cards)
    )
    count = count_of(int(view.state.held[seat]), "card")
    if seat == view.seat:
        count = f"{len(laid)} laid" if laid else ""
    at = moved(*G.from_seat(view.ground, seat, G.CARDS_AT, G.BENCH), G.upright(view.ground, seat))
    return tag("g", *slots, words(0, 24, 18, count, fill=S.SOFT_INK), transform=at)


def draw_dealer(view: View) -> str:
    """The dealer's puck; in the middle while the dice decide."""
    x, y = G.CENTRE, G.CENTRE + 12
    if view.phase != R.ROLL:
        x, y = G.from_seat(view.ground, int(view.state.dealer), -122, G.BENCH)
    return tag(
        "g",
        tag("title", "dealer"),
        disc(0, 0, 17, fill=S.INK),
        disc(0, 0, 14.5, fill="#c9955a", stroke="#f6dfb2", stroke_width=1.5),
        words(0, 0, 19, "D", font_weight="bold"),
        id="dealer",
        transform=moved(x, y),
    )


# The middle


def draw_middle(view: View) -> str:
    """What is going on, the steps left of a seven, the stock and the discards."""
    who, doing = headline(view)
    round_of = f"round of {count_of(int(view.state.deal), 'card')}"
    return tag(
        "g",
        disc(0, 5, G.MIDDLE + 2, fill="#7f9f50", opacity=0.55),
        disc(0, 0, G.MIDDLE, fill="#a8703d", stroke="#6d4526", stroke_width=3),
        disc(0, 0, G.MIDDLE - 11, fill=S.PAPER, stroke="#c79a62", stroke_width=2),
        draw_emblem(view),
        words(0, -66, 24, who, font_weight="bold", id="headline"),
        words(0, -40, 21, doing, font_weight="bold"),
        draw_pips(view)
        if view.phase == R.SPLITTING
        else words(0, -14, 18, round_of, fill=S.SOFT_INK),
        draw_pile(view, "stock", -46, int(view.state.stock_left)),
        draw_pile(view, "discards", 46, int(view.state.discard.sum())),
        id="middle",
        transform=moved(G.CENTRE, G.CENTRE),
    )


def draw_emblem(view: View) -> str:
    """The mover's shape, or a paw."""
    if view.mover == NOBODY:
        return S.draw_paw(0, -99, 16, "#c79a62")
    return tag("g", S.draw_shape(view.mover, 14), transform=moved(0, -98))


def draw_pile(view: View, name: str, x: float, count: int) -> str:
    """The cards still to be dealt, or those out of play; a hollow where there are none."""
    hollow = box(0, 0, 42, 56, rx=6, fill="none", stroke="#c79a62", stroke_width=2)
    card = S.card_back(40, 54) if name == "stock" else box(
        0, 0, 40, 54, rx=5.6, fill="#fffdf6", stroke=S.INK, stroke_width=1.5
    ) + S.draw_paw(0, 0, 13, "#e3cfa4")  # fmt: skip
    pile = (
        tag("g", card, transform=moved(1.5 * i, -2 * i)) for i in range(min(4, (count + 19) // 20))
    )
    return tag(
        "g",
        hollow,
        *pile,
        words(0, 42, 17, f"{count} {'out' if name == 'discards' else 'left'}", fill=S.SOFT_INK),
        id=name,
        transform=moved(x, 44),
    )


def draw_pips(view: View) -> str:
    """The seven steps, those still to make filled."""
    left = int(view.state.seven_left)
    pips = (
        disc(19 * (i - (SEVEN_STEPS - 1) / 2), -18, 6.5, fill=S.MARK if i < left else S.PAPER)
        for i in range(SEVEN_STEPS)
    )
    steps = f"{count_of(left, 'step', zero='0')} left"
    return tag("g", *pips, stroke=S.MARK, stroke_width=2, id="seven-left") + words(
        0, 1, 16, steps, font_weight="bold"
    )
