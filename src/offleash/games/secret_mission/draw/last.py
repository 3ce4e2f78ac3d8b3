"""What was last done: an outline round the tile that was laid, and a line that says who."""

from collections.abc import Sequence

from offleash.contract import Records
from offleash.games.secret_mission.draw.scene import MissionScene
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.text.position import placed_cells
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.last import draw_laid, draw_turn
from offleash.games.tiles.text.names import SEAT_NAMES


def draw_last(before: Records, options: Records, seat: int, actions: Sequence[int]) -> str:
    """Return the last placement, from the view before it: the tile may have been face down."""
    placements = [int(action) for action in actions if action >= A.PLACE]
    if not placements:
        return ""
    scene, cells = MissionScene(before, options, seat), placed_cells(placements[-1])
    outline = draw_laid([centre(cell) for cell in cells])
    text = f"{SEAT_NAMES[scene.seat]} laid a tile"
    return draw_turn(scene.frame_with(cells), text, scene.seat, outline)
