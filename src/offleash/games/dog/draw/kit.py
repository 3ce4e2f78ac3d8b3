"""Dog to print: the board, a card for each rank, and the tokens."""

from offleash.core.game import Records
from offleash.core.kit import CIRCLE, Component, Kit, Pile, Span
from offleash.games.dog.draw import geometry as G
from offleash.games.dog.draw import shapes as S
from offleash.games.dog.draw.board import draw_loop, draw_park
from offleash.games.dog.draw.hand import SPECIAL_USES
from offleash.games.dog.draw.seats import draw_kennel, draw_name
from offleash.games.dog.draw.view import Ground
from offleash.games.dog.rules import record as R
from offleash.games.dog.text.names import CARD_NAMES, SEAT_NAMES, TOKEN_NAMES
from offleash.games.shared.printed import CARD, fitted, ground, picture
from offleash.games.shared.svg import box, disc, moved, number, tag, words

STEP = 18.0  # millimetres from one space to the next
TOKEN = 0.72  # a token, of that


def kit(options: Records, cell: float | None) -> Kit:
    """All of Dog at true size."""
    step = cell or STEP
    park = Ground(int(options["loop_len"][0]), -1)
    unit = step / min(
        G.spacing(park), G.LARGEST_SPACE / 0.42
    )  # millimetres; a short loop is no smaller
    token = round(TOKEN * step, 1)
    space = round(2 * unit * G.space_radius(park), 1)
    parts = [*cards(int(options["jokers"][0])), *tokens(token), board(park, unit)]
    pile = Pile("a space", space, space, ((1, "a token", token),))
    return Kit(parts, step, "for a space of the loop and the gap to the next", (pile,))


# Cards


def cards(jokers: int) -> list[Component]:
    """A card for each rank, as often as the deck has it."""
    counts = [R.COPIES] * (R.RANKS - 1) + [jokers]
    back = draw_back()
    return [
        Component("cards", CARD_NAMES[rank], *CARD, draw_card(rank), back, count)
        for rank, count in enumerate(counts)
        if count
    ]


def draw_card(rank: int) -> str:
    """Its rank, large and in both corners, and what it can do."""
    width, height = CARD
    name = CARD_NAMES[rank]
    use = SPECIAL_USES.get(rank, f"{name} steps")
    corner = (
        S.draw_star(-21.5, -36.5, 4.2, fill=S.MARK)
        if rank == R.JOKER
        else words(-21.5, -36.5, 7.5 if len(name) == 1 else 5.4, name, font_weight="bold")
    )
    big = (
        S.draw_star(0, -2, 20, fill=S.MARK)
        if rank == R.JOKER
        else words(0, -2, 34, name, font_weight="bold")
    )
    return picture(
        width,
        height,
        ground(width, height, "#fffdf6"),
        box(0, 0, width - 6, height - 6, rx=3, fill="none", stroke="#e3cfa4", stroke_width=0.6),
        corner,
        tag("g", corner, transform="rotate(180)"),
        S.draw_paw(21, -36.5, 3.6, "#c79a62", 1),
        S.draw_paw(-21, 36.5, 3.6, "#c79a62", 1),
        big,
        words(0, 26, fitted(use, 5.4, 46), use, fill=S.SOFT_INK),
        fill=S.INK,
    )


def draw_back() -> str:
    """The same for every card."""
    width, height = CARD
    pale = "#e9c9a0"
    return picture(
        width,
        height,
        ground(width, height, "#8c3b2a"),
        box(0, 0, width - 7, height - 7, rx=3, fill="none", stroke=pale, stroke_width=0.8),
        S.draw_paw(0, -2, 15, pale, 1),
        words(0, 30, 7, "DOG", fill=pale, font_weight="bold"),
    )


# Tokens


def tokens(across: float) -> list[Component]:
    """Four of each seat: its shape and letter tell whose and which it is, without colours too."""
    return [
        Component(
            "tokens",
            f"{SEAT_NAMES[seat]} {TOKEN_NAMES[token]}",
            across,
            across,
            draw_token(seat, token, across),
            shape=CIRCLE,
        )
        for seat in range(R.SEATS)
        for token in range(R.TOKENS)
    ]


def draw_token(seat: int, token: int, across: float) -> str:
    """A seat's shape on a pale disc."""
    r = 0.36 * across
    sink = 0.2 * r if seat == 1 else 0  # a triangle is widest below
    letter = words(0, sink, 1.1 * r, TOKEN_NAMES[token], font_weight="bold", fill=S.LETTERING[seat])
    return picture(
        across, across, ground(across, across, S.PAPER), S.draw_shape(seat, r), letter, fill=S.INK
    )


# The board


def board(park: Ground, unit: float) -> Component:
    """The whole park; a unit of the picture is so many millimetres."""
    side = unit * G.WIDTH
    return Component("board", "board", side, side, draw_board(park), spaces=spaces(park, unit))


def draw_board(park: Ground) -> str:
    """The picture of the game without anything that moves."""
    strips = "".join(
        tag(
            "g",
            box(0, G.BENCH, 626, G.BENCH_HEIGHT, fill="#fff9e8", opacity=0.5, rx=22),
            transform=G.seat_frame(park, seat),
        )
        for seat in range(R.SEATS)
    )
    return tag(
        "svg",
        box(G.CENTRE, G.CENTRE, G.WIDTH + 40, G.WIDTH + 40, fill="#a8703d"),
        draw_park(park, G.WIDTH),
        draw_loop(park),
        strips,
        *(draw_kennel(park, seat) + draw_name(park, seat) for seat in range(R.SEATS)),
        tag("g", draw_middle(), transform=moved(G.CENTRE, G.CENTRE)),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(G.WIDTH)} {number(G.WIDTH)}",
        font_family=S.SERIF,
        fill=S.INK,
        text_anchor="middle",
    )


def draw_middle() -> str:
    """A round table for the cards."""
    return (
        disc(0, 0, 138, fill="#a8703d", stroke="#6d4526", stroke_width=4)
        + disc(0, 0, 124, fill=S.PAPER)
        + S.draw_paw(0, -12, 52, "#c79a62", 1)
        + words(0, 76, 38, "Dog", font_weight="bold")
    )


def spaces(park: Ground, unit: float) -> tuple[Span, ...]:
    """Where tokens stand, in millimetres."""
    points = [(G.loop_point(park, n), G.space_radius(park)) for n in range(park.loop_len)]
    for seat in range(R.SEATS):
        points += [(G.home_point(park, seat, n), 17.0) for n in range(R.HOME_SPACES)]
        points += [(G.kennel_point(park, seat, n), G.token_size(park)) for n in range(R.TOKENS)]
    return tuple(
        (unit * (x - r), unit * (y - r), unit * (x + r), unit * (y + r)) for (x, y), r in points
    )
