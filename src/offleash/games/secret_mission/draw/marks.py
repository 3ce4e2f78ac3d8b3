"""Marks for the legal placements: a small face on the cell of the first dog, a wedge each way.

One alone is drawn as the tile itself.
"""

from collections import defaultdict
from collections.abc import Sequence

from offleash.core.game import Records
from offleash.core.rules.actors import NOBODY
from offleash.games.secret_mission.draw.view import View
from offleash.games.secret_mission.rules import actions as A
from offleash.games.shared.svg import tag
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.ghosts import Wedge, draw_ghost, draw_only, ghost_symbols
from offleash.games.tiles.draw.pieces import draw_tile
from offleash.games.tiles.rules.dogs import BREED


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Every legal placement of the seat to move; nobody else is shown any."""
    view = View(states, options, seat)
    if seat == NOBODY or view.mover != seat or not len(legal):
        return ""
    if len(legal) == 1:
        action, tile = int(legal[0]), int(view.playing(seat))
        at = centre(int(A.cell_of(action)))
        only = draw_only(action, at, draw_tile(tile, at, int(A.way_of(action))), special=False)
        return tag("g", only, id="targets", cursor="pointer")
    wedges: dict[int, list[Wedge]] = defaultdict(list)
    for action in (int(each) for each in legal):
        wedges[int(A.cell_of(action))].append((action, int(A.way_of(action)), False))
    face = f"face-{BREED[view.playing(seat), 0]}"
    ghosts = (draw_ghost(centre(cell), face, found) for cell, found in wedges.items())
    return tag("g", ghost_symbols(), *ghosts, id="targets", cursor="pointer")
