"""Where things lie in the picture: header, street, desk, bowls, one under the other."""

from dataclasses import dataclass
from functools import cached_property

from offleash.games.uri_nation.board.text import Board, Cell
from offleash.games.uri_nation.draw.geometry import CELL, centre, size
from offleash.games.uri_nation.draw.shapes import Point
from offleash.games.uri_nation.position import Position
from offleash.games.uri_nation.rules import record as R

WIDTH = 1400.0
EDGE = 16.0  # of the table round everything
HEADER = 84.0  # round, order, what is going on, decks
DESK = 110.0  # the walk, the challenge or the card under way, and the buttons
NOTES = 18.0  # the last line of the desk, for what lasts
LARGEST_STREET = 1.3  # how much larger than its own measures the street is drawn at most
BOWL_WIDTH, BOWL_HEIGHT, CARD_ROWS = 340.0, 214.0, 54.0  # of a player's place, as drawn
LARGEST_BOWL = 1.3  # how much larger it may be where few play
COLUMN_SCALE = 1.1  # how much larger it is in a column next to the street
GAP = 12.0
BUTTONS = 700.0  # where they begin on the desk


@dataclass(frozen=True)
class Layout:
    """The measures of one picture."""

    board: Board
    seats: int
    has_cards: bool  # whether hands need room

    @cached_property
    def place_height(self) -> float:
        """Of a player's place, as drawn."""
        return BOWL_HEIGHT + (CARD_ROWS if self.has_cards else 0)

    @cached_property
    def has_column(self) -> bool:
        """Whether all places fit a column next to a narrow street."""
        return (
            self.seats * (self.place_height * COLUMN_SCALE + GAP) - GAP <= self.street_by_column[1]
        )

    @cached_property
    def street_by_column(self) -> Point:
        """The size of the street next to that column; (0, 0) where it would be too small."""
        width = WIDTH - 2 * EDGE - GAP - BOWL_WIDTH * COLUMN_SCALE
        scale = width / size(self.board)[0]
        return (width, scale * size(self.board)[1]) if scale >= 1 else (0.0, 0.0)

    @cached_property
    def scale(self) -> float:
        """How much larger than its own measures the street is drawn."""
        if self.has_column:
            return self.street_by_column[0] / size(self.board)[0]
        return min(LARGEST_STREET, (WIDTH - 2 * EDGE) / size(self.board)[0])

    @cached_property
    def cell(self) -> float:
        """The side of a cell."""
        return self.scale * CELL

    @cached_property
    def street(self) -> Point:
        """The upper left corner of the street."""
        middle = (WIDTH - self.scale * size(self.board)[0]) / 2
        return (EDGE if self.has_column else middle), HEADER

    @cached_property
    def desk(self) -> float:
        """The upper edge of the desk."""
        return HEADER + self.scale * size(self.board)[1] + GAP

    @cached_property
    def bowl_scale(self) -> float:
        """How large the players' places are drawn."""
        if self.has_column:
            return COLUMN_SCALE
        room = (WIDTH - 2 * EDGE - GAP * (self.seats - 1)) / self.seats
        return min(LARGEST_BOWL, room / BOWL_WIDTH)

    @cached_property
    def height(self) -> float:
        """Of the whole picture."""
        below = 0 if self.has_column else GAP + self.place_height * self.bowl_scale
        return self.desk + DESK + below + EDGE

    def point(self, cell: Cell) -> Point:
        """The middle of a cell of the grid."""
        (left, top), (x, y) = self.street, centre(cell)
        return left + self.scale * x, top + self.scale * y

    def bowl(self, seat: int) -> Point:
        """The upper left corner of a player's place."""
        width, height = BOWL_WIDTH * self.bowl_scale, self.place_height * self.bowl_scale
        if self.has_column:
            spare = self.street_by_column[1] - self.seats * (height + GAP) + GAP
            return WIDTH - EDGE - width, HEADER + spare / 2 + seat * (height + GAP)
        left = (WIDTH - self.seats * width - (self.seats - 1) * GAP) / 2
        return left + seat * (width + GAP), self.desk + DESK + GAP


def layout_of(view: Position) -> Layout:
    """The measures of a view's picture: the same all game long."""
    options = view.options
    drawn = (True, bool(options.chance_deck), bool(options.events_deck))
    can_hold = any(on and options.card_hold[deck].any() for deck, on in enumerate(drawn))
    has_cards = can_hold and int(options.held_cards_max) > 0
    return Layout(view.board, view.seats, has_cards or bool((view.state.held != R.NO_CARD).any()))
