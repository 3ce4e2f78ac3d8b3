"""Old names of what `position` and `text.names` have."""

from offleash.games.uri_nation.position import Position, plural, seat_list
from offleash.games.uri_nation.text.names import SHORT_TRICKS, TRICK_NAMES

__all__ = ["SHORT_TRICKS", "TRICK_NAMES", "View", "cell_words", "counted", "seat_list"]

View = Position
counted = plural
cell_words = Position.cell_name
