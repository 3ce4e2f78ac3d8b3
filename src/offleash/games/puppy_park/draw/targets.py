"""Every legal action as a person points at it: what to click, and what it does in words."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from offleash.core.game import Records, Target
from offleash.core.rules.actors import NOBODY
from offleash.games.puppy_park.draw.view import View, piece_name
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.lawn import paint
from offleash.games.puppy_park.rules.placing import makes_two_pairs
from offleash.games.puppy_park.text.checks import pieces_left
from offleash.games.puppy_park.text.notation import TREE_POOP_NAME, format_action
from offleash.games.tiles.draw.geometry import beside
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import WAY_NAMES, format_cell

PLAIN, TWO_PAIRS, ATOP = range(3)  # what a placement is: the last two earn another turn


class Spot(NamedTuple):
    """Where a piece may be laid."""

    cells: tuple[int, ...]  # of the first half and of the second, if there is one
    way: int
    earns: int = PLAIN


class Lawn:
    """Placements on the table of a view: it is painted once for all of them."""

    def __init__(self, view: View) -> None:
        self.view = view

    @cached_property
    def _painted(self) -> Any:
        """The table as rules see it."""
        work = np.zeros(1, R.WORK)
        paint(self.view.state, self.view.options, work[0])
        return work[0]

    @cached_property
    def is_last(self) -> bool:
        """Whether the dogs that were picked win wherever they lie, so nothing is earned (P10)."""
        view = self.view
        if view.picked is None or view.picked == R.TREE_POOP:
            return False
        return pieces_left(view.states, view.settings, view.mover) == 1

    def spot(self, action: int) -> Spot:
        """Where a placement puts the piece that was picked, and whether it earns another turn."""
        view = self.view
        cell, way = divmod(action - A.PLACE, WAYS)
        piece = view.picked
        if piece == R.TREE_POOP or piece is None:
            single = piece == R.TREE_POOP and view.options.tp_shape == R.ONE_HEX
            return Spot((cell,) if single else (cell, beside(cell, way)), way)
        cells = (cell, beside(cell, way))
        if self.is_last:
            return Spot(cells, way)
        if cell in view.heights:
            return Spot(cells, way, ATOP)
        first, second = (int(breed) for breed in BREED[piece])
        pairs = makes_two_pairs(view.options, self._painted, *cells, first, second)
        return Spot(cells, way, TWO_PAIRS if pairs else PLAIN)


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    A pick is a click on the tile (`tile-8`, `tree-poop-0`) or on the button that declares a rule. A
    placement is the cell of the first dog or the tree, then that of the second (`cell-12880`,
    `cell-13040`). A house is the dog's cell, no house the house itself (`house-0`), and a pass
    the player's name (`seat-0`).
    """
    view = View(states, options, seat)
    if seat == NOBODY or view.mover != seat:
        return []
    lawn = Lawn(view)
    return [one_target(lawn, int(action)) for action in legal]


def one_target(lawn: Lawn, action: int) -> Target:
    """An action in words and clicks."""
    view = lawn.view
    if A.HOUSE > action >= A.PLACE:
        return place_target(lawn, action)
    if action >= A.HOUSE:
        cell = action - A.HOUSE
        dog = f"{COLOURS[view.dogs[cell]]} on {format_cell(cell)}"
        return made(action, "house", f"the {dog} naps", f"cell-{cell}")
    seat = view.mover
    if action == A.NO_HOUSE:
        return made(action, "house", "keep the house", f"house-{seat}")
    if action == A.PASS:
        return made(action, "pass", "pass: nothing can be laid", f"seat-{seat}")
    if action == A.PICK_POOP:
        return made(action, TREE_POOP_NAME, "declare poop rules", "declare-poop")
    if action == A.PICK_TREE:
        return made(action, TREE_POOP_NAME, "declare tree rules", "declare-tree")
    if action == A.PICK + R.TREE_POOP:
        return made(action, TREE_POOP_NAME, "lay the tree-poop tile", f"tree-poop-{seat}")
    tile = action - A.PICK
    opening = "" if view.taken else " first"
    return made(action, TILE_NAMES[tile], f"lay {TILE_NAMES[tile]}{opening}", f"tile-{tile}")


def place_target(lawn: Lawn, action: int) -> Target:
    """A placement: where, and whether it wins or earns another turn."""
    spot, piece = lawn.spot(action), piece_name(lawn.view.picked)
    where = format_cell(spot.cells[0])
    toward = f", {WAY_NAMES[spot.way]}" if len(spot.cells) > 1 else ""
    gain = ("", ": two pairs, another turn", " atop: another turn")[spot.earns]
    gain = ": wins" if lawn.is_last else gain
    clicks = [f"cell-{cell}" for cell in spot.cells]
    return made(action, piece, f"on {where}{toward}{gain}", *clicks)


def made(action: int, group: str, label: str, *clicks: str) -> Target:
    """A target; what it is listed under is also the piece that acts."""
    return Target(action, format_action(action), group, group, label, clicks)
