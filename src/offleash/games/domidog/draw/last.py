"""What was last done: an outline round the tile that was laid, and a line that says who."""

from collections.abc import Sequence

import numpy as np

from offleash.core.game import Records
from offleash.core.prose import count_of
from offleash.core.rules.actors import NOBODY
from offleash.games.domidog.draw.view import END_NAMES, View, half_words
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.course import apply
from offleash.games.shared.svg import tag
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.last import draw_caption, draw_laid
from offleash.games.tiles.rules.dogs import HALVES
from offleash.games.tiles.text.names import SEAT_NAMES, TILE_NAMES


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last turn, from the view that a seat had before it and the actions it has seen."""
    now, work = before.copy(), np.zeros(1, R.WORK)
    who, drawn, did, laid = NOBODY, 0, "", None
    for action in (int(each) for each in actions):
        if is_chance(action):
            continue  # everybody sees what came of it
        who = int(now["seat"][0])
        drawn += action == A.DRAW
        if action != A.DRAW:
            did = deed(action)
            laid = None if action == A.PASS else int(A.tile_of(action))
        apply(now[0], options[0], work[0], action, None)
    if who == NOBODY:
        return ""
    told = [f"drew {count_of(drawn, 'tile')}"] if drawn else []
    caption = draw_caption(f"{SEAT_NAMES[who]} {' and '.join([*told, did] if did else told)}", who)
    after = View(now, options, seat)
    cells = after.layout.cells
    marks = [] if laid is None else [draw_laid([centre(c) for c in cells_of(cells, laid)])]
    placed = tag("g", caption, transform=after.frame.on_lawn())
    return tag("g", *marks, placed, id="last", pointer_events="none")


def is_chance(action: int) -> bool:
    """Whether an action is a deal or the lot."""
    return A.PASS < action < A.FORK


def cells_of(cells: dict[int, int], tile: int) -> list[int]:
    """The two cells of a tile."""
    return [cells[tile * HALVES + half] for half in range(HALVES)]


def deed(action: int) -> str:
    """What somebody did with a tile, or that she passed."""
    if action == A.PASS:
        return "passed"
    name = TILE_NAMES[int(A.tile_of(action))]
    if action < A.PLAY:
        return f"opened with {name}"
    end = END_NAMES[int(A.end_of(action))]
    if action < A.FORK:
        return f"laid {name} {end}"
    return f"forked {name} at {half_words(int(A.spot_of(action)))}, {end} is shut"
