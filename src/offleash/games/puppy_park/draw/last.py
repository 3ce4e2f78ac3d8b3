"""What was last done: an outline round every piece that was laid, and a line that says who."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from offleash.core.game import Records
from offleash.core.prose import join_and
from offleash.core.rules.actors import NOBODY
from offleash.games.puppy_park.draw.scene import ParkScene, piece_words
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.draw.last import draw_laid, draw_turn
from offleash.games.tiles.draw.lawn import FIRST_CELLS, top_of
from offleash.games.tiles.text.names import SEAT_NAMES

FEW = 3  # pieces that a line names


@dataclass
class LastTurn:
    """What somebody did, extra turns included."""

    seat: int = NOBODY
    laid: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)  # names and cells
    further: str = ""

    def add(self, position: ParkPosition, action: int) -> None:
        """One more action; a pick alone is nothing yet, except for the first tile of all."""
        self.seat = position.mover
        if action >= A.HOUSE:
            self.further = ", placed the house"
        elif action >= A.PLACE:
            self.laid.append((piece_words(position.picked), position.placed_cells(action)))
        elif action == A.PASS:
            self.further = " passed"
        elif not position.covered and action != A.NO_HOUSE:
            self.laid.append((piece_words(action - A.PICK), FIRST_CELLS))

    def words(self) -> str:
        """Who did what, in one line; empty where nothing came of it yet."""
        names, laid = [name for name, _ in self.laid], ""
        if len(names) > FEW:
            laid = f" laid {len(names)} pieces in a row"
        elif names:
            laid = f" laid {join_and(names)}"
        return f"{SEAT_NAMES[self.seat]}{laid}{self.further}" if laid or self.further else ""


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last turn with all its extra turns, from the position before it."""
    scene, turn = ParkScene(before, options, seat), LastTurn()
    for action in map(int, actions):
        if scene.mover == NOBODY:
            continue  # a deal or the lot: everybody sees what came of it
        turn.add(scene, action)
        scene = scene.after(action)
    if not turn.words():
        return ""
    several = len(turn.laid) > 1
    outlines = [
        draw_laid([top_of(cell, scene.heights) for cell in cells], several * number)
        for number, (_, cells) in enumerate(turn.laid, 1)
    ]
    return draw_turn(scene.frame, turn.words(), turn.seat, *outlines)
