"""Where things lie in the picture: header, street, desk, bowls, one under the other."""

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


class Layout:
    """The measures of one picture."""

    def __init__(self, board: Board, seats: int, has_cards: bool) -> None:
        wide, tall = size(board)
        self.seats = seats
        self.has_cards = has_cards  # whether hands need room
        self.place_height = BOWL_HEIGHT + (CARD_ROWS if has_cards else 0)  # of a player's place
        # All places are in a column next to the street where they fit and it is not too small.
        beside = (WIDTH - 2 * EDGE - GAP - BOWL_WIDTH * COLUMN_SCALE) / wide
        column = seats * (self.place_height * COLUMN_SCALE + GAP) - GAP
        self.has_column = beside >= 1 and column <= beside * tall
        if self.has_column:
            self.scale, self.bowl_scale, left = beside, COLUMN_SCALE, EDGE
        else:
            room = (WIDTH - 2 * EDGE - GAP * (seats - 1)) / seats
            self.bowl_scale = min(LARGEST_BOWL, room / BOWL_WIDTH)
            self.scale = min(LARGEST_STREET, (WIDTH - 2 * EDGE) / wide)
            left = (WIDTH - self.scale * wide) / 2
        self.cell = self.scale * CELL  # the side of one
        self.street = (left, HEADER)  # its upper left corner
        self.street_height = self.scale * tall
        self.desk = HEADER + self.street_height + GAP  # its upper edge
        below = 0 if self.has_column else GAP + self.place_height * self.bowl_scale
        self.height = self.desk + DESK + below + EDGE  # of the whole picture

    def point(self, cell: Cell) -> Point:
        """Return the middle of a cell of the grid."""
        (left, top), (x, y) = self.street, centre(cell)
        return left + self.scale * x, top + self.scale * y

    def bowl(self, seat: int) -> Point:
        """Return the upper left corner of a player's place."""
        width, height = BOWL_WIDTH * self.bowl_scale, self.place_height * self.bowl_scale
        if self.has_column:
            spare = self.street_height - self.seats * (height + GAP) + GAP
            return WIDTH - EDGE - width, HEADER + spare / 2 + seat * (height + GAP)
        left = (WIDTH - self.seats * width - (self.seats - 1) * GAP) / 2
        return left + seat * (width + GAP), self.desk + DESK + GAP


def layout_of(view: Position) -> Layout:
    """Return the measures of a view's picture: the same all game long."""
    options = view.options
    drawn = (True, bool(options.chance_deck), bool(options.events_deck))
    can_hold = any(on and options.card_hold[deck].any() for deck, on in enumerate(drawn))
    has_cards = can_hold and int(options.held_cards_max) > 0
    return Layout(view.board, view.seats, has_cards or bool((view.state.held != R.NO_CARD).any()))
