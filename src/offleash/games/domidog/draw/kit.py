"""Dömidög to print: tiles and dog houses, as the options have them."""

from offleash.core.game import Records
from offleash.core.kit import Kit
from offleash.games.tiles.draw.printed import CELL, CELL_WORD, house_pile, houses, tiles


def kit(options: Records, cell: float | None) -> Kit:
    """All pieces of the game; three and four players always have all tiles."""
    size, seats = cell or CELL, int(options["players"][0])
    is_extra = bool(options["extra_tiles"][0]) or seats > 2
    parts = [*tiles(is_extra, size), *houses(seats, size)]
    return Kit(parts, size, CELL_WORD, (house_pile(size),))
