"""Dog to print: the board, a card for each rank, tokens, and what keeps track of the deal."""

from offleash.contract import Records
from offleash.contract.rules.actors import NOBODY
from offleash.contract.studio.kit import Component, Kit, KitChoice, Pile, Span
from offleash.games.dog.draw import geometry as G, shapes as S
from offleash.games.dog.draw.board import draw_loop, draw_park
from offleash.games.dog.draw.seats import draw_kennel, draw_name, draw_strips
from offleash.games.dog.position import ALL_TOKENS, CARD_NAMES, TOKEN_NAMES, Board, Spot
from offleash.games.dog.rules import record as R
from offleash.games.shared import svg
from offleash.games.shared.printed import CARD, fitted, ground, picture
from offleash.games.shared.svg import bold, box, disc, draw_paw, group, group_at, words
from offleash.games.shared.tabletop import dice, start_marker, track

STEP = 18.0  # millimetres from one space to the next
TOKEN = 0.72  # a token, of that


HANDS = range(6, 1, -1)  # cards that everybody is dealt, round by round
HOME = (
    "A die to choose the first dealer, or fold the printed one.",
    "Two decks of playing cards with jokers can replace the printed cards, marbles the tokens.",
)


def kit(options: Records, choice: KitChoice) -> Kit:
    """Return all pieces of Dog at true size."""
    step = choice.cell or STEP
    board = Board(int(options[0].loop_len), NOBODY)
    # Millimetres for a unit of the picture; those of a short loop are no smaller.
    unit = step / min(G.spacing(board), G.LARGEST_SPACE / 0.42)
    token = round(TOKEN * step, 1)
    space = round(2 * unit * G.space_radius(board), 1)
    side = unit * G.WIDTH
    front = draw_board(board, choice.grid_numbers)
    spaces, names = list_spaces(board, unit), list_names(board, unit)
    parts = [
        *list_cards(int(options[0].jokers)),
        track("deal track", "Cards in this round", [str(n) for n in HANDS], 5, 12.0,
              "a token on it shows how many cards are dealt"),
        start_marker("lies before the dealer"),
        *list_tokens(token),
        dice(1),
        Component("board", "board", side, side, front, spaces=spaces, titles=names),
    ]  # fmt: skip
    pile = Pile("a space", space, space, ((1, "a token", token),))
    word = "for a space of the loop and the gap to the next"
    return Kit(parts, step, word, (pile,), from_home=HOME)


# Cards


def list_cards(jokers: int) -> list[Component]:
    """Return a card for each rank, as often as the deck has it."""
    counts = [R.COPIES] * (R.RANKS - 1) + [jokers]
    back = draw_back()
    return [
        Component(
            "cards",
            CARD_NAMES[rank],
            *CARD,
            draw_card(rank),
            back,
            count,
            shares_cuts=True,
            reason=f"{R.COPIES} of each rank" + (f", {jokers} jokers" if jokers else ""),
        )
        for rank, count in enumerate(counts)
        if count
    ]


def draw_card(rank: int) -> str:
    """Return a card: its rank, large and in both corners, and what it can do."""
    width, height = CARD
    name, use = CARD_NAMES[rank], S.describe_use(rank)
    corner = bold(-21.5, -36.5, 7.5 if len(name) == 1 else 5.4, name)
    if rank == R.JOKER:
        corner = svg.draw_star(-21.5, -36.5, 4.2, fill=S.MARK)
    return picture(
        *CARD,
        ground(*CARD, S.CARD),
        box(0, 0, width - 6, height - 6, rx=3, fill="none", stroke=S.CARD_LINE, stroke_width=0.6),
        corner,
        group(corner, transform="rotate(180)"),
        draw_paw(21, -36.5, 3.6, S.TAN, 1),
        draw_paw(-21, 36.5, 3.6, S.TAN, 1),
        S.big_rank(rank, star=(-2, 20), text=(-2, 34)),
        words(0, 26, fitted(use, 5.4, 46), use, fill=S.SOFT_INK),
        fill=S.INK,
    )


def draw_back() -> str:
    """Return the back of a card, the same for all."""
    width, height = CARD
    pale = "#e9c9a0"
    return picture(
        *CARD,
        ground(*CARD, "#8c3b2a"),
        box(0, 0, width - 7, height - 7, rx=3, fill="none", stroke=pale, stroke_width=0.8),
        draw_paw(0, -2, 15, pale, 1),
        words(0, 30, 7, "DOG", fill=pale, font_weight="bold"),
    )


# Tokens


def list_tokens(across: float) -> list[Component]:
    """Return four tokens of each seat; shape and letter identify them even without colours."""
    spots = (Spot(seat, token, R.KENNEL) for seat, token in ALL_TOKENS)
    return [
        Component(
            "tokens",
            spot.name,
            across,
            across,
            draw_token(spot, across),
            shares_cuts=True,
            reason="four of each colour",
        )
        for spot in spots
    ]


def draw_token(spot: Spot, across: float) -> str:
    """Return a seat's shape on a pale disc."""
    r, seat = 0.36 * across, spot.seat
    letter = bold(0, S.sink(seat, r), 1.1 * r, TOKEN_NAMES[spot.token], fill=S.LETTERING[seat])
    disc_ground = ground(across, across, S.PAPER)
    return picture(across, across, disc_ground, S.draw_shape(seat, r), letter, fill=S.INK)


# The board


def draw_board(board: Board, is_numbered: bool) -> str:
    """Return the picture of the game without anything that moves."""
    return svg.document(
        G.WIDTH,
        G.WIDTH,
        box(*G.MIDPOINT, G.WIDTH + 40, G.WIDTH + 40, fill=S.WOOD),
        draw_park(board, G.WIDTH),
        draw_loop(board, is_numbered),
        draw_strips(board),
        *(draw_kennel(board, seat) + draw_name(board, seat) for seat in range(R.SEATS)),
        group_at(
            G.MIDPOINT,
            disc(0, 0, 138, fill=S.WOOD, stroke=S.DARK_WOOD, stroke_width=4),
            disc(0, 0, 124, fill=S.PAPER),
            draw_paw(0, -12, 52, S.TAN, 1),
            bold(0, 76, 38, "Dog"),
        ),
        **S.LETTERS,
    )


def list_spaces(board: Board, unit: float) -> tuple[Span, ...]:
    """Return where tokens stand, in millimetres."""
    points = [(G.loop_point(board, n), G.space_radius(board)) for n in range(board.loop_len)]
    for seat in range(R.SEATS):
        points += [(G.home_point(board, seat, n), 17.0) for n in range(R.HOME_SPACES)]
        points += [(G.kennel_point(board, seat, n), G.token_size(board)) for n in range(R.TOKENS)]
    return tuple(
        (unit * (x - r), unit * (y - r), unit * (x + r), unit * (y + r)) for (x, y), r in points
    )


def list_names(board: Board, unit: float) -> tuple[Span, ...]:
    """Return where the players' names and the title in the middle lie: no seam cuts them."""
    name = ((-302.0, G.BENCH - 28), (-150.0, G.BENCH + 28))
    corners = [[G.from_seat(board, seat, x, y) for x, y in name] for seat in range(R.SEATS)]
    corners.append([(G.CENTRE - 60, G.CENTRE + 54), (G.CENTRE + 60, G.CENTRE + 98)])
    return tuple(
        (unit * min(x1, x2), unit * min(y1, y2), unit * max(x1, x2), unit * max(y1, y2))
        for (x1, y1), (x2, y2) in corners
    )
