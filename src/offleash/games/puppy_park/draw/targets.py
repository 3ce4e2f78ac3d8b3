"""Every legal action as a person points at it: what to click, and what it does in words."""

from collections.abc import Sequence

from offleash.core.game import Records, Target
from offleash.games.puppy_park.draw.scene import piece_words
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.text.notation import format_action
from offleash.games.puppy_park.text.position import TREE_POOP_NAME, ParkPosition
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.games.tiles.text.places import WAY_NAMES, format_cell


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """One target for each legal action, in order; nobody but the seat to move has any.

    A pick is a click on the tile (`tile-8`, `tree-poop-0`) or on the button that declares a rule. A
    placement is the cell of the first dog or the tree, then that of the second (`cell-12880`,
    `cell-13040`). A house is the dog's cell, no house the house itself (`house-0`), and a pass
    the player's name (`seat-0`).
    """
    position = ParkPosition(states, options, seat)
    if not position.is_viewer_to_move:
        return []
    return [one_target(position, int(action)) for action in legal]


def one_target(position: ParkPosition, action: int) -> Target:
    """An action in words and clicks."""
    if A.HOUSE > action >= A.PLACE:
        return place_target(position, action)
    if action >= A.HOUSE:
        cell = action - A.HOUSE
        dog = f"{COLOURS[position.dogs[cell]]} on {format_cell(cell)}"
        return new_target(action, "house", f"the {dog} naps", f"cell-{cell}")
    seat = position.mover
    if action == A.NO_HOUSE:
        return new_target(action, "house", "keep the house", f"house-{seat}")
    if action == A.PASS:
        return new_target(action, "pass", "pass: nothing can be laid", f"seat-{seat}")
    if action == A.PICK_POOP:
        return new_target(action, TREE_POOP_NAME, "declare poop rules", "declare-poop")
    if action == A.PICK_TREE:
        return new_target(action, TREE_POOP_NAME, "declare tree rules", "declare-tree")
    if action == A.PICK + R.TREE_POOP:
        return new_target(action, TREE_POOP_NAME, "lay the tree-poop tile", f"tree-poop-{seat}")
    tile = action - A.PICK
    opening = "" if position.covered else " first"
    return new_target(action, TILE_NAMES[tile], f"lay {TILE_NAMES[tile]}{opening}", f"tile-{tile}")


def place_target(position: ParkPosition, action: int) -> Target:
    """A placement: where, and whether it wins or earns another turn."""
    cells, (cell, way) = position.placed_cells(action), divmod(action - A.PLACE, WAYS)
    toward = f", {WAY_NAMES[way]}" if len(cells) > 1 else ""
    gain = ("", ": two pairs, another turn", " atop: another turn")[position.gain(cell, way)]
    gain = ": wins" if position.wins_anywhere else gain
    clicks = [f"cell-{half}" for half in cells]
    label = f"on {format_cell(cell)}{toward}{gain}"
    return new_target(action, piece_words(position.picked), label, *clicks)


def new_target(action: int, group: str, label: str, *clicks: str) -> Target:
    """A target that is listed under the piece that acts."""
    return Target(action, format_action(action), group, group, label, clicks)
