"""The hexagonal grid: cells, ways, and that no game leaves it."""

from itertools import product

import pytest

from offleash.games.tiles.rules.hexes import (
    CELLS,
    CENTRE,
    FURTHEST,
    REACH,
    SIDE,
    STEP,
    WAYS,
    cell_at,
    neighbour,
    opposite,
    q_of,
    r_of,
)
from tests.games.tiles.lawns import OFFSETS, cells_of, line

MOST_TILES = 37  # that ever lie on a table
LOOKED_AT = 4  # so far beyond all that lies rules may read


def test_cells_and_coordinates_are_inverse():
    cells = set()
    for q in range(-REACH, REACH):
        for r in range(-REACH, REACH):
            cell = cell_at(q, r)
            assert (q_of(cell), r_of(cell)) == (q, r)
            cells.add(cell)
    assert cells == set(range(CELLS))
    assert cell_at(0, 0) == CENTRE


def test_neighbours_are_a_step_away():
    for cell, (q, r) in ((cell_at(q, r), (q, r)) for q in (-9, 0, 4) for r in (-6, 0, 8)):
        neighbours = [neighbour(cell, way) for way in range(WAYS)]
        assert [(q_of(c), r_of(c)) for c in neighbours] == [(q + dq, r + dr) for dq, dr in OFFSETS]
        assert neighbours == [cell + int(step) for step in STEP]


def test_opposite_leads_back():
    assert [opposite(way) for way in range(WAYS)] == [3, 4, 5, 0, 1, 2]
    for way in range(WAYS):
        assert neighbour(neighbour(CENTRE, way), opposite(way)) == CENTRE


def test_neighbours_of_a_cell_are_neighbours_of_each_other_in_a_ring():
    ring = [neighbour(CENTRE, way) for way in range(WAYS)]
    assert len({*ring, CENTRE}) == 7
    for way in range(WAYS):
        assert neighbour(ring[way], (way + 2) % WAYS) == ring[(way + 1) % WAYS]


@pytest.mark.parametrize("way", range(WAYS))
def test_a_line_of_all_tiles_stays_on_the_grid(way):
    """With all that rules look at around it."""
    tiles = line(way, MOST_TILES)
    assert max(abs(number) for cell in cells_of(tiles) for number in cell) <= FURTHEST
    around = range(-LOOKED_AT, LOOKED_AT + 1)
    for q, r in cells_of(tiles):
        for dq, dr in product(around, around):
            cell = cell_at(q + dq, r + dr)
            assert 0 <= cell < CELLS
            assert (q_of(cell), r_of(cell)) == (q + dq, r + dr)


def test_the_furthest_cell_is_that_of_the_last_tile_in_a_line():
    """k tiles in a line reach 2k − 1 cells from (0, 0)."""
    assert FURTHEST == 2 * MOST_TILES - 1
    assert SIDE == 2 * REACH
    assert FURTHEST + LOOKED_AT < REACH
