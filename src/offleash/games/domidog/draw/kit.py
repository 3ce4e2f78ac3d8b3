"""Dömidög to print: tiles, dog houses and the bone, as the options have them."""

from offleash.contract import Records
from offleash.contract.studio.kit import Kit, KitChoice
from offleash.games.tiles.draw.printed import (
    BOX_HOUSES,
    CELL,
    CELL_WORD,
    HOME_HINT,
    bone,
    house_pile,
    houses,
    tiles,
)


def kit(options: Records, choice: KitChoice) -> Kit:
    """Return all pieces of the box; three and four players always have all tiles."""
    size, seats = choice.cell or CELL, choice.players or BOX_HOUSES
    is_extra = bool(options["extra_tiles"][0]) or seats > 2
    parts = [*tiles(is_extra, size), *houses(seats, size), bone(size)]
    home = [HOME_HINT]
    if choice.players is None and not options["extra_tiles"][0]:
        home.append("Two players leave the shiba tiles in the box.")
    return Kit(parts, size, CELL_WORD, (house_pile(size),), from_home=home)
