"""Counts over all games by place: cells, road cells and territories of one board."""

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import Records
from offleash.games.uri_nation.board.streets import crossings
from offleash.games.uri_nation.board.tables import cell_numbers
from offleash.games.uri_nation.board.text import Board, Cell, cell_text
from offleash.games.uri_nation.options import board_of


def places(options: Records, sums: Records) -> list[tuple[str, str, int]]:
    """What was counted, where, and how often."""
    return [
        (name, cell_text(cell), count)
        for name, by_place in counts_by_place(board_of(options), sums).items()
        for cell, count in by_place.items()
    ]


def counts_by_place(board: Board, total: Records) -> dict[str, dict[Cell, int]]:
    """All that is counted, by what it is and where."""
    return {
        "visits": visits_by_cell(board, total),
        "crossings": crossings_by_road_cell(board, total),
        "claims": by_territory(board, total["claims"][0]),
        "challenges": by_territory(board, total["challenges"][0]),
        "walks begun while owned": by_territory(board, total["owned"][0]),
    }


def visits_by_cell(board: Board, total: Records) -> dict[Cell, int]:
    """How often dogs walked onto each walkable cell."""
    return {cell: int(total["visits"][0, n]) for cell, n in cell_numbers(board).items()}


def by_territory(board: Board, counts: NDArray[np.int64]) -> dict[Cell, int]:
    """A count for each territory."""
    return {cell: int(counts[n]) for n, cell in enumerate(board.territories)}


def crossings_by_road_cell(board: Board, total: Records) -> dict[Cell, int]:
    """How often dogs walked over each cell of road that can be crossed, either way (M12)."""
    number, counts = cell_numbers(board), dict[Cell, int]()
    for crossing in crossings(board):
        times = int(total["crossings"][0, number[crossing.start], crossing.way])
        for cell in crossing.road:
            counts[cell] = counts.get(cell, 0) + times
    return dict(sorted(counts.items()))
