"""Boards of yards as text: `.` earth, `#` hedge, `B` a bone, `1` … `4` where dogs start."""

from collections import deque
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from offleash.tools.errors import BadNotation
from tests.toys.yard.rules.walks import NOWHERE, WAYS

EARTH, HEDGE, BONE = ".", "#", "B"
STARTS = "1234"
MOST_CELLS = 62  # a set of cells is a mask of bits in a signed 64-bit number
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))


@dataclass(frozen=True)
class Board:
    """A yard whose cells, hedges left out, are numbered in reading order."""

    rows: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]  # row and column of each cell

    @cached_property
    def names(self) -> tuple[str, ...]:
        """`c4`: third column, fourth row from the top."""
        return tuple(f"{COLUMNS[column]}{row + 1}" for row, column in self.spots)

    def letter(self, cell: int) -> str:
        row, column = self.spots[cell]
        return self.rows[row][column]

    @property
    def bones(self) -> list[int]:
        return [cell for cell in range(len(self.spots)) if self.letter(cell) == BONE]

    @property
    def homes(self) -> list[int]:
        letters = [self.letter(cell) for cell in range(len(self.spots))]
        return [letters.index(start) for start in STARTS]

    @cached_property
    def steps(self):
        """The table of neighbours."""
        number = {spot: cell for cell, spot in enumerate(self.spots)}
        table = np.full((MOST_CELLS, WAYS), NOWHERE, np.int8)
        for cell, (row, column) in enumerate(self.spots):
            for way, (down, right) in enumerate(DIRECTIONS):
                table[cell, way] = number.get((row + down, column + right), NOWHERE)
        return table

    @cached_property
    def apart(self):
        """How many steps lie between any two cells."""
        steps, count = self.steps.tolist(), len(self.spots)
        table = np.full((MOST_CELLS, MOST_CELLS), NOWHERE, np.int8)
        for start in range(count):
            table[start, start] = 0
            waiting = deque([start])
            while waiting:
                cell = waiting.popleft()
                for neighbour in steps[cell]:
                    if neighbour != NOWHERE and table[start, neighbour] == NOWHERE:
                        table[start, neighbour] = table[start, cell] + 1
                        waiting.append(neighbour)
        return table


@cache
def parse_board(text: str) -> Board:
    """A board; what is wrong is named with its row and column."""
    rows = tuple(line.rstrip() for line in text.rstrip("\n").split("\n"))
    if len(rows) > 26 or max(map(len, rows)) > len(COLUMNS):
        raise BadNotation(f"a board has at most 26 rows of {len(COLUMNS)} columns")
    spots = []
    for row, line in enumerate(rows):
        if len(line) != len(rows[0]):
            raise BadNotation(f"row {row + 1} has {len(line)} columns, not {len(rows[0])}")
        for column, letter in enumerate(line):
            if letter not in (EARTH, HEDGE, BONE, *STARTS):
                place = f"row {row + 1}, column {column + 1}"
                raise BadNotation(f"{place}: {letter!r} is none of . # B 1 2 3 4")
            if letter != HEDGE:
                spots.append((row, column))
    _check_letters(rows, len(spots))
    board = Board(rows, tuple(spots))
    _check_ways(board)
    return board


def _check_letters(rows: tuple[str, ...], cells: int) -> None:
    whole = "".join(rows)
    for start in STARTS:
        if whole.count(start) != 1:
            raise BadNotation(f"start {start} is there {whole.count(start)} times, not once")
    if BONE not in whole:
        raise BadNotation("there is no bone on the board")
    if cells > MOST_CELLS:
        raise BadNotation(f"a board has at most {MOST_CELLS} cells beside hedges, not {cells}")


def _check_ways(board: Board) -> None:
    """Every cell can be reached from every other."""
    apart = board.apart
    for cell, (row, column) in enumerate(board.spots):
        if apart[0, cell] == NOWHERE:
            place = f"row {row + 1}, column {column + 1}"
            raise BadNotation(f"{place}: there is no way to it from the first cell")
