"""Puppy Park to print: tiles, dog houses and tree-poop tiles, as the options have them."""

from offleash.core.game import Records
from offleash.core.kit import Component, Kit
from offleash.games.tiles.draw.printed import CELL, CELL_WORD, house_pile, houses, tiles, tree_poops


def kit(options: Records, cell: float | None) -> Kit:
    """All pieces of the game."""
    size, settings = cell or CELL, options[0]
    seats = int(settings.players)
    parts: list[Component] = tiles(bool(settings.extra_tiles), size)
    if seats == 2 or settings.houses34:
        parts += houses(seats, size)
    if settings.tree_poop:
        parts += tree_poops(seats, int(settings.tp_shape), size)
    return Kit(parts, size, CELL_WORD, (house_pile(size),))
