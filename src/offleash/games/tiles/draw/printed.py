"""The box of tiles to print: hex dominoes, dog houses, tree-poop tiles, at true millimetres."""

from math import sqrt

from offleash.contract.studio.kit import DOMINO, HEXAGON, Component, Pile
from offleash.games.shared.printed import ground, picture
from offleash.games.shared.svg import group, number, use
from offleash.games.tiles.draw.colours import CREAM, INK, PAPER
from offleash.games.tiles.draw.geometry import ACROSS
from offleash.games.tiles.draw.pieces import TREE_POOPS, draw_house, symbols
from offleash.games.tiles.rules.dogs import BASE_TILES, BREED, TILES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES

CELL = 30.0  # millimetres from one side of a hexagon to the other
CELL_WORD = "from one side of a hexagon to the other"
HOUSE = 0.6  # a house, of that
BOX_HOUSES = 4  # with the expansion; two without
HOME_HINT = "Nothing else is needed. Coins or cubes can stand in for dog houses."
ONE_HEX = 2  # of the shapes of a tree-poop tile
TILE_REASONS = {
    "tiles": "every pair of the seven breeds once",
    "shiba tiles": "a shiba with every breed, and with another shiba",
}


def tiles(is_extra: bool, cell: float) -> list[Component]:
    """Return hex dominoes; those with a shiba are a kind of their own."""
    size, back = (2 * cell, hexagon_height(cell)), draw_halves(["back", "back"], cell)
    components = []
    for tile in range(TILES if is_extra else BASE_TILES):
        kind = "tiles" if tile < BASE_TILES else "shiba tiles"
        front = draw_halves([f"dog-{breed}" for breed in BREED[tile]], cell)
        reason = TILE_REASONS[kind]
        components.append(
            Component(kind, TILE_NAMES[tile], *size, front, back, shape=DOMINO, reason=reason)
        )
    return components


def bone(cell: float) -> Component:
    """Return the prize, which goes to the winner."""
    width, height = 1.6 * cell, 0.8 * cell
    scale = f"scale({number(cell / ACROSS * 1000)}) scale(0.001) scale(2.4)"
    art = group(use("bone"), transform=scale)
    front = picture(width, height, symbols(), ground(width, height, PAPER), art, fill=INK)
    reason = "the winner gets it"
    return Component("bone", "bone", width, height, front, shares_cuts=True, reason=reason)


def houses(seats: int, cell: float) -> list[Component]:
    """Return a dog house for each seat, of its colour."""
    across = round(HOUSE * cell, 1)
    under = ground(across, across, PAPER) + symbols()
    scale = 0.027 * across
    arts = (draw_house((0.0, 0.3), seat, "", scale, SEAT_NAMES[seat][0]) for seat in range(seats))
    fronts = (picture(across, across, under, art) for art in arts)
    return [
        Component(
            "houses",
            SEAT_NAMES[seat],
            across,
            across,
            front,
            shares_cuts=True,
            reason="one for each player",
        )
        for seat, front in enumerate(fronts)
    ]


def house_pile(cell: float) -> Pile:
    """Return what has to fit on a hexagon: a house."""
    return Pile("a hexagon", cell, cell, ((1, "a house", round(HOUSE * cell, 1)),))


def tree_poops(seats: int, shape: int, cell: float) -> list[Component]:
    """Return a tree-poop tile for each seat, in one of three shapes."""
    halves = TREE_POOPS[shape]
    form = HEXAGON if shape == ONE_HEX else DOMINO
    size = (len(halves) * cell, hexagon_height(cell))
    front = draw_halves(halves, cell)
    reason = "one for each player"
    return [
        Component(
            "tree-poop tiles", "tree-poop", *size, front, count=seats, shape=form, reason=reason
        )
    ]


def hexagon_height(cell: float) -> float:
    """Return the height of a hexagon, from corner to corner."""
    return 2 * cell / sqrt(3)


def draw_halves(halves: list[str], cell: float) -> str:
    """Return one or two hexagons side by side, with a bone from one to the other."""
    width, height = len(halves) * cell, hexagon_height(cell)
    left = -ACROSS / 2 * (len(halves) - 1)
    parts = [use(half, x=left + ACROSS * n, y=0) for n, half in enumerate(halves)]
    if len(halves) > 1:
        parts.append(use("bone"))
    scale = f"scale({number(cell / ACROSS * 1000)}) scale(0.001)"  # numbers have two decimals
    art = group(*parts, transform=scale)
    return picture(width, height, symbols(), ground(width, height, CREAM), art, fill=INK)
