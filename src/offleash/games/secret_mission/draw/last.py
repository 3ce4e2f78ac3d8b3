"""What was last done: an outline round the tile that was laid, and a line that says who."""

from collections.abc import Sequence

from offleash.core.game import Records
from offleash.games.secret_mission.draw.targets import cells_of
from offleash.games.secret_mission.draw.view import View
from offleash.games.secret_mission.rules import actions as A
from offleash.games.shared.svg import tag
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.last import draw_caption, draw_laid
from offleash.games.tiles.text.names import SEAT_NAMES


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """The last placement, from the view before it: the tile may have been face down."""
    placed = [int(action) for action in actions if action >= A.PLACE]
    if not placed:
        return ""
    view, cells = View(before, options, seat), cells_of(placed[-1])
    who = int(view.state.seat)
    caption = draw_caption(f"{SEAT_NAMES[who]} laid a tile", who)
    line = tag("g", caption, transform=view.frame(cells).on_lawn())
    outline = draw_laid([centre(cell) for cell in cells])
    return tag("g", outline, line, id="last", pointer_events="none")
