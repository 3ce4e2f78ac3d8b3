"""Where the chain lies on the lawn.

Each end has a path of its own, fixed for ever: the left one goes west from the first tile, then
turns and winds upward from row to row; the right one is the same turned round, and winds downward.
The strands of a name follow its path one after the other. Rows are so far apart that a fork finds
room next to them: it branches off next to its half and runs along a lane between two rows, those of
seats 0 and 2 above, those of 1 and 3 below. Where a lane ends or an earlier fork is in the way, it
goes on along the path of its name, and a leash shows where it comes from. The order of forks made
with the supply empty is not known, so of those only seats 0 and 1 use lanes, which never meet.

So nothing ever lies on anything else, and no tile moves when another one is laid: where a tile
lies depends on what was laid before it on its own strand and earlier ones of that name, and on
forks that were there before its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, takewhile
from typing import Any, NamedTuple

from offleash.games.domidog.draw.strands import Chain, Strand, read_chain, strands
from offleash.games.domidog.rules import record as R
from offleash.games.tiles.draw.geometry import centre
from offleash.games.tiles.draw.lawn import FIRST_CELLS
from offleash.games.tiles.rules.dogs import HALVES, TILES
from offleash.games.tiles.rules.hexes import CENTRE, HALF_WAYS, SIDE, WAYS
from offleash.games.tiles.text.places import STEPS, neighbours, next_cell

EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST, NORTH_EAST = range(WAYS)
SHORT_ROW, LONG_ROW = 8, 19  # cells of a row: next to the first tile, and further out
APART = 5  # rows of cells from one row to the next
GAP = HALVES  # cells of a path left free before another strand
LONGEST = HALVES * TILES + 4 * GAP  # cells of a path that can ever be needed
LANE = (-370.0, 422.0)  # how far a lane goes to the west and to the east
MIDDLE = 26.0  # of the first tile
FIRST_LANES = 2  # seats whose lanes never meet


Joints = dict[int, int]  # which half of a tile touches what it was laid to


class Place(NamedTuple):
    """Where a tile lies: its half that touches, and the other."""

    joint: int
    free: int


@cache
def path(side: int) -> tuple[int, ...]:
    """Return the cells that the strands of a name follow, from the first tile onward."""
    return tuple(islice(_winding(side), LONGEST))


def _winding(side: int) -> Iterator[int]:
    cell, heading, row = FIRST_CELLS[side], WEST, SHORT_ROW
    while True:
        for _ in range(row):
            cell = _step(cell, heading, side)
            yield cell
        row = LONG_ROW - 1
        outward = (NORTH_WEST, NORTH_EAST) if heading == WEST else (NORTH_EAST, NORTH_WEST)
        for step in range(APART):
            cell = _step(cell, outward[step % 2], side)
            yield cell
        heading = EAST if heading == WEST else WEST


def _step(cell: int, way: int, side: int) -> int:
    """Return the cell one step on; for the right end everything is turned round."""
    return next_cell(cell, (way + HALF_WAYS * side) % WAYS)


@cache
def on_paths() -> frozenset[int]:
    """Return every cell that some tile may come to lie on by a path."""
    return frozenset(FIRST_CELLS).union(*(path(side) for side in range(R.ENDS)))


@cache
def lane(cell: int, seat: int) -> tuple[int, ...]:
    """Return the cells along a row for a fork that begins at one of its cells; none on a bend."""
    if cell not in on_paths() or (cell % SIDE - CENTRE % SIDE) % APART:
        return ()
    above, west = seat % 2 == 0, centre(cell)[0] > MIDDLE
    if above:
        aside = NORTH_WEST if west else NORTH_EAST
    else:
        aside = SOUTH_WEST if west else SOUTH_EAST
    cells = [next_cell(cell, aside), next_cell(next_cell(cell, aside), aside)]
    while LANE[0] <= centre(onward := next_cell(cells[-1], WEST if west else EAST))[0] <= LANE[1]:
        cells.append(onward)
    usable = cells[: len(cells) // HALVES * HALVES]
    return () if on_paths().intersection(usable) else tuple(usable)


def are_neighbours(cell: int, other: int) -> bool:
    """Return whether two cells touch."""
    return other in neighbours((cell,))


@dataclass
class Ground:
    """The lawn while strands are laid out on it, in the order in which they began."""

    cells: dict[int, int]  # half: cell
    in_lanes: set[int]  # cells of lanes in use
    at: list[int]  # on each path: how far it is in use

    def lay(self, strand: Strand, joints: Joints, in_lane: bool) -> None:
        """Lay a whole strand: along a lane as far as that goes, then along the path of its name."""
        route = self.claim(strand) if in_lane else []
        begun = strand.seat == R.NO_SEAT
        for tile in strand.tiles:
            if not route:
                self.at[strand.side] += 0 if begun else GAP
                begun = True
                at = self.at[strand.side]
                route = [*path(strand.side)[at : at + HALVES]]
                self.at[strand.side] += HALVES
            half = tile * HALVES + joints[tile]
            self.cells[half], self.cells[half ^ 1] = route[:HALVES]
            del route[:HALVES]

    def claim(self, strand: Strand) -> list[int]:
        """Return the lane of a fork, as far as no earlier one has it."""
        cells = lane(self.cells[strand.spot], strand.seat)
        free = list(takewhile(lambda cell: cell not in self.in_lanes, cells))
        free = free[: len(free) // HALVES * HALVES]
        self.in_lanes.update(free)
        return free


@dataclass(frozen=True)
class Layout:
    """Where all tiles of the chain lie, and where another one would."""

    state: Any

    @cached_property
    def chain(self) -> Chain:
        """The chain of the position."""
        return read_chain(self.state)

    @cached_property
    def strands(self) -> list[Strand]:
        """See `strands.py`."""
        return strands(self.chain)

    @cached_property
    def first(self) -> int | None:
        """The first tile of the chain."""
        return self.chain.first

    @cached_property
    def cells(self) -> dict[int, int]:
        """The cell of each half of the chain."""
        return self._lay_out(self.strands, {})

    def _lay_out(self, listed: list[Strand], joints: dict[int, int]) -> dict[int, int]:
        """Return the cells of these strands; `joints` of tiles that do not lie there yet."""
        if self.first is None:
            return {}
        halves = (self.first * HALVES, self.first * HALVES + 1)
        ground = Ground(dict(zip(halves, FIRST_CELLS, strict=True)), set(), [0] * R.ENDS)
        known = dict(enumerate(self.chain.joint))
        for strand in self.chain.in_order(listed) or ():
            late_third = strand.seat >= FIRST_LANES and self.chain.is_late(strand)
            ground.lay(strand, known | joints, strand.seat != R.NO_SEAT and not late_third)
        return ground.cells

    def play(self, side: int, tile: int, joint: int) -> Place:
        """Return where a tile would lie at an end."""
        last = [strand for strand in self.strands if strand.side == side][-1]
        longer = last._replace(tiles=(*last.tiles, tile))
        listed = [longer if strand is last else strand for strand in self.strands]
        return self._place(listed, tile, joint)

    def fork(self, side: int, tile: int, joint: int, spot: int, seat: int) -> Place:
        """Return where a fork's tile would lie."""
        return self._place([*self.strands, Strand(side, spot, seat, (tile,))], tile, joint)

    def _place(self, listed: list[Strand], tile: int, joint: int) -> Place:
        cells = self._lay_out(listed, {tile: joint})
        return Place(cells[tile * HALVES + joint], cells[tile * HALVES + 1 - joint])

    def way(self, tile: int) -> int:
        """Return which way the second half of a tile lies from its first."""
        step = self.cells[tile * HALVES + 1] - self.cells[tile * HALVES]
        return STEPS.index(step)
