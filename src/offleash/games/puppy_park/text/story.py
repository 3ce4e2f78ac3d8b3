"""A game of Puppy Park in sentences, and what a player is to do."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.contract.rules.actors import CHANCE
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.text.names import COLOURS, TILE_NAMES
from offleash.tools.prose import join_and


def story(
    views: Sequence[Records], actions: Sequence[int], options: Records, viewer: int, actor: int
) -> list[tuple[int, str]]:
    """Return sentences about actions of one actor, without the subject; see `contract.game`."""
    if actor == CHANCE:
        return [(len(actions), "")]
    starts = [n for n, action in enumerate(actions) if n == 0 or action <= A.PASS]
    ends = [*starts[1:], len(actions)]
    return [
        (end - start, _turn(views[start:end], actions[start:end], options))
        for start, end in zip(starts, ends, strict=True)
    ]


def task(view: Records, options: Records, seat: int) -> str:
    """Return what the seat to move is to do."""
    position = ParkPosition(view, options, seat)
    if position.phase == R.PLACING:
        return "Place it: where its first dog goes, then the other"
    if position.phase == R.HOUSING:
        return "Put your house on a dog, or keep it"
    return "Pick a tile to lay" if position.picks else "You can't lay anything: pass"


def _turn(views: Sequence[Records], actions: Sequence[int], options: Records) -> str:
    """Return a tile, where it goes and perhaps a house, as one sentence."""
    parts = []
    for view, action in zip(views, map(int, actions), strict=True):
        position = ParkPosition(view, options)
        if action >= A.HOUSE:
            colour = COLOURS[position.dogs[action - A.HOUSE]]
            parts.append(f"puts the house on a {colour} dog")
        elif action >= A.PLACE:
            parts.append(f"lays {_piece(position.picked)}")
        elif action == A.PASS:
            parts.append("passes")
    picked = int(actions[0])
    if not parts and picked < A.PASS:
        tile = picked - A.PICK if picked < A.PICK + R.TREE_POOP else R.TREE_POOP
        parts = [f"takes {_piece(tile)}"]
    return join_and(parts)


def _piece(tile: int) -> str:
    return "the tree-poop tile" if tile == R.TREE_POOP else TILE_NAMES[tile]
