"""Where things lie: the measures of the board, and the point of every place on it.

The viewer sits below, the others follow anti-clockwise; a seat's own frame has its origin in the
middle of the board, x to its right and y towards it.
"""

from math import cos, pi, sin

from offleash.games.dog.draw.view import Ground, Spot
from offleash.games.dog.rules import record as R
from offleash.games.shared.svg import moved

# The board, in the units of the viewBox.
WIDTH = 1000
CENTRE = 500.0
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

# However few spaces there are, nothing on them grows larger than this.
LARGEST_SPACE, LARGEST_TOKEN, LARGEST_HALO = 19.0, 15.8, 22.7

Point = tuple[float, float]


def spacing(ground: Ground) -> float:
    """From one space of the loop to the next, along it."""
    return R.SEATS * QUARTER / ground.loop_len


def space_radius(ground: Ground) -> float:
    """Of a space: neighbours keep a gap."""
    return min(LARGEST_SPACE, 0.42 * spacing(ground))


def token_size(ground: Ground) -> float:
    """What a token's shape is measured in."""
    return min(LARGEST_TOKEN, 0.37 * spacing(ground))


def halo_radius(ground: Ground) -> float:
    """Of a halo or a ring, its line included: never more than half the way to the next space."""
    return min(LARGEST_HALO, 0.5 * spacing(ground))


def from_seat(ground: Ground, seat: int, x: float, y: float) -> Point:
    """A point of a seat's own frame on the board."""
    turned = ((x, y), (y, -x), (-x, -y), (-y, x))[(seat - ground.below) % R.SEATS]
    return CENTRE + turned[0], CENTRE + turned[1]


def seat_frame(ground: Ground, seat: int) -> str:
    """The transform into a seat's own frame."""
    return moved(CENTRE, CENTRE, -90 * ((seat - ground.below) % R.SEATS))


def upright(ground: Ground, seat: int) -> float:
    """The angle at which a seat's text is read: along its side, never upside down."""
    return (0, -90, 0, 90)[(seat - ground.below) % R.SEATS]


def loop_point(ground: Ground, space: float) -> Point:
    """Spaces lie equally far apart on a square with round corners, starts mid-side."""
    quarter = ground.loop_len // R.SEATS
    seat, index = divmod(space, quarter)
    along = index * QUARTER / quarter
    bend = (along - STRAIGHT) / CORNER
    x, y = along, SIDE
    if bend > pi / 2:
        x, y = SIDE, QUARTER - along
    elif bend > 0:
        x, y = STRAIGHT + CORNER * sin(bend), STRAIGHT + CORNER * cos(bend)
    return from_seat(ground, int(seat), x, y)


def home_point(ground: Ground, seat: int, index: int) -> Point:
    """Home spaces lead inward from the start."""
    return from_seat(ground, seat, 0, SIDE - LANE * (index + 1))


def kennel_point(ground: Ground, seat: int, index: int) -> Point:
    """Kennels lie side by side outside the loop."""
    return from_seat(ground, seat, kennel_x(index), BENCH)


def kennel_x(index: int) -> float:
    """Along the bench."""
    return KENNEL_GAP * (index - (R.TOKENS - 1) / 2)


def point_of(ground: Ground, spot: Spot) -> Point:
    """Where a place of the record lies in the picture."""
    if spot.place == R.KENNEL:
        return kennel_point(ground, spot.seat, spot.token)
    if spot.place >= R.HOME:
        return home_point(ground, spot.seat, spot.place - R.HOME)
    return loop_point(ground, spot.place % ground.loop_len)


def inward(ground: Ground, spot: Spot) -> Point:
    """The direction off the path: from the loop to the inside, from a home to its side."""
    if spot.place >= R.HOME:
        x, y = from_seat(ground, spot.seat, 1, 0)
        return x - CENTRE, y - CENTRE
    x, y = (at - CENTRE for at in loop_point(ground, spot.place))
    turned_x = max(-STRAIGHT, min(STRAIGHT, x)) - x
    turned_y = max(-STRAIGHT, min(STRAIGHT, y)) - y
    length = (turned_x**2 + turned_y**2) ** 0.5
    return turned_x / length, turned_y / length
