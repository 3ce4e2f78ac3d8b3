"""Puppy Park to print: tiles, dog houses and tree-poop tiles, as the options have them."""

from offleash.core.game import Records
from offleash.core.kit import Component, Kit, Pile
from offleash.games.tiles.draw.printed import CELL, CELL_WORD, HOUSE, houses, tiles, tree_poops
from offleash.games.tiles.rules.dogs import BASE_TILES, TILES


def kit(options: Records, cell: float | None) -> Kit:
    """All that is played with."""
    size = cell or CELL
    seats = int(options["players"][0])
    parts: list[Component] = tiles(TILES if options["extra_tiles"][0] else BASE_TILES, size)
    if seats == 2 or options["houses34"][0]:
        parts += houses(seats, size)
    if options["tree_poop"][0]:
        parts += tree_poops(seats, int(options["tp_shape"][0]), size)
    pile = Pile("a hexagon", size, size, ((1, "a house", round(HOUSE * size, 1)),))
    return Kit(parts, size, CELL_WORD, (pile,))
