"""Why an action is not legal: half a sentence, for the person who tried it.

A tile that somebody holds is told from one in the supply, but not who holds it or what for.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from offleash.core.game import Records
from offleash.core.rules.actors import OVER
from offleash.games.secret_mission.rules.actions import (
    ACTIONS,
    DRAW,
    FIRST,
    MISSION,
    PLACE,
    cell_of,
    way_of,
)
from offleash.games.secret_mission.rules.course import actor, free_tiles
from offleash.games.secret_mission.rules.record import (
    DRAWING,
    MISSIONS,
    PLACING,
    RECORD,
    STARTING,
)
from offleash.games.secret_mission.text.notation import laid_tiles
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, STEP, WAYS
from offleash.games.tiles.text.names import TILE_NAMES
from offleash.games.tiles.text.places import format_cell

PHASE_NEEDS = {
    STARTING: (FIRST, MISSION, "the lot first says who starts"),
    MISSIONS: (MISSION, DRAW, "missions are being drawn"),
    DRAWING: (DRAW, PLACE, "a playing tile has to be drawn first"),
    PLACING: (PLACE, ACTIONS, "the playing tile has to be laid"),
}
_STEPS = tuple(int(step) for step in STEP)


def why_illegal(states: Records, options: Records, action: int) -> str:
    """Half a sentence, empty iff the action is legal (or a possible chance outcome) here."""
    if not 0 <= action < ACTIONS:
        return f"there is no action number {action}"
    return _case(states[:1].tobytes()).why_not(action)


@lru_cache(maxsize=8)
def _case(state: bytes) -> "Case":
    """A position is asked about many actions in a row."""
    return Case(np.frombuffer(bytearray(state), RECORD))


@dataclass(frozen=True)
class Case:
    """A position in which somebody tried something."""

    states: Records

    @cached_property
    def state(self) -> Any:
        return self.states[0]

    @cached_property
    def phase(self) -> int:
        return int(self.states["phase"][0])

    @cached_property
    def is_over(self) -> bool:
        return bool(actor(self.state) == OVER)

    @cached_property
    def free(self) -> int:
        """A bit for each tile in the supply."""
        return int(free_tiles(self.state))

    @cached_property
    def taken(self) -> frozenset[int]:
        """Cells where a dog lies."""
        return frozenset(cell for laid in laid_tiles(self.states) for cell in laid.cells)

    @cached_property
    def rim(self) -> frozenset[int]:
        """Cells next to those."""
        return frozenset(cell + step for cell in self.taken for step in _STEPS)

    @cached_property
    def is_double(self) -> bool:
        """Whether the tile that is to be laid is one."""
        tile = int(self.state["playing"][int(self.state["seat"])])
        return tile >= 0 and bool(BREED[tile][0] == BREED[tile][1])

    def why_not(self, action: int) -> str:
        """The reason, by what has to be decided now."""
        if self.is_over:
            return "the game is over"
        low, high, reason = PHASE_NEEDS[self.phase]
        if not low <= action < high:
            return reason
        if self.phase == STARTING:
            players = int(self.state["players"])
            return "" if action - FIRST < players else f"only {players} play"
        if self.phase == PLACING:
            return self._why_not_there(int(cell_of(action)), int(way_of(action)))
        return self._why_not_drawn((action - MISSION) % TILES)

    def _why_not_drawn(self, tile: int) -> str:
        name, tiles = TILE_NAMES[tile], int(self.state["tiles"])
        if tile >= tiles:
            return f"{name} is not among the {tiles} tiles"
        if self.phase == MISSIONS and BREED[tile][0] == BREED[tile][1]:
            return f"{name} is a double, which goes back to the supply"
        return "" if self.free >> tile & 1 else f"{name} is not in the supply"

    def _why_not_there(self, cell: int, way: int) -> str:
        if not self.taken:
            return "" if (cell, way) == (CENTRE, 0) else "the first tile lies at 0,0 E"
        if self.is_double and way >= HALF_WAYS:
            return "a double is laid E, SE or SW, so that each place has one name"
        cells = (cell, cell + _STEPS[way])
        for each in cells:
            if each in self.taken:
                return f"a dog lies on {format_cell(each)}"
        return "" if any(each in self.rim for each in cells) else "no tile lies next to it"


assert DRAW - MISSION == TILES and len(_STEPS) == WAYS
