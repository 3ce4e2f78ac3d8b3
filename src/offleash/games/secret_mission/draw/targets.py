"""Every placement as a person points at it: two cells to click, and what it is in words."""

from collections.abc import Sequence

from offleash.core.game import Records, Target
from offleash.core.rules.actors import NOBODY
from offleash.games.secret_mission.draw.view import View, tile_words
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.text.notation import format_action
from offleash.games.tiles.draw.geometry import beside
from offleash.games.tiles.text.places import WAY_NAMES, format_cell


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    A placement is the cell of the first dog, then that of the second (`cell-12880`, `cell-13040`).
    """
    view = View(states, options, seat)
    if seat == NOBODY or view.mover != seat:
        return []
    piece = tile_words(view.playing(seat))
    return [one_target(piece, int(action)) for action in legal]


def cells_of(action: int) -> tuple[int, int]:
    """Where a placement puts the first dog and the second."""
    cell = int(A.cell_of(action))
    return cell, beside(cell, int(A.way_of(action)))


def one_target(piece: str, action: int) -> Target:
    """A placement of a tile in words and clicks."""
    cells = cells_of(action)
    label = f"on {format_cell(cells[0])}, {WAY_NAMES[int(A.way_of(action))]}"
    clicks = tuple(f"cell-{cell}" for cell in cells)
    return Target(action, format_action(action), piece, piece, label, clicks)
