"""A board for a game without an artist: picture, clicks, terminal and print from names of places.

A game says which places there are, what lies on them, and what to click for an action; `Board`
makes everything else of it. docs/add-a-game.md has an example.
"""

from offleash.games.shared.board.board import Board, Placed
from offleash.games.shared.board.layout import (
    BACK,
    CIRCLE,
    HAND,
    HEXAGON,
    PLAIN,
    SQUARE,
    STACK,
    Place,
    Places,
    below,
    beside,
    grid,
    hand,
    hexes,
    loop,
    stack,
    track,
)
from offleash.games.shared.board.scene import CARD, TILE, TOKEN, Piece

__all__ = [
    "BACK",
    "CARD",
    "CIRCLE",
    "HAND",
    "HEXAGON",
    "PLAIN",
    "SQUARE",
    "STACK",
    "TILE",
    "TOKEN",
    "Board",
    "Piece",
    "Place",
    "Placed",
    "Places",
    "below",
    "beside",
    "grid",
    "hand",
    "hexes",
    "loop",
    "stack",
    "track",
]
