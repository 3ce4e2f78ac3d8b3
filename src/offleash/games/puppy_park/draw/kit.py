"""Puppy Park to print: tiles, houses, tree-poop tiles and the bone, as the options have them."""

from offleash.contract import Records
from offleash.contract.studio.kit import Component, Kit, KitChoice
from offleash.games.tiles.draw.printed import (
    BOX_HOUSES,
    CELL,
    CELL_WORD,
    HOME_HINT,
    bone,
    house_pile,
    houses,
    tiles,
    tree_poops,
)

PAIR = 2  # players who have houses without the expansion


def kit(options: Records, choice: KitChoice) -> Kit:
    """Return all pieces of the box, or those that so many players need."""
    size, settings = choice.cell or CELL, options[0]
    seats = choice.players or BOX_HOUSES
    parts: list[Component] = tiles(bool(settings.extra_tiles), size)
    if settings.tree_poop:
        parts += tree_poops(seats, int(settings.tp_shape), size)
    if settings.houses34:
        parts += houses(seats, size)
    elif choice.players in (None, PAIR):
        parts += houses(PAIR, size)
    parts.append(bone(size))
    return Kit(parts, size, CELL_WORD, (house_pile(size),), from_home=(HOME_HINT,))
