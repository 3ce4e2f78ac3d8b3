"""Pictures that teach the rules: what a turn can be."""

from offleash.games.shared.panels import StepPanel, draw_panels
from offleash.games.tiles.draw.pieces import draw_house, symbols
from offleash.games.tiles.draw.teaching import (
    ROOM,
    centred,
    draw_drawing,
    draw_heart,
    lay,
    point_of,
)


def draw_choices() -> str:
    """Return the ways to spend a turn."""
    return draw_panels(
        [
            StepPanel("Lay a tile", _lay(), "To an end of the chain, dog to equal dog."),
            StepPanel("Draw", draw_drawing(), "If you can't: until you can. No tiles left: pass."),
            StepPanel("Fork", _fork(), "Once a game: shut an end with your house, and branch off."),
        ],
        ROOM,
        symbols(),
        is_order=False,
    )


def _lay() -> str:
    """Return a picture of laying; the tile on the right is new."""
    tiles = [lay("brown-red", 0, 0), lay("yellow-red", 3.16, 0, 3)]
    return centred([*tiles, draw_heart((82.0, 0.0))], (82.0, 0.0), 0.9)


def _fork() -> str:
    """Return a picture of a fork: a house on the left end; the lower tile is new."""
    tiles = [lay("brown-red", 0, 0), lay("yellow-red", 3, 0, 3), lay("red-black", 1, 1)]
    heart, house = draw_heart((65.0, 22.0)), draw_house((point_of(0, 0)[0] - 12, -12.0), 0)
    return centred([*tiles, heart, house], (78.0, 22.0))
