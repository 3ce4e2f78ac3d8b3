"""Pictures that teach the rules: a turn at a glance."""

from offleash.games.shared.panels import StepPanel, draw_panels
from offleash.games.tiles.draw.pieces import draw_back, symbols
from offleash.games.tiles.draw.teaching import ROOM, centred, draw_drawing, lay


def draw_turn() -> str:
    """Return the steps of a turn, and what the game is about."""
    return draw_panels(
        [
            StepPanel("Lay", _lay(), "Your playing tile, next to another. Dogs need not match."),
            StepPanel("Draw", draw_drawing(), "Your next playing tile, while there are any."),
            StepPanel("Keep quiet", _mission(), "Your mission stays hidden to the end."),
        ],
        ROOM,
        symbols(),
    )


def _lay() -> str:
    """Return a picture of laying; the lower tile is new."""
    tiles = [lay("blue-brown", 0, 0), lay("yellow-red", 2, 0), lay("white-grey", 1, 1)]
    return centred(tiles, (78.0, 22.0))


def _mission() -> str:
    return centred([draw_back((-26.0, 0.0))], (0.0, 0.0), 1.1)
