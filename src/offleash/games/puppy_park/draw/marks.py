"""Marks for the legal actions: frames round tiles, ghosts on the lawn, buttons.

A ghost is a small face on the cell of the first dog, with a wedge for each way the other may lie. A
placement that earns another turn has a golden wedge with a star; one alone is drawn as the piece
itself. Each mark carries its action's
number, so that a page can tell what was clicked; clicks on a face go to the cell below it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from offleash.core.game import Records
from offleash.core.rules.actors import NOBODY
from offleash.games.puppy_park.draw.layout import SMALL, Layout
from offleash.games.puppy_park.draw.targets import PLAIN, Lawn, Spot
from offleash.games.puppy_park.draw.view import View
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.notation import format_action
from offleash.games.shared.svg import moved, tag
from offleash.games.tiles.draw import ghosts
from offleash.games.tiles.draw.colours import MARK, PAPER
from offleash.games.tiles.draw.geometry import ACROSS
from offleash.games.tiles.draw.hands import HEAD
from offleash.games.tiles.draw.lawn import top_of
from offleash.games.tiles.draw.pieces import draw_tile, draw_tree_poop
from offleash.games.tiles.rules.dogs import BREED


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Every legal action of the seat to move; nobody else is shown any."""
    view = View(states, options, seat)
    if seat == NOBODY or view.mover != seat or not len(legal):
        return ""
    actions = [int(action) for action in legal]
    places = [action for action in actions if A.HOUSE > action >= A.PLACE]
    lawn = [*mark_places(view, places), *mark_houses(view, actions)]
    layout = Layout(view)
    hand = tag("g", *mark_hand(layout, actions), transform=layout.transform(layout.own))
    return tag("g", *lawn, hand, id="targets", cursor="pointer")


# The lawn


def mark_places(view: View, actions: list[int]) -> Iterator[str]:
    """A ghost on every cell where the first half may lie."""
    if not actions:
        return
    lawn = Lawn(view)
    if len(actions) == 1:
        yield mark_only_place(view, actions[0], lawn.spot(actions[0]))
        return
    ways: dict[int, list[tuple[int, Spot]]] = defaultdict(list)
    for action in actions:
        spot = lawn.spot(action)
        ways[spot.cells[0]].append((action, spot))
    piece = view.picked
    face = "tree-alone" if piece == R.TREE_POOP or piece is None else f"face-{BREED[piece, 0]}"
    yield ghosts.ghost_symbols()
    for cell, spots in ways.items():
        wedges = [
            (action, spot.way if len(spot.cells) > 1 else None, spot.earns != PLAIN)
            for action, spot in spots
        ]
        yield ghosts.draw_ghost(top_of(cell, view.heights), face, wedges)


def mark_only_place(view: View, action: int, spot: Spot) -> str:
    """The piece that was picked, as it would lie there."""
    at, piece = top_of(spot.cells[0], view.heights), view.picked
    if piece == R.TREE_POOP or piece is None:
        drawn = draw_tree_poop(at, spot.way, int(view.options.tp_shape), "")
    else:
        drawn = draw_tile(piece, at, spot.way)
    return ghosts.draw_only(action, at, drawn, spot.earns != PLAIN)


def mark_houses(view: View, actions: list[int]) -> Iterator[str]:
    """A ring with a roof on every dog that may be put to sleep."""
    for action in actions:
        if action >= A.HOUSE:
            x, y = top_of(action - A.HOUSE, view.heights)
            yield ghosts.target(action, format_action(action), house_ring(x, y))


def house_ring(x: float, y: float) -> str:
    """A small roof in the corner where the house would stand."""
    roof = "M-7,6 V0 L0,-6.5 L7,0 V6 Z"
    look: dict[str, str | float] = {"stroke_linejoin": "round"}
    white = tag("path", d=roof, fill=PAPER, stroke=PAPER, stroke_width=5, **look)
    dark = tag("path", d=roof, fill="none", stroke=MARK, stroke_width=2.4, **look)
    return tag("g", white, dark, transform=moved(x + 15, y + 9))


# The hand


def mark_hand(layout: Layout, actions: list[int]) -> Iterator[str]:
    """Frames round the tiles that may be picked, and buttons."""
    hand = layout.view.hand(layout.own.seat)
    for action in actions:
        if action < A.PICK + R.TREE_POOP:
            mark = ghosts.draw_ring(*layout.own.around(hand.index(action - A.PICK)))
        elif action < A.PLACE:
            mark = mark_beside(layout, action)
        else:
            continue
        yield ghosts.target(action, format_action(action), mark)


def mark_beside(layout: Layout, action: int) -> str:
    """What is done with the things beside the name."""
    panel = layout.own
    if action in (A.PICK_POOP, A.PICK_TREE):
        return ghosts.draw_ring(*layout.declare(panel, action - A.PICK_POOP), 114, 32)
    if action == A.PICK + R.TREE_POOP:
        x, y = layout.tree_poop(panel)
        return ghosts.draw_ring(x + ACROSS / 2 * SMALL, y + 1, 56, 38)
    if action == A.NO_HOUSE:
        x, y = layout.house(panel)
        return ghosts.draw_ring(x, y - 1, 40, 40) + ghosts.draw_button(x - 148, y - 2, "no house")
    return ghosts.draw_button(panel.x + panel.width / 2, panel.y + HEAD / 2, "pass")
