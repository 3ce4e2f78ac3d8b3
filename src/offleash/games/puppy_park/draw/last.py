"""What was last done: an outline round every piece that was laid, and a line that says who."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from offleash.core.game import Records
from offleash.core.prose import join_and
from offleash.core.rules.actors import NOBODY
from offleash.games.puppy_park.draw.layout import Layout
from offleash.games.puppy_park.draw.targets import Lawn
from offleash.games.puppy_park.draw.view import View, piece_name
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.course import apply
from offleash.games.shared.svg import tag
from offleash.games.tiles.draw.last import draw_caption, draw_laid
from offleash.games.tiles.draw.lawn import FIRST_CELLS, top_of
from offleash.games.tiles.text.names import SEAT_NAMES

FEW = 3  # pieces that a line names


@dataclass
class Turn:
    """What somebody did, extra turns included."""

    who: int = NOBODY
    laid: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)  # names and cells
    further: str = ""

    def note(self, view: View, action: int) -> None:
        """One more action; a pick alone is nothing yet, except for the first tile of all."""
        self.who = view.mover
        if action >= A.HOUSE:
            self.further = ", placed the house"
        elif action >= A.PLACE:
            self.laid.append((piece_name(view.picked), Lawn(view).spot(action).cells))
        elif action == A.PASS:
            self.further = " passed"
        elif not view.taken and action != A.NO_HOUSE:
            self.laid.append((piece_name(action - A.PICK), FIRST_CELLS))

    def words(self) -> str:
        """Who did what, in one line; empty where nothing came of it yet."""
        names = [name for name, _ in self.laid]
        if len(names) > FEW:
            return f"{SEAT_NAMES[self.who]} laid {len(names)} pieces in a row{self.further}"
        if names:
            return f"{SEAT_NAMES[self.who]} laid {join_and(names)}{self.further}"
        return f"{SEAT_NAMES[self.who]}{self.further}" if self.further else ""


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last turn with all its extra turns, from the position before it."""
    now, work = before.copy(), np.zeros(1, R.WORK)
    turn = Turn()
    for action in (int(each) for each in actions):
        view = View(now, options, seat)
        if view.mover == NOBODY:
            continue  # a deal or the lot: everybody sees what came of it
        turn.note(view, action)
        now = now.copy()  # the view above keeps what it shows
        apply(now[0], options[0], work[0], action, None)
    if not turn.words():
        return ""
    after = View(now, options, seat)
    several = len(turn.laid) > 1
    marks = [
        draw_laid([top_of(cell, after.heights) for cell in cells], several * number)
        for number, (_, cells) in enumerate(turn.laid, 1)
    ]
    caption = draw_caption(turn.words(), turn.who)
    placed = tag("g", caption, transform=Layout(after).frame.on_lawn())
    return tag("g", *marks, placed, id="last", pointer_events="none")
