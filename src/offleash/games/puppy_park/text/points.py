"""What speaks for an action in Puppy Park and what against it, for advice.

Everything lies open, so all of it can be seen by everybody: extra turns that are earned, those that
the next player could take then, and what is kept for later.
"""

from functools import lru_cache

import numpy as np

from offleash.core.game import Point, Records
from offleash.games.puppy_park.options import OPTIONS
from offleash.games.puppy_park.rules import actions as A
from offleash.games.puppy_park.rules import record as R
from offleash.games.puppy_park.rules.course import apply
from offleash.games.puppy_park.rules.ideas import able_of, run_from, run_of
from offleash.games.puppy_park.text.choices import choices_in
from offleash.games.puppy_park.text.lawn import lawn_of
from offleash.games.puppy_park.text.notation import hand_of
from offleash.games.tiles.rules.dogs import BREED, is_double
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES
from offleash.games.tiles.text.places import format_cell

AT_ONCE = 100  # as the size of a reply that wins


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """The points of one legal action, weightiest first."""
    situation = _situation(view[:1].tobytes(), options[:1].tobytes())
    if action == A.PASS:
        return [Point("pass", 1, "passes, since nothing else is possible")]
    if action < A.PASS:
        return situation.of_pick(action)
    return situation.of_move(action)


@lru_cache(maxsize=8)
def _situation(state: bytes, options: bytes) -> "Situation":
    """A position is asked about several actions in a row."""
    return Situation(
        np.frombuffer(bytearray(state), R.RECORD), np.frombuffer(bytearray(options), OPTIONS)
    )


def in_a_row(count: int) -> str:
    """So many extra turns."""
    named = {0: "no extra turn", 1: "an extra turn"}
    return named.get(count, f"a run of {count} extra turns")


def tiles_that(count: int) -> str:
    """So many tiles that may do something."""
    named = {0: "no tile that can", 1: "a tile that can"}
    return named.get(count, f"{count} tiles that can")


def with_friends(cells: int) -> str:
    """Whether both dogs of a tile could pair, on so many cells at least."""
    named = {0: "that finds no friends for both dogs yet", 1: "with a friend for each dog"}
    return named.get(cells, f"with friends for each dog on {cells} cells")


class Situation:
    """A position in which somebody asks for advice."""

    def __init__(self, states: Records, options: Records) -> None:
        self.states, self.options = states, options
        self.state, self.rules = states[0], options[0]
        self.work = np.zeros(1, R.WORK)
        self.lawn = lawn_of(states, options)
        self.seat = int(states["seat"][0])
        self.next = (self.seat + 1) % int(states["players"][0])

    def of_pick(self, action: int) -> list[Point]:
        """What it means to lay this piece now, wherever that is."""
        if action >= A.PICK + R.TREE_POOP:
            return self._tree_poop(action)
        if not self.lawn.taken:
            return [self._opening(action - A.PICK)]
        tile = action - A.PICK
        if len(hand_of(self.states, self.seat)) == 1 and not self._owes_tree_poop(self.seat):
            return [Point("turns", AT_ONCE, "is the last tile and wins")]
        run = int(run_from(self.state, self.rules, self.work[0], tile))
        told = [Point("turns", run, f"earns {in_a_row(run)}")]
        kept = (self._able(self.states) & ~(1 << tile)).bit_count()
        told.append(Point("kept", kept, f"keeps {tiles_that(kept)} earn an extra turn"))
        if is_double(tile):
            told.append(Point("double", 1, "gets rid of a double, which seldom earns one"))
        if run == 0:
            cells = min(len(self.lawn.beside[int(b)] - self.lawn.taken) for b in BREED[tile])
            told.append(Point("promise", -cells, f"gives up a tile {with_friends(cells)}"))
        return told

    def _owes_tree_poop(self, seat: int) -> bool:
        """Whether a player's last dog tile does not win yet (P11)."""
        is_held = self.states["tp_cell"][0, seat] == R.AT_HAND
        return bool(self.options["tp_must_be_played"][0] and is_held)

    def _tree_poop(self, action: int) -> list[Point]:
        """The tree-poop tile, with what it declares."""
        if action == A.PICK + R.TREE_POOP:
            return [Point("rules", 0, "lays no dog, but the tree-poop tile")]
        rules = "poop" if action == A.PICK_POOP else "tree"
        return [Point("rules", action, f"lays no dog, and declares {rules} rules")]

    def _opening(self, tile: int) -> Point:
        """How many friends the next player has for the first two dogs (P20)."""
        breeds = {int(breed) for breed in BREED[tile]}
        held = hand_of(self.states, self.next)
        count = sum(bool(breeds & {int(breed) for breed in BREED[each]}) for each in held)
        name = SEAT_NAMES[self.next]
        return Point("friends", -count, f"shows breeds that {name} has on {count} of her tiles")

    def of_move(self, action: int) -> list[Point]:
        """What it means to lay the piece there, or to put a house there."""
        after = self.states.copy()
        tally = np.zeros(1, R.TALLY)
        apply(after[0], self.rules, self.work[0], action, tally[0])
        if after["phase"][0] == R.FINISHED:
            return [Point("turns", AT_ONCE, "lays the last piece and wins")]
        told = []
        if action == A.NO_HOUSE:
            told.append(Point("house", 0, "keeps the house"))
        elif action >= A.HOUSE:
            told.append(self._nap(action - A.HOUSE))
        elif self.states["picked"][0] != R.TREE_POOP:
            told += self._laid(after, action - A.PLACE)
        if after["phase"][0] != R.PICKING or after["seat"][0] != self.seat:
            told.append(self._reply(after))
        kept = self._able(after).bit_count()
        return [*told, Point("kept", kept, f"keeps {tiles_that(kept)} earn an extra turn")]

    def _nap(self, cell: int) -> Point:
        """Which dog goes to sleep."""
        colour = COLOURS[self.lawn.breed[cell]]
        return Point("house", 1 + cell, f"puts the {colour} dog on {format_cell(cell)} to sleep")

    def _laid(self, after: Records, place: int) -> list[Point]:
        """Whether a tile earns another turn, how many may follow, and where else it could."""
        if after["phase"][0] != R.PICKING or after["seat"][0] != self.seat:
            return [Point("turns", 0, "earns no extra turn")]
        tile = int(self.states["picked"][0])
        a, b = (COLOURS[int(breed)] for breed in BREED[tile])
        is_atop = place // WAYS in self.lawn.breed
        how = f"atop {a} and {b}" if is_atop else f"by two pairs, {a} and {b}"
        more = int(run_of(after[0], self.rules, self.work[0], self.seat))
        follow = f", and {in_a_row(more)} can follow" if more else ""
        told = [Point("turns", 1 + more, f"earns an extra turn {how}{follow}")]
        if len(choices_in(self.states, self.options).earning) == 1:
            name = TILE_NAMES[tile]
            told.append(Point("place", 1, f"takes the only place where {name} earns one"))
        return told

    def _reply(self, after: Records) -> Point:
        """What the next player could do in one turn."""
        run = int(run_of(after[0], self.rules, self.work[0], self.next))
        name, left = SEAT_NAMES[self.next], len(hand_of(after, self.next))
        if run >= left - 1 and not self._owes_tree_poop(self.next):
            return Point("reply", -AT_ONCE, f"lets {name} win at once")
        return Point("reply", -run, f"leaves {name} {in_a_row(run)}")

    def _able(self, states: Records) -> int:
        """The asking player's tiles that can earn another turn, as bits."""
        return int(able_of(states[0], self.rules, self.work[0], self.seat))
