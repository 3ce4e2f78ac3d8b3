"""Where things lie: the measures of the board, and the point of every place on it.

Seat 0 sits at the bottom, 1 right, 2 top, 3 left; a seat's own frame has its origin in the middle
of the board, x to its right and y towards it.
"""

from math import cos, pi, sin
from typing import NamedTuple

from offleash.games.dog.rules.record import HOME, KENNEL, SEATS, TOKENS
from offleash.games.shared.svg import moved

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


class Spot(NamedTuple):
    """Where something of a seat stands: `place` as the record writes it."""

    seat: int
    token: int
    place: int


def space_radius(loop_len: int) -> float:
    """Of a space: as large as neighbours allow."""
    return min(LARGEST, 0.4 * SEATS * QUARTER / loop_len)


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


def point_of(spot: Spot, loop_len: int) -> tuple[float, float]:
    """Where a place of the record lies in the picture."""
    if spot.place == KENNEL:
        return kennel_point(spot.seat, spot.token)
    if spot.place >= HOME:
        return home_point(spot.seat, spot.place - HOME)
    return loop_point(spot.place % loop_len, loop_len)
