"""Ways across a board: steps, crossings, frontages, distances, straight runs.

All of it by coordinates, in plain Python; `tables` turns it into arrays.
"""

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

from offleash.games.uri_nation.board.text import ROAD, Board, Cell

COMPASS: tuple[Cell, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # north, east, south, west
FREE_ROAD, PAID_ROAD = "x", "x="  # of which a crossing is made


@dataclass(frozen=True)
class Crossing:
    """A straight way over a road (M12)."""

    start: Cell
    way: int
    road: tuple[Cell, ...]
    end: Cell
    is_free: bool


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells around a cell, in the order of the compass."""
    return [(cell[0] + down, cell[1] + right) for down, right in COMPASS]


def touching(board: Board, cell: Cell, glyphs: str) -> list[Cell]:
    """Return the cells next to a cell that have one of the glyphs, in reading order."""
    return board.touching(cell, glyphs)


def frontage(board: Board, feature: Cell) -> list[Cell]:
    """Return the walkable cells next to a feature, in reading order (M1)."""
    return list(board.frontages[feature])


def steps(board: Board, cell: Cell) -> list[Cell]:
    """Return where one step leads."""
    return list(board.frontages[cell])


@lru_cache(256)
def crossings(board: Board) -> tuple[Crossing, ...]:
    """Return every crossing: over road cells in a line, from sidewalk to sidewalk (M12)."""
    walks = board.with_glyphs("s")
    ways = (_crossing(board, start, way) for start in walks for way in range(len(COMPASS)))
    return tuple(crossing for crossing in ways if crossing)


def _crossing(board: Board, start: Cell, way: int) -> Crossing | None:
    road = straight_line(board, start, COMPASS[way], ROAD)
    glyphs = set(map(board.at, road))
    end = neighbours(road[-1])[way] if road else start
    if not road or not glyphs <= set(PAID_ROAD) or board.at(end) != "s":
        return None
    return Crossing(start, way, tuple(road), end, glyphs == {FREE_ROAD})


def straight_line(board: Board, start: Cell, way: Cell, glyphs: str) -> list[Cell]:
    """Return the cells behind a start in one direction, as far as they have one of the glyphs."""
    cells = [(start[0] + way[0], start[1] + way[1])]
    while board.at(cells[-1]) in glyphs:
        cells.append((cells[-1][0] + way[0], cells[-1][1] + way[1]))
    return cells[:-1]


@lru_cache(256)
def free_ways(board: Board) -> dict[Cell, tuple[Cell, ...]]:
    """Return for each cell where free crossings lead."""
    ways: dict[Cell, list[Cell]] = {cell: [] for cell in board.cells}
    for crossing in crossings(board):
        if crossing.is_free:
            ways[crossing.start].append(crossing.end)
    return {cell: tuple(ends) for cell, ends in ways.items()}


def distances(board: Board, starts: Iterable[Cell], with_free: bool = False) -> dict[Cell, int]:
    """Return steps from the nearest start to each cell; free crossings cost none or are unused."""
    known = dict.fromkeys(starts, 0)
    waiting, free = deque(known), free_ways(board) if with_free else {}
    while waiting:
        cell = waiting.popleft()
        for other in free.get(cell, ()):
            if known.get(other, known[cell] + 1) > known[cell]:
                known[other] = known[cell]
                waiting.appendleft(other)
        for other in steps(board, cell):
            if known.get(other, known[cell] + 2) > known[cell] + 1:
                known[other] = known[cell] + 1
                waiting.append(other)
    return known


@lru_cache(256)
def depths(board: Board) -> dict[Cell, int]:
    """Return how far each cell lies from the main sidewalk, without cells that no way leads to."""
    return distances(board, board.with_glyphs("s"))


def components(board: Board, cells: Iterable[Cell], with_free: bool = False) -> list[list[Cell]]:
    """Return the parts of the cells connected by steps, and with `with_free` by free crossings."""
    free = free_ways(board) if with_free else {}
    return connected_parts(cells, lambda cell: [*steps(board, cell), *free.get(cell, ())])


def connected_parts(
    cells: Iterable[Cell], near: Callable[[Cell], Iterable[Cell]]
) -> list[list[Cell]]:
    """Return the connected parts of the cells, where `near` leads from one cell to others."""
    left = dict.fromkeys(cells, True)
    parts = []
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for cell in part:  # which grows
            part += [other for other in near(cell) if left.pop(other, False)]
        parts.append(sorted(part))
    return parts


def is_mouth(board: Board, cell: Cell) -> bool:
    """Return whether a side street begins at this sidewalk cell."""
    return board.at(cell) == "s" and bool(touching(board, cell, ":"))


def is_corner(board: Board, cell: Cell) -> bool:
    """Return whether the sidewalk turns or branches here."""
    ways = {other[0] == cell[0] for other in touching(board, cell, "s")}
    return board.at(cell) == "s" and len(ways) == 2


@lru_cache(256)
def straight_runs(board: Board) -> tuple[tuple[Cell, ...], ...]:
    """Return straight stretches of sidewalk, with corners and mouths at their ends (A2, N4).

    Each side street is a stretch of its own, without its mouth.
    """
    walks = board.with_glyphs("s")
    ends = {cell for cell in walks if is_corner(board, cell) or is_mouth(board, cell)}
    runs = [tuple(part) for part in components(board, board.with_glyphs(":"))]
    for down, right in ((0, 1), (1, 0)):
        for cell in walks:
            onward = straight_line(board, cell, (down, right), "s")
            if onward and (cell in ends or board.at((cell[0] - down, cell[1] - right)) != "s"):
                stop = next((n for n, other in enumerate(onward, 1) if other in ends), None)
                runs.append((cell, *onward[:stop]))
    return (*runs, *((cell,) for cell in walks if not touching(board, cell, "s")))


def sides(board: Board) -> list[list[Cell]]:
    """Return each piece of sidewalk with the side streets that branch off it."""
    walks = components(board, board.with_glyphs("s"))
    for street in components(board, board.with_glyphs(":")):
        mouths = {other for cell in street for other in steps(board, cell)}
        for side in walks:
            if mouths & set(side):
                side += street
                break
    return walks
