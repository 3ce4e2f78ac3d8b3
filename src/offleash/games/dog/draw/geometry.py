"""Where things lie: the measures of the board, and the point of every place on it.

The viewer sits below, the others follow anti-clockwise; a seat's own frame has its origin in the
middle of the board, x to its right and y towards it.
"""

from math import cos, pi, sin

from offleash.games.dog.position import Board, Spot
from offleash.games.dog.rules import record as R
from offleash.games.shared.svg import moved

# The board, in the units of the viewBox.
WIDTH = 1000
CENTRE = 500.0
MIDPOINT = (CENTRE, CENTRE)
SIDE = 382.0  # from the middle to the loop
CORNER = 84.0  # radius of the loop's corners
STRAIGHT = SIDE - CORNER
QUARTER = 2 * STRAIGHT + CORNER * pi / 2  # length of a quarter of the loop
PATH = 48.0  # width of the sandy path
LANE = 46.0  # between home spaces
BENCH, BENCH_HEIGHT = 449.0, 76.0  # the strip with a seat's name, kennel and cards
KENNEL_GAP = 46.0
CARDS_AT = 205.0  # a seat's cards, along its bench
MIDDLE = 138.0  # radius of the round table in the middle
PILE = (CENTRE + 46, CENTRE + 44)  # the discards
HAND_ROW = 1096.0

# Upper limits, for loops of few spaces.
LARGEST_SPACE, LARGEST_TOKEN, LARGEST_HALO = 19.0, 15.8, 22.7

Point = tuple[float, float]


def spacing(board: Board) -> float:
    """Return the distance from one space of the loop to the next, along it."""
    return R.SEATS * QUARTER / board.loop_len


def space_radius(board: Board) -> float:
    """Return the radius of a space: neighbours keep a gap."""
    return min(LARGEST_SPACE, 0.42 * spacing(board))


def token_size(board: Board) -> float:
    """Return the unit of a token's shape."""
    return min(LARGEST_TOKEN, 0.37 * spacing(board))


def halo_radius(board: Board) -> float:
    """Return the outer radius of a halo or a ring: at most half the way to the next space."""
    return min(LARGEST_HALO, 0.5 * spacing(board))


def from_seat(board: Board, seat: int, x: float, y: float) -> Point:
    """Return a point on the board from one in a seat's own frame."""
    turned = ((x, y), (y, -x), (-x, -y), (-y, x))[board.turns(seat)]
    return CENTRE + turned[0], CENTRE + turned[1]


def seat_frame(board: Board, seat: int) -> str:
    """Return the transform into a seat's own frame."""
    return moved(CENTRE, CENTRE, -90 * board.turns(seat))


def loop_point(board: Board, space: float) -> Point:
    """Return the point of a space: equally far apart on a rounded square, starts mid-side."""
    quarter = board.loop_len // R.SEATS
    seat, index = divmod(space, quarter)
    along = index * QUARTER / quarter
    bend = (along - STRAIGHT) / CORNER
    x, y = along, SIDE
    if bend > pi / 2:
        x, y = SIDE, QUARTER - along
    elif bend > 0:
        x, y = STRAIGHT + CORNER * sin(bend), STRAIGHT + CORNER * cos(bend)
    return from_seat(board, int(seat), x, y)


def home_point(board: Board, seat: int, index: int) -> Point:
    """Return the point of a home space: they lead inward from the start."""
    return from_seat(board, seat, 0, SIDE - LANE * (index + 1))


def kennel_point(board: Board, seat: int, index: int) -> Point:
    """Return the point of a kennel: they lie side by side outside the loop."""
    return from_seat(board, seat, kennel_x(index), BENCH)


def kennel_x(index: int) -> float:
    """Return a kennel's place along the bench."""
    return KENNEL_GAP * (index - (R.TOKENS - 1) / 2)


def point_of(board: Board, spot: Spot) -> Point:
    """Return where a token's place lies in the picture."""
    if spot.place == R.KENNEL:
        return kennel_point(board, spot.seat, spot.token)
    if spot.place >= R.HOME:
        return home_point(board, spot.seat, spot.place - R.HOME)
    return loop_point(board, spot.place % board.loop_len)


def inward(board: Board, spot: Spot) -> Point:
    """Return the direction off the path: from the loop to the inside, from a home to its side."""
    if spot.place >= R.HOME:
        x, y = from_seat(board, spot.seat, 1, 0)
        return x - CENTRE, y - CENTRE
    x, y = (at - CENTRE for at in loop_point(board, spot.place))
    to_x, to_y = (max(-STRAIGHT, min(STRAIGHT, at)) - at for at in (x, y))
    length = (to_x**2 + to_y**2) ** 0.5
    return to_x / length, to_y / length
