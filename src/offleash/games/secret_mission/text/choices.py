"""What lies on the table cell by cell, and where the tile of who is to move may go, by number."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from offleash.core.game import Records
from offleash.core.rules.actors import NOBODY
from offleash.games.secret_mission.rules import actions as A
from offleash.games.secret_mission.rules import record as R
from offleash.games.secret_mission.rules.course import actor
from offleash.games.secret_mission.rules.lawn import list_places
from offleash.games.secret_mission.text.notation import laid_tiles
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import STEP
from offleash.games.tiles.text.ghosts import Ghosts

STEPS = tuple(int(step) for step in STEP)


def choices_in(states: Records) -> "Choices":
    """The choices of a position; asked again, they are not worked out again."""
    return _choices(states[:1].tobytes())


@lru_cache(maxsize=8)
def _choices(state: bytes) -> "Choices":
    return Choices(np.frombuffer(bytearray(state), R.RECORD))


@dataclass(frozen=True)
class Choices:
    """A position, and what can be done in it."""

    states: Records

    @cached_property
    def mover(self) -> int:
        """Whose decision it is, CHANCE or OVER."""
        return int(actor(self.states[0]))

    @cached_property
    def phase(self) -> int:
        return int(self.states["phase"][0])

    @cached_property
    def seat(self) -> int:
        return int(self.states["seat"][0])

    @cached_property
    def tile(self) -> int:
        """The tile to be laid, as far as this view knows it."""
        return int(self.states["playing"][0][self.seat])

    @cached_property
    def is_double(self) -> bool:
        """Whether that is one."""
        return self.tile >= 0 and bool(BREED[self.tile][0] == BREED[self.tile][1])

    @cached_property
    def breed(self) -> dict[int, int]:
        """The breed of the dog on each cell where one lies."""
        return {
            cell: breed
            for laid in laid_tiles(self.states)
            for cell, breed in zip(laid.cells, laid.breeds, strict=True)
        }

    @cached_property
    def rim(self) -> frozenset[int]:
        """Cells that touch a dog, taken or not."""
        return frozenset(cell + step for cell in self.breed for step in STEPS)

    @cached_property
    def ghosts(self) -> Ghosts:
        """Where the tile may go."""
        if self.mover <= NOBODY or self.tile < 0:
            return Ghosts([])
        work, out = np.zeros(1, R.WORK), np.zeros(A.MAX_ACTIONS + 1, np.int32)
        legal = out[: list_places(self.states[0], work[0], out)].tolist()
        return Ghosts([(int(A.cell_of(a)), int(A.way_of(a))) for a in legal], self.is_double)
