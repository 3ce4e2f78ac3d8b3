"""What may be done in a position, worked out once for reasons, short forms and the terminal."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from offleash.core.game import Records
from offleash.core.rules.actors import CHANCE, NOBODY
from offleash.games.domidog.options import OPTIONS
from offleash.games.domidog.rules import actions as A
from offleash.games.domidog.rules import record as R
from offleash.games.domidog.rules.chain import dog_at
from offleash.games.domidog.rules.course import actor, chance_outcomes, legal_actions, set_tiles
from offleash.games.tiles.rules.dogs import BREED, TILES
from offleash.games.tiles.text.names import COLOURS


def choices_in(states: Records, options: Records) -> "Choices":
    """The choices of a position; asked again, they are not worked out again."""
    return _choices(states[:1].tobytes(), options[:1].tobytes())


@lru_cache(maxsize=8)
def _choices(state: bytes, options: bytes) -> "Choices":
    return Choices(
        np.frombuffer(bytearray(state), R.RECORD), np.frombuffer(bytearray(options), OPTIONS)
    )


@dataclass(frozen=True)
class Choices:
    """A position, and what can be done in it."""

    states: Records
    options: Records

    @property
    def state(self) -> Any:
        return self.states[0]

    @cached_property
    def mover(self) -> int:
        """Whose decision it is, CHANCE or OVER."""
        return int(actor(self.state))

    @cached_property
    def phase(self) -> int:
        """What is being decided."""
        return int(self.state.phase)

    @cached_property
    def seat(self) -> int:
        return int(self.state.seat)

    @cached_property
    def legal(self) -> list[int]:
        """What the seat to move may do, or what chance may bring, ascending."""
        out, chances = np.zeros(A.MAX_ACTIONS + 1, np.int32), np.zeros(A.MAX_ACTIONS + 1, np.int64)
        if self.mover == CHANCE:
            n = chance_outcomes(self.state, self.options[0], out, chances)
        elif self.mover > NOBODY:
            n = legal_actions(self.state, self.options[0], np.zeros(1, R.WORK)[0], out)
        else:
            n = 0
        return [int(action) for action in out[:n]]

    @cached_property
    def is_legal(self) -> frozenset[int]:
        """The same, to be asked about."""
        return frozenset(self.legal)

    @cached_property
    def lays(self) -> list[int]:
        """Openings and plays."""
        return [action for action in self.legal if self.mover > NOBODY and action < A.DRAW]

    @cached_property
    def forks(self) -> list[int]:
        return [action for action in self.legal if action >= A.FORK]

    @cached_property
    def hand(self) -> list[int]:
        """The tiles of the seat to move."""
        where = self.states["where"][0]
        return [tile for tile in range(TILES) if where[tile] == R.HAND + self.seat]

    @cached_property
    def has_house(self) -> bool:
        """Whether the seat to move may still fork."""
        return bool(self.state.house[self.seat] == R.AT_HAND)

    @cached_property
    def has_drawn(self) -> bool:
        """Whether it has drawn in this turn."""
        return bool(self.state.drew)

    @cached_property
    def set_tiles(self) -> int:
        """How many tiles are in the game."""
        return int(set_tiles(self.options[0]))

    @cached_property
    def ends(self) -> list[int]:
        """The open halves, left and right; none before the opening."""
        return [int(half) for half in self.states["end"][0] if half != R.NO_HALF]

    @cached_property
    def chain(self) -> list[int]:
        """The tiles of the chain."""
        return [int(tile) for tile in np.flatnonzero(self.states["where"][0] == R.CHAIN)]


class Parts(NamedTuple):
    """What the number of a play or a fork says."""

    end: int
    tile: int
    spot: int


@lru_cache(maxsize=A.ACTIONS)
def parts_of(action: int) -> Parts:
    """The same for every action, worked out once."""
    return Parts(int(A.end_of(action)), int(A.tile_of(action)), int(A.spot_of(action)))


def dog_word(half: int) -> str:
    """The dog on a half, by its colour."""
    return COLOURS[int(dog_at(half))]


def has_dog(tile: int, half: int) -> bool:
    """Whether a tile has the dog of that half."""
    return int(dog_at(half)) in BREED[tile]
