"""What the player to move may choose, by number, and what earns another turn."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from offleash.core.game import Records
from offleash.core.rules.actors import CHANCE, OVER
from offleash.games.puppy_park.options import OPTIONS
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.course import actor, chance_outcomes, legal_actions
from offleash.games.puppy_park.rules.lawn import paint
from offleash.games.puppy_park.rules.placing import makes_two_pairs
from offleash.games.puppy_park.text.checks import pieces_left
from offleash.games.puppy_park.text.lawn import STEPS, Lawn, lawn_of
from offleash.games.tiles.rules.dogs import BREED
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.ghosts import Ghosts

Place = tuple[int, int]  # the cell of the first dog, and the way to the other


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
    def picked(self) -> int:
        """The piece to be placed."""
        return int(self.states["picked"][0])

    @cached_property
    def lawn(self) -> Lawn:
        return lawn_of(self.states, self.options)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal actions, or the chance outcomes that are possible."""
        out = np.zeros(A.MAX_ACTIONS + 1, np.int32)
        state, options = self.states[0], self.options[0]
        if self.mover == OVER:
            return ()
        if self.mover == CHANCE:
            chances = np.zeros(A.MAX_ACTIONS + 1, np.int64)
            n = chance_outcomes(state, options, out, chances)
        else:
            n = legal_actions(state, options, np.zeros(1, R.WORK)[0], out)
        return tuple(out[:n].tolist())

    @cached_property
    def picks(self) -> tuple[int, ...]:
        """The pieces to pick, as actions: number 1 is the first; a pass is none."""
        return tuple(a for a in self.legal if a < A.PASS) if self.phase == R.PICKING else ()

    @cached_property
    def ghosts(self) -> Ghosts:
        """The places for the piece picked, or the dogs that a house may go on."""
        if self.phase == R.PLACING:
            return Ghosts([divmod(action - A.PLACE, WAYS) for action in self.legal], self.is_alike)
        houses = [action - A.HOUSE for action in self.legal if action >= A.HOUSE]
        return Ghosts([(cell, 0) for cell in houses] if self.phase == R.HOUSING else [])

    @cached_property
    def is_alike(self) -> bool:
        """Whether the halves of the piece picked are alike (N2)."""
        if self.picked == R.TREE_POOP:
            return int(self.options["tp_shape"][0]) == R.TWO_HEX
        return bool(BREED[self.picked][0] == BREED[self.picked][1])

    @cached_property
    def is_last(self) -> bool:
        """Whether the next piece laid wins, wherever it lies (P10)."""
        return pieces_left(self.states, self.options, self.seat) == 1

    @cached_property
    def earning(self) -> frozenset[Place]:
        """The places where the tile picked earns another turn."""
        if self.phase != R.PLACING or self.picked == R.TREE_POOP or self.is_last:
            return frozenset()
        painted = np.zeros(1, R.WORK)
        paint(self.states[0], self.options[0], painted[0])
        return frozenset(place for place in self.ghosts.places if self._earns(place, painted))

    def _earns(self, place: Place, painted: Records) -> bool:
        """Two pairs, or atop two dogs (P1, P5)."""
        cell, other = place[0], place[0] + STEPS[place[1]]
        if cell in self.lawn.breed:
            return True
        first, second = BREED[self.picked].tolist()
        if cell not in self.lawn.beside[first] and other not in self.lawn.beside[second]:
            return False  # no pair at all, as nearly everywhere
        return bool(makes_two_pairs(self.options[0], painted[0], cell, other, first, second))

    @cached_property
    def earning_picks(self) -> frozenset[int]:
        """The picks, as actions, of tiles that can earn another turn."""
        if not self.lawn.taken:
            return frozenset()
        dogs = [action for action in self.picks if action < A.PICK + R.TREE_POOP]
        return frozenset(action for action in dogs if self.after_pick(action - A.PICK).earning)

    def after_pick(self, tile: int) -> "Choices":
        """The choices once a tile is picked."""
        states = self.states.copy()
        states["picked"], states["phase"] = tile, R.PLACING
        return Choices(states, self.options)
