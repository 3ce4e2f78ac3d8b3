"""Why an action is not legal: half a sentence, for the person who tried it.

A tile that somebody holds is told from one in the supply, but not who holds it or what for.
"""

from offleash.contract import Records
from offleash.contract.rules.actors import OVER
from offleash.games.secret_mission.rules import actions as A, record as R
from offleash.games.secret_mission.rules.course import free_tiles
from offleash.games.secret_mission.text.position import MissionPosition, placement
from offleash.games.tiles.rules.dogs import TILES, is_double
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import cells_at, format_cell

PHASE_NEEDS = {
    R.STARTING: (A.FIRST, A.MISSION, "the starter is drawn by lot first"),
    R.MISSIONS: (A.MISSION, A.DRAW, "missions are being drawn"),
    R.DRAWING: (A.DRAW, A.PLACE, "a playing tile has to be drawn first"),
    R.PLACING: (A.PLACE, A.ACTIONS, "the playing tile has to be laid"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Return half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    position = MissionPosition.of(states, options)
    if position.actor == OVER:
        return "the game is over"
    low, high, reason = PHASE_NEEDS[position.phase]
    if not low <= action < high:
        return reason
    if position.phase == R.PLACING:
        return _why_not_there(position, *placement(action))
    if position.phase == R.STARTING:
        return "" if action - A.FIRST in position.seats else f"only {position.players} play"
    return _why_not_drawn(position, (action - A.MISSION) % TILES)


def _why_not_drawn(position: MissionPosition, tile: int) -> str:
    name, tiles = TILE_NAMES[tile], int(position.state.tiles)
    if tile >= tiles:
        return f"{name} is not among the {tiles} tiles"
    if position.phase == R.MISSIONS and is_double(tile):
        return f"{name} is a double, which goes back to the supply"
    return "" if int(free_tiles(position.state)) >> tile & 1 else f"{name} is not in the supply"


def _why_not_there(position: MissionPosition, cell: int, way: int) -> str:
    if not position.dogs:
        return "" if (cell, way) == (CENTRE, 0) else "the first tile lies at 0,0 E"
    if position.is_double and way >= HALF_WAYS:
        return "a double is laid E, SE or SW, so that each place has one name"
    cells = cells_at(cell, way)
    for half in cells:
        if half in position.dogs:
            return f"a dog lies on {format_cell(half)}"
    return "no tile lies next to it" if position.rim.isdisjoint(cells) else ""


assert A.DRAW - A.MISSION == TILES  # as `_why_not_drawn` is asked
