"""The seats with their kennels and cards, the dealer's puck, and the table in the middle."""

from offleash.contract.rules.actors import EVERYBODY, NOBODY
from offleash.games.dog import position as P
from offleash.games.dog.draw import geometry as G, shapes as S
from offleash.games.dog.position import SEAT_NAMES, Board, Position, list_ranks, partner_of
from offleash.games.dog.rules import record as R
from offleash.games.dog.rules.seven import SEVEN_STEPS
from offleash.games.shared import svg
from offleash.games.shared.svg import bold, box, cache_shapes, disc, group, group_at, path, words
from offleash.tools.prose import count_of

NAME_ROOM = 108.0  # for a seat's name
CARD_SLOT = 32.0  # between a seat's cards on its bench


@cache_shapes
def draw_strips(board: Board) -> str:
    """Return a pale strip under each seat's name, kennel and cards."""
    strip = box(0, G.BENCH, 626, G.BENCH_HEIGHT, fill="#fff9e8", opacity=0.5, rx=22)
    frames = (G.seat_frame(board, seat) for seat in range(R.SEATS))
    return "".join(group(strip, transform=frame) for frame in frames)


def draw_benches(position: Position) -> str:
    """Return a strip for each seat, and a bright one under whose move it is."""
    size = 626, G.BENCH_HEIGHT - 3
    light = box(0, G.BENCH, *size, fill="#fff0b8", stroke=S.GOLD, stroke_width=5, rx=22)
    look = {"opacity": "0"} if position.mover == NOBODY else {}
    frame = G.seat_frame(position.board, max(position.mover, 0))
    return draw_strips(position.board) + group(light, id="mover", transform=frame, **look)


def draw_seat(position: Position, seat: int) -> str:
    """Return a seat: its name, its kennel, its cards from behind and the cards it has laid."""
    bench = draw_kennel(position.board, seat) + draw_name(position.board, seat)
    return group(bench, draw_cards(position, seat), id=f"seat-{seat}")


@cache_shapes
def draw_kennel(board: Board, seat: int) -> str:
    """Return a house for each token, and its door."""
    houses = (draw_house(seat, index) for index in range(R.TOKENS))
    r = G.token_size(board)
    doors = (
        disc(*G.kennel_point(board, seat, index), r, id=f"kennel-{seat}-{index}", fill="#4a3420")
        for index in range(R.TOKENS)
    )
    return group(*houses, transform=G.seat_frame(board, seat)) + "".join(doors)


def draw_house(seat: int, index: int) -> str:
    """Return a kennel: a wooden barrel, its round end to the loop, hooped in the seat's colour."""
    x = G.kennel_x(index)
    left, right = svg.number(x - 20.5), svg.number(x + 20.5)
    top, bottom = G.BENCH - 9, G.BENCH + 33
    barrel = f"M{left},{bottom} V{top} A20.5,22 0 0 1 {right},{top} V{bottom} Z"
    return (
        path(barrel, fill=S.INK, stroke=S.INK, stroke_width=6, stroke_linejoin="round")
        + path(barrel, fill="#dcb67f", stroke=S.FILL[seat], stroke_width=3.5)
        + box(x, G.BENCH + 27, 41, 9, fill=S.FILL[seat], stroke=S.INK, stroke_width=1.5)
    )


def group_along(board: Board, seat: int, x: float, *inside: str) -> str:
    """Return elements along a seat's side, x in its frame, so that text is never upside down."""
    angle = (0, -90, 0, 90)[board.turns(seat)]
    return group_at(G.from_seat(board, seat, x, G.BENCH), *inside, angle=angle)


@cache_shapes
def draw_name(board: Board, seat: int) -> str:
    """Return who sits here, and with whom."""
    role = f"with {SEAT_NAMES[partner_of(seat)]}"
    if board.viewer >= 0:
        role = {board.viewer: "you", partner_of(board.viewer): "your partner"}.get(seat, role)
    shape = group_at(G.from_seat(board, seat, -287, G.BENCH), S.draw_shape(seat, 13))
    name = group_along(board, seat, -209, bold(0, -12, 27, SEAT_NAMES[seat], data_room=NAME_ROOM))
    return (
        shape
        + name
        + group_along(
            board, seat, -209, words(0, 17, 18, role, fill=S.SOFT_INK, data_room=NAME_ROOM)
        )
    )


