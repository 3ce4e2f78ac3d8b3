"""Pictures that teach the rules: what a turn can be."""

from offleash.games.shared.panels import StepPanel, draw_panels
from offleash.games.tiles.draw.pieces import draw_house, draw_tree_poop, symbols
from offleash.games.tiles.draw.teaching import ROOM, centred, draw_arrow, draw_heart, lay, point_of


def draw_choices(has_houses: bool, tree_poop_shape: int | None) -> str:
    """Return the ways to spend a turn; `tree_poop_shape` is None in games without such tiles."""
    over = "put your house on a dog, if you like. Your turn is over."
    panels = [
        StepPanel("Two pairs", _pairs(), "On the ground, with two pairs: take another turn."),
        StepPanel("Atop", _atop(), "On two dogs of its own breeds: take another turn."),
        StepPanel(
            "No two pairs",
            _aside(has_houses),
            f"On the ground: {over if has_houses else 'your turn is over.'}",
        ),
    ]
    if tree_poop_shape is not None:
        text = "Instead of a tile, once a game. Your turn is over."
        panels.append(StepPanel("Tree-poop", _tree_poop(tree_poop_shape), text))
    return draw_panels(panels, ROOM, symbols(), is_order=False)


def _pairs() -> str:
    """Return a picture of two pairs; the lower tile is new: each of its dogs has found one."""
    tiles = [lay("yellow-red", -1, 0, 3), lay("blue-brown", 0, 0), lay("blue-yellow", -1, 1, 3)]
    hearts = [draw_heart((-65.0, 22.0)), draw_heart((-13.0, 22.0))]
    return centred([*tiles, *hearts], (-26.0, 22.0))


def _atop() -> str:
    """Return a picture of a tile atop others: it comes down on a dog of each of two tiles."""
    tiles = [lay("blue-brown", 0, 0), lay("yellow-red", 0, 1), lay("blue-yellow", 0, 0, 1, 3)]
    arrow = draw_arrow((-52.0, -10.0), (-52.0, 38.0))
    return centred([arrow, *tiles], (26.0, 16.0))


def _aside(has_houses: bool) -> str:
    """Return a picture of a plain placement; the lower tile is new: nobody has found anybody."""
    tiles = [lay("blue-brown", 0, 0), lay("white-grey", 0, 1)]
    house = draw_house((point_of(1, 0)[0] + 14, -14.0), 0) if has_houses else ""
    return centred([*tiles, house], (40.0, 22.0))


def _tree_poop(shape: int) -> str:
    tiles = [lay("blue-brown", 0, 0), draw_tree_poop(point_of(0, 1), 0, shape, "")]
    return centred(tiles, (40.0, 22.0))
