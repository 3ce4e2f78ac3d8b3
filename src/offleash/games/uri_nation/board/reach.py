"""How far a dog gets: the cells where a roll may end, and the territories beside them.

Worked out backwards: what can be reached with n steps left, from what can with n - 1. Early
stops at the own home and at parks are left out, so the figures belong to the board alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from offleash.games.uri_nation.board.streets import crossings, depths, steps, touching
from offleash.games.uri_nation.board.text import Board, Cell

DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}  # ways of 36 to roll it with two dice
MOST_DRIVE = 2

# Where a dog stands, the cell its last step left (M6, M8), and its Drive.
Stand = tuple[Cell, Cell | None, int]


@dataclass(frozen=True)
class Reach:
    """Means over all sidewalk cells and all rolls of two dice."""

    drive: int
    cells: float
    territories: float


@lru_cache(256)
def reach(board: Board, uturn: str = "dead_end") -> tuple[Reach, ...]:
    """The figures for a dog with 0, 1 and 2 Drive, by the board's own version."""
    ends = _ends(board, uturn)
    starts = board.with_glyphs("s")
    found = []
    for drive in range(MOST_DRIVE + 1):
        cells = territories = 0
        for roll, ways in DICE.items():
            for start in starts:
                stops = ends[roll][start, None, drive]
                cells += ways * len(stops)
                territories += ways * len(_beside(board, stops))
        cases = max(1, len(starts) * sum(DICE.values()))
        found.append(Reach(drive, cells / cases, territories / cases))
    return tuple(found)


def stops(board: Board, roll: int, drive: int) -> dict[Cell, frozenset[Cell]]:
    """From each sidewalk cell, where a walk with this roll and Drive may end."""
    ends = _ends(board, "dead_end", roll)[roll]
    return {start: ends[start, None, drive] for start in board.with_glyphs("s")}


def _beside(board: Board, cells: frozenset[Cell]) -> set[Cell]:
    return {territory for cell in cells for territory in touching(board, cell, "T")}


@lru_cache(8)  # large, and asked for several times in a row
def _ends(board: Board, uturn: str, most: int = max(DICE)) -> list[dict[Stand, frozenset[Cell]]]:
    """For each number of steps left up to the most, and each stand, where the walk may end."""
    anywhere = board.version == "1.2"
    onward = {stand: tuple(_shifts(board, stand)) for stand in _stands(board)}
    now = {stand: frozenset(cell for cell, _, _ in onward[stand]) for stand in onward}
    layers = [here := now]
    moves = {stand: tuple(_moves(board, stand, uturn)) for stand in onward}
    for _ in range(most):
        before = layers[-1]
        after: dict[Stand, frozenset[Cell]] = {}
        for stand, reached in onward.items():
            found = set(here[stand]) if anywhere else set()
            for other in reached:
                found.update(*(before[move] for move in moves[other]))
                if not moves[other]:  # nothing is legal any more, so the walk ends (M17)
                    found.add(other[0])
            after[stand] = frozenset(found)
        layers.append(after)
    return layers


def _stands(board: Board) -> Iterator[Stand]:
    for cell in board.cells:
        for came in (None, *steps(board, cell)):
            for drive in range(MOST_DRIVE + 1):
                yield cell, came, drive


def _moves(board: Board, stand: Stand, uturn: str) -> list[Stand]:
    """The stands one step away; back only where nothing else is legal (M6, M14)."""
    cell, came, drive = stand
    depth = depths(board)
    found: list[Stand] = []
    for other in steps(board, cell):
        left = drive - (depth.get(other, 0) > depth.get(cell, 0))
        if left >= 0:
            found.append((other, cell, left))
    ahead = [move for move in found if move[0] != came]
    return ahead if ahead and uturn != "free" else found


def _shifts(board: Board, stand: Stand) -> set[Stand]:
    """The stand itself, and those that crossings and paths lead to before the next step (M11)."""
    start, _, drive = stand
    found: set[Stand] = {stand}
    waiting = [(start, drive)]
    while waiting:
        cell, left = waiting.pop()
        for other, price in _lanes(board)[cell]:
            shifted: Stand = (other, None, left - price)
            if left >= price and other != start and shifted not in found:
                found.add(shifted)
                waiting.append((other, left - price))
    return found


@lru_cache(256)
def _lanes(board: Board) -> dict[Cell, list[tuple[Cell, int]]]:
    """From each cell, where crossings and (in 1.4) paths lead, with their price in Drive."""
    found: dict[Cell, list[tuple[Cell, int]]] = {cell: [] for cell in board.cells}
    for crossing in crossings(board):
        found[crossing.start].append((crossing.end, int(not crossing.is_free)))
    for entry, leave in board.paths if board.version == "1.4" else ():
        if entry in found and leave in found:
            found[entry].append((leave, 1))
    return found
