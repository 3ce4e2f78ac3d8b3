"""How far a dog gets: the cells where a roll may end, and the territories next to them.

Computed backwards: what can be reached with n steps left, from what can with n - 1. Early stops at
the dog's home and at parks are left out, so the figures depend on the board alone.
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import product
from operator import or_

from offleash.games.uri_nation.board.streets import crossings, depths, steps, touching
from offleash.games.uri_nation.board.text import Board, Cell

DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}  # ways of 36 to roll it with two dice
MOST_DRIVE = 2

# Where a dog stands, the cell its last step left (M6, M8), and its Drive.
Stand = tuple[Cell, Cell | None, int]
Mask = int  # a bit for each cell or territory, in their order


@lru_cache(256)
def reach(board: Board, uturn: str = "dead_end") -> dict[str, list[float]]:
    """Return the mean cells and territories in reach with 0, 1 and 2 Drive, by the board's version.

    Means are over all sidewalk cells and all rolls of two dice.
    """
    ends = {"cells": _ends(board, uturn), "territories": _ends(board, uturn, is_fronts=True)}
    starts = board.with_glyphs("s")

    def mean(layers: list[dict[Stand, Mask]], drive: int) -> float:
        cases = product(DICE.items(), starts)
        counts = (ways * layers[roll][at, None, drive].bit_count() for (roll, ways), at in cases)
        return sum(counts) / max(1, len(starts) * sum(DICE.values()))

    drives = range(MOST_DRIVE + 1)
    return {name: [mean(layers, drive) for drive in drives] for name, layers in ends.items()}


def territories_in_reach(board: Board, roll: int, drive: int) -> dict[Cell, int]:
    """Return for each sidewalk cell how many territories lie where this roll and Drive may end."""
    fronts = _ends(board, "dead_end", roll, is_fronts=True)[roll]
    return {start: fronts[start, None, drive].bit_count() for start in board.with_glyphs("s")}


@lru_cache(8)  # large, and asked for several times in a row
def _ends(
    board: Board, uturn: str, most: int = max(DICE), is_fronts: bool = False
) -> list[dict[Stand, Mask]]:
    """Return where a walk may end, for each number of steps left and each stand.

    Ends are cells, or the territories that they front.
    """
    marks = _front_marks(board) if is_fronts else _marks(board.cells)
    shifts, moves = _ways(board, uturn)
    near = {
        (cell, drive): _union([marks[cell], *(marks[at] for at, _, _ in others)])
        for (cell, drive), others in shifts.items()
    }
    stops = {(cell, came, drive): near[cell, drive] for cell, came, drive in moves}
    layers = [stops]
    for _ in range(most):
        before = layers[-1]
        after = {  # where nothing is legal any more, the walk ends (M17)
            stand: _union([before[move] for move in legal]) if legal else marks[stand[0]]
            for stand, legal in moves.items()
        }
        shifted = {at: _union([after[other] for other in others]) for at, others in shifts.items()}
        early = stops if board.version == "1.2" else {}  # a walk may end before its roll does
        for stand in after:
            cell, _, drive = stand
            after[stand] |= shifted[cell, drive] | early.get(stand, 0)
        layers.append(after)
    return layers


def _union(masks: Iterable[Mask]) -> Mask:
    return reduce(or_, masks, 0)


def _marks(cells: Iterable[Cell]) -> dict[Cell, Mask]:
    return {cell: 1 << number for number, cell in enumerate(cells)}


def _front_marks(board: Board) -> dict[Cell, Mask]:
    marks = _marks(board.territories)
    return {cell: _union(marks[at] for at in touching(board, cell, "T")) for cell in board.cells}


Shifts = dict[tuple[Cell, int], set[Stand]]
Moves = dict[Stand, list[Stand]]


@lru_cache(8)
def _ways(board: Board, uturn: str) -> tuple[Shifts, Moves]:
    """Return where crossings and paths lead before a step, and where that step leads.

    The first is for each cell and Drive, the second for each stand.
    """
    around = {cell: steps(board, cell) for cell in board.cells}
    drives, depth = range(MOST_DRIVE + 1), depths(board)
    shifts = {(cell, drive): _shifts(board, cell, drive) for cell in around for drive in drives}
    moves: Moves = {}
    for cell, others in around.items():
        for came in (None, *others):
            for drive in drives:
                stand = cell, came, drive
                moves[stand] = _moves(stand, others, depth, uturn)
    return shifts, moves


def _moves(stand: Stand, around: list[Cell], depth: dict[Cell, int], uturn: str) -> list[Stand]:
    """Return the stands one step away; back only where nothing else is legal (M6, M14)."""
    cell, came, drive = stand
    prices = {other: depth.get(other, 0) > depth.get(cell, 0) for other in around}
    moves: list[Stand] = [
        (other, cell, drive - price) for other, price in prices.items() if drive >= price
    ]
    ahead = [move for move in moves if move[0] != came]
    return ahead if ahead and uturn != "free" else moves


def _shifts(board: Board, start: Cell, drive: int) -> set[Stand]:
    """Return the stands that crossings and paths lead to (M11)."""
    stands: set[Stand] = set()
    waiting = [(start, drive)]
    while waiting:
        cell, left = waiting.pop()
        for other, price in _lanes(board)[cell]:
            shifted: Stand = (other, None, left - price)
            if left >= price and other != start and shifted not in stands:
                stands.add(shifted)
                waiting.append((other, left - price))
    return stands


@lru_cache(256)
def _lanes(board: Board) -> dict[Cell, list[tuple[Cell, int]]]:
    """Return, for each cell, where crossings and (in 1.4) paths lead, with their price in Drive."""
    lanes: dict[Cell, list[tuple[Cell, int]]] = {cell: [] for cell in board.cells}
    for crossing in crossings(board):
        lanes[crossing.start].append((crossing.end, int(not crossing.is_free)))
    for entry, leave in board.paths if board.version == "1.4" else ():
        if entry in lanes and leave in lanes:
            lanes[entry].append((leave, 1))
    return lanes
