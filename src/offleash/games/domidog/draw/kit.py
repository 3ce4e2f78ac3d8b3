"""Dömidög to print: tiles and dog houses, as the options have them."""

from offleash.core.game import Records
from offleash.core.kit import Kit, Pile
from offleash.games.tiles.draw.printed import CELL, CELL_WORD, HOUSE, houses, tiles
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES


def kit(options: Records, cell: float | None) -> Kit:
    """All that is played with; three and four always have all tiles."""
    size = cell or CELL
    seats = int(options["players"][0])
    count = TILES if options["extra_tiles"][0] or seats > 2 else BASE_TILES
    pile = Pile("a hexagon", size, size, ((1, "a house", round(HOUSE * size, 1)),))
    return Kit([*tiles(count, size), *houses(seats, size)], size, CELL_WORD, (pile,))