def draw_cards(position: Position, seat: int) -> str:
    """Return what a seat holds, from behind, then what it has laid this round.

    The viewer's hand lies in the tray. EVERYBODY sees all hands open.
    """
    laid = list_ranks(position.state.shown[seat])
    count = count_of(position.count_hand(seat), "card")
    cards = [(f"back-{seat}-{i}", S.card_back(25, 35)) for i in range(position.count_hand(seat))]
    if seat == position.viewer:
        cards, count = [], f"{len(laid)} laid" if laid else ""
    if position.viewer == EVERYBODY and (hand := list_ranks(position.state.hand[seat])):
        faces = [S.small_card(rank, 27, S.SOFT_INK, 1) for rank in hand]
        cards = list(zip(P.card_ids(f"held-{seat}", hand), faces, strict=True))
    faces = [S.small_card(rank, 27, S.FILL[seat]) for rank in laid]
    cards += zip(P.card_ids(f"laid-{seat}", laid), faces, strict=True)
    gap = min(CARD_SLOT, 6 * CARD_SLOT / max(len(cards), 1))
    slots = (
        group_at((gap * (i - (len(cards) - 1) / 2), -13), card, **svg.piece(name))
        for i, (name, card) in enumerate(cards)
    )
    caption = words(0, 24, 18, count, fill=S.SOFT_INK)
    return group_along(position.board, seat, G.CARDS_AT, *slots, caption)


def draw_dealer(position: Position) -> str:
    """Return the dealer's puck; in the middle while the dice decide."""
    at = G.CENTRE, G.CENTRE + 12
    if position.phase != R.ROLL:
        at = G.from_seat(position.board, int(position.state.dealer), -122, G.BENCH)
    return group_at(
        at,
        svg.tooltip("dealer"),
        disc(0, 0, 17, fill=S.INK),
        disc(0, 0, 14.5, fill="#c9955a", stroke=S.PALE, stroke_width=1.5),
        bold(0, 0, 19, "D"),
        **svg.piece("dealer"),
    )


# The middle


def draw_middle(position: Position) -> str:
    """Return what is going on, the steps left of a seven, the stock and the discards."""
    subject, activity = P.headline(position)
    deal = count_of(int(position.state.deal), "card")
    note = words(0, -14, 18, f"round of {deal}", fill=S.SOFT_INK)
    emblem = svg.draw_paw(0, -99, 16, S.TAN)
    if position.mover != NOBODY:
        emblem = group_at((0, -98), S.draw_shape(position.mover, 14))
    return group_at(
        G.MIDPOINT,
        disc(0, 5, G.MIDDLE + 2, fill="#7f9f50", opacity=0.55),
        disc(0, 0, G.MIDDLE, fill=S.WOOD, stroke=S.DARK_WOOD, stroke_width=3),
        disc(0, 0, G.MIDDLE - 11, fill=S.PAPER, stroke=S.TAN, stroke_width=2),
        emblem,
        bold(0, -66, 24, subject, data_room=190),
        bold(0, -40, 21, activity, data_room=225),
        draw_pips(position.steps_left) if position.phase == R.SPLITTING else note,
        draw_pile("stock", -46, int(position.state.stock_left), "left"),
        draw_pile("discards", 46, int(position.state.discard.sum()), "out"),
        id="middle",
    )


def draw_pile(name: str, x: float, count: int, note: str) -> str:
    """Return a pile of cards still to be dealt, or out of play; a hollow where there are none."""
    card = S.card_back(40, 54)
    if name == "discards":
        face = box(0, 0, 40, 54, rx=5.6, fill=S.CARD, stroke=S.INK, stroke_width=1.5)
        card = face + svg.draw_paw(0, 0, 13, S.CARD_LINE)
    return group_at(
        (x, 44),
        box(0, 0, 42, 56, rx=6, fill="none", stroke=S.TAN, stroke_width=2),
        *(group_at((1.5 * i, -2 * i), card) for i in range(min(4, (count + 19) // 20))),
        words(0, 42, 17, f"{count} {note}", fill=S.SOFT_INK),
        id=name,
    )


def draw_pips(left: int) -> str:
    """Return the seven steps, those still to make filled."""
    pips = (
        disc(19 * (i - (SEVEN_STEPS - 1) / 2), -18, 6.5, fill=S.MARK if i < left else S.PAPER)
        for i in range(SEVEN_STEPS)
    )
    caption = bold(0, 1, 16, f"{count_of(left, 'step', zero='0')} left")
    return group(*pips, stroke=S.MARK, stroke_width=2, id="seven-left") + caption
