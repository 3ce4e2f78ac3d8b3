"""Every legal action as a person points at it: what to click, words, and a mark.

A ghost is a small face on the cell of the first dog, with a wedge for each way the other may lie. A
placement that earns another turn has a golden wedge with a star; one without an alternative is
drawn as the piece itself. Each mark has its action's number, so that a page can tell what was
clicked; clicks on a face go to the cell below it.
"""

from collections.abc import Iterator, Sequence

from offleash.contract import Records, Target
from offleash.games.puppy_park.draw.scene import SMALL, ParkScene, piece_words
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.notation import format_action
from offleash.games.puppy_park.text.position import PLAIN, TREE_POOP_NAME, ParkPosition
from offleash.games.shared.svg import group, group_at, path
from offleash.games.tiles.draw import ghosts
from offleash.games.tiles.draw.colours import MARK, PAPER
from offleash.games.tiles.draw.geometry import ACROSS, Point
from offleash.games.tiles.draw.hands import HEAD
from offleash.games.tiles.draw.lawn import top_of
from offleash.games.tiles.draw.pieces import draw_tile, draw_tree_poop
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import TILE_NAMES


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """Return one target for each legal action, in order; nobody but the seat to move has any.

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
    """Return an action in words and clicks."""
    if A.HOUSE > action >= A.PLACE:
        return place_target(position, action)
    if action >= A.HOUSE:
        cell = action - A.HOUSE
        label = f"{position.landmarks.dog(cell)} naps"
        return new_target(action, "house", label, f"cell-{cell}")
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
    """Return a placement: where, and whether it wins or earns another turn."""
    cells, (cell, way) = position.placed_cells(action), divmod(action - A.PLACE, WAYS)
    landmarks, halves = position.landmarks, position.half_names(position.picked)
    label = landmarks.piece(halves, cell, way) if len(cells) > 1 else landmarks.place(cell)
    gain = ("", ": two pairs, another turn", ": another turn")[position.gain(cell, way)]
    gain = ": wins" if position.wins_anywhere else gain
    clicks = [f"cell-{half}" for half in cells]
    return new_target(action, piece_words(position.picked), f"{label}{gain}", *clicks)


def new_target(action: int, group: str, label: str, *clicks: str) -> Target:
    """Return a target that is listed under the piece that acts."""
    return Target(action, format_action(action), group, group, label, clicks)


# Marks


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Return every legal action of the seat to move; nobody else sees any."""
    scene = ParkScene(states, options, seat)
    if not scene.is_viewer_to_move or not len(legal):
        return ""
    actions = [int(action) for action in legal]
    places = [action for action in actions if A.HOUSE > action >= A.PLACE]
    lawn = [*mark_places(scene, places), *mark_houses(scene, actions)]
    hand = group(*mark_hand(scene, actions), transform=scene.transform(scene.own))
    return group(*lawn, hand, id="marks", cursor="pointer")


# The lawn


def mark_places(scene: ParkScene, actions: list[int]) -> Iterator[str]:
    """Yield a ghost on every cell where the first half may lie, or the piece in its only place."""
    is_tree = scene.picked == R.TREE_POOP
    is_single = is_tree and scene.shape == R.ONE_HEX
    marks = []
    for action in actions:
        cell, way = divmod(action - A.PLACE, WAYS)
        at, is_special = top_of(cell, scene.heights), scene.gain(cell, way) != PLAIN
        marks.append(ghosts.Ghost(action, at, None if is_single else way, is_special))
    face = "tree-alone" if is_tree else f"face-{BREED[scene.picked, 0]}"

    def draw_piece(at: Point, way: int) -> str:
        if is_tree:
            return draw_tree_poop(at, way, scene.shape, "")
        return draw_tile(scene.picked, at, way)

    return ghosts.draw_placements(marks, face, draw_piece)


def mark_houses(scene: ParkScene, actions: list[int]) -> Iterator[str]:
    """Yield a ring with a roof on every dog that may be put to sleep."""
    for action in actions:
        if action >= A.HOUSE:
            x, y = top_of(action - A.HOUSE, scene.heights)
            roof = group_at((x + 15, y + 9), draw_roof())
            yield ghosts.target(action, format_action(action), roof)


def draw_roof() -> str:
    """Return a small roof, for the corner where the house would be."""
    roof = "M-7,6 V0 L0,-6.5 L7,0 V6 Z"
    white = path(roof, fill=PAPER, stroke=PAPER, stroke_width=5, stroke_linejoin="round")
    return white + path(roof, fill="none", stroke=MARK, stroke_width=2.4, stroke_linejoin="round")


# The hand


def mark_hand(scene: ParkScene, actions: list[int]) -> Iterator[str]:
    """Yield frames round the tiles that may be picked, and buttons."""
    hand = scene.hand(scene.own.seat)
    for action in actions:
        if action < A.PICK + R.TREE_POOP:
            mark = ghosts.draw_ring(*scene.own.around(hand.index(action - A.PICK)))
        elif action < A.PLACE:
            mark = mark_extras(scene, action)
        else:
            continue
        yield ghosts.target(action, format_action(action), mark)


def mark_extras(scene: ParkScene, action: int) -> str:
    """Return a mark for what is done with the things next to the name."""
    panel = scene.own
    if action in (A.PICK_POOP, A.PICK_TREE):
        return ghosts.draw_ring(*scene.declare_at(panel, action - A.PICK_POOP), 114, 32)
    if action == A.PICK + R.TREE_POOP:
        x, y = scene.tree_poop_at(panel)
        return ghosts.draw_ring(x + ACROSS / 2 * SMALL, y + 1, 56, 38)
    if action == A.NO_HOUSE:
        x, y = scene.house_at(panel)
        return ghosts.draw_ring(x, y - 1, 40, 40) + ghosts.draw_button(x - 148, y - 2, "no house")
    return ghosts.draw_button(panel.x + panel.width / 2, panel.y + HEAD / 2, "pass")
