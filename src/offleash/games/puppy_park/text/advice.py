"""Points for and against an action in Puppy Park, for advice.

Everything lies open, so all of it can be seen by everybody: extra turns that are earned, those that
the next player could take then, and what is kept for later.
"""

from functools import cached_property
from typing import Any

from offleash.contract import Point, Records
from offleash.games.puppy_park.bots.ideas import able_of, run_from, run_of
from offleash.games.puppy_park.rules import actions as A, record as R
from offleash.games.puppy_park.text.position import ParkPosition
from offleash.games.tiles.rules.dogs import BREED, is_double
from offleash.games.tiles.rules.hexes import WAYS
from offleash.games.tiles.text.names import COLOURS, SEAT_NAMES, TILE_NAMES

AT_ONCE = 100  # as the size of a reply that wins


def points(view: Records, options: Records, seat: int, action: int) -> list[Point]:
    """Return the points of one legal action, weightiest first."""
    situation = Situation.of(view, options)
    if action == A.PASS:
        return [Point("pass", 1, "passes, since nothing else is possible")]
    if action < A.PASS:
        return situation.of_pick(action)
    return situation.of_move(action)


def in_a_row(count: int) -> str:
    """Return so many extra turns in words."""
    named = {0: "no extra turn", 1: "an extra turn"}
    return named.get(count, f"a run of {count} extra turns")


def with_friends(cells: int) -> str:
    """Return whether both dogs of a tile could pair, on so many cells at least."""
    named = {0: "that finds no friends for both dogs yet", 1: "with a friend for each dog"}
    return named.get(cells, f"with friends for each dog on {cells} cells")


def _keeping(able: int) -> Point:
    """Return how many tiles are left that can earn another turn."""
    tiles = {0: "no tile", 1: "a tile"}.get(able, f"{able} tiles")
    return Point("kept", able, f"keeps {tiles} that can earn an extra turn")


class Situation(ParkPosition):
    """A position in which somebody asks for advice."""

    @cached_property
    def work(self) -> Any:
        """Scratch space for the rules."""
        return self.new_work()

    @cached_property
    def next(self) -> int:
        """The seat that plays after this one."""
        return (self.seat + 1) % self.players

    def of_pick(self, action: int) -> list[Point]:
        """Return what it means to lay this piece now, wherever that is."""
        if action >= A.PICK + R.TREE_POOP:
            return self._tree_poop(action)
        if not self.covered:
            return [self._opening(action - A.PICK)]
        tile = action - A.PICK
        if self.is_last and not self.owes_tree_poop(self.seat):
            return [Point("turns", AT_ONCE, "is the last tile and wins")]
        run = int(run_from(self.state, self.options, self.work, tile))
        able = (self._able(self.state) & ~(1 << tile)).bit_count()
        points = [Point("turns", run, f"earns {in_a_row(run)}"), _keeping(able)]
        if is_double(tile):
            points.append(Point("double", 1, "gets rid of a double, which seldom earns one"))
        if run == 0:
            cells = min(len(self.near_awake[int(b)] - self.covered) for b in BREED[tile])
            points.append(Point("promise", -cells, f"gives up a tile {with_friends(cells)}"))
        return points

    def _tree_poop(self, action: int) -> list[Point]:
        """Return the tree-poop tile, with what it declares."""
        if action == A.PICK + R.TREE_POOP:
            return [Point("rules", 0, "lays no dog, but the tree-poop tile")]
        rules = "poop" if action == A.PICK_POOP else "tree"
        return [Point("rules", action, f"lays no dog, and declares {rules} rules")]

    def _opening(self, tile: int) -> Point:
        """Return how many friends the next player has for the first two dogs (P20)."""
        breeds = {int(breed) for breed in BREED[tile]}
        count = sum(not breeds.isdisjoint(BREED[tile]) for tile in self.hand(self.next))
        name = SEAT_NAMES[self.next]
        return Point("friends", -count, f"shows breeds that {name} has on {count} of her tiles")

    def of_move(self, action: int) -> list[Point]:
        """Return what it means to lay the piece there, or to put a house there."""
        after = self.after(action)
        if after.phase == R.FINISHED:
            return [Point("turns", AT_ONCE, "lays the last piece and wins")]
        points = []
        if action == A.NO_HOUSE:
            points.append(Point("house", 0, "keeps the house"))
        elif action >= A.HOUSE:
            cell = action - A.HOUSE
            points.append(Point("house", 1 + cell, f"puts {self.landmarks.dog(cell)} to sleep"))
        elif self.picked != R.TREE_POOP:
            points += self._laid(after, action - A.PLACE)
        if after.phase != R.PICKING or after.seat != self.seat:
            points.append(self._reply(after))
        return [*points, _keeping(self._able(after.state).bit_count())]

    def _laid(self, after: ParkPosition, place: int) -> list[Point]:
        """Return whether a tile earns another turn, how many may follow, where else it could."""
        if after.phase != R.PICKING or after.seat != self.seat:
            return [Point("turns", 0, "earns no extra turn")]
        a, b = (COLOURS[int(breed)] for breed in BREED[self.picked])
        is_atop = place // WAYS in self.dogs
        how = f"atop {a} and {b}" if is_atop else f"by two pairs, {a} and {b}"
        more = int(run_of(after.state, self.options, self.work, self.seat))
        follow = f", and {in_a_row(more)} can follow" if more else ""
        points = [Point("turns", 1 + more, f"earns an extra turn {how}{follow}")]
        if len(self.earning) == 1:
            name = TILE_NAMES[self.picked]
            points.append(Point("place", 1, f"takes the only place where {name} earns one"))
        return points

    def _reply(self, after: ParkPosition) -> Point:
        """Return what the next player could do in one turn."""
        run = int(run_of(after.state, self.options, self.work, self.next))
        name, left = SEAT_NAMES[self.next], len(after.hand(self.next))
        if run >= left - 1 and not self.owes_tree_poop(self.next):
            return Point("reply", -AT_ONCE, f"lets {name} win at once")
        return Point("reply", -run, f"leaves {name} {in_a_row(run)}")

    def _able(self, state: Any) -> int:
        """Return the asking player's tiles that can earn another turn, as bits."""
        return int(able_of(state, self.options, self.work, self.seat))
