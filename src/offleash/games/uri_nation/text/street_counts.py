"""Counts over all games by place: cells, road cells and territories of one board."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from offleash.core.game import RECORDED, Figure, Label, Played, Records
from offleash.games.uri_nation.board.streets import crossings
from offleash.games.uri_nation.board.tables import cell_numbers
from offleash.games.uri_nation.board.text import Board, Cell
from offleash.games.uri_nation.options import board_of

HEADING = "Street"


def street_counts(played: Played) -> list[Figure]:
    """Means a game for every place, as details; nothing where games have different boards."""
    boards = np.unique(played.variants["board"])
    if len(boards) != 1:
        return []
    board = board_of(played.variants[:1])
    total = added_up(played.sums)
    counts = {
        "visits": visits_by_cell(board, total),
        "crossings": crossings_by_road_cell(board, total),
        **{
            name: by_territory(board, total[field][0])
            for name, field in {
                "claims": "claims",
                "challenges": "challenges",
                "walks begun while owned": "owned",
            }.items()
        },
    }
    return list(_figures(counts, len(played.states)))


def _figures(counts: Mapping[str, Mapping[Cell, int]], games: int) -> Iterator[Figure]:
    for name, by_place in counts.items():
        for (row, column), count in by_place.items():
            place = f"({row},{column})"
            more: dict[str, Any] = {"group": "place", "heading": HEADING, "depth": RECORDED}
            yield Figure(Label(name, column=place, **more), count / games)


def added_up(sums: Records) -> Records:
    """The sums of all rows of options in one record."""
    total = np.zeros(1, sums.dtype)
    for name in sums.dtype.names or ():
        total[name][0] = sums[name].sum(axis=0)
    return total


def visits_by_cell(board: Board, total: Records) -> dict[Cell, int]:
    """How often dogs walked onto each walkable cell."""
    return {cell: int(total["visits"][0, n]) for cell, n in cell_numbers(board).items()}


def by_territory(board: Board, counts: NDArray[np.int64]) -> dict[Cell, int]:
    """A count for each territory."""
    return {cell: int(counts[n]) for n, cell in enumerate(board.territories)}


def crossings_by_road_cell(board: Board, total: Records) -> dict[Cell, int]:
    """How often dogs walked over each cell of road that can be crossed, either way (M12)."""
    number, found = cell_numbers(board), dict[Cell, int]()
    for crossing in crossings(board):
        times = int(total["crossings"][0, number[crossing.start], crossing.way])
        for cell in crossing.road:
            found[cell] = found.get(cell, 0) + times
    return dict(sorted(found.items()))
