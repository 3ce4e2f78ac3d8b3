"""What was last done: an outline round every piece that was laid, and a line that says who."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.contract.rules.actors import NOBODY
from offleash.games.puppy_park.draw.scene import ParkScene, piece_words
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.draw.last import draw_laid, draw_turn
from offleash.games.tiles.draw.lawn import FIRST_CELLS, top_of
from offleash.games.tiles.text.names import SEAT_NAMES
from offleash.tools.prose import join_and

FEW = 3  # pieces that a line names

Piece = tuple[str, tuple[int, ...]]  # its name, and the cells that it covers


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """Return the last turn with all its extra turns, from the position before it."""
    scene, player, further = ParkScene(before, options, seat), NOBODY, ""
    laid: list[Piece] = []
    for action in map(int, actions):
        if scene.mover == NOBODY:
            continue  # a deal or the lot: everybody sees what came of it
        player = scene.mover
        laid += piece_laid(scene, action)
        if action >= A.HOUSE:
            further = ", placed the house"
        elif action == A.PASS:
            further = " passed"
        scene = scene.after(action)
    if not laid and not further:
        return ""
    outlines = [
        draw_laid([top_of(cell, scene.heights) for cell in cells], number if len(laid) > 1 else 0)
        for number, (_, cells) in enumerate(laid, 1)
    ]
    words = f"{SEAT_NAMES[player]}{pieces_words(laid)}{further}"
    return draw_turn(scene.frame, words, player, *outlines)


def piece_laid(position: ParkPosition, action: int) -> list[Piece]:
    """Return what an action lays; a pick alone is nothing yet, except for the first tile of all."""
    if A.PLACE <= action < A.HOUSE:
        return [(piece_words(position.picked), position.placed_cells(action))]
    is_first = not position.covered and action < A.PASS
    return [(piece_words(action - A.PICK), FIRST_CELLS)] if is_first else []


def pieces_words(laid: list[Piece]) -> str:
    """Return pieces that were laid, in one line; empty if there were none."""
    if len(laid) > FEW:
        return f" laid {len(laid)} pieces in a row"
    return f" laid {join_and(name for name, _ in laid)}" if laid else ""
