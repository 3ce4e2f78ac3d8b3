"""The chain as strands: which tiles go on in a row, and where a fork begins another.

A strand bears the name of an end. Left and right begin with one each, from the two halves of the
first tile. A fork shuts the last half of a strand with a house and begins a new one with the same
name elsewhere. So the strands of one name come one after the other, and only the last of them can
still grow. The record says what touches what and who laid it, but not in which order; which of
several tiles at one half was there first follows from how that story works out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any, NamedTuple

from offleash.games.domidog.rules import record as R
from offleash.games.tiles.rules.dogs import HALVES, TILES


class Strand(NamedTuple):
    """Tiles in a row, each laid to the one before."""

    side: int  # the end whose name it bears
    spot: int  # the half of the chain that it begins at
    seat: int  # who forked it; NO_SEAT for the two from the first tile
    tiles: tuple[int, ...]


class Chain(NamedTuple):
    """What of a position is about the chain, as plain numbers: see `rules/record.py`."""

    where: list[int]
    parent: list[int]
    joint: list[int]
    end: list[int]
    house: list[int]
    laid_by: list[int]
    newest: list[int]
    drawn: int
    supply_left: int
    players: int

    @property
    def laid(self) -> list[int]:
        """The tiles of the chain."""
        return [tile for tile in range(TILES) if self.where[tile] == R.CHAIN]

    @property
    def first(self) -> int | None:
        """The tile that the chain began with."""
        return next((tile for tile in self.laid if self.parent[tile] == R.NO_HALF), None)

    def free_half(self, tile: int) -> int:
        """Return the half of a tile that does not touch what it was laid to."""
        return tile * HALVES + 1 - self.joint[tile]

    def house_on(self, half: int) -> int:
        """Return whose house shuts a half, or NO_SEAT."""
        return next((seat for seat in range(R.SEATS) if self.house[seat] == half), R.NO_SEAT)

    def in_order(self, listed: list[Strand]) -> list[Strand] | None:
        """Return strands as they began: each name's in turn, none before its joint; or None."""
        queues = [[strand for strand in listed if strand.side == side] for side in range(R.ENDS)]
        laid, order = {self.first}, []
        while any(queues):
            ready = [q[0] for q in queues if q and q[0].spot // HALVES in laid]
            if not ready:
                return None
            head = min(ready, key=self.began)
            queues[head.side].remove(head)
            laid.update(head.tiles)
            order.append(head)
        return order

    def began(self, strand: Strand) -> tuple[int, int]:
        """Return when a strand began, as far as recorded; what does not lie yet comes last."""
        if strand.seat == R.NO_SEAT:
            return -1, strand.side
        tile = strand.tiles[0]
        return self.newest[tile] if self.where[tile] == R.CHAIN else self.drawn, strand.seat

    def is_late(self, strand: Strand) -> bool:
        """Return whether a fork was made without supply: the order of late forks is unknown.

        After every other fork somebody drew, so the number of draws puts those in order.
        """
        return self.supply_left == 0 and self.began(strand)[0] == self.drawn


def read_chain(state: Any) -> Chain:
    """Return the chain of a position."""
    return Chain(*(state[name].tolist() for name in Chain._fields))


@dataclass(frozen=True)
class ChainGuess:
    """A guess at which tiles were laid on in a row and which ones were forks."""

    state: Chain
    first: int
    onward: dict[int, int]  # half: the tile that it was laid on with

    def row_from(self, half: int) -> tuple[int, ...]:
        """Return the tiles from a half onward."""
        row = []
        while half in self.onward:
            row.append(self.onward[half])
            half = self.state.free_half(row[-1])
        return tuple(row)

    def strand(self, side: int, fork: int, seat: int) -> Strand:
        """Return a strand that begins with the tile of a fork."""
        row = (fork, *self.row_from(self.state.free_half(fork)))
        return Strand(side, self.state.parent[fork], seat, row)

    def tip(self, strand: Strand) -> int:
        """Return the half at which a strand ends."""
        return self.state.free_half(strand.tiles[-1]) if strand.tiles else strand.spot

    def strands(self, forks: dict[int, int]) -> list[Strand] | None:
        """Return all strands in order, if each fork can be of the seat given for it; or None."""
        left, in_order = dict(forks), []
        for side in range(R.ENDS):
            start = self.first * HALVES + side
            strand = Strand(side, start, R.NO_SEAT, self.row_from(start))
            in_order.append(strand)
            while self.tip(strand) != self.state.end[side]:
                seat = self.state.house_on(self.tip(strand))
                if seat not in left:
                    return None
                strand = self.strand(side, left.pop(seat), seat)
                in_order.append(strand)
        return None if left else in_order


def strands(state: Chain) -> list[Strand]:
    """Return all strands, those of the left in order, then those of the right."""
    first = state.first
    if first is None:
        return []
    laid = [tile for tile in state.laid if tile != first]
    laid.sort(key=lambda tile: (state.newest[tile], tile))
    fallback = None
    for onward in _rows(state, first, laid):
        story = ChainGuess(state, first, onward)
        forks = [tile for tile in laid if tile not in onward.values()]
        for guess in _owners(state, forks):
            guessed = story.strands(guess)
            if guessed is not None and Schedule(state, first, guessed).is_possible():
                return guessed
        fallback = fallback or (story, forks)
    assert fallback is not None
    return _fallback_strands(*fallback)


class Schedule:
    """Whether the tiles of both names can have been laid in turns as the record says."""

    def __init__(self, state: Chain, first: int, listed: list[Strand]) -> None:
        self.state, self.first = state, first
        self.rows = [
            [tile for strand in listed if strand.side == side for tile in strand.tiles]
            for side in range(R.ENDS)
        ]
        self.place = {t: (side, i) for side in range(R.ENDS) for i, t in enumerate(self.rows[side])}
        self.forks = {strand.tiles[0] for strand in listed if strand.seat != R.NO_SEAT}
        onward = {state.parent[t]: t for row in self.rows for t in row if t not in self.forks}
        self.before = {fork: onward.get(state.parent[fork], first) for fork in self.forks}

    def is_possible(self) -> bool:
        """Go through all orders at once, by counts and last tile; return whether one works."""
        moments = {((0, 0), self.first)}
        for _ in range(sum(map(len, self.rows))):
            moments = {
                ((counts[0] + 1 - side, counts[1] + side), self.rows[side][counts[side]])
                for counts, last in moments
                for side in range(R.ENDS)
                if counts[side] < len(self.rows[side])
                and self._may_follow(counts, last, self.rows[side][counts[side]])
            }
        return bool(moments)

    def _may_follow(self, counts: tuple[int, int], last: int, tile: int) -> bool:
        """Return whether a tile may follow: its joint lies, and draws and turns agree with that."""
        state = self.state
        needed = {state.parent[tile] // HALVES, self.before.get(tile, self.first)} - {self.first}
        if any(self.place[t][1] >= counts[self.place[t][0]] for t in needed):
            return False
        last_seat, seat = state.laid_by[last], state.laid_by[tile]
        if R.NO_SEAT in (last_seat, seat):
            return True  # of a position written by hand little is known
        empty = state.supply_left == 0 and state.newest[tile] == state.drawn
        drew = last in self.forks and not (empty and state.newest[last] == state.drawn)
        if state.newest[tile] < state.newest[last] + drew:
            return False
        return empty or seat == (last_seat + 1) % state.players


def _rows(state: Chain, first: int, laid: list[int]) -> Iterator[dict[int, int]]:
    """Yield every choice of which tile went on at a free half; try the ones laid early first."""
    ahead = {first * HALVES, first * HALVES + 1} | {state.free_half(tile) for tile in laid}
    at: dict[int, list[int]] = {}
    for tile in laid:
        half = state.parent[tile]
        if half in ahead:
            at.setdefault(half, []).append(tile)
    for choice in product(*at.values()):
        yield dict(zip(at, choice, strict=True))


def _owners(state: Chain, forks: list[int]) -> Iterator[dict[int, int]]:
    """Yield every way to say which seat forked which tile, as {seat: tile}."""
    seats = [seat for seat in range(R.SEATS) if state.house[seat] != R.AT_HAND]
    if len(seats) != len(forks):
        return
    for order in permutations(forks):
        if all(state.laid_by[tile] in (s, R.NO_SEAT) for s, tile in zip(seats, order, strict=True)):
            yield dict(zip(seats, order, strict=True))


def _fallback_strands(story: ChainGuess, forks: list[int]) -> list[Strand]:
    """Return strands for a position that no game comes to: forks take turns at the names."""
    halves = [story.first * HALVES + side for side in range(R.ENDS)]
    roots = [
        Strand(side, half, R.NO_SEAT, story.row_from(half)) for side, half in enumerate(halves)
    ]
    forked = [story.strand(i % R.ENDS, fork, R.NO_SEAT) for i, fork in enumerate(forks)]
    return sorted([*roots, *forked], key=lambda strand: strand.side)
