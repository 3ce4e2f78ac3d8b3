"""Old names of what `position` has, and the names of the walk tricks."""

from offleash.games.uri_nation.position import Position, plural, seat_list

__all__ = ["SHORT_TRICKS", "TRICK_NAMES", "View", "cell_words", "counted", "seat_list"]

SHORT_TRICKS = ("Leash", "Zoomies", "Distracted", "Sniff", "Patrol", "Leg Day")
TRICK_NAMES = (
    "Pull the Leash",
    "Zoomies",
    "Distracted Owner",
    "Butt Sniff",
    "Paranoid Patrol",
    "Leg Day",
)

View = Position
counted = plural
cell_words = Position.cell_name
