"""Every placement as a person points at it: two cells to click, a mark, and words.

A mark is a small face on the cell of the first dog, with a wedge for each way. A placement without
an alternative is drawn as the tile itself.
"""

from collections.abc import Sequence

from offleash.contract import Records, Target
from offleash.games.secret_mission.draw.scene import tile_words
from offleash.games.secret_mission.text.notation import format_action
from offleash.games.secret_mission.text.position import MissionPosition, placed_cells, placement
from offleash.games.shared.svg import group
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.ghosts import Ghost, draw_placements
from offleash.games.tiles.draw.pieces import draw_tile
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.text.names import COLOURS


def targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> list[Target]:
    """Return one target for each legal action, in order; nobody but the seat to move has any.

    A placement is the cell of the first dog, then that of the second (`cell-12880`, `cell-13040`).
    """
    position = MissionPosition(states, options, seat)
    if not position.is_viewer_to_move:
        return []
    return [one_target(position, int(action)) for action in legal]


def one_target(position: MissionPosition, action: int) -> Target:
    """Return a placement of a tile in words and clicks."""
    tile = position.playing(position.viewer)
    piece, dogs = tile_words(tile), [COLOURS[breed] for breed in BREED[tile]]
    label = position.landmarks.piece(dogs, *placement(action))
    clicks = tuple(f"cell-{half}" for half in placed_cells(action))
    return Target(action, format_action(action), piece, piece, label, clicks)


def draw_targets(states: Records, options: Records, seat: int, legal: Sequence[int]) -> str:
    """Return marks for the legal placements of the seat to move; nobody else sees any."""
    position = MissionPosition(states, options, seat)
    if not position.is_viewer_to_move or not len(legal):
        return ""
    tile = position.playing(seat)
    places = [(action, *placement(action)) for action in map(int, legal)]
    marks = [Ghost(action, centre(cell), way) for action, cell, way in places]
    face = f"face-{BREED[tile, 0]}"
    ghosts = draw_placements(marks, face, lambda at, way: draw_tile(tile, at, way))
    return group(*ghosts, id="marks", cursor="pointer")
