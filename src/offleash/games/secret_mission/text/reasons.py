"""Why an action is not legal: half a sentence, for the person who tried it.

A tile that somebody holds is told from one in the supply, but not who holds it or what for.
"""

from offleash.core.game import Records
from offleash.core.rules.actors import OVER
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import free_tiles
from offleash.games.secret_mission.text.choices import STEPS, Choices, choices_in
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import format_cell

PHASE_NEEDS = {
    R.STARTING: (A.FIRST, A.MISSION, "the lot first says who starts"),
    R.MISSIONS: (A.MISSION, A.DRAW, "missions are being drawn"),
    R.DRAWING: (A.DRAW, A.PLACE, "a playing tile has to be drawn first"),
    R.PLACING: (A.PLACE, A.ACTIONS, "the playing tile has to be laid"),
}


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < A.ACTIONS:
        return f"there is no action number {action}"
    choices = choices_in(states)
    if choices.mover == OVER:
        return "the game is over"
    low, high, reason = PHASE_NEEDS[choices.phase]
    if not low <= action < high:
        return reason
    if choices.phase == R.PLACING:
        return _why_not_there(choices, int(A.cell_of(action)), int(A.way_of(action)))
    if choices.phase == R.STARTING:
        players = int(states["players"][0])
        return "" if action - A.FIRST < players else f"only {players} play"
    return _why_not_drawn(choices, (action - A.MISSION) % TILES)


def _why_not_drawn(choices: Choices, tile: int) -> str:
    name, tiles = TILE_NAMES[tile], int(choices.states["tiles"][0])
    if tile >= tiles:
        return f"{name} is not among the {tiles} tiles"
    if choices.phase == R.MISSIONS and BREED[tile][0] == BREED[tile][1]:
        return f"{name} is a double, which goes back to the supply"
    return "" if int(free_tiles(choices.states[0])) >> tile & 1 else f"{name} is not in the supply"


def _why_not_there(choices: Choices, cell: int, way: int) -> str:
    if not choices.breed:
        return "" if (cell, way) == (CENTRE, 0) else "the first tile lies at 0,0 E"
    if choices.is_double and way >= HALF_WAYS:
        return "a double is laid E, SE or SW, so that each place has one name"
    cells = (cell, cell + STEPS[way])
    for each in cells:
        if each in choices.breed:
            return f"a dog lies on {format_cell(each)}"
    return "" if any(each in choices.rim for each in cells) else "no tile lies next to it"


assert A.DRAW - A.MISSION == TILES  # as `_why_not_drawn` is asked
